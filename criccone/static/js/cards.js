// Tapping the cards of a heap: whole rows and columns, arrow keys, and saving with the last trick. This script does not
// know what cards are worth.

import { moveByArrows } from "./roving.js";

/** @param {HTMLElement} part */
const inputs = (part) => [...part.querySelectorAll("input")];

/**
 * Dispatches one event for several changed cards.
 * @param {HTMLElement} part
 */
const changed = (part) => part.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));

/**
 * The cards of the part that the button fills.
 * @param {HTMLElement} part
 * @param {HTMLButtonElement} button
 */
function cardsOf(part, { dataset: { starts, ends } }) {
  return inputs(part).filter(({ value }) => value.startsWith(starts) && value.endsWith(ends));
}

/** @param {HTMLElement} part */
function fillAtOnce(part) {
  for (const button of part.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const cards = cardsOf(part, button);
      const takes = cards.some((card) => !card.checked);
      cards.forEach((card) => {
        card.checked = takes;
      });
      changed(part);
    });
  }
}

/**
 * Greys the numbers that the grande does not reach, marks the buttons of complete rows and columns as pressed, and tells
 * screen readers whose heap it is.
 * @param {HTMLFormElement} form
 * @param {string[]} idle
 */
export function showTapped(form, idle) {
  const whose = form.querySelector("[data-heap-of]");
  if (whose) whose.textContent = form.querySelector("[name=heap]:checked")?.getAttribute("aria-label") ?? "";
  for (const part of form.querySelectorAll("[data-fills]")) {
    for (const button of part.querySelectorAll("button")) {
      button.ariaPressed = String(cardsOf(part, button).every((card) => card.checked));
    }
  }
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
 * Sets up the form's deck for tapping; does nothing without a deck.
 * @param {HTMLFormElement} form
 */
export function tapCards(form) {
  const deck = form.querySelector("[data-heap-cards]");
  if (!deck) return;
  for (const part of deck.querySelectorAll("[data-fills]")) {
    fillAtOnce(part);
    moveByArrows(part, "input");
  }
  saveWithLastTrick(form, form.querySelectorAll("[data-last-trick]"));
}
