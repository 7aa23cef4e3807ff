"""Building the standings: from settled results to a stored snapshot a round."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import JSONField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from tournaments import live
from tournaments.locking import lock
from tournaments.models import RoundState, Ruling, Snapshot, Tournament
from tournaments.reading import AND_RUNNING, Known, known
from tournaments.standings import Facts, Row, Rules, Settled, decisions
from tournaments.standings.renewing import Renewed, renewed, uncollected
from tournaments.standings.storing import Storing, changes


@transaction.atomic
def build(tournament_id: int) -> bool:
    """True when new snapshots were stored, False when the standings were current already.

    All or nothing: a build that dies leaves the last snapshots as they were, and can be repeated any number
    of times. The tournament's lock keeps results from changing while they are read. Four queries, and one
    more where a classifica that was stored has changed, two where the ranking has.
    """
    tournament = lock(tournament_id)
    if tournament.standings_are_current:
        return False
    with uncollected():
        _store(tournament, known(tournament))
    tournament.standings_version = tournament.results_version
    tournament.save(update_fields=["standings_version"])
    live.announce(tournament)
    return True


def latest(tournament: Tournament) -> Snapshot | None:
    """The classifica in force: the newest version of the last settled round, None before the first."""
    return tournament.snapshots.order_by("-round_number", "-results_version").first()


def facts(tournament: Tournament, *, without: Ruling | None = None) -> Facts:
    """What the settled turns hold, entries by number, but for one ruling. One query."""
    return known(tournament, without=without).facts


def classifica(tournament: Tournament, known: Settled) -> tuple[Row, ...]:
    """The classifica that follows from `known`, as the tournament ranks. No query."""
    return known.standings(tournament.ranking, tournament.lots_seed)


@dataclass(frozen=True)
class Provisional:
    """The classifica as it would be if the turn being played ended with the matches that are over."""

    turn: int
    #: Tables of the turn, and those whose match is over or lost a tavolino.
    tables: int
    finished: int
    rules: Rules
    rows: list[dict[str, Any]]


def provisional(tournament: Tournament) -> Provisional | None:
    """The provisional classifica; None where no turn is being played. Nothing is stored: no draw sees it.

    Results that wait for their confirmation are in it, matches not over are not; who rests has the score of
    the rest as soon as one match of the turn is over. Two queries.
    """
    turn = tournament.rounds.filter(state=RoundState.PLAYING).values_list("number", flat=True).first()
    if turn is None:
        return None
    facts = known(tournament, AND_RUNNING).facts
    tables = {seat.match for seat in facts.seats if seat.turn == turn}
    settled, rules = facts.settled(), tournament.ranking
    played = {result.table for result in settled.results if result.turn == turn}
    decided = {each.table for each in decisions(facts.given).values() if each.turn == turn}
    if not played:
        settled = settled.without_rests_of(turn)
    rows = Storing(rules).rows(settled.standings(rules, tournament.lots_seed))
    return Provisional(turn, len(tables), len(played | decided), rules, rows)


def _store(tournament: Tournament, found: Known) -> None:
    """Adds a snapshot for every settled round whose classifica is new or has changed, in rows or in rules."""
    rules, digests = tournament.ranking, {turn: digest for turn, (_version, digest) in found.kept.items()}
    made = renewed(found.facts, rules, tournament.lots_seed, digests)
    said = rules.as_json()
    before = _before(
        tournament, {new.turn: found.kept[new.turn][0] for new in made if new.turn in found.kept}
    )
    reason = _reason(tournament) if any(older.rules not in (None, said) for older in before.values()) else ""
    Snapshot.objects.bulk_create(
        _snapshot(tournament, new, before.get(new.turn), reason)
        for new in made
        if new.turn not in before
        or before[new.turn].rows != json.loads(new.stored)
        or before[new.turn].rules not in (None, said)
    )


def _reason(tournament: Tournament) -> str:
    """Why the tournament ranks otherwise than it did, as was written when it was changed. One query."""
    last = tournament.log.filter(act="tournament.ranking").order_by("-number").first()
    return last.reason if last else ""


def _snapshot(tournament: Tournament, new: Renewed, older: Snapshot | None, reason: str) -> Snapshot:
    """The classifica as a version of its own; after an older one, with what differs and perhaps why."""
    made_otherwise = older is not None and older.rules not in (None, tournament.ranking.as_json())
    return Snapshot(
        tournament=tournament,
        round_number=new.turn,
        results_version=tournament.results_version,
        criteria=tournament.criteria,
        rules=tournament.ranking.as_json(),
        digest=new.digest,
        rows=Cast(Value(new.stored), JSONField()),  # text already: not to be written a second time
        changes=changes(older.results_version, older.rows, new.rows, reason if made_otherwise else "")
        if older
        else None,
        built_at=timezone.now(),
    )


def _before(tournament: Tournament, versions: dict[int, int]) -> dict[int, Snapshot]:
    """The snapshots of those results versions by turn; no query where there are none."""
    if not versions:
        return {}
    there = tournament.snapshots.filter(
        round_number__in=versions, results_version__in=set(versions.values())
    ).order_by("results_version")
    return {each.round_number: each for each in there if each.results_version == versions[each.round_number]}
