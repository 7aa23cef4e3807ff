"""The entries offered for a sheet that cannot be: against every deal, and against every change there is."""

from dataclasses import replace
from functools import cache
from itertools import combinations, count, product
from random import Random

import pytest

from scoring import GAMES, check
from scoring.genovese.cards import A_QUATTRO, A_TRE, CHIAMA_RE, DECK
from scoring.genovese.declarations import BOTH, CAPTURED
from scoring.genovese.feasibility.buone import in_piles, together
from scoring.genovese.feasibility.check import feasible
from scoring.genovese.feasibility.shares import scenes
from scoring.sheet import Figure
from tests.samples import IS_WHOLE, of_today, so_many
from tests.scoring.genovese.plain_feasibility import plain_deck_points, plain_sums

PIZZICO = "genovese-pizzico"
NAMES = ("deck_points", "buone", "bagatto", "total")
#: Maillard, "A pizzico": how the Bagatto ultimo may go, and who owns it then.
BAGATTO = (((0, 0), None), ((20, 0), 0), ((10, 0), 0), ((0, 20), 1), ((0, 10), 1))


@cache
def decks_of(owner):
    """Deck points of both sides a pizzico where that one has one of the seven cards worth four."""
    if owner is None:
        return frozenset(plain_deck_points(2, 0))
    found = set()
    for fours, threes, twos, ones in product(range(1, 8), range(5), range(5), range(5)):
        cards, value = fours + threes + twos + ones, 4 * fours + 3 * threes + 2 * twos + ones
        found |= {
            (value + tricks, 91 - value - tricks)
            for tricks in range(40)
            if cards <= 2 * tricks and 19 - cards <= 78 - 2 * tricks
        }
    return frozenset(found if owner == 0 else {pair[::-1] for pair in found})


@cache
def buone_of_two():
    """For each sum of buone of one side, the sums that the other can have beside it."""
    beside = {}
    for one, other in plain_sums(15, 39, 10, None):
        beside.setdefault(one, []).append(other)
    return beside


def nearest_entries(sheet):
    """The entries that a deal a pizzico gives in the place of the sheet's and that change the fewest figures,
    each with its cost."""
    found, too_dear = set(), 10**9
    for bagatto, owner in BAGATTO:
        for decks in decks_of(owner):
            of_a, of_b = (
                [costs_of(sheet, side, decks[place], points, bagatto[place]) for points in range(120)]
                for place, side in enumerate("AB")
            )
            for one, others in buone_of_two().items():
                cost, told = of_a[one]
                if cost >= too_dear:
                    continue
                for other in others:
                    if cost + of_b[other][0] < too_dear:
                        both = cost + of_b[other][0]
                        if both < too_dear - 10**6:
                            found, too_dear = set(), (both // 10**6 + 1) * 10**6
                        found.add((both, told, of_b[other][1]))
    return found


def costs_of(sheet, side, deck, buone, bagatto):
    told = dict(zip(NAMES, (deck, buone, bagatto, deck + buone + bagatto), strict=True))
    own = sheet.get(side, {})
    changes = [abs(told[name] - value) for name, value in own.items()]
    return (
        10**6 * sum(change > 0 for change in changes) + sum(changes),
        tuple(told[name] for name in own),
    )


def sheets(chance, names, sides, most):
    """Sheets with points that no deal has, one after the other; all tell the first of the names."""
    for _ in count():
        yield {
            side: {
                name: chance.randrange(most[name])
                for name in names
                if name == names[0] or chance.random() < 0.6
            }
            for side in sides
        }


@pytest.mark.slow
def test_maillard_a_pizzico_no_deal_is_nearer_than_the_entries_offered():
    chance = Random(1981)
    most = {"deck_points": 100, "buone": 60, "bagatto": 25, "total": 160}
    weighed, changed = 0, set()
    for sheet in sheets(chance, NAMES, "AB", most):
        found = check(PIZZICO, sheet)
        if found.possible:
            continue
        every = nearest_entries(sheet)
        fewest = min(every)[0] // 10**6
        if not found.nearest_complete:
            assert fewest > 3, sheet
            continue
        nearest = sorted(cost for cost, *_ in every)[:5]
        told = [
            (entry, tuple(tuple(entry.get(side, {}).values()) for side in "AB")) for entry in found.nearest
        ]
        costs = [
            sum(abs(value - sheet[side][name]) + 10**6 * (value != sheet[side][name])
                for side in entry for name, value in entry[side].items())
            for entry, _ in told
        ]  # fmt: skip
        assert costs == nearest, sheet
        assert {(cost, *values) for cost, (_, values) in zip(costs, told, strict=True)} <= every
        assert len({values for _, values in told}) == len(told)
        changed.add(fewest)
        weighed += 1
        if weighed == 12 or (weighed >= so_many(12, 3) and changed >= {1, 2, 3}):
            break
    assert changed >= {1, 2, 3}


FORMS = {"genovese-gatti": A_TRE, "genovese-coppie": A_QUATTRO, "genovese-chiama-re": CHIAMA_RE}
#: The sides, how large figures are tried, and what is told besides.
GAMES_ASKED = {
    "genovese-gatti": ("ABC", {"deck_points": 50, "buone": 40, "total": 90}, {}),
    "genovese-coppie": ("AB", {"deck_points": 60, "buone": 60, "bagatto": 25, "total": 120}, {}),
    "genovese-chiama-re": ("ABC", {"deck_points": 60, "total": 90}, {"dealer": "A", "partner": "C"}),
}


def rank(entry, sheet):
    changes = [abs(value - sheet[side][name]) for side in entry for name, value in entry[side].items()]
    return sum(change > 0 for change in changes), sum(changes)


def nearer(sheet, number, change):
    """Every other sheet with so many figures changed, by so much in all at most."""
    places = [(side, name) for side in sheet for name in sheet[side]]
    for free in combinations(places, number):
        for by in product(range(-change, change + 1), repeat=number):
            if 0 not in by and sum(map(abs, by)) <= change:
                told = {side: dict(figures) for side, figures in sheet.items()}
                for (side, name), more in zip(free, by, strict=True):
                    told[side][name] += more
                yield told


#: By how many figures are changed: how far the offered may be for every change up to there to be tried, and
#: how far one figure fewer is changed to see that it will not do.
TRIED = {1: (60, 0), 2: (12, 60), 3: (6, 9)}


RULES = ("declared", CAPTURED, BOTH)
#: Each game and each rule once in the suite, every game by every rule in `make simulate`.
ASKED = list(product(GAMES_ASKED, RULES) if IS_WHOLE else zip(GAMES_ASKED, RULES, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), ASKED)
def test_no_possible_entry_is_nearer_than_those_offered(game, rules):
    """Sheets of some deal with slips in several figures, beside every change of so many of them."""
    chance, changed = Random(f"{game} {rules}"), []
    for sheet in slips(chance, game, rules):
        found = check(game, sheet, rules=rules, **GAMES_ASKED[game][2])
        if found.possible:
            continue
        ranks = [rank(entry, sheet) for entry in found.nearest]
        assert ranks == sorted(ranks)
        assert 1 <= len(ranks) <= 5
        assert all(is_possible(game, entry, rules) for entry in found.nearest)
        (fewest,) = {number for number, _ in ranks}
        assert found.nearest_complete or fewest > 2
        far, fewer_far = TRIED.get(fewest, (0, 0))
        if ranks[-1][1] > far:
            continue
        close = [
            entry
            for entry in nearer(sheet, fewest, ranks[-1][1])
            if rank(entry, sheet) < ranks[-1] and is_possible(game, entry, rules)
        ]
        assert sorted(rank(entry, sheet) for entry in close) == [each for each in ranks if each < ranks[-1]]
        assert all(entry in found.nearest for entry in close)
        assert not any(is_possible(game, entry, rules) for entry in nearer(sheet, fewest - 1, fewer_far))
        changed.append(fewest)
        if len(changed) == 8 or (len(changed) >= so_many(8, 2) and {*changed} >= {1, 2}):
            break
    assert {*changed} >= {1, 2}


def slips(chance, game, rules):
    """A possible sheet with some figures one to five points too high or too low."""
    sides, most, facts = GAMES_ASKED[game]
    for sheet in sheets(chance, tuple(most), sides, most):
        found = check(game, sheet, rules=rules, **facts)
        told = {side: dict(own) for side, own in (sheet if found.possible else found.nearest[0]).items()}
        places = [(side, name) for side in told for name in told[side]]
        for side, name in chance.sample(places, min(len(places), chance.randrange(1, 5))):
            told[side][name] = max(0, told[side][name] + chance.choice((-5, -3, -2, -1, 1, 2, 4)))
        yield told


def is_possible(game, sheet, rules):
    form = FORMS[game]
    told = {Figure(side, name): value for side, own in sheet.items() for name, value in own.items()}
    return feasible(form, rules, scenes(GAMES[game], form, GAMES_ASKED[game][2]), told)


#: Sheets that no deal comes near.
WRITTEN = [
    ("genovese-gatti", {side: {"deck_points": 40, "buone": 26, "bagatto": 5, "total": 90} for side in "ABC"}),
    ("genovese-gatti", {side: {"total": 400, "buone": 300} for side in "ABC"}),
    ("genovese-chiama-re", {side: {"deck_points": 33, "buone": 7, "total": 3} for side in "ABCD"}),
    (
        "genovese-coppie",
        {side: {"deck_points": 99, "buone": 199, "bagatto": 3, "total": 0} for side in "AB"},
    ),
]
HOUSE_RULES = GAMES["genovese-gatti"].house_rules
#: Every sheet by every rule; of each day, every sheet and every rule once.
WRITTEN_BY_RULE = [
    (*written, HOUSE_RULES[(place + day) % len(HOUSE_RULES)])
    for place, written in enumerate(WRITTEN)
    for day in range(len(HOUSE_RULES))
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sheet", "rules"), of_today(WRITTEN_BY_RULE, len(HOUSE_RULES)))
def test_whatever_is_written_possible_entries_are_offered(game, sheet, rules):
    found = check(game, sheet, rules=rules)
    assert 1 <= len(found.nearest) <= 5
    for entry in found.nearest:
        assert check(game, entry, rules=rules).possible


@pytest.mark.parametrize(("form", "piles"), of_today([(A_TRE, 2), (A_TRE, 3), (A_QUATTRO, 2)], 3))
def test_maillard_cattura_sums_of_piles_are_those_of_hands_that_could_hold_the_deck(form, piles):
    chance = Random(piles)
    told = [tuple(chance.randrange(52) for _ in range(piles)) for _ in range(so_many(40, 12))]
    found = [in_piles(form, sums) for sums in told]
    hands = replace(form, hand_size=len(DECK), cards_in_deal=len(DECK))
    assert found == [together(hands, (1,) * piles, sums) for sums in told]
    assert len({*found}) == 2
