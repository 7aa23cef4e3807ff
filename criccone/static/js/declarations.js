// The declarations of a deal: a box for each player and family; one hidden field has all of them as JSON.
// The first tap declares three cards, the least possible; each further tap one more; after the most, none.

import { cardsShown, declarationsIn } from "./engine.js";
import { moveByArrows } from "./roving.js";

const LEAST = 3;

/** @param {Accuso} accuso */
const familyOf = (accuso) => (accuso.cricca ? `cricca:${accuso.cricca}` : `sequence:${accuso.sequence}`);
/**
 * @param {HTMLElement} box
 * @returns {(accuso: Accuso) => boolean}
 */
const isOf = (box) => (accuso) =>
  accuso.player === box.dataset.player && familyOf(accuso) === box.dataset.family;

/**
 * @param {HTMLElement} box
 * @param {number} number
 * @returns {Accuso}
 */
function declarationOf(box, number) {
  const [kind, family] = box.dataset.family.split(":");
  const { player } = box.dataset;
  return { side: player[0], player, [kind]: family, number };
}

/**
 * The editor of the form's declarations, whose `show()` draws the field's content; undefined in a form without them.
 * @param {HTMLFormElement} form
 */
export function editDeclarations(form) {
  const part = form.querySelector("[data-declarations]");
  if (!part) return undefined;
  /** @type {HTMLInputElement} */
  const field = part.querySelector("[data-declarations-field]");
  const grid = part.querySelector("[data-accusi]");
  const list = form.querySelector("[data-accusi-told]");
  /** @type {HTMLTemplateElement} */
  const line = part.querySelector("[data-accuso-told]");
  const words = part.querySelector("[data-accuso-words]").dataset;
  const boxes = [...grid.querySelectorAll("button")];
  /** @type {Accuso[]} */
  let accusi = [];

  /** @param {number} number */
  const inWords = (number) => (number ? words.cards.replace("{number}", String(number)) : words.none);

  /** @param {HTMLElement} box */
  const showBox = (box) => {
    const number = cardsShown(accusi.find(isOf(box)) ?? {});
    box.textContent = number ? String(number) : "";
    box.classList.toggle("is-told", number > 0);
    box.setAttribute("aria-label", `${box.dataset.name}: ${inWords(number)}`);
  };

  /** @param {Accuso} accuso */
  const showLine = (accuso) => {
    const box = boxes.find((each) => isOf(each)(accuso));
    const item = line.content.cloneNode(true).firstElementChild;
    const name = box?.dataset.name ?? familyOf(accuso);
    item.querySelector("b").textContent = name;
    item.querySelector("i").textContent = inWords(cardsShown(accuso));
    const button = item.querySelector("button");
    button.setAttribute("aria-label", `${button.textContent.trim()}: ${name}`);
    button.addEventListener("click", () => keep(accusi.filter((each) => each !== accuso)));
    return item;
  };

  const show = () => {
    boxes.forEach(showBox);
    list.replaceChildren(...accusi.map(showLine));
  };

  /** @param {Accuso[]} next */
  const keep = (next) => {
    accusi = next;
    field.value = accusi.length ? JSON.stringify(accusi) : "";
    show();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** @param {HTMLElement} box */
  const tap = (box) => {
    const before = accusi.find(isOf(box));
    const number = before ? cardsShown(before) + 1 : LEAST;
    const others = accusi.filter((each) => each !== before);
    keep(number > Number(box.dataset.most) ? others : [...others, declarationOf(box, number)]);
  };

  grid.addEventListener("click", (event) => {
    const box = event.target.closest("button");
    if (box) tap(box);
  });
  moveByArrows(grid);
  // Written anew as JSON, so that equal declarations have equal text and a draft can be compared with them.
  const started = declarationsIn(field.value);
  field.value = started.length ? JSON.stringify(started) : "";
  return {
    show() {
      accusi = declarationsIn(field.value);
      show();
    },
  };
}
