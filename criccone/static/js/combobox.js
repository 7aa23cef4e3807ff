// Choosing from a list with the keyboard alone.
// <div class="combo"><input role="combobox" aria-controls="x"> <ul id="x" role="listbox" class="options"></ul></div>
// htmx loads the items of the list: <li role="option" data-value="7">Anna Rossi</li>. The chosen value is written into
// the input named by data-value-into, if there is one, and is removed when the text changes.

/**
 * @param {HTMLInputElement} input
 * @returns the list that belongs to the input
 */
const listOf = (input) => document.getElementById(input.getAttribute("aria-controls"));

/** @param {HTMLInputElement} input */
const optionsOf = (input) => [...listOf(input).querySelectorAll('[role="option"]')];

/**
 * Marks one option, or none.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} [option]
 */
function mark(input, option) {
  optionsOf(input).forEach((each) => each.setAttribute("aria-selected", String(each === option)));
  if (!option) return input.removeAttribute("aria-activedescendant");
  option.id ||= `option-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  input.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLInputElement} input */
function closeList(input) {
  listOf(input)?.replaceChildren();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

/**
 * Writes the value into the hidden input, if there is one.
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function setValue(input, value) {
  const hidden = input.dataset.valueInto && input.form?.elements.namedItem(input.dataset.valueInto);
  if (hidden instanceof HTMLInputElement) hidden.value = value;
}

/**
 * Chooses the option and dispatches the event "chosen".
 * @param {HTMLInputElement} input
 * @param {HTMLElement} option
 */
function choose(input, option) {
  input.value = option.dataset.text || option.textContent.trim();
  setValue(input, option.dataset.value || "");
  closeList(input);
  input.dispatchEvent(new CustomEvent("chosen", { bubbles: true, detail: { value: option.dataset.value } }));
}

/**
 * Marks the next option or the previous one; after the last comes the first.
 * @param {HTMLInputElement} input
 * @param {1 | -1} step
 */
function move(input, step) {
  const options = optionsOf(input);
  const at = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length;
  if (options.length) mark(input, options[next]);
}

document.addEventListener("keydown", (event) => {
  /** @type {HTMLInputElement} */
  const input = event.target.closest?.('[role="combobox"]');
  if (!input || !optionsOf(input).length) return;
  const marked = optionsOf(input).find((each) => each.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(input, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && marked) {
    event.preventDefault();
    choose(input, marked);
  } else if (event.key === "Tab" && marked) {
    choose(input, marked);
  } else if (event.key === "Escape") {
    closeList(input);
  }
});
document.addEventListener("input", (event) => {
  if (event.target.matches?.('[role="combobox"]')) setValue(event.target, "");
});
// mousedown, not click: the input must not lose focus before the choice is made.
document.addEventListener("mousedown", (event) => {
  const option = event.target.closest?.('.options [role="option"]');
  if (!option) return;
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const input = document.querySelector(`[aria-controls="${option.closest('[role="listbox"]').id}"]`);
  choose(input, option);
  input.focus();
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches?.('[role="combobox"]')) closeList(event.target);
});
document.addEventListener("htmx:afterSwap", (event) => {
  /** @type {HTMLInputElement | null} */
  const input = event.target.id &&
    document.querySelector(`[role="combobox"][aria-controls="${event.target.id}"]`);
  if (!input) return;
  if (document.activeElement !== input) return closeList(input);
  input.setAttribute("aria-expanded", String(optionsOf(input).length > 0));
});
