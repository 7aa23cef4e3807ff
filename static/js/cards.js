// Tapping a heap: whole rows and columns, how many Moors, and saving with the last trick.
// This script knows no card's value.

/** @param {HTMLElement} part */
const inputs = (part) => [...part.querySelectorAll("input")];

/**
 * Tell the form once that several cards changed.
 * @param {HTMLElement} part
 */
const changed = (part) => part.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));

/** @param {HTMLElement} part */
function fillAtOnce(part) {
  /** @param {DOMStringMap} data */
  const cardsOf = ({ starts, ends }) =>
    inputs(part).filter(({ value }) => value.startsWith(starts) && value.endsWith(ends));
  for (const button of part.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const cards = cardsOf(button.dataset);
      const takes = cards.some((card) => !card.checked);
      cards.forEach((card) => {
        card.checked = takes;
      });
      changed(part);
    });
  }
}

// The Moors are all alike: a tap on the third means three of them, and whichever are stored, the first are lit.
/** @param {HTMLElement} part */
function numberMoors(part) {
  const moors = inputs(part);
  /** @param {number} number */
  const light = (number) =>
    moors.forEach((each, at) => {
      each.checked = at < number;
    });
  light(moors.filter((each) => each.checked).length);
  moors.forEach((moor, place) =>
    moor.addEventListener("click", () => {
      const others = moors.filter((each) => each !== moor && each.checked).length;
      const before = others + (moor.checked ? 0 : 1);
      light(before === place + 1 ? place : place + 1);
    })
  );
}

/**
 * Greys the numbers that the grande no longer reaches.
 * @param {HTMLFormElement} form
 * @param {string[]} idle
 */
export function showIdle(form, idle) {
  const run = form.querySelector("[data-run]");
  for (const card of inputs(run)) {
    card.closest("label").classList.toggle("is-idle", idle.includes(card.value));
  }
  run.classList.toggle("is-over", idle.length > 0);
}

/**
 * @param {HTMLFormElement} form
 * @param {NodeListOf<HTMLButtonElement>} buttons
 */
function saveWithLastTrick(form, buttons) {
  /** @type {HTMLInputElement} */
  const field = form.querySelector("input[name=last_trick]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      if (field.value === button.value) return;
      field.value = button.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, { capture: true });
  }
}

/**
 * Makes the form's deck quick to tap; does nothing without a deck.
 * @param {HTMLFormElement} form
 */
export function tapCards(form) {
  const deck = form.querySelector("[data-heap-cards]");
  if (!deck) return;
  deck.querySelectorAll("[data-fills]").forEach(fillAtOnce);
  numberMoors(deck.querySelector("[data-moors]"));
  saveWithLastTrick(form, form.querySelectorAll("[data-last-trick]"));
}
