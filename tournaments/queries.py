"""Queries shared by pages and verbs, each with a fixed number of queries for any size."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import (
    Exists,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.utils.translation import gettext as _

from club import log_context
from club.models import Person, PersonName
from club.queries import first_or_not_found
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import (
    Booking,
    Deal,
    Entry,
    EntryPlayer,
    Match,
    Rest,
    Round,
    RoundState,
    RulingEffect,
    Seat,
    Snapshot,
    Substitution,
    Tournament,
)
from tournaments.models.deal import is_decided
from tournaments.models.round import movement_of

# The club is joined because its rule decides how people without consent are named.
PLAYERS = EntryPlayer.objects.select_related("person__club")
ENTRY_PLAYERS = Prefetch("players", queryset=PLAYERS)
#: The columns of a `PersonName`: for hundreds of names, rows are many times faster than models.
NAME = ("person__first_name", "person__last_name", "person__name_consent_on", "person__club__unnamed")


TOURNAMENTS = Tournament.objects.select_related("club")


@dataclass(frozen=True)
class EntryRow:
    """An entry as it is shown, with its players' names in order."""

    players: list[PersonName]
    number: int
    checked_in_at: datetime | None
    withdrawn_at: datetime | None
    fixed_table: int | None
    seed: int | None
    circle: str
    team: int | None


#: The columns of an `EntryRow` besides its players.
ENTRY = ("number", "checked_in_at", "withdrawn_at", "fixed_table", "seed", "circle", "team")


def tournament(code: str, tournaments: QuerySet[Tournament] = TOURNAMENTS) -> Tournament:
    """The tournament of that code with its club. Raises NotFound. One query."""
    row = first_or_not_found(tournaments.filter(code=code), _("Nessun torneo ha questo indirizzo."))
    log_context.note_club(row.club.slug)
    return row


def entries(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with its players. Two queries."""
    return tournament.entries.prefetch_related(ENTRY_PLAYERS)


def fully_named_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry, for readers who see full names, and so without the clubs, whose rule hides names. Two
    queries."""
    return tournament.entries.prefetch_related(
        Prefetch("players", queryset=EntryPlayer.objects.select_related("person"))
    )


def entry_rows(entries: QuerySet[Entry]) -> list[EntryRow]:
    """The entries, of one tournament, with their players' names. One query."""
    rows = entries.order_by("number", "players__position")
    names = [f"players__{column}" for column in NAME]
    return [
        EntryRow([PersonName(*row[len(ENTRY) :]) for row in same], *entry)
        for entry, same in groupby(rows.values_list(*ENTRY, *names), key=lambda row: row[: len(ENTRY)])
    ]


class DealRow(NamedTuple):
    """A deal as it is shown, in the columns of `Deal`."""

    number: int
    way: str
    entered: dict[str, Any]
    counted: dict[str, Any]
    points: dict[str, int]
    entered_by_id: int | None
    entered_by_name: str
    entered_side: str
    agreement: str
    answered_at: datetime | None
    contest_reason: str
    same_device: bool
    entered_at: datetime
    changed_at: datetime
    version: int

    @property
    def is_decided(self) -> bool:
        return is_decided(self.entered_side, self.agreement, self.answered_at)


def deal_rows(round_: Round) -> dict[int, list[DealRow]]:
    """The deals of a round in order, by the id of their match. One query."""
    rows: defaultdict[int, list[DealRow]] = defaultdict(list)
    deals = Deal.objects.filter(match__round=round_).order_by("number")
    for match, *deal in deals.values_list("match", *DealRow._fields):
        rows[match].append(DealRow(*deal))
    return rows


def players_by_entry(players: QuerySet[EntryPlayer]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The ids of these people, not of their substitutes, by tournament and number of the entry. One query."""
    by_entry: defaultdict[tuple[int, int], tuple[int, ...]] = defaultdict(tuple)
    rows = players.order_by("position").values_list("tournament", "entry__number", "person")
    for tournament, number, person in rows:
        by_entry[tournament, number] += (person,)
    return dict(by_entry)


def entries_by_number(tournament: Tournament, numbers: Collection[int]) -> list[Entry]:
    """The entries of those numbers with their players. Two queries, none for no numbers."""
    return list(entries(tournament).filter(number__in=numbers)) if numbers else []


def _prefetched(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related(*_table_prefetches())


def _table_prefetches() -> "tuple[Prefetch[Any], Prefetch[Any]]":
    seats = Seat.objects.select_related("person__club", "entry")
    return Prefetch("seats", queryset=seats), Prefetch("deals", queryset=Deal.objects.order_by("number"))


def with_seats_and_deals(match: Match) -> Match:
    """The table with its seats, people and deals prefetched. Two queries."""
    prefetch_related_objects([match], *_table_prefetches())
    return match


def expelled(tournament: Tournament) -> frozenset[int]:
    """The numbers of the entries with an expulsion in force. One query."""
    rulings = tournament.rulings.filter(effect=RulingEffect.EXPULSION, revoked_at__isnull=True)
    return frozenset(rulings.values_list("entry__number", flat=True))


def tables(rounds: QuerySet[Round]) -> QuerySet[Match]:
    """The tables of those rounds with their round, seats, people and deals. Three queries."""
    return _prefetched(with_round(Match.objects.filter(round__in=rounds)))


def with_round(matches: QuerySet[Match], *relations: str) -> QuerySet[Match]:
    """The matches with their round and the named relations of the round.

    The input of the round's draw is deferred: it grows with the evening, and is the slowest part to read.
    """
    joined = [f"round__{name}" for name in relations]
    return matches.select_related("round", *joined).defer("round__draw_input")


def substitutions(tournament: Tournament, turn: int | None = None) -> QuerySet[Substitution]:
    """The substitutions in force in that round; without a round, those that have not ended."""
    made = Substitution.objects.filter(entry__tournament=tournament, undone_at__isnull=True)
    if turn is None:
        return made.filter(until_turn__isnull=True)
    return made.filter(Q(until_turn__isnull=True) | Q(until_turn__gte=turn), from_turn__lte=turn)


def people_free_to_sit_in(round_: Round) -> QuerySet[Person]:
    """The club's people who may be substitutes in that round: they neither play, nor sit in for anybody, nor
    have a seat in it."""
    tournament = round_.tournament
    playing = EntryPlayer.objects.filter(tournament=tournament, entry__withdrawn_at=None)
    return Person.objects.filter(club=tournament.club_id, erased_number=None).exclude(
        Q(pk__in=playing.values("person"))
        | Q(pk__in=Seat.objects.filter(round=round_).values("person"))
        | Q(pk__in=substitutions(tournament, round_.number).values("substitute"))
    )


def in_play(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that a draw must seat: present and not withdrawn."""
    return tournament.entries.filter(checked_in_at__isnull=False, withdrawn_at__isnull=True)


def with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with tables, seats, people, deals and byes. A query for each kind."""
    return _with_matches(rounds, _prefetched(Match.objects.all()))


def with_results(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds as in `with_tables`, but only with the columns that officers need: points of deals, names.

    The columns left out, the entered data and the count of each deal, are by far the largest.
    """
    seats = Seat.objects.select_related("person", "entry").only(
        "match",
        "side",
        "position",
        "entry__number",
        "entry__withdrawn_at",
        "entry__team",
        "person__first_name",
        "person__last_name",
    )
    deals = Deal.objects.order_by("number").only("match", "number", "points", "way")
    matches = Match.objects.prefetch_related(Prefetch("seats", seats), Prefetch("deals", deals))
    return _with_matches(rounds, matches)


def _with_matches(rounds: QuerySet[Round], matches: QuerySet[Match]) -> QuerySet[Round]:
    rests = Rest.objects.select_related("entry").prefetch_related(
        Prefetch("entry__players", queryset=PLAYERS)
    )
    return rounds.prefetch_related(
        Prefetch("matches", queryset=matches), Prefetch("rests", queryset=rests)
    ).select_related("tournament")


def visible_rounds(tournament: Tournament, *, drafts: bool = False) -> QuerySet[Round]:
    """The rounds that the reader may see: drafts only for officers who run the evening."""
    return tournament.rounds.all() if drafts else tournament.rounds.filter(~Q(state=RoundState.DRAFT))


def current_round(tournament: Tournament, *, drafts: bool = False, points: bool = True) -> Round | None:
    """The newest round that the reader may see, with its tables and byes; None before the first.

    Without seats, which the results page reads as rows. With `points`, the points of the deals are read; the
    whole deals are `deal_rows`. Four queries, three without.
    """
    rounds = visible_rounds(tournament, drafts=drafts).order_by("-number")
    if movement_of(tournament).groups == 1:
        # Read only for groups: it grows with the evening, and takes longer to read than all the rest.
        rounds = rounds.defer("draw_input")
    deals = Prefetch("matches__deals", Deal.objects.only("match", "number", "points", "way"))
    rests = Rest.objects.select_related("entry")
    newest = rounds.prefetch_related(deals if points else "matches", Prefetch("rests", rests)).first()
    if newest:
        newest.tournament = tournament
    return newest


def tables_of(entry: Entry) -> QuerySet[Match]:
    """The tables of the announced rounds at which `entry` sat, in order of rounds. Three queries."""
    sat = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    matches = with_round(Match.objects.filter(pk__in=sat.values("match")), "tournament")
    return _prefetched(matches).order_by("round__number")


def rests_of(entry: Entry) -> list[int]:
    """The announced rounds in which `entry` has a bye. One query."""
    rests = Rest.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    return list(rests.order_by("round__number").values_list("round__number", flat=True))


def passes_of(tournament: Tournament, entry: Entry) -> list[int]:
    """The announced rounds that `entry` passed without a match. One query, none without a knock-out."""
    if tournament.format not in (Tournament.Format.KNOCKOUT, Tournament.Format.GROUPS_FINAL):
        return []
    passing = visible_rounds(tournament).order_by("number").values_list("number", "passing")
    return [turn for turn, numbers in passing if entry.number in numbers]


def snapshot(tournament: Tournament, turn: int | None = None, version: int | None = None) -> Snapshot | None:
    """The newest standings after `turn` (by default the last settled round); None before the first.

    With a `version`, the standings built from that version of the results, even if a correction has followed.
    They carry the rows of the round before, for `places_before`. One query.
    """
    snapshots = with_rows_before(tournament.snapshots.order_by("-round_number", "-results_version"))
    position = {"round_number": turn, "results_version": version}
    return snapshots.filter(**{name: value for name, value in position.items() if value is not None}).first()


def with_rows_before(snapshots: QuerySet[Snapshot]) -> QuerySet[Snapshot]:
    """The snapshots, each with the rows of the round before as they were when it was built. No query."""
    older = Snapshot.objects.filter(
        tournament=OuterRef("tournament"),
        round_number=OuterRef("round_number") - 1,
        # Standings are never compared with a later correction of the round before.
        results_version__lte=OuterRef("results_version"),
    )
    return snapshots.annotate(rows_before=Subquery(older.order_by("-results_version").values("rows")[:1]))


def newest_rows(tournaments: Iterable[int]) -> dict[int, list[StoredRow]]:
    """The rows of the newest standings of each tournament that has any, by id. One query."""
    return dict(newest_snapshots(tournaments).values_list("tournament_id", "rows"))


def newest_snapshots(tournaments: Iterable[int]) -> QuerySet[Snapshot]:
    """The newest standings of each tournament that has any."""
    newest = Snapshot.objects.filter(tournament=OuterRef("pk")).order_by("-round_number", "-results_version")
    wanted = Tournament.objects.filter(pk__in=list(tournaments)).order_by()
    return Snapshot.objects.filter(pk__in=wanted.values_list(Subquery(newest.values("pk")[:1]))).order_by()


def places_before(snapshot: Snapshot) -> dict[int, int]:
    """The place of each entry's number after the round before that of `snapshot`. No query."""
    rows: list[dict[str, int]] = snapshot.rows_before or []  # type: ignore[attr-defined]
    return {row["number"]: row["place"] for row in rows}


def previous_places(tournament: Tournament, turn: int) -> dict[int, int]:
    """The place of each entry's number after the round before `turn`; empty for round 1. One query."""
    before = tournament.snapshots.filter(round_number=turn - 1).order_by("-results_version").first()
    return {row["number"]: row["place"] for row in before.rows} if before else {}


def live_version(tournament: Tournament) -> str:
    """A version that changes with every change of the tournament, and of the names shown in it."""
    last = tournament.log.aggregate(last=Max("number"))["last"] or 0
    return version_of(tournament, last)


def table_version(tournament: Tournament, turn: int, table: int) -> str:
    """A version that changes whenever that table's page does, but not with the deals and calls of other
    tables. One query."""
    at_table = Q(subject__turn=turn, subject__table=table)
    of_one_table = Q(act__startswith="deal.") | Q(act__startswith="referee.") | Q(act="table.time-over")
    acts = tournament.log.filter(at_table | ~of_one_table).order_by("-number")
    return f"{acts.values_list('number', flat=True).first() or 0}.{tournament.club.names_version}"


def version_of(tournament: Tournament, last: int) -> str:
    """The log's last number, and the versions of the standings and of the club's names. No query."""
    return f"{last}.{tournament.standings_version}.{tournament.club.names_version}"


#: A round that has been started.
STARTED = (RoundState.PLAYING, RoundState.SETTLED)


def substitutes_in_force(tournament: Tournament, turn: int) -> dict[tuple[int, int], Person]:
    """The substitutes of that round, by the ids of the entry and of the player replaced. One query."""
    made = substitutions(tournament, turn).select_related("substitute")
    return {(each.entry_id, each.replaced_id): each.substitute for each in made}


def out_of_prizes(tournament: Tournament) -> frozenset[int]:
    """The numbers of the entries whose substitutes played more than half of the rounds (FIELD). One query."""
    seats = seats_of_substitutes([tournament])
    return too_often_away(tournament, seats.values_list("entry__number", "round__number"))


def out_of_prizes_by_tournament(tournaments: Sequence[Tournament]) -> dict[int, frozenset[int]]:
    """`out_of_prizes` of several tournaments, by id. One query."""
    away: defaultdict[int, list[Sequence[int]]] = defaultdict(list)
    seats = seats_of_substitutes(tournaments)
    for tournament_id, *seat in seats.values_list("round__tournament", "entry__number", "round__number"):
        away[tournament_id].append(seat)
    return {tournament.pk: too_often_away(tournament, away[tournament.pk]) for tournament in tournaments}


def seats_of_substitutes(tournaments: Sequence[Tournament]) -> QuerySet[Seat]:
    """The seats of started rounds that were taken by a substitute."""
    own = EntryPlayer.objects.filter(entry=OuterRef("entry"), person=OuterRef("person"))
    seats = Seat.objects.filter(round__tournament__in=tournaments, round__state__in=STARTED)
    return seats.exclude(Exists(own))


def too_often_away(tournament: Tournament, away: Iterable[Sequence[int]]) -> frozenset[int]:
    """The numbers of the entries out of prizes, from the entry and round of each seat taken by a substitute.

    No query, except where a challenge without a number of rounds has substitutes.
    """
    turns = Counter(number for number, _turn in {(number, turn) for number, turn in away})
    if not turns:
        return frozenset()
    planned = tournament.planned_turns
    if planned is None:  # as many as there have been so far
        planned = tournament.rounds.filter(state__in=STARTED).count()
    return frozenset(number for number, played in turns.items() if played * 2 > planned)


def waiting_line(tournament: Tournament, team: int | None = None) -> QuerySet[Booking]:
    """The waiting list, in order; with `team` only those who wait for a place in that team of a challenge."""
    line = open_bookings(tournament).filter(line__isnull=False).order_by("line")
    return line.filter(team=team) if team and tournament.is_challenge else line


def position_in_line(booking: Booking) -> int:
    """The booking's position on the waiting list, from 1; in a challenge, on its team's. One query."""
    return waiting_line(booking.tournament, booking.team).filter(line__lte=booking.line).count()


def open_bookings(tournament: Tournament) -> QuerySet[Booking]:
    """The bookings that hold a place or wait for one: not ended, and not joined to another booking."""
    return tournament.bookings.filter(ended_at__isnull=True, joined_to__isnull=True)
