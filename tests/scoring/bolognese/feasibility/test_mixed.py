"""Sheets with totals beside parts: the nearest entries against every value tried by itself."""

import pytest

from scoring import GAMES, check
from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet
from scoring.bolognese.feasibility.totals import feasible
from scoring.bolognese.pile import PAIRS

#: One figure changed is enough for each.
SHEETS = (
    {"A": {"total": 194, "sequences": 130, "cricche": 17, "card_points": 44}},
    {"A": {"sequences": 130, "total": 120, "cricche": 17}},
)
MOST = {"sequences": 550, "cricche": 296, "card_points": 87, "total": 939}


def flat(entry):
    return {Figure(side, name): value for side, figures in entry.items() for name, value in figures.items()}


def plain_costs(wanted):
    """The smallest changes of one figure that make the sheet possible, five at most."""
    deal = Deal(PAIRS, GAMES["quattro-scartate"].house_rules[0])
    costs = []
    for free, written in wanted.items():
        kept = {figure: value for figure, value in wanted.items() if figure != free}
        if not feasible(Sheet(kept, deal)):
            continue
        found = 0
        for value in sorted(range(MOST[free.name] + 1), key=lambda value: abs(value - written)):
            if found == 5:
                break
            if feasible(Sheet({**kept, free: value}, deal)):
                costs.append(abs(value - written))
                found += 1
    return sorted(costs)[:5]


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_the_nearest_entries_are_those_that_trying_every_value_finds(sheet):
    found, wanted = check("quattro-scartate", sheet), flat(sheet)
    costs = [sum(abs(flat(entry)[figure] - wanted[figure]) for figure in wanted) for entry in found.nearest]
    assert costs == plain_costs(wanted)
    assert all(check("quattro-scartate", entry).possible for entry in found.nearest)
