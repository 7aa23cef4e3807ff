// A form marked data-once goes out once; the verbs refuse the second time anyway, this spares the sentence.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "yes";
  // After the browser has read which button was pressed: a disabled one says nothing.
  setTimeout(() => disable(form, true));
}, true);

/**
 * @param {HTMLElement} form
 * @param {boolean} disabled
 */
function disable(form, disabled) {
  for (const button of form.querySelectorAll("button")) button.disabled = disabled;
}

/** @param {HTMLElement} form that may go out again */
function free(form) {
  delete form.dataset.sent;
  disable(form, false);
}

// Back to a page kept in memory, or an answer that left the form where it was: it may go out again.
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(free);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form[data-sent]");
  if (form) free(form);
});
