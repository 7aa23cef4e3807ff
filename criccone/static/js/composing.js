// Calls card after card of a sorted deck to its heap, to compose a board by hand. Needs no network once loaded.

/**
 * @typedef {{ name: string, face: string, suit: string, heap: string }} Card
 * @typedef {{ letter: string, name: string, cards: number, last: string }} Heap
 * @typedef {{ number: number, cards: Card[], heaps: Heap[] }} Board
 */

const page = document.querySelector("[data-composing]");
/** @type {Board[]} */
const boards = JSON.parse(document.getElementById("composing-steps").textContent);
const choice = page.querySelector("select");
const back = /** @type {HTMLButtonElement} */ (page.querySelector("[data-back]"));
const words = page.querySelector("[data-words-cards]").dataset.wordsCards;
let at = 0;

/** @param {string} name @param {string} text */
function write(name, text) {
  page.querySelector(`[data-${name}]`).textContent = text;
}

function show() {
  const board = boards[Number(choice.value)];
  const card = board.cards[at];
  page.querySelector("[data-end]").hidden = card !== undefined;
  page.querySelector(".composing-card").hidden = card === undefined;
  back.disabled = at === 0;
  if (card) {
    write("suit", card.suit);
    write("face", card.face);
    write("heap", card.heap);
    write("count", `${at + 1} / ${board.cards.length}`);
  } else {
    page.querySelector("[data-heaps]").replaceChildren(...board.heaps.map(line));
  }
}

/** @param {Heap} heap */
function line(heap) {
  const item = document.createElement("li");
  const letter = document.createElement("b");
  letter.textContent = heap.letter;
  const said = words.replace("{cards}", String(heap.cards)).replace("{last}", heap.last);
  item.append(letter, ` ${heap.name}: ${said}`);
  return item;
}

/** @param {number} steps */
function go(steps) {
  const last = boards[Number(choice.value)].cards.length;
  at = Math.min(last, Math.max(0, at + steps));
  show();
}

for (const button of page.querySelectorAll("[data-next]")) {
  button.addEventListener("click", () => go(1));
}
back.addEventListener("click", () => go(-1));
choice.addEventListener("change", () => {
  at = 0;
  show();
});
show();
