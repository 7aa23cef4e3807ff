// The entries of an evening: the line in which a pair is written, and the rows of the list, each renewed by itself.

import { findAgain } from "./keep.js";

// --- The line of a pair -----------------------------------------------------------------------------

document.addEventListener("chosen", (event) => {
  const line = event.target;
  if (line.id !== "line") return;
  const isHalf = line.value.trimEnd().endsWith("/");
  // Tab picks too, and moves on: only Enter and a tap, which stay on the line, enter the pair.
  setTimeout(() => {
    if (!isHalf && document.activeElement === line) line.form.requestSubmit();
  });
});
// A submitted form cancels the search that its line was still making.
document.addEventListener("submit", (event) => {
  if (event.target.querySelector("#line")) htmx.trigger("#line", "htmx:abort");
}, true);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "line-list") return;
  const line = document.getElementById("line");
  if (event.target.children.length) line.setAttribute("aria-activedescendant", "line-option-1");
  else line.removeAttribute("aria-activedescendant");
});

// The first question that the line left open: its answer has the focus, Enter confirms.
document.addEventListener("htmx:afterSettle", () => {
  const asked = document.querySelector("#desk .player");
  if (asked && document.activeElement?.id === "line") {
    asked.querySelector(".choice input:checked, [name$=consents]").focus();
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
  // What else can be done with an entry lies over the next rows: it closes once it is saved, but not after a swap
  // of names, which may have to be swapped back.
  const isOpen = submitter.name === "swap";
  const opener = (/** @type {HTMLElement} */ next) => next.querySelector("summary");
  const control = submitter.closest("details") && !isOpen ? opener : findAgain(submitter);
  used.set(row.id, { control, isOpen });
  htmx.ajax("POST", form.action, { source: form, target: row, swap: "outerHTML settle:0ms", values });
});

// The focus stays on the control that was used; where that is gone, as the fee's is once it is paid, on the presence.
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
