"""That no draw costs less, for the movements drawn turn by turn: each by what it asks for itself."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from tournaments.draws.earlier import BLIND
from tournaments.draws.inputs import Entrant, listed
from tournaments.draws.line import Couple, Line, penalties
from tournaments.draws.proving import can_be_bettered
from tournaments.draws.proving_groups import can_be_grouped_cheaper
from tournaments.draws.proving_matching import can_be_paired_cheaper
from tournaments.draws.rotation import Wanted, draw_rotation
from tournaments.draws.swiss import ScoreGroups
from tournaments.draws.told import Check, Told, outcome

Penalties = Mapping[Couple, tuple[int, ...]]
Entrants = Mapping[int, Entrant]  # by id

NO_PENALTY = (0, 0, 0, 0)


def of(told: Told, again: Mapping[str, Any]) -> list[Check]:
    """The proofs of the file's movement; ``again`` is the draw made again."""
    return BY_KIND[told.movement.kind](told, again)


def _danish(told: Told, _again: Mapping[str, Any]) -> list[Check]:
    line = told.line()
    size, kept_apart, couples = len(line.entrants), penalties(told.given, line), told.couples(line)
    params = {"cost": sum(j - i for i, j in couples)}
    if not _is_pairing(size, couples):
        return [Check("none-cheaper", "broken", params)]
    bettered = can_be_bettered(size, kept_apart, couples)
    if bettered is None:
        bettered = can_be_paired_cheaper(size, _danish_terms(kept_apart), couples)
    return [Check("none-cheaper", outcome(_not(bettered)), params)]


def _danish_terms(kept_apart: Penalties) -> Callable[[int, int], tuple[int, ...]]:
    return lambda i, j: (*kept_apart.get((i, j), NO_PENALTY), j - i, (j - i) ** 2)


def _swiss(told: Told, _again: Mapping[str, Any]) -> list[Check]:
    line = told.line()
    couples = told.couples(line)
    points = [entrant.points for entrant in line.entrants]
    params = {"points": sum(abs(points[i] - points[j]) for i, j in couples)}
    if not _is_pairing(len(points), couples):
        return [Check("none-nearer", "broken", params)]
    bettered = can_be_paired_cheaper(len(points), _swiss_terms(told, line), couples)
    return [Check("none-nearer", outcome(_not(bettered)), params)]


def _swiss_terms(told: Told, line: Line) -> Callable[[int, int], tuple[int, ...]]:
    kept_apart, groups = penalties(told.given, line), ScoreGroups.of(line)

    def terms(i: int, j: int) -> tuple[int, ...]:
        points = (line.entrants[i].points - line.entrants[j].points) ** 2
        return (*kept_apart.get((i, j), NO_PENALTY), points, groups.distance(i, j) ** 2)

    return terms


def _larger(told: Told, _again: Mapping[str, Any]) -> list[Check]:
    """What is not the nearest, and does not say it is, has broken no word."""
    line = told.line()
    groups = told.positions(line)
    params = {"cost": told.draw["cost"]}
    if sorted(at for group in groups for at in group) != list(range(len(line.entrants))):
        return [Check("none-cheaper", "broken", params)]
    bettered = can_be_grouped_cheaper(groups, penalties(told.given, line))
    if bettered and not told.draw["is_proven"]:
        return [Check("least-not-claimed", "unknown", params)]
    return [Check("none-cheaper", outcome(_not(bettered)), params)]


def _rotation(told: Told, again: Mapping[str, Any]) -> list[Check]:
    """With a table that is known beforehand, opponents are those of that table: they are not looked at."""
    sees_fixed = told.movement.rules > BLIND
    here = {one.id: one if sees_fixed else replace(one, fixed_table=None) for one in told.given.entrants}
    checks = [_partners_fewest(told, here)]
    if listed(asdict(draw_rotation(told.given, sees_fixed=sees_fixed))) == again:
        checks.append(_opponents_fewest(told, here))
    return checks


def _partners_fewest(told: Told, here: Entrants) -> Check:
    """Where tables are fixed, of the draws that bring as many to them as can be."""
    playing = [entrant.id for entrant in told.given.entrants if entrant.id not in told.rests]
    together = {frozenset((past.first_id, past.second_id)) for past in told.given.partnerships}
    position = {id_: at for at, id_ in enumerate(playing)}
    partners = [side for sides in told.tables.values() for side in sides]
    params = {"partners": sum(frozenset(side) in together for side in partners)}
    if not all(len(side) == 2 and position.keys() >= set(side) for side in partners):
        return Check("partners-fewest", "broken", params)
    wanted = Wanted.of(([here[id_]] for id_ in playing), enough=2)

    def terms(i: int, j: int) -> tuple[int, ...]:
        again = frozenset((playing[i], playing[j])) in together
        return wanted.is_apart(i, j), bool(wanted.split(i, j)), again

    told_couples = [(position[one], position[other]) for one, other in partners]
    bettered = can_be_paired_cheaper(len(playing), terms, told_couples)
    return Check("partners-fewest", outcome(_not(bettered)), params)


def _opponents_fewest(told: Told, here: Entrants) -> Check:
    """Who met more often counts more: the sum of the squares of how often they were at one table."""
    past = (*told.given.meetings, *told.given.partnerships)
    seen = Counter(frozenset((one.first_id, one.second_id)) for one in past)
    partners = [side for _number, sides in sorted(told.tables.items()) for side in sides]

    wanted = Wanted.of(([here[id_] for id_ in side if id_ in here] for side in partners), enough=1)

    def terms(i: int, j: int) -> tuple[int, int]:
        again = sum(seen[frozenset((a, b))] ** 2 for a in partners[i] for b in partners[j])
        return wanted.is_apart(i, j) + wanted.split(i, j), again

    told_couples = [(at, at + 1) for at in range(0, len(partners), 2)]
    bettered = can_be_paired_cheaper(len(partners), terms, told_couples)
    return Check("opponents-fewest", outcome(_not(bettered)), {"opponents": told.draw["opponents_again"]})


def _is_pairing(size: int, couples: list[Couple]) -> bool:
    return sorted(at for couple in couples for at in couple) == list(range(size))


def _not(bettered: bool | None) -> bool | None:
    return None if bettered is None else not bettered


BY_KIND: dict[str, Callable[[Told, Mapping[str, Any]], list[Check]]] = {
    "danish": _danish,
    "swiss": _swiss,
    "larger": _larger,
    "rotation": _rotation,
}
