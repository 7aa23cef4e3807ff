// Explains a side's count with a sentence for each item. The sentences come from the server (`scoring.device_words`);
// a test compares the explanations with the server's.

import { cardsShown, heldOf, openingOf, runOf, sum } from "./engine.js";

/** @typedef {import("./engine.js").Combination} Combination */
/** @typedef {import("./engine.js").Combinations} Combinations */
/** @typedef {import("./engine.js").SideCount} SideCount */
/** @typedef {import("./engine.js").PlayerCount} PlayerCount */
/** @typedef {Record<string, string | number>} Facts */
/** @typedef {(phrase: string, facts: Facts) => string} Say */
/** @typedef {{ card: string, standsFor: string | null }} InRow */

/**
 * A function that fills a sentence with its facts.
 * @param {Words} words
 * @returns {Say}
 */
export function sayIn(words) {
  const agreeing = words.agreeing.map((
    [pattern, put],
  ) => /** @type {const} */ ([new RegExp(pattern, "g"), put]));
  const one = new RegExp(`(^|\\D)1 (${Object.keys(words.singular).join("|")})\\b`, "g");
  return (phrase, facts) => {
    const filled = words.phrases[phrase].replace(
      /\{(\w+)\}/g,
      (_, name) => name === "family" ? words.families[facts.family] : String(facts[name]),
    );
    return agreeing
      .reduce((sentence, [pattern, put]) => sentence.replace(pattern, put), filled)
      .replace(one, (_, before, noun) => `${before}1 ${words.singular[noun]}`);
  };
}

/**
 * A sentence for every item of a side's count; `names` are the players' names.
 * @param {Rules} rules
 * @param {Words} words
 * @param {SideCount} side
 * @param {Record<string, string>} names
 */
export function explain(rules, words, side, names) {
  const say = sayIn(words);
  const { pile, sequences, cricche, declared } = side;
  /** @param {Combination} item */
  const sayOneCricca = (item) => sayCricca(rules, words, say, item, pile);
  return [
    ...sayAll(say, "sequences", sequences, (item) => saySequence(rules, words, say, item, pile, true)),
    ...missed(rules, say, side),
    ...sayAll(say, "cricche", cricche, sayOneCricca),
    sayCardPoints(rules, say, side),
    ...(side.lastTrick ? [say("last_trick", { points: side.lastTrick })] : []),
    ...declared.flatMap((player) => sayPlayer(rules, words, say, player, names)),
    say("total", { total: side.total }),
  ];
}

/**
 * @param {Say} say
 * @param {string} kind
 * @param {Combinations} combinations
 * @param {(item: Combination) => string[]} sayItem
 */
function sayAll(say, kind, { items, sum: points, doubled, total }, sayItem) {
  if (!items.length) return [];
  const phrase = doubled ? `${kind}-doubled` : kind;
  return [...items.flatMap(sayItem), say(phrase, { number: items.length, sum: points, total })];
}

/**
 * The cards of a sequence in order; for a grande that `isCounted`, not only shown in hand, also where it breaks.
 * @param {Rules} rules
 * @param {Words} words
 * @param {Say} say
 * @param {Combination} item
 * @param {Set<string>} pile
 * @param {boolean} isCounted
 */
function saySequence(rules, words, say, item, pile, isCounted) {
  const row = (item.family === "grande" ? rowOfGrande(rules, pile) : rowOf(rules, item.family, pile))
    .map(({ card, standsFor }) =>
      standsFor
        ? say("stands_for", { card: words.cards[card], place: words.cards[standsFor] })
        : words.cards[card]
    );
  const sentence = say("item", { ...item, row: row.join(", ") });
  return item.family === "grande" && isCounted ? [sentence, ...sayScavezzo(rules, say, pile)] : [sentence];
}

/**
 * @param {Rules} rules
 * @param {Words} words
 * @param {Say} say
 * @param {Combination} item
 * @param {Set<string>} pile
 */
function sayCricca(rules, words, say, { family, cards, points }, pile) {
  const held = heldOf(pile, rules.kinds[family].cards).map((card) => words.cards[card]);
  return [say("cricca", { family, count: cards, cards: held.join(", "), points })];
}

/**
 * The contatori that stand for the wanted cards, then those that are extra.
 * @param {Rules} rules
 * @param {Set<string>} pile
 * @param {string[]} wanted
 * @returns {InRow[]}
 */
const spend = (rules, pile, wanted) =>
  heldOf(pile, rules.contatori).map((card, place) => ({ card, standsFor: wanted[place] ?? null }));

/**
 * @param {string[]} cards
 * @returns {InRow[]}
 */
const real = (cards) => cards.map((card) => ({ card, standsFor: /** @type {null} */ (null) }));

/**
 * @param {Rules} rules
 * @param {string} family
 * @param {Set<string>} pile
 */
function rowOf(rules, family, pile) {
  const suit = rules.suits[family];
  const needed = suit ? suit.court : rules.equals[family]; // a contatore may stand for one of these
  const counted = heldOf(pile, needed).length;
  const wanted = counted < rules.shortest - (suit ? 1 : 0) ? [needed.find((card) => !pile.has(card))] : [];
  return [...real(heldOf(pile, suit ? suit.cards : needed)), ...spend(rules, pile, wanted)];
}

/**
 * @param {Rules} rules
 * @param {Set<string>} pile
 */
function rowOfGrande(rules, pile) {
  const opening = openingOf(rules, pile);
  const run = runOf(rules, pile, opening);
  const moors = run.scavezzo === null ? rules.equals.mori : [];
  const cards = [...heldOf(pile, [rules.angelo, ...rules.pezzi]), ...run.held, ...heldOf(pile, moors)];
  const wanted = [...(opening.third ? [opening.third] : []), ...run.stoodFor];
  const place = (/** @type {InRow} */ { card, standsFor }) => rules.deck.indexOf(standsFor ?? card);
  return [...real(cards), ...spend(rules, pile, wanted)].sort((one, other) => place(one) - place(other));
}

/**
 * @param {Rules} rules
 * @param {Say} say
 * @param {Set<string>} pile
 */
function sayScavezzo(rules, say, pile) {
  const { scavezzo, reason } = runOf(rules, pile, openingOf(rules, pile));
  const above = scavezzo === null ? rules.numbers : rules.numbers.slice(0, rules.numbers.indexOf(scavezzo));
  const counting = [
    rules.angelo,
    ...rules.pezzi,
    ...above,
    ...(scavezzo === null ? rules.equals.mori : []),
    ...rules.contatori,
  ];
  const missing = counting.length - heldOf(pile, counting).length;
  const cards = rules.trumps - Number(scavezzo) - missing;
  const where = scavezzo === null
    ? say("whole", {})
    : say("broken", { scavezzo, reason: say(reason, { scavezzo }) });
  const points = cards * rules.pointsPerCard;
  return [where, say("shortcut", { scavezzo: Number(scavezzo), missing, cards, points })];
}

/**
 * The sequences that were begun but not made.
 * @param {Rules} rules
 * @param {Say} say
 * @param {SideCount} side
 */
function missed(rules, say, { pile, sequences }) {
  const isMade = (/** @type {string} */ family) => sequences.items.some((item) => item.family === family);
  /** @type {string[]} */
  const sentences = [];
  if (!isMade("grande") && pile.has(rules.angelo)) sentences.push(say("needs-pezzi", { family: "grande" }));
  for (const [family, { king, cards }] of Object.entries(rules.suits)) {
    if (isMade(family)) continue;
    if (pile.has(king)) sentences.push(say("needs-court", { family }));
    else if (heldOf(pile, cards).length >= rules.shortest) sentences.push(say("needs-king", { family }));
  }
  for (const [family, cards] of Object.entries(rules.equals)) {
    if (!isMade(family) && heldOf(pile, cards).length === rules.shortest - 1) {
      sentences.push(say("needs-third", { family }));
    }
  }
  return sentences;
}

/**
 * @param {Rules} rules
 * @param {Say} say
 * @param {SideCount} side
 */
function sayCardPoints(rules, say, { pile, cardPoints }) {
  const kinds = Object.entries(rules.kinds)
    .map(([family, { cards, value }]) => ({ family, count: heldOf(pile, cards).length, each: value }))
    .filter(({ count }) => count)
    .map(({ family, count, each }) => say("kind", { family, count, each, points: count * each }));
  const parts = [...kinds, say("scartini", { count: heldOf(pile, rules.scartini).length })].join(", ");
  return say("card_points", { parts, pairs: Math.floor(pile.size / 2), total: cardPoints });
}

/**
 * @param {Rules} rules
 * @param {Words} words
 * @param {Say} say
 * @param {PlayerCount} declared
 * @param {Record<string, string>} names
 */
function sayPlayer(rules, words, say, { player, shown, sequences, cricche, total }, names) {
  const cardsOf = (/** @type {Combination} */ { family }) =>
    shown.find((each) => (each.sequence ?? each.cricca) === family && each.cards)?.cards;
  const numbered = (/** @type {Combination} */ item) => [say("numbered", { ...item })];
  return [
    ...sayAll(say, "sequences", sequences, (item) => {
      const cards = cardsOf(item);
      return cards ? saySequence(rules, words, say, item, new Set(cards), false) : numbered(item);
    }),
    ...sayAll(say, "cricche", cricche, (item) => {
      const cards = cardsOf(item);
      return cards ? sayCricca(rules, words, say, item, new Set(cards)) : numbered(item);
    }),
    say("player", { player: names[player] ?? player, total }),
  ];
}
