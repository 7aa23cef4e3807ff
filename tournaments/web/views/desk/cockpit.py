"""The context of a round's page: tables with their missing deals, places to change, the next step."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.access import Right
from club.web.guards import OfficerRequest
from tournaments import queries
from tournaments.core.draws.by_hand import MENDED
from tournaments.core.draws.tables import CHAIRS
from tournaments.core.marathon import Span, outlook
from tournaments.models import Round, RoundState, Tournament
from tournaments.models.round import movement_of
from tournaments.pairing import mending, pairing_service
from tournaments.pairing.board import StoredMove
from tournaments.pairing.formats import MOST_TURNS
from tournaments.presenters.tables import ShownRound, ShownSide, ShownTable, shown_round
from tournaments.presenters.tournaments import NumberedName
from tournaments.results.scores import board_checks
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import builds
from tournaments.text.challenge_wording import outlook_words
from tournaments.text.format_wording import how_drawn
from tournaments.text.names import AT_THE_TABLE
from tournaments.web.views.desk import pages


class Next(Enum):
    """The next step of the evening: the large button of the page."""

    WELCOME = "welcome"  # too few pairs present for a draw
    DRAW = "draw"
    PUBLISH = "publish"
    PLAY = "play"
    COLLECT = "collect"  # results are missing
    SETTLE = "settle"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True)
class Progress:
    """The deals entered and expected, and the tables that are not complete."""

    deals: int
    expected: int
    tables_waiting: int
    #: Tables with all results entered but not yet confirmed, and tables with a contested one.
    unconfirmed: tuple[int, ...]
    contested: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        return self.tables_waiting == 0


@dataclass(frozen=True)
class Place:
    """A side of a table with its entries, each with the names of its own players."""

    heading: str
    entries: list[NumberedName]
    #: The name of its team in a challenge; else empty.
    team: str


@dataclass(frozen=True)
class TableInPlay(ShownTable):
    """A table with its missing deals, and with its texts, such as `called`, ready for the page."""

    places: list[Place]
    #: The numbers of the deals entered.
    entered: list[int]
    missing: list[int]
    unconfirmed: list[int]
    contested: list[int]
    called: str
    #: The picture of its seats, as HTML.
    seats_picture: str
    #: Where results are entered; empty before play.
    url: str
    entered_words: str
    missing_words: str


@dataclass(frozen=True)
class MoveInWords:
    """A change by hand."""

    words: str
    reason: str


@dataclass(frozen=True)
class ByHand:
    """The changes made by hand, and the entries that an outdated draft lacks."""

    moves: list[MoveInWords]
    may_undo: bool
    missing: mending.Missing | None
    may_drag: bool


@dataclass(frozen=True)
class TimeLeft:
    """Whether a challenge played until an hour has time for another round, and why."""

    fits: bool
    sentence: str


@dataclass(frozen=True)
class RoundPage:
    """Everything that the page of a round shows; `round` is None before the first draw."""

    round: ShownRound | None
    tables: list[TableInPlay]
    progress: Progress
    next: Next
    turn_numbers: list[int]
    is_current: bool
    coming_turn: int
    findings: Sequence[pairing_service.Obstacle]
    present: int
    how_drawn: str
    has_calendar: bool
    #: Whether this is the last round but another may be added: in a challenge outside championships.
    may_go_on: bool
    #: Whether another round is planned after this one, or there is time for one.
    may_follow: bool
    #: None where the challenge is over, or its number of rounds is fixed.
    time_left: TimeLeft | None
    live_version: str
    hand: ByHand | None
    late: list[int]
    level_at_the_cut: list[builds.Level]
    #: Tables with a duplicated deal that only the referee may enter now.
    stuck: list[int]


def round_page(request: OfficerRequest, tournament: Tournament, turn: int | None = None) -> RoundPage:
    """Returns the page of the round `turn`, or of the current one. About ten queries at any size."""
    # Read first, so that a change during this request is shown by the next poll.
    version = queries.live_version(tournament)
    may_run = pages.may(request, Right.RUN_EVENING)
    seen = queries.visible_rounds(tournament, drafts=may_run)
    chosen = queries.with_results(seen if turn is None else seen.filter(number=turn))
    round_ = chosen.order_by("-number").first()
    numbers = list(seen.values_list("number", flat=True))
    shown = _shown(round_) if round_ else None
    tables = _tables_in_play(round_, shown.tables) if round_ and shown else []
    progress = _progress(tables)
    by_hand = changes_by_hand(round_) if round_ and may_run and round_.state in BEFORE_PLAY else None
    in_play = queries.in_play(tournament).values_list("number", flat=True)
    present = len(in_play)
    coming_turn = (max(numbers) if numbers else 0) + 1
    time_left = time_for_another(tournament)
    next_ = next_step(tournament, round_, progress, present, time_left)
    return RoundPage(
        round=shown,
        tables=tables,
        progress=progress,
        next=next_,
        turn_numbers=numbers,
        is_current=not round_ or round_.number == max(numbers),
        coming_turn=coming_turn,
        findings=pairing_service.obstacles(tournament, coming_turn) if next_ is Next.DRAW and may_run else [],
        present=present,
        how_drawn=how_drawn(tournament, coming_turn, present),
        has_calendar=movement_of(tournament).is_closed,
        may_go_on=tournament.is_challenge
        and shown is not None
        and shown.number == tournament.planned_turns
        and shown.number < MOST_TURNS
        and not hasattr(tournament, "fixture"),
        may_follow=time_left.fits if time_left else round_ is not None and not round_.is_last,
        time_left=time_left,
        live_version=version,
        hand=by_hand,
        late=late_entries(tournament, shown, in_play) if shown and may_run else [],
        level_at_the_cut=builds.level_at_the_cut(tournament, round_) if round_ and may_run else [],
        stuck=_stuck(round_) if round_ else [],
    )


def _stuck(round_: Round) -> list[int]:
    refused = board_checks.refused_of_sides(round_) if round_.takes_results else {}
    stored = {match.table: {deal.number for deal in match.deals.all()} for match in round_.matches.all()}
    return sorted(
        table
        for table, tried in refused.items()
        if any(
            len(tries) >= board_checks.MOST_TRIES and number not in stored[table]
            for number, tries in tried.items()
        )
    )


def time_for_another(tournament: Tournament) -> TimeLeft | None:
    """Returns whether there is time for another round, by how long the rounds have lasted.

    None where the number of rounds is fixed. One query, else none.
    """
    ends_at = tournament.play_ends_at
    if ends_at is None or tournament.closed_at:
        return None
    started = tournament.rounds.filter(started_at__isnull=False).order_by("number")
    played = [Span(began, ended) for began, ended in started.values_list("started_at", "settled_at") if began]
    ahead = outlook(played, timedelta(minutes=tournament.turn_minutes), timezone.now(), ends_at)
    return TimeLeft(ahead.rounds > 0, outlook_words(ahead))


def next_step(
    tournament: Tournament,
    round_: Round | None,
    progress: Progress,
    present: int,
    time_left: TimeLeft | None = None,
) -> Next:
    """Returns the next step of the evening."""
    if tournament.closed_at:
        return Next.OVER
    if round_ is None or round_.state == RoundState.SETTLED:
        return _between_turns(tournament, round_, present, time_left)
    if round_.state == RoundState.PLAYING:
        return Next.SETTLE if progress.is_complete else Next.COLLECT
    return Next.PUBLISH if round_.state == RoundState.DRAFT else Next.PLAY


def _between_turns(
    tournament: Tournament, round_: Round | None, present: int, time_left: TimeLeft | None
) -> Next:
    are_enough = present >= min(tournament.rules.sizes) // tournament.entry_size
    if round_ is None:
        return Next.DRAW if are_enough else Next.WELCOME
    ends = not time_left.fits if time_left else round_.is_last
    is_over = ends or pairing_service.is_decided(tournament, round_)
    return Next.DRAW if are_enough and not is_over else Next.CLOSE


def _shown(round_: Round) -> ShownRound:
    # Only the numbers of the deals are needed here: a round has hundreds of deals.
    return shown_round(round_, {**AT_THE_TABLE, "drafts": True}, with_deals=False)


def _missing_words(deals: list[int]) -> str:
    sentence = ngettext("manca la smazzata %(missing)s", "mancano le smazzate %(missing)s", len(deals))
    return sentence % {"missing": ", ".join(map(str, deals))}


def _tables_in_play(round_: Round, tables: Sequence[ShownTable]) -> list[TableInPlay]:
    """Returns each table with its texts. Each sentence is translated once, not once for each table."""
    called, entered = _("Tavolo %(number)s"), _("Smazzate: %(entered)s su %(expected)s")
    is_open = round_.state not in BEFORE_PLAY
    before, after = reverse("table", args=[round_.tournament.code, round_.number, 0]).rsplit("0", 1)
    dealers = {table.first_dealer for table in tables}
    pictures = {dealer: render_to_string("components/seats.html", {"dealer": dealer}) for dealer in dealers}
    debts = outstanding_deals(round_)
    in_play = []
    for table, match in zip(tables, round_.matches.all(), strict=True):
        deals = [deal.number for deal in match.deals.all()]
        missing = [] if table.stopped else debts.missing.get(table.table, [])
        in_play.append(
            TableInPlay(
                **vars(table),
                places=places(table),
                entered=deals,
                missing=missing,
                unconfirmed=debts.waiting.get(table.table, []),
                contested=debts.contested.get(table.table, []),
                called=called % {"number": table.table},
                seats_picture=pictures[table.first_dealer],
                url=f"{before}{table.table}{after}" if is_open else "",
                entered_words=entered % {"entered": len(deals), "expected": table.deals_expected},
                missing_words=_missing_words(missing),
            )
        )
    return in_play


def _progress(tables: Sequence[TableInPlay]) -> Progress:
    return Progress(
        deals=sum(len(table.entered) for table in tables),
        expected=sum(len(table.entered) + len(table.missing) for table in tables),
        tables_waiting=sum(bool(table.missing) for table in tables),
        unconfirmed=tuple(table.table for table in tables if table.unconfirmed),
        contested=tuple(table.table for table in tables if table.contested),
    )


#: The states in which the page shows who sits where, not results.
BEFORE_PLAY = (RoundState.DRAFT, RoundState.PUBLISHED)


def places(table: ShownTable) -> list[Place]:
    """Returns each side of the table with its entries, by number and name."""
    return [Place(side.heading, _entries(table, key, side), side.team) for key, side in table.sides.items()]


def _entries(table: ShownTable, key: str, side: ShownSide) -> list[NumberedName]:
    names: dict[int, list[str]] = {}
    for seat in table.seats:
        if seat.side == key:
            names.setdefault(seat.entry, []).append(seat.name)
    return [NumberedName(number, " – ".join(names[number])) for number in side.entries]


@dataclass(frozen=True)
class SeatedEntry(NumberedName):
    """An entry with the words for its place, which may be a bye."""

    where: str


def seated_entries(round_: ShownRound) -> list[SeatedEntry]:
    """Returns every entry of the round by number, with the words for its place."""
    seated = [
        SeatedEntry(
            entry.number,
            entry.name,
            _("tavolo %(table)s, %(side)s") % {"table": table.table, "side": place.heading},
        )
        for table in round_.tables
        for place in places(table)
        for entry in place.entries
    ]
    seated += [SeatedEntry(rest.number, rest.name, _("riposa")) for rest in round_.rests]
    return sorted(seated, key=lambda entry: entry.number)


def changes_by_hand(round_: Round) -> ByHand:
    is_draft = round_.state == RoundState.DRAFT
    moves: list[StoredMove] = round_.moves
    return ByHand(
        moves=[MoveInWords(swap_words(move["swap"]), move["reason"]) for move in moves],
        may_undo=bool(moves) and moves[-1]["swap"] != MENDED,
        missing=mending.missing(round_) if is_draft else None,
        may_drag=is_draft,
    )


def late_entries(tournament: Tournament, round_: ShownRound, in_play: Collection[int]) -> list[int]:
    """Returns the entries that arrived after round 1 was announced, if they can still play in it."""
    is_on = round_.number == 1 and round_.state in (RoundState.PUBLISHED, RoundState.PLAYING)
    if not is_on or tournament.closed_at or movement_of(tournament).is_closed:
        return []
    resting = [rest.number for rest in round_.rests]
    seated = [seat.entry for table in round_.tables for seat in table.seats]
    arrived = sorted({*in_play} - {*resting, *seated})
    least = min(tournament.rules.sizes) // tournament.entry_size
    return arrived if len(arrived) + len(resting) >= (4 if tournament.is_rotation else least) else []


def swap_words(swap: list[int | str]) -> str:
    """Returns a change in words: "n. 4 e n. 7 scambiati di posto"."""
    if swap == MENDED:
        return _("tavoli sistemati con chi c'è")
    kind, first, second = swap
    chair = _(str(second)) if kind == "dealer" and second in CHAIRS else second
    facts = {"first": first, "second": chair}
    if kind == "entries":
        return _("n. %(first)s e n. %(second)s scambiati di posto") % facts
    if kind == "tables":
        return _("tavoli %(first)s e %(second)s scambiati") % facts
    return _("tavolo %(first)s: primo mazziere %(second)s") % facts
