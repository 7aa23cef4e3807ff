"""What splits can give, enumerated plainly with the plain counter: slow, and only for classes named."""

from collections import defaultdict
from functools import cache
from itertools import product

from tests.scoring.bolognese.plain_counter import NUMBERS, plain_grande, plain_sequences

HONOURS = ["R", "Q", "C", "F", "A"]
#: Three and four of each kind, and what a card is worth above a scartino (Barilli 2.1, 2.2.1).
KINDS = ((18, 4), (17, 4), (14, 3), (13, 2), (12, 1))
MOORS = ["Mo1", "Mo2", "Mo3", "Mo4"]
WILD = ["Beg", "Mat"]


def number_and_points(found):
    return len(found), sum((cards - 1) * 5 for cards in found.values())


@cache
def grandi(wild, mondo, rules, has=frozenset(), lacks=frozenset()):
    """{(points, reaches the Moors): set of how many of Sole, Luna and numbers are held}."""
    found = defaultdict(set)
    for held in product((False, True), repeat=2 + len(NUMBERS)):
        others = {card for card, taken in zip(["Sol", "Lun", *NUMBERS], held, strict=True) if taken}
        if has - others or lacks & others:
            continue
        pile = {"Ang", *WILD[:wild], *others} | ({"Mon"} if mondo else set())
        alone, with_moor = plain_grande(pile, rules), plain_grande(pile | {"Mo1"}, rules)
        found[alone, with_moor > alone].add(len(others))
    return found


def trump_results(wild_a, tarocchi_a, rules, known=frozenset()):
    """{(number A, points A, number B, points B): set of A's trumps}, the Matto and the aces aside; A holds
    the cards known."""
    found = defaultdict(set)
    others = known & {"Sol", "Lun", *NUMBERS}
    for angel, mondo in product((0, 1), repeat=2):
        if wild_a + angel + mondo != tarocchi_a:
            continue
        wild = wild_a if angel else 2 - wild_a
        has_lacks = (others, frozenset()) if angel else (frozenset(), others)
        for (cards, reaches), counts in grandi(wild, mondo == angel, rules, *has_lacks).items():
            for moors in range(len(known & {*MOORS}), 5):
                of_a = number_and_points(plain_sequences({*MOORS[:moors], *WILD[:wild_a]}))
                of_b = number_and_points(plain_sequences({*MOORS[moors:], *WILD[wild_a:]}))
                mine = moors if angel else 4 - moors
                total = cards + (mine if reaches else 0)
                grande = (1, (total - 1) * 5) if cards else (0, 0)
                both = [of_a, of_b]
                holder = 0 if angel else 1
                both[holder] = tuple(map(sum, zip(both[holder], grande, strict=True)))
                for count in counts:
                    own = count if angel else 14 - count
                    found[(*both[0], *both[1])].add(own + moors + tarocchi_a)
    return found


def suit_results(wild_a, re, regine, cavalli, fanti, known=frozenset()):
    """{(number A, points A, number B, points B): set of A's honours}, for so many of each with A, who holds
    the cards known."""
    one = []
    for held in product((0, 1), repeat=5):
        mine = {rank + "d" for rank, taken in zip(HONOURS, held, strict=True) if taken}
        theirs = {rank + "d" for rank in HONOURS} - mine
        a = number_and_points(plain_sequences(mine | set(WILD[:wild_a])))
        b = number_and_points(plain_sequences(theirs | set(WILD[wild_a:])))
        one.append((held, (*a, *b)))
    states = {((0, 0, 0, 0, 0), (0, 0, 0, 0))}
    for suit in "dcsb":
        certain = [rank + suit in known for rank in HONOURS]
        states = {
            (tuple(map(sum, zip(held, more, strict=True))), tuple(map(sum, zip(made, extra, strict=True))))
            for held, made in states
            for more, extra in one
            if all(map(int.__ge__, more, certain))
        }
        states = {
            state
            for state in states
            if all(have <= most for have, most in zip(state[0], (re, regine, cavalli, fanti, 4), strict=True))
        }
    found = defaultdict(set)
    aces = ["Ad", "Ac", "As", "Ab"]
    for held, made in states:
        if held[:4] != (re, regine, cavalli, fanti):
            continue
        a = number_and_points(plain_sequences({*aces[: held[4]], *WILD[:wild_a]}))
        b = number_and_points(plain_sequences({*aces[held[4] :], *WILD[wild_a:]}))
        found[tuple(map(sum, zip(made, (*a, *b), strict=True)))].add(sum(held))
    return found


def class_results(tarocchi, re, regine, cavalli, fanti, rules="accademia", known=frozenset()):
    """{(sequences A, sequences B): set of sizes of A's pile} of every split with these cards of value with
    A, and these cards known."""
    scartini = sum(card[:-1] in ("6", "7", "8", "9", "10") and card[-1] in "dcsb" for card in known)
    found = defaultdict(set)
    for wild_a in range(3):
        if not 0 <= tarocchi - wild_a <= 2:
            continue
        suits = suit_results(wild_a, re, regine, cavalli, fanti, known)
        for made, trumps in trump_results(wild_a, tarocchi, rules, known).items():
            for more, honours in suits.items():
                na, pa, nb, pb = map(sum, zip(made, more, strict=True))
                key = (pa * 2 if na >= 3 else pa, pb * 2 if nb >= 3 else pb)
                found[key] |= {t + h for t in trumps for h in honours}
    return {
        key: {size + more for size in sizes for more in range(scartini, 21)} for key, sizes in found.items()
    }


def plain_cricche(counts):
    """Points of the cricche, doubled from three on."""
    found = [three * (number - 2) for number, (three, _) in zip(counts, KINDS, strict=True) if number > 2]
    return sum(found) * (2 if len(found) > 2 else 1)


def plain_card_points(counts, size):
    """The smaller pile in pairs, the odd card for nothing; the larger has what is left of the 87."""
    if size > 31:
        return 87 - plain_card_points([4 - number for number in counts], 62 - size)
    return sum(number * above for number, (_, above) in zip(counts, KINDS, strict=True)) + size // 2


def plain_sizes(game, discards):
    """The sizes of the first owner's pile when both took a trick, trick by trick."""
    if game == "terziglio":
        return [3 * tricks + (8 if discards else 0) for tricks in range(1, 18)]
    if game == "millone-due":
        return [2 * tricks + (12 if discards else 10) for tricks in range(1, 20)]
    return [4 * tricks + (2 if discards else 0) for tricks in range(1, 15)]
