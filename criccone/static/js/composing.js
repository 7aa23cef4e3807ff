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
const next = /** @type {HTMLButtonElement} */ (page.querySelector(".actions [data-next]"));
/** Milliseconds: of two taps closer than that the second is the finger's, and would skip a card. */
const TREMBLE = 150;
/** Where this phone was, board by board: a phone that sleeps may load the page again. */
const KEPT = `composing:${location.pathname}`;
/** @type {Record<string, number>} */
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
let at = 0;
let lastTap = -TREMBLE;

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
  next.textContent = card ? next.dataset.card : next.dataset.board;
  next.hidden = card === undefined && choice.selectedIndex === choice.length - 1;
  if (card) {
    write("suit", card.suit);
    write("face", card.face);
    write("heap", card.heap);
    write("count", `${at + 1} / ${board.cards.length}`);
  } else {
    page.querySelector("[data-heaps]").replaceChildren(...board.heaps.map((heap) => line(board, heap)));
  }
}

/**
 * A heap, which opens to its cards from the top: against them a wrong one is found.
 *
 * @param {Board} board @param {Heap} heap
 */
function line(board, heap) {
  const item = document.createElement("details");
  const summary = document.createElement("summary");
  const letter = document.createElement("strong");
  letter.textContent = heap.letter;
  const said = words.replace("{cards}", String(heap.cards)).replace("{last}", heap.last);
  summary.append(letter, ` ${heap.name}: ${said}`);
  const cards = document.createElement("ol");
  for (const card of board.cards.filter((each) => each.heap === heap.letter).reverse()) {
    const named = document.createElement("li");
    named.textContent = card.name;
    cards.append(named);
  }
  item.append(summary, cards);
  return item;
}

/** @param {number} steps */
function go(steps) {
  const last = boards[Number(choice.value)].cards.length;
  at = Math.min(last, Math.max(0, at + steps));
  keep();
  show();
}

/** @param {number} now */
function goOn(now) {
  if (now - lastTap < TREMBLE) {
    return;
  }
  lastTap = now;
  if (at < boards[Number(choice.value)].cards.length) {
    go(1);
  } else if (choice.selectedIndex < choice.length - 1) {
    choice.selectedIndex += 1;
    begin();
  }
}

function keep() {
  kept[boards[Number(choice.value)].number] = at;
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

/** The chosen board, where this phone left it. */
function begin() {
  const board = boards[Number(choice.value)];
  at = Math.min(kept[board.number] ?? 0, board.cards.length);
  show();
}

for (const button of page.querySelectorAll("[data-next]")) {
  button.addEventListener("click", (tap) => goOn(tap.timeStamp));
}
page.querySelector("[data-again]").addEventListener("click", () => go(-at));
back.addEventListener("click", () => go(-1));
choice.addEventListener("change", begin);
begin();
