"""Building the standings: from settled results to a stored snapshot a round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import live
from tournaments.locking import lock
from tournaments.models import Deal, Rest, RoundState, Ruling, Seat, Snapshot, Tournament
from tournaments.play import Points
from tournaments.standings import ByePolicy, Facts, Given, Played, Row, Seated, Settled
from tournaments.standings import Rest as Rested


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


def facts(tournament: Tournament, *, without: Ruling | None = None) -> Facts:
    """What the settled turns hold, entries by number, but for one ruling. Four queries."""
    done = {"round__tournament": tournament, "round__state": RoundState.SETTLED}
    seats = [
        Seated(*row)
        for row in Seat.objects.filter(**done)
        .order_by("id")
        .values_list("round__number", "match_id", "side", "entry__number")
    ]
    rests = Rest.objects.filter(**done).order_by("round__number", "entry__number")
    return Facts(
        tuple(seats),
        tuple(_played(tournament, seats)),
        tuple(Rested(*row) for row in rests.values_list("round__number", "entry__number")),
        tuple(as_given(ruling) for ruling in _rulings(tournament) if ruling != without),
        fewest_win=tournament.rules.fewest_win,
    )


def as_given(ruling: Ruling) -> Given:
    """The ruling as the standings read it; `match` and `entry` fetched with it."""
    return Given(
        effect=ruling.effect,
        turn=ruling.turn,
        entry=ruling.entry.number,
        table=ruling.match.table if ruling.match else None,
        match=ruling.match_id,
        side=ruling.side,
        points=ruling.points,
        assigned=ruling.assigned,
    )


def _rulings(tournament: Tournament) -> Iterable[Ruling]:
    """The rulings in force in settled turns, the oldest first."""
    settled_turns = tournament.rounds.filter(state=RoundState.SETTLED).values("number")
    in_force = tournament.rulings.filter(revoked_at__isnull=True, turn__in=settled_turns)
    return in_force.select_related("entry", "match").order_by("id")


def _played(tournament: Tournament, seats: Iterable[Seated]) -> Iterable[Played]:
    """Every settled match that has been played to its end, with what its smazzate add up to. One query."""
    people = Counter(seat.match for seat in seats)
    rows = (
        Deal.objects.filter(match__round__tournament=tournament, match__round__state=RoundState.SETTLED)
        .order_by("match__round__number", "match__table", "number")
        .values_list("match__round__number", "match__table", "match_id", "number", "points")
    )
    found: dict[tuple[int, int, int], dict[int, Points]] = {}
    for turn, table, match, number, points in rows:
        found.setdefault((turn, table, match), {})[number] = points
    for (turn, table, match), written in found.items():
        play = tournament.play(people[match])
        if play.is_over(written):
            yield Played(turn, table, match, play.totals(list(written.values())))


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
    everything = facts(tournament).settled()
    for turn in turns:
        rows = classifica(tournament, everything.until(turn))
        # Through JSON and back, so that what was just built compares equal to what was stored.
        yield turn, json.loads(json.dumps([asdict(row) for row in rows]))


def classifica(tournament: Tournament, known: Settled) -> tuple[Row, ...]:
    """The classifica that follows from `known`, by the tournament's criteria. No query."""
    return known.standings(tournament.criteria, tournament.lots_seed, ByePolicy(tournament.bye_policy))
