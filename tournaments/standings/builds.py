"""Building the standings in Celery tasks, a snapshot for each settled round; and the groups of a snapshot."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from tournaments import log, queries
from tournaments.core.draws import DrawInput
from tournaments.core.draws.challenge import Teams
from tournaments.core.draws.movements import final_from
from tournaments.core.standings import Row, Rules, Settled, decisions, standings_by_group
from tournaments.core.standings.challenge_score import challenge_score
from tournaments.core.standings.stored_standings import (
    NewStandings,
    StoredRow,
    changes,
    new_standings,
    row_from,
    rules_of,
    stored_rows,
)
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Round, RoundState, Snapshot, Tournament, closed_boards
from tournaments.models.round import movement_of
from tournaments.stack import with_stack_chunk
from tournaments.standings.challenges import started_teams
from tournaments.standings.standings_input import AND_RUNNING, settled_facts, withdrawn_from
from tournaments.text.format_wording import group_name


@transaction.atomic
def build(tournament_id: int, *, is_opened: bool = False) -> bool:
    """True if new snapshots were stored; False if the standings were current already.

    With `is_opened` the closed results of the evening have just opened (`models.closed_boards`), so that
    current standings may still lack their snapshots.

    All or nothing: a build that dies leaves the last snapshots as they were, and is idempotent. The
    tournament's lock keeps results from changing while they are read. Ten queries; one more where stored
    standings have changed, two where the ranking has, two for groups and knock-outs, one for a
    challenge.
    """
    tournament = lock(tournament_id)
    if tournament.standings_are_current and not is_opened:
        return False
    _store(tournament)
    tournament.standings_version = tournament.results_version
    tournament.save(update_fields=["standings_version"])
    live_feed.announce(tournament)
    return True


def latest_snapshot(tournament: Tournament) -> Snapshot | None:
    """The current standings: the newest version of the last settled round, None before the first."""
    return tournament.snapshots.order_by("-round_number", "-results_version").first()


def standings_of(tournament: Tournament, settled: Settled) -> tuple[Row, ...]:
    """The standings that follow from these results, as the tournament ranks. No query."""
    return settled.standings(tournament.ranking, tournament.lots_seed)


@dataclass(frozen=True)
class Provisional:
    """The interim standings: as if the round being played ended with the matches that are over."""

    turn: int
    #: Tables of the round, and those whose match is over or forfeited.
    tables: int
    finished: int
    rules: Rules
    rows: list[StoredRow]


def provisional(tournament: Tournament) -> Provisional | None:
    """The interim standings; None where no round is being played. They are not stored: no draw sees them.

    Unconfirmed results count, unfinished matches do not; an entry with a bye has its score as soon as one
    match of the round is over. Seven queries, two more for groups and knock-outs, one more after withdrawals.
    """
    round_ = tournament.rounds.filter(state=RoundState.PLAYING).first()
    if round_ is None:
        return None
    round_.tournament, turn = tournament, round_.number
    facts = settled_facts(tournament, AND_RUNNING)
    tables = {seat.match for seat in facts.seats if seat.turn == turn}
    settled, rules = facts.settled(), tournament.ranking
    left = ((turn, number) for number in (withdrawn_from(round_, settled) if rules.leavers_last else ()))
    settled = replace(settled, withdrawn=settled.withdrawn | frozenset(left))
    played = {result.table for result in settled.results if result.turn == turn}
    decided = {each.table for each in decisions(facts.given).values() if each.turn == turn}
    if not played:
        settled = settled.without_rests_of(turn)
    rows = stored_rows(settled.standings(rules, tournament.lots_seed), rules)
    return Provisional(turn, len(tables), len(played | decided), rules, rows)


def _store(tournament: Tournament) -> None:
    """Adds a snapshot for every settled round whose standings have changed, in rows or in rules.

    None while all results of the evening are closed: standings would tell them.
    """
    if closed_boards.are_all_closed(tournament):
        return
    ranking, rules = tournament.ranking, tournament.ranking.as_json()
    stored = _newest_digests(tournament)
    digests = {turn: digest for turn, (_version, digest) in stored.items()}
    made = new_standings(settled_facts(tournament), ranking, tournament.lots_seed, digests)
    before = _superseded(tournament, {new.turn: stored[new.turn][0] for new in made if new.turn in stored})
    log_number = log.last_number(tournament) if made else 0
    reason = _reason(tournament) if any(older.rules not in (None, rules) for older in before.values()) else ""
    teams = started_teams(tournament) if made and tournament.is_challenge else ((), ())
    Snapshot.objects.bulk_create(
        _snapshot(tournament, new, before.get(new.turn), reason, log_number, teams)
        for new in made
        if new.turn not in before
        or before[new.turn].rows != new.stored
        or before[new.turn].rules not in (None, rules)
    )


def _newest_digests(tournament: Tournament) -> dict[int, tuple[int, str]]:
    """The results version and the digest of the newest snapshot of each round, by its number. One query."""
    rows = tournament.snapshots.order_by("round_number", "results_version")
    return {
        turn: (version, digest)
        for turn, version, digest in rows.values_list("round_number", "results_version", "digest")
    }


def _reason(tournament: Tournament) -> str:
    """The reason written when the ranking was last changed, empty if it never was. One query."""
    last = tournament.log.filter(act="tournament.ranking").order_by("-number").first()
    return last.reason if last else ""


def _snapshot(
    tournament: Tournament,
    new: NewStandings,
    older: Snapshot | None,
    reason: str,
    log_number: int,
    teams: Teams,
) -> Snapshot:
    """A new version; after an older one, with the changes and perhaps the reason."""
    score = challenge_score(new.stored, teams, tournament.ranking).teams if all(teams) else ()
    rules = tournament.ranking.as_json()
    changes_from_older = None
    if older is not None:
        is_other_ranking = older.rules not in (None, rules)
        changes_from_older = changes(
            older.results_version, older.rows, new.rows, reason if is_other_ranking else ""
        )
    return Snapshot(
        tournament=tournament,
        round_number=new.turn,
        results_version=tournament.results_version,
        criteria=tournament.criteria,
        rules=rules,
        digest=new.digest,
        rows=new.stored,
        team_points=[each.points for each in score] or None,
        changes=changes_from_older,
        built_at=timezone.now(),
        log_number=log_number,
    )


def _superseded(tournament: Tournament, versions: dict[int, int]) -> dict[int, Snapshot]:
    """The snapshots of those results versions by round, which new ones supersede; no query without any."""
    if not versions:
        return {}
    snapshots = tournament.snapshots.filter(
        round_number__in=versions, results_version__in=set(versions.values())
    ).order_by("results_version")
    return {
        each.round_number: each for each in snapshots if each.results_version == versions[each.round_number]
    }


# The groups of stored standings, and the entries level at the last place that leads to the final.
#
# If the ranking does not end with a draw of lots, entries may stay level there. Those with the lower numbers
# then qualify, and the organiser sees this before the tables are announced.


@dataclass(frozen=True)
class Level:
    """Entries of a group that share a place, and those of them that qualify in the draft."""

    group: str
    numbers: tuple[int, ...]
    taken: tuple[int, ...]


def level_at_the_cut(tournament: Tournament, round_: Round) -> list[Level]:
    """The groups in which a shared place decides the draft of the final's first round.

    One query for that draft, none for any other round.
    """
    if round_.state != RoundState.DRAFT or tournament.format != "groups-final":
        return []
    draw_input = DrawInput.from_json(round_.draw_input)
    orders = draw_input.group_orders
    if not orders or final_from(movement_of(tournament), len(draw_input.started)) != round_.number:
        return []
    each = min([tournament.qualifiers, *map(len, orders)])
    places = _places(tournament, round_.number - 1)
    levels = []
    for at, order in enumerate(orders, start=1):
        numbers = _level(order, each, places)
        if numbers:
            levels.append(Level(group_name(at), numbers, tuple(n for n in order[:each] if n in numbers)))
    return levels


def _level(order: tuple[int, ...], each: int, places: dict[int, int]) -> tuple[int, ...]:
    """The entries that share the place of the last qualifier, if some of them do not qualify."""
    if each >= len(order) or places.get(order[each - 1]) != places.get(order[each]):
        return ()
    return tuple(number for number in order if places.get(number) == places.get(order[each]))


def _places(tournament: Tournament, last_turn: int) -> dict[int, int]:
    """Each entry's place in its group by number, shared where nothing separates them."""
    snapshot = queries.snapshot(tournament)
    groups = stored_standings_by_group(snapshot, tournament, last_turn) if snapshot else {}
    return {row.number: row.place for rows in groups.values() for row in rows}


def stored_standings_by_group(
    snapshot: Snapshot, tournament: Tournament, last_turn: int | None
) -> dict[int, tuple[Row, ...]]:
    """The standings of each group by its number, by the rules of the stored ones. No query."""
    rules = rules_of(snapshot.rules, snapshot.criteria)
    rows = [row_from(row) for row in snapshot.rows if row.get("group") is not None]
    return standings_by_group(rows, rules, tournament.lots_seed, last_turn)


# Celery tasks that build the standings, and the call that asks for a build.

#: Seconds after which a web process builds standings that no worker has built.
OVERDUE_SECONDS: Final = 10.0


@shared_task(
    name="tournaments.tasks.build_standings",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    max_retries=5,
)
def build_standings(tournament_id: int) -> None:
    """Builds the standings of one tournament; does nothing when they are current."""
    with_stack_chunk(build, tournament_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> None:
    """Repeats requests for lost builds: a worker died, or the broker did not answer at the commit."""
    for pk, _version in _waiting():
        build_standings.delay(pk)


def _waiting() -> QuerySet[Tournament, tuple[int, int]]:
    """The key and the results version of each tournament whose standings are not built yet. One query."""
    stale = Tournament.objects.filter(standings_version__lt=F("results_version"))
    return stale.values_list("pk", "results_version")


def waiting_count() -> int:
    """How many tournaments have standings that are not built yet. One query."""
    return _waiting().count()


def last_built_at() -> datetime | None:
    """When standings were last built; None before the first. One query."""
    last: datetime | None = Snapshot.objects.aggregate(last=Max("built_at"))["last"]
    return last


@dataclass
class OverdueBuilds:
    """Builds in this process the standings that no worker has built in time."""

    #: When each results version was first seen without its standings, by `time.monotonic`.
    first_seen: dict[tuple[int, int], float] = field(default_factory=dict)

    def build(self) -> None:
        """Builds the standings that have been missing for OVERDUE_SECONDS; remembers the others. One query,
        and those of the builds.
        """
        now = time.monotonic()
        self.first_seen = {each: self.first_seen.get(each, now) for each in _waiting()}
        for tournament_id, version in list(self.first_seen):
            if now - self.first_seen[tournament_id, version] >= OVERDUE_SECONDS:
                with_stack_chunk(build, tournament_id)


def results_changed(tournament: Tournament) -> None:
    """Records that settled results changed and requests a build after the commit.

    If the broker does not answer, the commit stands and `repair_standings` repeats the request.
    """
    tournament.results_version += 1
    tournament.save(update_fields=["results_version"])
    transaction.on_commit(lambda: build_standings.delay(tournament.pk), robust=True)
