"""Building the standings: from settled results to a stored snapshot a round."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import live
from tournaments.locking import lock
from tournaments.models import Deal, Rest, RoundState, Ruling, RulingEffect, Seat, Snapshot, Tournament
from tournaments.play import Points, TablePlay, in_order
from tournaments.standings import ByePolicy, Penalty, Ranked, Result, standings
from tournaments.standings import Rest as Rested

#: FIELD: "warnings add up (two = a penalty)".
WARNINGS_A_PENALTY = 2


@transaction.atomic
def build(tournament_id: int) -> bool:
    """True when new snapshots were stored, False when the standings were current already.

    All or nothing: a build that dies leaves the last snapshots as they were, and can be repeated any number
    of times. The tournament's lock keeps results from changing while they are read.
    """
    tournament = lock(tournament_id)
    if tournament.standings_are_current:
        return False
    _store(tournament)
    tournament.standings_version = tournament.results_version
    tournament.save(update_fields=["standings_version"])
    live.announce(tournament)
    return True


def latest(tournament: Tournament) -> Snapshot | None:
    """The classifica in force: the newest version of the last settled round, None before the first."""
    return tournament.snapshots.order_by("-round_number", "-results_version").first()


@dataclass(frozen=True)
class Settled:
    """All that the standings depend on: who sat down in which settled turn, what was scored, who rested."""

    seated: frozenset[tuple[int, int]]  # (turn, entry number)
    results: tuple[Result, ...]
    rests: tuple[Rested, ...]
    penalties: tuple[Penalty, ...]

    def until(self, turn: int) -> Settled:
        """The same as it was when that turn had been settled."""
        return Settled(
            frozenset(seat for seat in self.seated if seat[0] <= turn),
            tuple(result for result in self.results if result.turn <= turn),
            tuple(rest for rest in self.rests if rest.turn <= turn),
            tuple(penalty for penalty in self.penalties if penalty.turn <= turn),
        )

    def ranked(self) -> list[Ranked]:
        """Those who have a place: who came too late for these turns has none yet."""
        numbers = {number for _turn, number in self.seated} | {rest.entry for rest in self.rests}
        return [Ranked(number, number) for number in sorted(numbers)]


def settled(tournament: Tournament) -> Settled:
    """The settled rounds, entries by number. Four queries.

    A table which a pair left before the last deal has no result: its opponents have a rest instead. Nor has
    one that a pair lost a tavolino.
    """
    given = _rulings(tournament)
    lost = {ruling.match_id: ruling.side for ruling in given if ruling.effect == RulingEffect.FORFEIT}
    seats = (
        Seat.objects.filter(round__tournament=tournament, round__state=RoundState.SETTLED)
        .order_by("id")
        .values_list("match_id", "side", "entry__number", "round__number")
    )
    sides: dict[int, dict[str, list[int]]] = {}
    for match, side, number, _turn in seats:
        numbers = sides.setdefault(match, {}).setdefault(side, [])
        if number not in numbers:
            numbers.append(number)
    return Settled(
        frozenset((turn, number) for _match, _side, number, turn in seats),
        tuple(
            _result(tournament, turn, table, sides[match], points)
            for (turn, table, match), points in _whole_matches(tournament, sides)
            if match not in lost
        ),
        (*_rests(tournament), *_forfeits(given, sides)),
        tuple(_penalties(given)),
    )


def _rulings(tournament: Tournament) -> list[Ruling]:
    """The rulings in force in settled turns, the oldest first."""
    settled_turns = tournament.rounds.filter(state=RoundState.SETTLED).values("number")
    in_force = tournament.rulings.filter(revoked_at__isnull=True, turn__in=settled_turns)
    return list(in_force.select_related("entry").order_by("id"))


def _forfeits(given: Iterable[Ruling], sides: dict[int, dict[str, list[int]]]) -> Iterable[Rested]:
    """Who lost a tavolino has nothing of that turn; the opponents have the score of the riposo (FIELD)."""
    for ruling in given:
        if ruling.effect == RulingEffect.FORFEIT and ruling.match_id is not None:
            for side, numbers in sides[ruling.match_id].items():
                for number in numbers:
                    yield Rested(ruling.turn, number, forfeited=side == ruling.side)


Place = tuple[int, int, int]


def _result(
    tournament: Tournament, turn: int, table: int, sides: dict[str, list[int]], points: list[Points]
) -> Result:
    """The match as the classifica reads it: more is better, so charges count below zero."""
    sign = -1 if tournament.rules.fewest_win else 1
    order = sorted(sides)
    return Result(
        turn,
        table,
        tuple(tuple(sides[side]) for side in order),
        tuple(sign * sum(each.get(side, 0) for each in points) for side in order),
    )


def _whole_matches(
    tournament: Tournament, sides: dict[int, dict[str, list[int]]]
) -> Iterable[tuple[Place, list[Points]]]:
    """Turn, table, match and each smazzata's points of every settled table played to its end. One query."""
    rows = (
        Deal.objects.filter(match__round__tournament=tournament, match__round__state=RoundState.SETTLED)
        .order_by("match__round__number", "match__table", "number")
        .values_list("match__round__number", "match__table", "match_id", "number", "points")
    )
    found: dict[Place, dict[int, Points]] = {}
    for turn, table, match, number, points in rows:
        found.setdefault((turn, table, match), {})[number] = points
    for place, written in found.items():
        if _play(tournament, sides[place[2]]).is_over(written):
            yield place, in_order(written)


def _play(tournament: Tournament, sides: dict[str, list[int]]) -> TablePlay:
    """The game at a table with those sides."""
    return tournament.play(None if tournament.entry_size > 1 else len(sides))


def _rests(tournament: Tournament) -> tuple[Rested, ...]:
    rows = Rest.objects.filter(round__tournament=tournament, round__state=RoundState.SETTLED).values_list(
        "round__number", "entry__number"
    )
    return tuple(Rested(turn, number) for turn, number in rows.order_by("round__number", "entry__number"))


def _penalties(given: Iterable[Ruling]) -> Iterable[Penalty]:
    """The rulings in force that take points: of warnings, every second."""
    warned: dict[int, int] = {}
    for ruling in given:
        number = ruling.entry.number
        if ruling.effect == RulingEffect.WARNING:
            warned[number] = warned.get(number, 0) + 1
            if warned[number] % WARNINGS_A_PENALTY:
                continue
        elif ruling.effect != RulingEffect.POINTS_OFF:
            continue
        if ruling.points:
            yield Penalty(ruling.turn, number, ruling.points)


def _store(tournament: Tournament) -> None:
    """Adds a snapshot for every settled round whose classifica is new or has changed."""
    kept = {snapshot.round_number: snapshot for snapshot in tournament.snapshots.all()}
    numbers = tournament.rounds.filter(state=RoundState.SETTLED).values_list("number", flat=True)
    Snapshot.objects.bulk_create(
        Snapshot(
            tournament=tournament,
            round_number=number,
            results_version=tournament.results_version,
            criteria=tournament.criteria,
            rows=rows,
            built_at=timezone.now(),
        )
        for number, rows in _classifiche(tournament, list(numbers))
        if number not in kept or kept[number].rows != rows
    )


def _classifiche(tournament: Tournament, turns: list[int]) -> Iterable[tuple[int, list[dict[str, Any]]]]:
    everything = settled(tournament)
    for turn in turns:
        known = everything.until(turn)
        rows = standings(
            known.ranked(),
            known.results,
            known.rests,
            criteria=tournament.criteria,
            lots_seed=tournament.lots_seed,
            bye=ByePolicy(tournament.bye_policy),
            penalties=known.penalties,
        )
        # Through JSON and back, so that what was just built compares equal to what was stored.
        yield turn, json.loads(json.dumps([asdict(row) for row in rows]))
