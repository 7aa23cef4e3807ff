// <a data-ask href="…"> leads to a page with a question; this script shows the question in a dialog instead.

/** @param {string} address of the question */
export function ask(address) {
  const dialog = document.getElementById("ask");
  htmx.ajax("GET", address, { source: dialog, target: dialog, swap: "innerHTML settle:0ms" });
}

// An event, because htmx never resolves the promise of a request that had to wait for another request.
document.addEventListener("htmx:afterSwap", ({ target: dialog }) => {
  if (dialog.id !== "ask" || !(dialog instanceof HTMLDialogElement)) return;
  if (dialog.children.length && !dialog.open) dialog.showModal();
});

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = event.target.closest("a[data-ask]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    ask(link.href);
  }
  const close = event.target.closest("dialog [data-close]");
  if (close) {
    event.preventDefault();
    close.closest("dialog").close();
  }
});
const dialog = document.getElementById("ask");
dialog?.addEventListener("close", () => dialog.replaceChildren());

// The cockpit does not refresh itself while a question is open.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "cockpit" && document.querySelector("dialog[open]")) event.preventDefault();
});
