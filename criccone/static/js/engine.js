// Counts a deal of two pairs on the device, from the cards of one heap, so that no tap waits for a network.
// Cards and values come from the server (`scoring.device_rules`), and the server alone judges whether a deal is possible
// and what is stored. A test compares every figure with the server's engine.

/** @typedef {{ family: string, cards: number, points: number }} Combination */
/** @typedef {{ items: Combination[], sum: number, doubled: boolean, total: number }} Combinations */
/**
 * The beginning of a grande. `gate` says whether the 16 follows the pezzi: always ("open"), only as a real card
 * ("real-only"), or never ("closed").
 * @typedef {{ cards: number, third: string | null, free: number, gate: string, reason: string }} Opening
 */
/** @typedef {{ held: string[], stoodFor: string[], scavezzo: string | null, reason: string }} Run */
/** @typedef {{ player: string, shown: Accuso[], cricche: Combinations, sequences: Combinations, total: number }} PlayerCount */
/**
 * @typedef {{ pile: Set<string>, sequences: Combinations, cricche: Combinations, cardPoints: number,
 *   lastTrick: number, declared: PlayerCount[], declarations: number, total: number }} SideCount
 */
/** @typedef {{ cards: string[], missing: string[], tricks: number, discards: boolean }} Heap */
/** @typedef {{ code: string, facts: Record<string, number> }} Refusal */

/**
 * The cards of the list that the pile has, in the order of the list.
 * @param {Set<string>} pile
 * @param {string[]} cards
 */
export const heldOf = (pile, cards) => cards.filter((card) => pile.has(card));

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// --- Combinations ---------------------------------------------------------------------------------------

/**
 * @param {Rules} rules
 * @param {Combination[]} items
 * @returns {Combinations}
 */
function addUp(rules, items) {
  const points = sum(items.map((item) => item.points));
  const doubled = items.length >= rules.doublingFrom;
  return { items, sum: points, doubled, total: doubled ? 2 * points : points };
}

/**
 * @param {Rules} rules
 * @param {string} family
 * @param {number} cards
 * @returns {Combination}
 */
const sequence = (rules, family, cards) => ({ family, cards, points: (cards - 1) * rules.pointsPerCard });

/**
 * @param {Rules} rules
 * @param {string} family
 * @param {number} cards
 * @returns {Combination}
 */
const cricca = (rules, family, cards) => ({
  family,
  cards,
  points: rules.kinds[family].three * (cards - rules.shortest + 1),
});

/**
 * The beginning of a grande, made of the Angelo, the pezzi and the contatori; undefined without a grande.
 * @param {Rules} rules
 * @param {Set<string>} pile
 * @returns {Opening | undefined}
 */
export function openingOf(rules, pile) {
  const missing = rules.pezzi.filter((pezzo) => !pile.has(pezzo));
  const real = rules.pezzi.length - missing.length;
  const contatori = heldOf(pile, rules.contatori).length;
  const spent = real === 1 ? 1 : 0; // a contatore stands for the second pezzo
  if (!pile.has(rules.angelo) || !real || spent > contatori) return undefined;
  const [gate, reason] = rules.gates[missing.join(" ")];
  return {
    cards: 1 + real + contatori,
    third: spent ? missing[0] : null,
    free: contatori - spent,
    gate,
    reason,
  };
}

/**
 * The numbers that follow an opening, down to where the grande breaks.
 * @param {Rules} rules
 * @param {Set<string>} pile
 * @param {Opening} opening
 * @returns {Run}
 */
export function runOf(rules, pile, { free, gate, reason }) {
  /** @type {string[]} */
  const held = [];
  /** @type {string[]} */
  const stoodFor = [];
  for (const [place, number] of rules.numbers.entries()) {
    const broken = (/** @type {string} */ why) => ({ held, stoodFor, scavezzo: number, reason: why });
    const left = free - stoodFor.length;
    const isReal = pile.has(number);
    const next = rules.numbers[place + 1];
    if (place === 0 && (gate === "closed" || (gate === "real-only" && !isReal))) {
      return broken(left || isReal ? reason : "no-contatore");
    }
    if (isReal) held.push(number);
    else if (!left) return broken("no-contatore");
    else if (next && !pile.has(next)) return broken("two-together");
    else stoodFor.push(number);
  }
  return { held, stoodFor, scavezzo: null, reason: "" };
}

/**
 * @param {Rules} rules
 * @param {Set<string>} pile
 */
function grandeCards(rules, pile) {
  const opening = openingOf(rules, pile);
  if (!opening) return 0;
  const run = runOf(rules, pile, opening);
  const moors = run.scavezzo === null ? heldOf(pile, rules.equals.mori).length : 0;
  return opening.cards + run.held.length + moors;
}

/**
 * @param {Rules} rules
 * @param {Set<string>} pile
 */
function sequencesOf(rules, pile) {
  const contatori = heldOf(pile, rules.contatori).length;
  const grande = grandeCards(rules, pile);
  const items = grande ? [sequence(rules, "grande", grande)] : [];
  for (const [family, { king, court, cards }] of Object.entries(rules.suits)) {
    const figures = heldOf(pile, court).length;
    if (pile.has(king) && figures && figures + contatori >= rules.shortest - 1) {
      items.push(sequence(rules, family, heldOf(pile, cards).length + contatori));
    }
  }
  for (const [family, cards] of Object.entries(rules.equals)) {
    const own = heldOf(pile, cards).length;
    if (own >= rules.shortest - 1 && own + contatori >= rules.shortest) {
      items.push(sequence(rules, family, own + contatori));
    }
  }
  return addUp(rules, items);
}

/**
 * @param {Rules} rules
 * @param {Set<string>} pile
 */
function criccheOf(rules, pile) {
  const counts = Object.entries(rules.kinds).map((
    [family, { cards }],
  ) => /** @type {const} */ ([family, heldOf(pile, cards).length]));
  return addUp(
    rules,
    counts.filter(([, held]) => held >= rules.shortest).map(([family, held]) => cricca(rules, family, held)),
  );
}

/**
 * The values of the cards, less a point for every two cards.
 * @param {Rules} rules
 * @param {Set<string>} pile
 */
function cardPointsOf(rules, pile) {
  const above = Object.values(rules.kinds).map(({ cards, value }) =>
    heldOf(pile, cards).length * (value - 1)
  );
  return sum(above) + Math.floor(pile.size / 2);
}

// --- Declarations ---------------------------------------------------------------------------------------

/**
 * The declarations in a form's field, which has them as JSON; none in a blank or damaged field.
 * @param {string} text
 * @returns {Accuso[]}
 */
export function declarationsIn(text) {
  try {
    return JSON.parse(text || "[]") ?? [];
  } catch {
    return [];
  }
}

/** @param {Partial<Accuso>} accuso */
export const cardsShown = (accuso) => accuso.number ?? accuso.cards?.length ?? 0;

/**
 * The declarations of each player who declared, counted by the number of cards shown.
 * @param {Rules} rules
 * @param {Accuso[]} declarations
 * @param {string[]} players
 * @returns {PlayerCount[]}
 */
function countDeclarations(rules, declarations, players) {
  return players.map((player) => {
    const shown = declarations.filter((each) => each.player === player);
    const cricche = addUp(
      rules,
      shown.filter((each) => each.cricca).map((each) => cricca(rules, each.cricca, cardsShown(each))),
    );
    const sequences = addUp(
      rules,
      shown.filter((each) => each.sequence).map((each) => sequence(rules, each.sequence, cardsShown(each))),
    );
    return { player, shown, cricche, sequences, total: cricche.total + sequences.total };
  }).filter(({ shown }) => shown.length);
}

// --- A heap described by few cards ---------------------------------------------------------------------------

/**
 * The cards that players tap one by one: neither plain nor of the grande's run.
 * @param {Rules} rules
 */
const namedCards = (rules) =>
  rules.deck.filter((card) => !rules.plain.includes(card) && !rules.run.includes(card));

/**
 * The cards that count the same on either side: the plain ones, and the numbers that the grande cannot reach.
 * `missing` are the cards of its run that the side with the Angelo lacks.
 * @param {Rules} rules
 * @param {string[]} cards
 * @param {string[]} missing
 */
function idleCards(rules, cards, missing) {
  const named = new Set(cards);
  const withAngelo = named.has(rules.angelo) ? cards : namedCards(rules).filter((card) => !named.has(card));
  const held = new Set([...withAngelo, ...rules.run.filter((card) => !missing.includes(card))]);
  const opening = openingOf(rules, held);
  if (!opening || opening.gate === "closed") return new Set([...rules.plain, ...rules.numbers]);
  const { scavezzo, reason } = runOf(rules, held, opening);
  if (scavezzo === null) return new Set(rules.plain);
  // The second of two missing numbers is not idle: if the side held it, the run would not break.
  const after = rules.numbers.indexOf(scavezzo) + (reason === "two-together" ? 2 : 1);
  return new Set([...rules.plain, ...rules.numbers.slice(after)]);
}

/**
 * The numbers that do not need to be tapped.
 * @param {Rules} rules
 * @param {string[]} cards
 * @param {string[]} missing
 */
export function idleNumbers(rules, cards, missing) {
  const idle = idleCards(rules, cards, missing);
  return rules.numbers.filter((number) => idle.has(number));
}

/**
 * The cards of the run that the side with the Angelo lacks, from those that this heap has.
 * @param {Rules} rules
 * @param {string[]} cards
 * @param {string[]} grande
 */
export function missingOf(rules, cards, grande) {
  const lacked = rules.run.filter((card) => grande.includes(card) !== cards.includes(rules.angelo));
  const idle = idleCards(rules, cards, lacked);
  return lacked.filter((card) => !idle.has(card));
}

/**
 * @param {Rules} rules
 * @param {number} tricks
 * @param {boolean} discards
 */
function heapSize(rules, tricks, discards) {
  if (tricks === 0) return 0;
  return tricks === rules.tricks ? rules.deck.length : tricks * rules.trick + (discards ? rules.discard : 0);
}

/**
 * The whole pile of a heap: its tapped cards, and enough cards that count the same on either side.
 * @param {Rules} rules
 * @param {Heap} heap
 * @returns {{ pile: Set<string> } | { refusal: Refusal }}
 */
export function completeHeap(rules, { cards, missing, tricks, discards }) {
  const idle = idleCards(rules, cards, missing);
  const size = heapSize(rules, tricks, discards);
  /** @returns {{ refusal: Refusal }} */
  const tooFew = (/** @type {number} */ count) => ({
    refusal: { code: "heap-too-few", facts: { tricks, size, count } },
  });
  if (tricks === rules.tricks) {
    // If only some of the cards are tapped, 15 was probably chosen instead of 5.
    const absent = namedCards(rules).length - cards.length + missing.length;
    return (cards.length || missing.length) && absent ? tooFew(absent) : { pile: new Set(rules.deck) };
  }
  const hasAngelo = cards.includes(rules.angelo);
  const runHeld = rules.run.filter((card) => missing.includes(card) !== hasAngelo);
  const certain = new Set([...cards, ...runHeld.filter((card) => !idle.has(card))]);
  const free = size - certain.size;
  if (free < 0) return { refusal: { code: "heap-too-many", facts: { tricks, size, count: certain.size } } };
  if (free > idle.size) return tooFew(free - idle.size);
  const numbers = rules.numbers.filter((number) => idle.has(number));
  const filling = [
    ...numbers.filter((number) => runHeld.includes(number)),
    ...rules.plain,
    ...numbers.filter((number) => !runHeld.includes(number)),
  ];
  return { pile: new Set([...certain, ...filling.slice(0, free)]) };
}

// --- The deal -------------------------------------------------------------------------------------------

/**
 * One side's count; `lastTrick` is whether it took the last trick.
 * @param {Rules} rules
 * @param {Set<string>} pile
 * @param {boolean} lastTrick
 * @param {PlayerCount[]} declared
 * @returns {SideCount}
 */
function countSide(rules, pile, lastTrick, declared) {
  const sequences = sequencesOf(rules, pile);
  const cricche = criccheOf(rules, pile);
  const cardPoints = cardPointsOf(rules, pile);
  const last = lastTrick ? rules.lastTrick : 0;
  const declarations = sum(declared.map((each) => each.total));
  const total = sequences.total + cricche.total + cardPoints + last + declarations;
  return { pile, sequences, cricche, cardPoints, lastTrick: last, declared, declarations, total };
}

/**
 * Both sides' counts, from the pile of one; no points of the last trick until its side is known.
 * @param {Rules} rules
 * @param {{ side: string, pile: Set<string>, lastTrick?: string, declarations?: Accuso[] }} deal
 * @param {Record<string, string[]>} playersBySide
 * @returns {Record<string, SideCount>}
 */
export function countDeal(rules, { side, pile, lastTrick, declarations = [] }, playersBySide) {
  const rest = new Set(rules.deck.filter((card) => !pile.has(card)));
  return Object.fromEntries(
    Object.entries(playersBySide).map(([each, players]) => [
      each,
      countSide(
        rules,
        each === side ? pile : rest,
        each === lastTrick,
        countDeclarations(rules, declarations, players),
      ),
    ]),
  );
}

/**
 * The rest of a figure whose sum is fixed; undefined if the others exceed it or are not known.
 * @param {number} shared
 * @param {string[]} others as they were typed
 */
export function remainder(shared, others) {
  const rest = shared - sum(others.map((written) => (written === "" ? NaN : Number(written))));
  return Number.isInteger(rest) && rest >= 0 && others.every((written) => Number(written) >= 0)
    ? rest
    : undefined;
}

/**
 * A column's total from its parts as typed; a blank is 0. Undefined if a part is not a number.
 * @param {string[]} parts
 * @param {number} lastTrick
 */
export function totalOfParts(parts, lastTrick) {
  const points = parts.map(Number);
  return points.every((each) => Number.isInteger(each) && each >= 0) ? sum(points) + lastTrick : undefined;
}
