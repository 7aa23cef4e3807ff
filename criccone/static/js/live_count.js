// Shows both sides' points while a heap is tapped, at once and without a request. The server judges whether the deal
// is possible when it is saved.

import { completeHeap, countDeal, declarationsIn, idleNumbers, missingOf } from "./engine.js";
import { explain, sayIn } from "./explanation.js";

/** @typedef {import("./engine.js").SideCount} SideCount */

/**
 * The table's data in the page: its rules, the server's sentences, the dealer, and the players of each side.
 * @typedef {{ rules: Rules, words: Words, dealer: string, players: Record<string, string[]>,
 *   names: Record<string, string> }} Place
 */

/**
 * The heap as it is in the form.
 * @param {HTMLFormElement} form
 * @param {Place} place
 */
function read(form, { rules, dealer }) {
  const typed = new FormData(form);
  const moors = rules.equals.mori.slice(0, Number(typed.get("moors")));
  const cards = [...typed.getAll("cards").map(String), ...moors];
  const grande = typed.getAll("grande").map(String);
  const heap = String(typed.get("heap") ?? "");
  const missing = missingOf(rules, cards, grande);
  const side = heap.slice(0, 1);
  const discards = typed.has("discards") || side === dealer;
  return {
    grande,
    side,
    heap: { cards, missing, tricks: Number(heap.slice(1)), discards },
    lastTrick: String(typed.get("last_trick") ?? ""),
    declarations: declarationsIn(String(typed.get("declarations") ?? "")),
  };
}

/**
 * A function that counts the heap in the form and shows the points; undefined in a form without a heap.
 * @param {HTMLFormElement} form
 * @param {(idle: string[]) => void} showTapped
 * @param {AbortSignal} [signal] aborted once the form is no longer shown
 */
export function countLive(form, showTapped, signal) {
  const data = document.getElementById("heap-count");
  if (!data) return undefined;
  /** @type {Place} */
  const place = JSON.parse(data.textContent);
  const { rules, words, players, names } = place;
  const say = sayIn(words);
  const tally = form.querySelector("#tally");
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("counted");
  const counted = template.content.querySelector("[data-counted]").cloneNode(true);
  const hint = template.content.querySelector(".hint").cloneNode(true);
  const needsHeap = hint.textContent;
  const why = counted.querySelector("details");
  /** @type {Record<string, SideCount>} */
  let sides = {};

  /** @param {HTMLElement} part */
  const showInTally = (part) => {
    if (part.parentNode !== tally) tally.replaceChildren(part);
  };
  /** @param {string} sentence */
  const advise = (sentence) => {
    hint.textContent = sentence;
    showInTally(hint);
  };

  const showReasons = () => {
    if (!why.open) return;
    for (const [side, made] of Object.entries(sides)) {
      const part = why.querySelector(`[data-reasons="${side}"]`);
      part.querySelector(".number").textContent = String(made.total);
      part.querySelector("ul").replaceChildren(
        ...explain(rules, words, made, names).map((sentence) => {
          const item = document.createElement("li");
          item.append(Object.assign(document.createElement("span"), { textContent: sentence }));
          return item;
        }),
      );
    }
  };
  why.addEventListener("toggle", showReasons);

  const showNetwork = () => {
    const unchecked = counted.querySelector("[data-unchecked]");
    if (unchecked) unchecked.hidden = navigator.onLine;
  };
  addEventListener("online", showNetwork, { signal });
  addEventListener("offline", showNetwork, { signal });

  return () => {
    const { heap, grande, side, lastTrick, declarations } = read(form, place);
    const idle = idleNumbers(rules, heap.cards, heap.missing);
    // In a heap with the Angelo, numbers that are not tapped yet may still be.
    showTapped(idle.filter((card) => !heap.cards.includes(rules.angelo) || grande.includes(card)));
    tally.dataset.counted = "yes";
    if (!side) return advise(needsHeap);
    const completed = completeHeap(rules, heap);
    if ("refusal" in completed) return advise(say(completed.refusal.code, completed.refusal.facts));
    sides = countDeal(rules, { side, pile: completed.pile, lastTrick, declarations }, players);
    for (const [each, made] of Object.entries(sides)) {
      const part = counted.querySelector(`[data-side="${each}"]`);
      part.querySelector("[data-total]").textContent = String(made.total);
      part.querySelector("[data-size]").textContent = String(made.pile.size);
    }
    counted.querySelector("[data-lacks-last-trick]").hidden = lastTrick !== "";
    showReasons();
    showNetwork();
    return showInTally(counted);
  };
}
