"""The figures of accusi of a small deck, from every hand there is: as slow and as plain as can be."""

from functools import cache
from itertools import combinations, product

from tests.scoring.bolognese.plain_counter import plain_cricche, plain_sequences


def accusi_of_hands(deck, size):
    """For each hand of so many cards or fewer, all (family, points, is a cricca) that can be laid open of it.

    What is laid open is some cards of the hand that make the family all together: nothing is taken for
    granted about showing less than one holds.
    """
    known = {}
    for number in range(size + 1):
        for hand in combinations(deck, number):
            cards = frozenset(hand)
            accusi = {accuso for card in hand for accuso in known[cards - {card}]}
            accusi |= {(name, 5 * (number - 1), False) for name in _made_of_all(cards)}
            accusi |= {
                (name, points, True)
                for name, (held, points) in plain_cricche(set(cards)).items()
                if held == number
            }
            known[cards] = frozenset(accusi)
    return known


def _made_of_all(cards):
    return [name for name, held in plain_sequences(set(cards)).items() if held == len(cards)]


@cache
def figures(accusi):
    """The points of some of these, each family once, three or more of a kind doubled."""
    families = {}
    for name, points, is_cricca in accusi:
        families.setdefault((is_cricca, name), [0]).append(points)
    found = set()
    for chosen in product(*families.values()):
        total = 0
        for kind in (False, True):
            points = [
                worth for (cricca, _), worth in zip(families, chosen, strict=True) if worth and cricca is kind
            ]
            total += sum(points) * (2 if len(points) >= 3 else 1)
        found.add(total)
    return frozenset(found)


def pairs(deck, size, players=(1, 1)):
    """Every (first's, second's) figures of two sides of one or two hands, no card in two of them."""
    hands = _by_figure((figures(accusi), cards) for cards, accusi in accusi_of_hands(deck, size).items())
    first, second = (hands if number == 1 else _of_partners(hands) for number in players)
    return {
        (points, others)
        for (points, ours), (others, theirs) in product(first.items(), second.items())
        if any(one.isdisjoint(other) for one, other in product(ours, theirs))
    }


def _of_partners(hands):
    return _by_figure(
        ((points + others,), one | other)
        for (points, ours), (others, theirs) in product(hands.items(), repeat=2)
        for one, other in product(ours, theirs)
        if one.isdisjoint(other)
    )


def _by_figure(shown):
    """For each figure the cards that show it, but for those that show no more than some of them do."""
    found = {}
    for points, cards in sorted(shown, key=lambda each: len(each[1])):
        for each in points:
            known = found.setdefault(each, [])
            if not any(fewer <= cards for fewer in known):
                known.append(cards)
    return found


def alone(deck, size):
    """Every figure of one hand."""
    return set().union(*map(figures, set(accusi_of_hands(deck, size).values())))
