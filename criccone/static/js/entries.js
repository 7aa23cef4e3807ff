// The entries of an evening: the line that adds a pair, and the rows of the list, each of which htmx renews alone.

import { findAgain } from "./keep.js";

// --- The line of a pair -----------------------------------------------------------------------------

document.addEventListener("chosen", (event) => {
  const line = event.target;
  if (line.id !== "line") return;
  const isHalf = line.value.trimEnd().endsWith("/");
  // Tab chooses an option too, but moves on; only Enter and a tap, which stay on the line, enter the pair.
  setTimeout(() => {
    if (!isHalf && document.activeElement === line) line.form.requestSubmit();
  });
});
// Submitting the form cancels a search for names that is still running.
document.addEventListener("submit", (event) => {
  if (event.target.querySelector("#line")) htmx.trigger("#line", "htmx:abort");
}, true);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "line-list") return;
  const line = document.getElementById("line");
  if (event.target.children.length) line.setAttribute("aria-activedescendant", "line-option-1");
  else line.removeAttribute("aria-activedescendant");
});

// Focuses the answer to the first open question about the line, so that Enter confirms it.
document.addEventListener("htmx:afterSettle", () => {
  const question = document.querySelector("#desk .player");
  if (question && document.activeElement?.id === "line") {
    question.querySelector(".choice input:checked, [name$=consents]").focus();
  }
});

// --- One row of the list ----------------------------------------------------------------------------

/**
 * The controls that were used, by the id of their row, until the row is renewed.
 * @type {Map<string, { control: (next: HTMLElement) => HTMLElement | null; isOpen: boolean }>}
 */
const used = new Map();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-row]")) return;
  event.preventDefault();
  const row = form.closest("li");
  const { submitter } = event;
  const values = Object.fromEntries(new FormData(form, submitter));
  // The menu of other acts covers the next rows, so it closes after an act; but not after a swap of names, which may
  // have to be undone.
  const isOpen = submitter.name === "swap";
  const opener = (/** @type {HTMLElement} */ next) => next.querySelector("summary");
  const control = submitter.closest("details") && !isOpen ? opener : findAgain(submitter);
  used.set(row.id, { control, isOpen });
  htmx.ajax("POST", form.action, { source: form, target: row, swap: "outerHTML settle:0ms", values });
});

// The focus stays on the control that was used; if that is gone, like the button of a paid fee, it moves to the presence.
document.addEventListener("htmx:afterSwap", (event) => {
  const { id } = event.detail.target;
  const was = used.get(id);
  const row = document.getElementById(id);
  used.delete(id);
  if (!was || !row) return;
  const details = row.querySelector("details");
  if (details) details.open = was.isOpen;
  if (document.activeElement === document.body) {
    (was.control(row) ?? row.querySelector(`[id^="here-"]`))?.focus({ preventScroll: true });
  }
});
