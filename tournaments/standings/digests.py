"""What tells whether a classifica is to be made again: a digest of all that it depends on."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from tournaments.standings.results import Penalty, Rest, Result
from tournaments.standings.rules import Rules

if TYPE_CHECKING:
    from tournaments.standings.course import Course


def beginning(rules: Rules, lots_seed: int, course: Course) -> str:
    """What the digest of the first turn is made from besides what was played in it."""
    way = () if course.is_plain else (course.groups, course.final_from)
    return repr((sorted(rules.as_json().items()), lots_seed, *way))


def digest_after(before: str, said: Iterable[str]) -> str:
    """The digest of a turn, from that of the turn before and from all that is said of it, in any order."""
    return sha256("\n".join((before, *sorted(said))).encode()).hexdigest()


def said_of(result: Result) -> tuple[object, ...]:
    return result.table, result.sides, result.points, result.assigned, result.lost, result.cappotti


def said_of_rest(rest: Rest) -> tuple[object, ...]:
    return "rest", rest.entry, rest.forfeited


def said_of_penalty(penalty: Penalty) -> tuple[object, ...]:
    return "penalty", penalty.entry, penalty.points, penalty.victory_points
