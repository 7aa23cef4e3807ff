"""What can happen, by trying it out card by card: slow, and written from the booklet only."""

from itertools import product

RANKS, SUITS = "RQCJ", "cqfp"


def plain_deck_points(trick, discard):
    """Every pair of deck points of two sides, whoever dealt."""
    found = set()
    for fours, threes, twos, ones in product(range(8), range(5), range(5), range(5)):
        counted = fours + threes + twos + ones
        value = 4 * fours + 3 * threes + 2 * twos + ones
        tricks_in_all = (78 - discard) // trick
        for tricks in range(tricks_in_all + 1):
            for with_discard in (True, False):
                if tricks in (0, tricks_in_all) and with_discard != (tricks > 0):
                    continue
                size = tricks * trick + (discard if with_discard else 0)
                if counted <= size and 19 - counted <= 78 - size:
                    points = value + tricks + (1 if discard and with_discard else 0)
                    found.add((points, 52 + tricks_in_all + bool(discard) - points))
    return found


def plain_figures():
    """What two players can show of the sixteen figures, as points and as least cards: card by card."""
    states = {(frozenset(), frozenset(), 0, 0)}
    for rank in RANKS:
        whole = frozenset(rank + suit for suit in SUITS)
        shown = [(frozenset(), 0), (whole, 10), *((whole - {card}, 5) for card in whole)]
        states = {
            new
            for state, (cards, points), first in product(states, shown, (True, False))
            if (new := _with(state, cards, points, first)) is not None
        }
    for suit in SUITS:
        family = frozenset(rank + suit for rank in RANKS)
        states = {
            new
            for state, (cards, points), first in product(
                states, [(frozenset(), 0), (family, 10)], (True, False)
            )
            if (new := _with(state, cards, points, first)) is not None
        }
    return {(of_a, of_b, len(a), len(b)) for a, b, of_a, of_b in states}


def _with(state, cards, points, first):
    a, b, of_a, of_b = state
    if first:
        return None if cards & b else (a | cards, b, of_a + points, of_b)
    return None if cards & a else (a, b | cards, of_a, of_b + points)


def plain_sums(hand, hand_in_deal, least_trionfi, least_frilli):
    """Every pair of sums that two players can declare in one deal."""
    trionfi = (0, *range(least_trionfi, min(21, hand) + 1))
    frilli = (0, *range(least_frilli, hand + 1)) if least_frilli else (0,)
    rest = set()
    for gatti, t_a, t_b, f_a, f_b in product((None, 0, 1), trionfi, trionfi, frilli, frilli):
        trumps = [t_a, t_b]
        cards = [t_a + f_a, t_b + f_b]
        points = [t_a + f_a, t_b + f_b]
        if gatti is not None:
            cards[gatti] += 1 + max(0, 2 - trumps[gatti])
            trumps[gatti] = max(2, trumps[gatti])
            points[gatti] += 10
        if sum(trumps) <= 21 and f_a + f_b <= 40 and max(cards) <= hand_in_deal:
            rest.add((*points, *cards))
    return {
        (of_a + more_a, of_b + more_b)
        for (of_a, of_b, a, b), (more_a, more_b, also_a, also_b) in product(
            _least(plain_figures()), _least(rest)
        )
        if a + also_a <= hand_in_deal and b + also_b <= hand_in_deal
    }


def _least(found):
    """Of the ways to the same points, those that take the fewest cards from one player or from the other."""
    by_points = {}
    for *points, a, b in found:
        by_points.setdefault(tuple(points), set()).add((a, b))
    return {
        (*points, a, b)
        for points, cards in by_points.items()
        for a, b in cards
        if not any((c, d) != (a, b) and c <= a and d <= b for c, d in cards)
    }
