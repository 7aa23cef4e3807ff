// Counts with the engine of the device: reads the rules and the words, then a case a line; answers a line each.

import {
  completeHeap,
  countDeal,
  idleNumbers,
  missingOf,
  remainder,
  totalOfParts,
} from "../../../criccone/static/js/engine.js";
import { explain, sayIn } from "../../../criccone/static/js/explanation.js";

const PLAYERS = { A: ["A1", "A2"], B: ["B1", "B2"] };

const [first, ...cases] = (await new Response(Deno.stdin.readable).text()).trimEnd().split("\n");
const { rules: byHouse, words: byLanguage } = JSON.parse(first);

const itemsOf = ({ items }) => items.map(({ family, cards, points }) => [family, cards, points]);

function figures({ sequences, cricche, cardPoints, lastTrick, declarations, total }) {
  return [sequences.total, cricche.total, cardPoints, lastTrick, declarations, total];
}

const inItems = ({ sequences, cricche, declared }) => [
  itemsOf(sequences),
  itemsOf(cricche),
  declared.map((each) => [each.player, itemsOf(each.sequences), itemsOf(each.cricche), each.total]),
];

// What the form of parts makes of the same figures: the rest of the card points, and both totals.
function onTheSheet(rules, { A, B }) {
  const typed = ({ sequences, cricche, cardPoints, declarations }) =>
    [sequences.total, cricche.total, cardPoints, declarations || ""].map(String);
  return [
    remainder(rules.cardPointsInAll, [String(A.cardPoints)]),
    totalOfParts(typed(A), A.lastTrick),
    totalOfParts(typed(B), B.lastTrick),
  ];
}

function answer({ house, pile, side, last, declarations, heap, explained, language }) {
  const rules = byHouse[house];
  if (heap) {
    const told = completeHeap(rules, heap);
    const idle = idleNumbers(rules, heap.cards, heap.missing);
    const missing = missingOf(rules, heap.cards, heap.grande);
    if (told.refusal) {
      const { code, facts } = told.refusal;
      return [{ ...told.refusal, sentence: sayIn(byLanguage[language])(code, facts) }, idle, missing];
    }
    return [rules.deck.filter((card) => told.pile.has(card)), idle, missing];
  }
  const cards = new Set(rules.deck.filter((_, place) => pile[place] === "1"));
  const counted = countDeal(rules, { side, pile: cards, lastTrick: last, declarations }, PLAYERS);
  const sides = [counted.A, counted.B];
  if (!explained) return sides.map(figures);
  const sentences = (each) => explain(rules, byLanguage[language], each, { A1: "Anna (Nord)" });
  return [sides.map(figures), sides.map(inItems), sides.map(sentences), onTheSheet(rules, counted)];
}

console.log(cases.map((line) => JSON.stringify(answer(JSON.parse(line)))).join("\n"));
