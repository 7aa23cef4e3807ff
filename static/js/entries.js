// The entries of an evening: the line in which a pair is written, and the rows of the list, each renewed by itself.

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

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-row]")) return;
  event.preventDefault();
  const row = form.closest("li");
  const values = Object.fromEntries(new FormData(form, event.submitter));
  htmx.ajax("POST", form.action, { source: form, target: row, swap: "outerHTML settle:0ms", values });
});
