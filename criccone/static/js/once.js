// Sends a form marked data-once only once. The server would refuse it the second time.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "yes";
  // Only after the browser has read which button was pressed: it leaves out a disabled button.
  setTimeout(() => disable(form, true));
}, true);

/**
 * @param {HTMLElement} form
 * @param {boolean} disabled
 */
function disable(form, disabled) {
  for (const button of form.querySelectorAll("button")) {
    button.disabled = disabled;
    button.setAttribute("autocomplete", "off"); // else Firefox keeps it disabled after a reload
  }
}

/** @param {HTMLElement} form that may go out again */
function free(form) {
  delete form.dataset.sent;
  disable(form, false);
}

// After a return to a page kept in memory, or a response that left the form in place, it may be sent again.
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(free);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form[data-sent]");
  if (form) free(form);
});
