// The preview of a pasted list: a tap swaps surname and name. A swapped or edited name is a new person's.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-swap]");
  if (!button) return;
  event.preventDefault();
  const [last, first] = button.closest("[data-name]").querySelectorAll("input");
  [last.value, first.value] = [first.value, last.value];
  button.closest("fieldset")?.querySelector("[data-new]")?.click();
});

document.addEventListener("input", (event) => {
  const name = event.target.closest("fieldset [data-name]");
  name?.closest("fieldset").querySelector("[data-new]").click();
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("[name$='-out']")) return;
  event.target.closest(".pasted-row").classList.toggle("is-out", event.target.checked);
});
