// A whole score sheet by the keyboard: Enter goes to the next cell and saves after the last one, arrows go to the
// neighbouring cell, only digits can be typed. The server checks every deal while one types.

import { remainder } from "./engine.js";
import { newKey } from "./outbox.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @returns {HTMLFormElement | null} */
const sheet = () => document.querySelector("[data-sheet]");

/**
 * The visible cells, in the order of typing.
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]}
 */
function cellsOf(form) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const cells = form.querySelectorAll(".cell");
  return [...cells].filter((cell) => cell.offsetParent);
}

/**
 * The cells of which only one is filled in, this one among them, such as those of the last trick.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cell
 */
const groupOf = (form, cell) =>
  cellsOf(form).filter((each) => each.dataset.group && each.dataset.group === cell.dataset.group);

/**
 * Whether nothing has to be typed here, because the figure follows from another cell.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cell
 */
const isDone = (form, cell) =>
  Boolean(cell.dataset.derived) || groupOf(form, cell).some((each) => each !== cell && each.value !== "");

/** @param {HTMLInputElement} [cell] */
function goTo(cell) {
  cell?.focus();
  cell?.select();
}

/** @param {HTMLFormElement} form */
function start(form) {
  const cells = cellsOf(form);
  const wrong = cells.find((cell) => cell.getAttribute("aria-invalid"));
  const missing = cells.find((cell) =>
    cell.value === "" && !isDone(form, cell) && !cell.closest("[data-stored]")
  );
  goTo(wrong ?? missing ?? cells[0]);
}

/**
 * Goes to the next cell; saves after the last one, and from a blank total of the paper sheet, which is optional.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cell
 */
function goOn(form, cell) {
  const cells = cellsOf(form);
  const rest = cells.slice(cells.indexOf(cell) + 1).filter((each) => !isDone(form, each));
  const isPaper = "paper" in cell.dataset;
  /** @type {HTMLInputElement | null} */
  const question = form.querySelector(".with-declared input");
  const asks = question?.closest("fieldset").offsetParent && !form.querySelector(".with-declared :checked");
  if (!isPaper && asks && (!rest.length || "paper" in rest[0].dataset)) question.focus();
  else if (!rest.length || (isPaper && cell.value === "")) form.requestSubmit();
  else goTo(rest[0]);
}

/**
 * The nearest cell in that direction on the screen.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cell
 * @param {number[]} direction
 */
function beside(form, cell, [right, down]) {
  const middle = (/** @type {Element} */ each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const from = middle(cell);
  const candidates = cellsOf(form).map((each) => {
    const to = middle(each);
    const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
    const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
    return { each, ahead, far: ahead + 4 * aside };
  });
  return candidates.filter(({ ahead }) => ahead > 4).sort((one, other) => one.far - other.far)[0]?.each;
}

/**
 * Where the columns share out one figure, the last blank cell gets what the others leave.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cell
 */
function deriveShared(form, cell) {
  const deal = cell.closest("[data-shared]");
  if (!deal || !cell.name.endsWith(`-${deal.dataset.shared}`)) return;
  delete cell.dataset.derived;
  const cells = cellsOf(form).filter((each) =>
    deal.contains(each) && each.name.endsWith(`-${deal.dataset.shared}`)
  );
  const open = cells.filter((each) => each !== cell && (each.value === "" || each.dataset.derived));
  if (open.length !== 1) return;
  const typed = cells.filter((each) => each !== open[0]);
  const rest = remainder(Number(deal.dataset.sharedPoints), typed.map((each) => each.value));
  open[0].value = String(rest ?? "");
  if (rest !== undefined) open[0].dataset.derived = "yes";
  else delete open[0].dataset.derived;
}

/** @param {HTMLFormElement} form */
const recount = (form) => form.dispatchEvent(new CustomEvent("recount"));

/**
 * Hides the blank deals after the end of the match.
 * @param {HTMLFormElement} form
 */
function hideLater(form) {
  const last = Number(form.querySelector("[data-last]")?.dataset.last ?? Infinity);
  const focused = document.activeElement.closest("[data-number]");
  for (const deal of form.querySelectorAll("[data-number]")) {
    const filled = [...deal.querySelectorAll("input.cell")].some((cell) =>
      /** @type {HTMLInputElement} */ (cell).value !== ""
    );
    deal.classList.toggle("is-after", Number(deal.dataset.number) > last && !filled);
  }
  if (focused?.classList.contains("is-after")) form.querySelector("[data-paper]").focus();
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("[data-sheet]");
  const cell = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (event.key === "Enter" && event.ctrlKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "Enter" && cell.type === "radio") {
    event.preventDefault();
    cell.checked = true;
    recount(form);
    goTo(cellsOf(form).find((each) => "paper" in each.dataset));
  } else if (!cell.matches(".cell")) return;
  else if (event.key === "Enter") {
    event.preventDefault();
    goOn(form, cell);
  } else if (event.key in ARROWS) {
    const next = beside(form, cell, ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)]);
    event.preventDefault();
    if (next) goTo(next);
  }
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-sheet]");
  if (!(form instanceof HTMLFormElement)) return;
  const cell = event.target;
  if (cell.matches(".cell")) {
    // A signed cell takes a minus in front: the side pays.
    const digits = cell.value.replace("signed" in cell.dataset ? /(?!^-)[^0-9]/g : /[^0-9]/g, "");
    if (digits !== cell.value) cell.value = digits;
    deriveShared(form, cell);
  }
  form.elements.key.value = newKey(); // a changed sheet is a new request
  recount(form);
});

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  const form = fill?.closest("[data-sheet]");
  if (!(form instanceof HTMLFormElement)) return;
  for (const [name, value] of Object.entries(JSON.parse(fill.dataset.fill))) {
    form.elements[name].value = value;
    delete form.elements[name].dataset.derived;
  }
  form.elements.key.value = newKey();
  recount(form);
});

document.addEventListener("htmx:afterSwap", (event) => {
  const form = sheet();
  if (!form) return;
  if (event.detail.target.id === "sheet") {
    start(form);
    form.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  }
  hideLater(form);
});
document.addEventListener("htmx:afterSettle", () => {
  if (sheet()) hideLater(sheet());
});

if (sheet()) {
  start(sheet());
  hideLater(sheet());
}
