// Helps to compose a board by hand: shows the cards of a sorted deck one by one, each with its heap. Needs no network
// once loaded. Measures the time from the first card of a board to the check of its heaps; times stay on this device.

/**
 * @typedef {{ name: string, face: string, suit: string, heap: string }} Card
 * @typedef {{ letter: string, name: string, cards: number, last: string }} Heap
 * @typedef {{ number: number, cards: Card[], heaps: Heap[] }} Board
 * @typedef {{ at: number, begun: number, isShown: boolean }} Place
 * @typedef {{ until: number, seconds: number }} Time
 */

const TIMES = "composing-times";
// Boards composed within this time belong to one session.
const SESSION_MS = 6 * 3600 * 1000;

const page = document.querySelector("[data-composing]");
/** @type {Board[]} */
const boards = JSON.parse(document.getElementById("composing-steps").textContent);
const choice = page.querySelector("select");
const back = /** @type {HTMLButtonElement} */ (page.querySelector("[data-back]"));
const words = page.querySelector("[data-words-cards]").dataset.wordsCards;
const next = /** @type {HTMLButtonElement} */ (page.querySelector(".actions [data-next]"));
const checked = /** @type {HTMLButtonElement} */ (page.querySelector("[data-checked]"));
/** Milliseconds: a second tap within this time is an accident, and would skip a card. */
const TREMBLE = 150;
/** The key of the place reached in each board: a phone that slept may reload the page. New cards have a new key. */
const PLACES = `composing:${location.pathname}:${page.dataset.composing}`;
/** @type {Record<string, Place>} */
const places = JSON.parse(sessionStorage.getItem(PLACES) ?? "{}");
let at = 0;
/** The time of this board's first card; 0 before. */
let begun = 0;
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
  next.hidden = card === undefined;
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
 * A line for a heap, which opens to show its cards from the top, to find a wrong one.
 *
 * @param {Board} board @param {Heap} heap
 */
function line(board, heap) {
  const item = document.createElement("details");
  const summary = document.createElement("summary");
  const letter = document.createElement("strong");
  letter.textContent = heap.letter;
  const check = words.replace("{cards}", String(heap.cards)).replace("{last}", heap.last);
  summary.append(letter, ` ${heap.name}: ${check}`);
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
  if (steps > 0) begun ||= Date.now();
  at = Math.min(last, Math.max(0, at + steps));
  keep();
  show();
}

/** @param {number} now */
function goOn(now) {
  if (now - lastTap >= TREMBLE) {
    lastTap = now;
    go(1);
  }
}

function keep() {
  for (const place of Object.values(places)) place.isShown = false;
  places[boards[Number(choice.value)].number] = { at, begun, isShown: true };
  sessionStorage.setItem(PLACES, JSON.stringify(places));
}

/** Shows the chosen board at the place that this phone had reached. */
function begin() {
  const board = boards[Number(choice.value)];
  ({ at, begun } = places[board.number] ?? { at: 0, begun: 0 });
  keep();
  show();
}

/** @returns {Time[]} the times of the boards of this session */
function session() {
  const times = /** @type {Time[]} */ (JSON.parse(localStorage.getItem(TIMES) ?? "[]"));
  return times.filter((time) => Date.now() - time.until < SESSION_MS);
}

/** @param {Time[]} times */
function showSession(times) {
  if (times.length === 0) return;
  const seconds = times.reduce((sum, time) => sum + time.seconds, 0);
  const place = page.querySelector("[data-session]");
  place.textContent = place.dataset.session
    .replace("{boards}", String(times.length))
    .replace(
      "{minutes}",
      (seconds / 60).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }),
    )
    .replace("{seconds}", String(Math.round(seconds / times.length)));
}

/** Stores the time of a board whose heaps are right, once, and shows the next board. */
function checkHeaps() {
  if (begun) {
    const times = [...session(), { until: Date.now(), seconds: (Date.now() - begun) / 1000 }];
    localStorage.setItem(TIMES, JSON.stringify(times));
    showSession(times);
    begun = 0;
    keep();
  }
  if (choice.selectedIndex < choice.length - 1) {
    choice.selectedIndex += 1;
    begin();
  } else {
    checked.hidden = true;
  }
}

for (const button of page.querySelectorAll("[data-next]")) {
  button.addEventListener("click", (tap) => goOn(tap.timeStamp));
}
page.querySelector("[data-again]").addEventListener("click", () => {
  begun = 0;
  checked.hidden = false;
  go(-at);
});
back.addEventListener("click", () => go(-1));
checked.addEventListener("click", checkHeaps);
choice.addEventListener("change", () => {
  checked.hidden = false;
  begin();
});
const shown = boards.findIndex((board) => places[board.number]?.isShown);
if (shown >= 0) choice.selectedIndex = shown;
showSession(session());
begin();
