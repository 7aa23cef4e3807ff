"""Building the standings: from settled results to a stored snapshot a round."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from tournaments import live
from tournaments.locking import lock
from tournaments.models import Deal, Rest, RoundState, Seat, Snapshot, Tournament
from tournaments.standings import ByePolicy, Ranked, Result, standings
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


def results(tournament: Tournament) -> tuple[Result, ...]:
    """What every table of the settled rounds scored, by entry number. Two queries."""
    sides: dict[int, dict[str, list[int]]] = {}
    for match, side, number in (
        Seat.objects.filter(round__tournament=tournament, round__state=RoundState.SETTLED)
        .order_by("id")
        .values_list("match_id", "side", "entry__number")
    ):
        numbers = sides.setdefault(match, {"A": [], "B": []})[side]
        if number not in numbers:
            numbers.append(number)
    totals = (
        Deal.objects.filter(match__round__tournament=tournament, match__round__state=RoundState.SETTLED)
        .values_list("match__round__number", "match__table", "match_id")
        .annotate(a=Sum("points_a"), b=Sum("points_b"))
        .order_by("match__round__number", "match__table")
    )
    return tuple(
        Result(turn, table, tuple(sides[match]["A"]), tuple(sides[match]["B"]), a, b)
        for turn, table, match, a, b in totals
    )


def rests(tournament: Tournament) -> tuple[Rested, ...]:
    """Who had the riposo in the settled rounds, by entry number. One query."""
    rows = Rest.objects.filter(round__tournament=tournament, round__state=RoundState.SETTLED).values_list(
        "round__number", "entry__number"
    )
    return tuple(Rested(turn, number) for turn, number in rows.order_by("round__number", "entry__number"))


def _store(tournament: Tournament) -> None:
    """Adds a snapshot for every settled round whose classifica is new or has changed."""
    kept = {snapshot.round_number: snapshot for snapshot in tournament.snapshots.all()}
    settled = tournament.rounds.filter(state=RoundState.SETTLED).values_list("number", flat=True)
    Snapshot.objects.bulk_create(
        Snapshot(
            tournament=tournament,
            round_number=number,
            results_version=tournament.results_version,
            criteria=tournament.criteria,
            rows=rows,
            built_at=timezone.now(),
        )
        for number, rows in _classifiche(tournament, list(settled))
        if number not in kept or kept[number].rows != rows
    )


def _classifiche(tournament: Tournament, settled: list[int]) -> Iterable[tuple[int, list[dict[str, Any]]]]:
    entries = [
        Ranked(number, number, withdrawn is not None)
        for number, withdrawn in tournament.entries.filter(checked_in_at__isnull=False).values_list(
            "number", "withdrawn_at"
        )
    ]
    played, rested = results(tournament), rests(tournament)
    for turn in settled:
        rows = standings(
            entries,
            [result for result in played if result.turn <= turn],
            [rest for rest in rested if rest.turn <= turn],
            criteria=tournament.criteria,
            lots_seed=tournament.lots_seed,
            bye=ByePolicy(tournament.bye_policy),
        )
        # Through JSON and back, so that what was just built compares equal to what was stored.
        yield turn, json.loads(json.dumps([asdict(row) for row in rows]))
