"""The figures that a draw tells of itself, counted anew."""

from itertools import combinations

from tournaments.draws.told import Check, Told, outcome

PARTNERS, OPPONENTS = "partners_again", "opponents_again"


def true(told: Told) -> Check:
    """Whether cost and rematches, or partners and opponents again, are those of the tables told."""
    counted = _of_rotation(told) if told.movement.kind == "rotation" else _of_line(told)
    is_kept = all(told.draw[name] == number for name, number in counted.items())
    return Check("figures-true", outcome(is_kept), counted)


def _of_line(told: Told) -> dict[str, int]:
    groups = told.positions(told.line())
    met = told.met
    return {
        "cost": sum(other - one for group in groups for one, other in combinations(group, 2)),
        "rematches": sum(
            frozenset(couple) in met for group in told.groups for couple in combinations(group, 2)
        ),
    }


def _of_rotation(told: Told) -> dict[str, int]:
    together = {frozenset((past.first_id, past.second_id)) for past in told.given.partnerships}
    seen = together | told.met.keys()
    sides = told.tables.values()
    return {
        PARTNERS: sum(frozenset(side) in together for table in sides for side in table),
        OPPONENTS: sum(frozenset((one, other)) in seen for a, b in sides for one in a for other in b),
    }
