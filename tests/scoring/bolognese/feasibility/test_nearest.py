"""The entries that are offered: the fewest figures changed, then the smallest change."""

from itertools import combinations, product

import pytest

from scoring import GAMES, check
from scoring.bolognese.feasibility.search import Questions
from scoring.bolognese.feasibility.sheet import Deal, Sheet
from scoring.bolognese.pile import PAIRS
from scoring.sheet import Figure

GAME = "quattro-scartate"
#: One figure changed is enough for each of the first two, two figures are needed for the others.
SHEETS = (
    {"A": {"total": 194, "sequences": 130, "cricche": 17, "card_points": 44}},
    {"A": {"sequences": 130, "total": 120, "cricche": 17}},
    {"A": {"sequences": 131, "cricche": 19}, "B": {"card_points": 40}},
    {"A": {"sequences": 5, "card_points": 90}, "B": {"cricche": 17}},
)
EVERY = {
    "sequences": range(0, 551, 5),
    "cricche": range(297),
    "card_points": range(88),
    "total": range(940),
}


def flat(entry):
    return {Figure(side, name): value for side, figures in entry.items() for name, value in figures.items()}


def near_values(figure, written):
    return sorted(EVERY[figure.name], key=lambda value: abs(value - written))


def plain_changes(wanted):
    """The number of figures that must change, and the five smallest changes of so many, trying values one by
    one."""
    ask = Questions().is_possible
    deal = Deal(PAIRS, GAMES[GAME].house_rules[0], (("A",), ("B",)), (2, 2))
    for number in (1, 2):
        found = []
        for free in combinations(wanted, number):
            near = [near_values(each, wanted[each])[: 999 // number**3] for each in free]
            if ask(Sheet({each: value for each, value in wanted.items() if each not in free}, deal)):
                found += [
                    sum(abs(value - wanted[each]) for each, value in zip(free, values, strict=True))
                    for values in product(*near)
                    if ask(Sheet({**wanted, **dict(zip(free, values, strict=True))}, deal))
                ]
        if found:
            return number, sorted(found)[:5]
    return None


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_the_nearest_entries_are_those_that_trying_every_value_finds(sheet):
    found, wanted = check(GAME, sheet), flat(sheet)
    changes = [[abs(flat(entry)[figure] - wanted[figure]) for figure in wanted] for entry in found.nearest]
    number, sums = plain_changes(wanted)
    assert found.nearest_complete
    assert [sum(each) for each in changes] == sums
    assert all(sum(change > 0 for change in each) == number for each in changes)
    assert all(check(GAME, entry).possible for entry in found.nearest)
