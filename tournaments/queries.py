"""Which rows a page or an answer needs, each in a fixed number of queries whatever the size."""

from collections.abc import Collection
from typing import Any

from django.db.models import Max, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects

from tournaments.models import (
    Deal,
    Entry,
    EntryPlayer,
    Match,
    Rest,
    Round,
    RoundState,
    Seat,
    Snapshot,
    Substitution,
    Tournament,
)

# With the club, whose rule says what stands for who is not named.
PLAYERS = EntryPlayer.objects.select_related("person__club")
ENTRY_PLAYERS = Prefetch("players", queryset=PLAYERS)


def tournament(code: str) -> Tournament:
    """The tournament of that code with its club. Raises Tournament.DoesNotExist. One query."""
    return Tournament.objects.select_related("club").get(code=code)


def entries(of: Tournament) -> QuerySet[Entry]:
    """Every entry with its players. Two queries."""
    return of.entries.prefetch_related(ENTRY_PLAYERS)


def fully_named(of: Tournament) -> QuerySet[Entry]:
    """Every entry for who sees whole names: the club's rule is not asked, nor its club read. Two queries."""
    return of.entries.prefetch_related(
        Prefetch("players", queryset=EntryPlayer.objects.select_related("person"))
    )


def numbered(of: Tournament, numbers: Collection[int]) -> list[Entry]:
    """The entries of those numbers with their players. Two queries, none where the entries were gathered."""
    if not numbers:
        return []
    if "entries" in getattr(of, "_prefetched_objects_cache", {}):
        return [entry for entry in of.entries.all() if entry.number in numbers]
    return list(entries(of).filter(number__in=numbers))


def _filled(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related(*_what_fills())


def _what_fills() -> "tuple[Prefetch[Any], Prefetch[Any]]":
    seats = Seat.objects.select_related("person__club", "entry")
    return Prefetch("seats", queryset=seats), Prefetch("deals", queryset=Deal.objects.order_by("number"))


def filled(match: Match) -> Match:
    """The table read already, with its seats, people and deals. Two queries."""
    prefetch_related_objects([match], *_what_fills())
    return match


def tables(rounds: QuerySet[Round]) -> QuerySet[Match]:
    """The tables of those rounds with their round, seats, people and deals. Three queries."""
    return _filled(with_round(Match.objects.filter(round__in=rounds)))


def with_round(matches: QuerySet[Match], *of_round: str) -> QuerySet[Match]:
    """The matches with their round, and what else of it is named.

    Not what the round was drawn from: it grows with the evening, and takes longer to read than all the rest.
    """
    reached = [f"round__{name}" for name in of_round]
    return matches.select_related("round", *reached).defer("round__draw_input")


def substitutions(of: Tournament, turn: int | None = None) -> QuerySet[Substitution]:
    """The substitutions in force in that turn; without one, those that have no end yet."""
    made = Substitution.objects.filter(entry__tournament=of, undone_at__isnull=True)
    if turn is None:
        return made.filter(until_turn__isnull=True)
    return made.filter(Q(until_turn__isnull=True) | Q(until_turn__gte=turn), from_turn__lte=turn)


def in_play(of: Tournament) -> QuerySet[Entry]:
    """The entries that a draw must seat: present and not withdrawn."""
    return of.entries.filter(checked_in_at__isnull=False, withdrawn_at__isnull=True)


def with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with tables, seats, people, deals and rests. A query for each kind."""
    return _with_matches(rounds, _filled(Match.objects.all()))


def with_results(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The same for officers, who read whole names: of the deals no more than their points, of the people no
    more than their names. What was entered and how it was counted are by far the longest of all to read."""
    seats = Seat.objects.select_related("person", "entry").only(
        "match", "side", "position", "entry__number", "person__first_name", "person__last_name"
    )
    deals = Deal.objects.order_by("number").only("match", "number", "points")
    matches = Match.objects.prefetch_related(Prefetch("seats", seats), Prefetch("deals", deals))
    return _with_matches(rounds, matches)


def _with_matches(rounds: QuerySet[Round], matches: QuerySet[Match]) -> QuerySet[Round]:
    rests = Rest.objects.select_related("entry").prefetch_related(
        Prefetch("entry__players", queryset=PLAYERS)
    )
    return rounds.prefetch_related(
        Prefetch("matches", queryset=matches), Prefetch("rests", queryset=rests)
    ).select_related("tournament")


def visible_rounds(of: Tournament, *, drafts: bool = False) -> QuerySet[Round]:
    """The rounds that the asker may see: drafts only for who runs the evening."""
    return of.rounds.all() if drafts else of.rounds.filter(~Q(state=RoundState.DRAFT))


def tables_of(entry: Entry) -> QuerySet[Match]:
    """The tables of the announced rounds at which `entry` sat, in order of turn. Three queries."""
    sat = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    matches = with_round(Match.objects.filter(pk__in=sat.values("match")), "tournament")
    return _filled(matches).order_by("round__number")


def rests_of(entry: Entry) -> list[int]:
    """The announced turns in which `entry` has the riposo. One query."""
    rests = Rest.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    return list(rests.order_by("round__number").values_list("round__number", flat=True))


def passes_of(of: Tournament, entry: Entry) -> list[int]:
    """The announced turns that `entry` went through without a match. One query, none without a knock-out."""
    if of.format not in (Tournament.Format.KNOCKOUT, Tournament.Format.GROUPS_FINAL):
        return []
    passing = visible_rounds(of).order_by("number").values_list("number", "passing")
    return [turn for turn, numbers in passing if entry.number in numbers]


def snapshot(of: Tournament, turn: int | None = None, version: int | None = None) -> Snapshot | None:
    """The newest classifica after `turn` (of the last settled turn without one); None before the first.

    With a `version` the one made of those results, though a correction has followed it.

    With the places of the turn before, for `places_before`. One query.
    """
    snapshots = with_rows_before(of.snapshots.order_by("-round_number", "-results_version"))
    asked = {"round_number": turn, "results_version": version}
    return snapshots.filter(**{name: value for name, value in asked.items() if value is not None}).first()


def with_rows_before(snapshots: QuerySet[Snapshot]) -> QuerySet[Snapshot]:
    """The snapshots, each with the rows of the turn before as they were when it was built. No query."""
    older = Snapshot.objects.filter(
        tournament=OuterRef("tournament"),
        round_number=OuterRef("round_number") - 1,
        # As it was then: a classifica is never compared with a correction it has not seen.
        results_version__lte=OuterRef("results_version"),
    )
    return snapshots.annotate(rows_before=Subquery(older.order_by("-results_version").values("rows")[:1]))


def places_before(snapshot: Snapshot) -> dict[int, int]:
    """The place of each entry's number after the turn before that of `snapshot`. No query."""
    rows: list[dict[str, int]] = snapshot.rows_before or []  # type: ignore[attr-defined]
    return {row["number"]: row["place"] for row in rows}


def previous_places(of: Tournament, turn: int) -> dict[int, int]:
    """The place of each entry's number after the turn before `turn`; empty for turn 1. One query."""
    before = of.snapshots.filter(round_number=turn - 1).order_by("-results_version").first()
    return {row["number"]: row["place"] for row in before.rows} if before else {}


def live_version(of: Tournament) -> str:
    """What changes whenever anything of the tournament does, or the names that may be read in it."""
    last = of.log.aggregate(last=Max("number"))["last"] or 0
    return version_of(of, last)


def version_of(of: Tournament, last: int) -> str:
    """The log's last number, the standings' version and that of the club's names. No query."""
    return f"{last}.{of.standings_version}.{of.club.names_version}"
