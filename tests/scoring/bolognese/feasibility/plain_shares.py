"""What one hand can show in sequences of the cards left to it, way by way, with the plain counter."""

from functools import cache
from itertools import combinations, product

from tests.scoring.bolognese.feasibility.plain_splits import MOORS, WILD
from tests.scoring.bolognese.plain_counter import plain_grande, plain_sequences

#: Whether a card is out of reach, may be taken into the hand, or is there already; as the engine has it.
GONE, FREE, HELD = range(3)


def plain_shown(share, hand, others=(), rules="accademia"):
    """The points, in fives, that a hand of so many cards can show; ``share`` as the engine's, ``others`` what
    there is of Sole, Luna and the numbers."""
    taken, contatori, suits, assi, angelo, mondo, mori = share
    room = hand - taken - contatori
    if room < 0:
        return set()
    ways = {(0, 0, 0)}
    for suit in suits:
        ways = _together(ways, _suit(suit, contatori), room)
    ways = _together(ways, {(0, 0, 0), _run("A", assi, contatori, 0)}, room)
    ways = _together(ways, _trumps(angelo, mondo, mori, contatori, others, rules), room)
    return {
        steps * (2 if number >= 3 else 1) for _, number, most in ways for steps in range(2 * number, most + 1)
    }


def _together(ways, others, room):
    """Cards taken, sequences, and their cards after the first: of both, as far as there is room."""
    both = {tuple(map(sum, zip(way, other, strict=True))) for way, other in product(ways, others)}
    return {way for way in both if way[0] <= room}


def _suit(suit, contatori):
    """Every way to take cards of a suit (Barilli 2.4)."""
    re, court, more, asso = suit
    found = {(0, 0, 0)}
    for own, with_asso in product(range(court, court + more + 1), {asso == HELD, asso != GONE}):
        cards = {"Rd", *("Qd", "Cd", "Fd")[:own], *(["Ad"] if with_asso else []), *WILD[:contatori]}
        length = plain_sequences(cards).get("danari", 0)
        if length:
            cost = (re == FREE) + own - court + (with_asso and asso == FREE)
            found.add((cost, 1, length - 1))
    return found


def _run(rank, own, contatori, cost):
    """Assi or Moors that are a sequence, or nothing."""
    names = MOORS if rank == "Mo" else ["Ad", "Ac", "As", "Ab"]
    (length,) = plain_sequences({*names[:own], *WILD[:contatori]}).values() or (0,)
    return (cost, 1, length - 1) if length else (0, 0, 0)


@cache
def _trumps(angelo, mondo, mori, contatori, others, rules):
    """Every way to take trumps: mori, the grande, or both."""
    found = {_run("Mo", own, contatori, own) for own in range(mori + 1)} | {(0, 0, 0)}
    if angelo == GONE:
        return frozenset(found)
    for with_mondo in {mondo == HELD, mondo != GONE}:
        already = (angelo == FREE) + (with_mondo and mondo == FREE)
        for (taken, length, reaches), own in product(
            _grandi(contatori, with_mondo, others, rules), range(mori + 1)
        ):
            cost, steps = already + taken + own, length + (own if reaches else 0) - 1
            _, number, more = _run("Mo", own, contatori, 0)
            found |= {(cost, 1, steps), (cost, 1 + number, steps + more)}
    return frozenset(found)


@cache
def _grandi(contatori, with_mondo, others, rules):
    """Grandi with some of these others: how many of them, the cards without Moors, and whether it reaches
    them."""
    found = set()
    for number in range(len(others) + 1):
        for some in combinations(others, number):
            pile = {"Ang", *(["Mon"] if with_mondo else []), *some, *WILD[:contatori]}
            length = plain_grande(pile, rules)
            if length:
                found.add((number, length, plain_grande(pile | {"Mo1"}, rules) > length))
    return found
