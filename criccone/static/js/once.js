// Sends a form with data-once only once; the server would refuse it the second time.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "yes";
  // After the browser has read the form, because it would leave out a disabled button.
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

/** @param {HTMLElement} form that may be sent again */
function free(form) {
  delete form.dataset.sent;
  disable(form, false);
}

// A form may be sent again after a return to a page in the browser's memory, or after a response that left it in place.
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(free);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form[data-sent]");
  if (form) free(form);
});
