"""Which rows a page or an answer needs, each in a fixed number of queries whatever the size."""

from django.db.models import Max, Prefetch, Q, QuerySet

from tournaments.models import (
    Deal,
    Entry,
    Match,
    Rest,
    Round,
    RoundState,
    Seat,
    Snapshot,
    Substitution,
    Tournament,
)

ENTRY_PLAYERS = "players__person"


def tournament(code: str) -> Tournament:
    """The tournament of that code with its club. Raises Tournament.DoesNotExist. One query."""
    return Tournament.objects.select_related("club").get(code=code)


def entries(of: Tournament) -> QuerySet[Entry]:
    """Every entry with its players. Three queries."""
    return of.entries.prefetch_related(ENTRY_PLAYERS)


def _filled(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Seat.objects.select_related("person", "entry")
    return matches.prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("deals", queryset=Deal.objects.order_by("number"))
    )


def tables(rounds: QuerySet[Round]) -> QuerySet[Match]:
    """The tables of those rounds with their round, seats, people and deals. Three queries."""
    return _filled(Match.objects.filter(round__in=rounds).select_related("round"))


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
    matches = _filled(Match.objects.all())
    rests = Rest.objects.select_related("entry").prefetch_related("entry__players__person")
    return rounds.prefetch_related(
        Prefetch("matches", queryset=matches), Prefetch("rests", queryset=rests)
    ).select_related("tournament")


def visible_rounds(of: Tournament, *, drafts: bool = False) -> QuerySet[Round]:
    """The rounds that the asker may see: drafts only for who runs the evening."""
    return of.rounds.all() if drafts else of.rounds.filter(~Q(state=RoundState.DRAFT))


def current_round(of: Tournament, *, drafts: bool = False) -> Round | None:
    """The round with the highest number that the asker may see, with its tables."""
    return with_tables(visible_rounds(of, drafts=drafts)).order_by("-number").first()


def tables_of(entry: Entry) -> QuerySet[Match]:
    """The tables of the announced rounds at which `entry` sat, in order of turn. Three queries."""
    sat = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    matches = Match.objects.filter(pk__in=sat.values("match")).select_related("round__tournament")
    return _filled(matches).order_by("round__number")


def rests_of(entry: Entry) -> list[int]:
    """The announced turns in which `entry` has the riposo. One query."""
    rests = Rest.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    return list(rests.order_by("round__number").values_list("round__number", flat=True))


def snapshot(of: Tournament, turn: int | None = None) -> Snapshot | None:
    """The newest classifica after `turn` (of the last settled turn without one); None before the first."""
    snapshots = of.snapshots.order_by("-round_number", "-results_version")
    return (snapshots if turn is None else snapshots.filter(round_number=turn)).first()


def previous_places(of: Tournament, turn: int) -> dict[int, int]:
    """The place of each entry's number after the turn before `turn`; empty for turn 1."""
    before = snapshot(of, turn - 1) if turn > 1 else None
    return {row["number"]: row["place"] for row in before.rows} if before else {}


def live_version(of: Tournament) -> str:
    """What changes whenever anything of the tournament does: the log's last number and the standings'."""
    last = of.log.aggregate(last=Max("number"))["last"] or 0
    return f"{last}.{of.standings_version}"
