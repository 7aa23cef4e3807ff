"""The desk where entries are made: the line that adds one, the list, check-in of all, seeds.

URLs and labels of the lines are computed once per page, with a placeholder for the entry's number.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.web.guards import OfficerRequest, form_page
from tournaments import queries, seasons
from tournaments.entries import cash, elsewhere, entries, guests
from tournaments.entries.bookings import acceptance
from tournaments.errors import TournamentError
from tournaments.models import Entry, Round, RoundState, Tournament
from tournaments.models.round import movement_of
from tournaments.presenters.tournaments import ShownEntry, shown_entries
from tournaments.text.names import leaving_word
from tournaments.web.forms import entries as pair_line
from tournaments.web.forms import reasons
from tournaments.web.forms.entries import Pair
from tournaments.web.views.access import officers
from tournaments.web.views.desk import bookings, pages

FULL = {"full_names": True}


@form_page
@officers(Right.RUN_EVENING)
def desk(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the entries and the line that adds one; adds the entry that is sent."""
    if request.method != "POST":
        # The page of scanned cards links here with the name of a person without an entry.
        line, booking = request.GET.get("line", "")[:200], request.GET.get("booking", "")[:9]
        present = tournament.date <= timezone.localdate()
        return _desk(request, tournament, present=present, line=line, booking=booking)
    present = "present" in request.POST
    key = reasons.device_key(request.POST)
    circle = request.POST.get("circle", "").strip()[:60]
    team = pair_line.team_in(request.POST)
    written = {
        "line": request.POST.get("line", ""),
        "present": present,
        "key": key,
        "circle": circle,
        "team": team,
        "booking": request.POST.get("booking", "")[:9],
    }
    try:
        pair = Pair(tournament.club, request.POST, tournament.entry_size)
        if not pair.is_sure:
            return _desk(request, tournament, written, pair=pair)
        entry = _enter(request, tournament, pair, key=key, present=present, circle=circle, team=team)
    except TournamentError as refusal:
        return _desk(request, tournament, written, refusal=refusal, status=refusal.status)
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")
    return _desk(request, tournament, present=present, team=team, entered=entry.number)


@transaction.atomic
def _enter(request: OfficerRequest, tournament: Tournament, pair: Pair, **fields: Any) -> Entry:
    """Makes the entry, and attaches it to the booking for which the line was opened, if any."""
    entry = guests.enter(tournament.pk, pair.players(), by=pages.actor(request), **fields)
    if booking := reasons.version_in(request.POST, "booking"):
        acceptance.attach_entry_of_line(tournament.pk, booking, entry)
    return entry


@require_safe
@officers(Right.RUN_EVENING)
def people(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Returns the people that the last name on the line fits, as options that complete the line."""
    kept, letters = pair_line.being_written(request.GET.get("line", ""))
    suggested = list(pair_line.suggestions(tournament, letters)[: pair_line.SHOWN])
    return render(
        request,
        "desk/entries/options.html",
        {"options": pair_line.options(kept, letters, suggested, tournament.entry_size)},
    )


@require_POST
@officers(Right.RUN_EVENING)
def check_in_all(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    entries.check_in_all(tournament.pk, by=pages.actor(request))
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code)
    return _desk(request, tournament, present=True)


@require_POST
@officers(Right.RUN_EVENING)
def seed(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Seeds the entries in the order of a season's standings."""
    chosen = request.POST.get("season", "")
    season = int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0
    count = seasons.seed_from_season(tournament.pk, season, by=pages.actor(request))
    message = ngettext(
        "%(count)s testa di serie dalla stagione.", "%(count)s teste di serie dalla stagione.", count
    )
    messages.success(request, message % {"count": count})
    return pages.go("entries", tournament.code)


def row(request: OfficerRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """Returns the entry's line with the counts of the page for htmx, else redirects to the page."""
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")
    shown = _shown(tournament)
    line = next(line for line in shown.entries if line.number == entry.number)
    return pages.page(
        request, tournament, "desk/entries/rows.html", "entries", lines=[line], is_row=True, **vars(shown)
    )


def _desk(
    request: OfficerRequest,
    tournament: Tournament,
    written: Mapping[str, object] = MappingProxyType({}),
    *,
    status: int = 200,
    **own: object,
) -> HttpResponse:
    """Shows the desk with what was `written` in the line."""
    template = "desk/entries/desk.html" if pages.is_fragment(request) else "desk/entries/entries.html"
    entered = _shown(tournament)
    shown: dict[str, object] = {**vars(entered), "key": uuid4(), **written, **own}
    shown["elsewhere"] = elsewhere.sentence(elsewhere.of_tournament(tournament))
    shown["seasons"] = [] if entered.drawn else seasons.seasons_to_seed_from(tournament)
    if tournament.takes_bookings and template == "desk/entries/entries.html":
        shown |= bookings.bookings_context(request, tournament)
    if "entered" in own:
        shown["entered"] = next(line for line in entered.entries if line.number == own["entered"])
    return pages.page(request, tournament, template, "entries", shown, status=status)


@dataclass(frozen=True)
class GuestName:
    """A player whose name the desk may correct, with the address of that act."""

    last_name: str
    first_name: str
    link: str


@dataclass(frozen=True)
class Named:
    """A player of an entry, with the consent to the full name in public results."""

    first_name: str
    full_name: str
    may_be_named: bool
    link: str


@dataclass(frozen=True)
class EntryLine(ShownEntry):
    """A line of the list of entries: its acts with their addresses, the labels of its buttons, its marks."""

    named: list[Named]

    is_drawn: bool
    #: Whether it must stay present, because it has been drawn.
    is_held: bool
    #: What it still owes, in cents.
    left: int
    #: The idempotency key of the payment that its button makes.
    fee_key: UUID | None
    guests: list[GuestName]
    is_from_phone: bool
    #: The word for an entry that has left, and whether only the referee can let it return.
    left_word: str
    is_expelled: bool
    #: Empty outside a challenge, and for an entry without a team.
    team_name: str
    #: Whether any mark is shown.
    has_chips: bool
    links: dict[str, str]
    here_label: str
    more_label: str


@dataclass(frozen=True)
class DeskEntries:
    """Every entry, and how many are present."""

    entries: list[EntryLine]
    drawn: Set[int]
    present_count: int
    absent_count: int
    is_odd: bool
    resting_count: int
    #: In a challenge, how many of each team are present, and how many entries have no team.
    team_counts: tuple[int, int]
    teamless_count: int
    #: The last announced round.
    last_round: Round | None


def _shown(tournament: Tournament) -> DeskEntries:
    """Returns every entry, and the number of those present.

    Four queries; two more if there is a fee, and one more each if bookings are taken, in a knock-out, and if
    any entry has left.
    """
    entered = list(queries.fully_named_entries(tournament))
    lines = shown_entries(entered, FULL)
    staying = [line for line in lines if not line.withdrawn]
    present = sum(line.present for line in staying)
    last = tournament.rounds.order_by("-number").first()
    marks = Marks(
        _drawn(tournament),
        cash.unpaid(tournament),
        _from_phone(tournament),
        _guests(tournament, entered),
        queries.expelled(tournament) if len(staying) < len(lines) else frozenset(),
    )
    return DeskEntries(
        entries=entry_lines(tournament, zip(entered, lines, strict=True), marks),
        drawn=marks.drawn,
        present_count=present,
        absent_count=len(staying) - present,
        is_odd=present % 2 == 1 and not tournament.is_challenge,
        team_counts=_team_counts(staying),
        teamless_count=sum(line.team is None for line in staying) if tournament.is_challenge else 0,
        resting_count=present % 4 if present > 4 else 0,
        last_round=last if last and last.state != RoundState.DRAFT else None,
    )


def _team_counts(staying: Iterable[ShownEntry]) -> tuple[int, int]:
    teams = [line.team for line in staying if line.present]
    return teams.count(1), teams.count(2)


def _guests(tournament: Tournament, entered: Iterable[Entry]) -> dict[int, list[GuestName]]:
    """Returns the guests of each entry, by its number. No query."""
    before, after = reverse("rename_player", args=[tournament.code, 0, 1]).split("/0/")
    kind = after.removesuffix("/1/")
    return {
        entry.number: [
            GuestName(
                each.person.last_name,
                each.person.first_name,
                f"{before}/{entry.number}/{kind}/{each.person_id}/",
            )
            for each in entry.players.all()
            if each.person.is_guest
        ]
        for entry in entered
    }


def _from_phone(tournament: Tournament) -> set[int]:
    """Returns the numbers of the entries that were booked online. One query, none without bookings."""
    if not tournament.takes_bookings:
        return set()
    return set(tournament.entries.filter(booking__isnull=False).values_list("number", flat=True))


def _drawn(tournament: Tournament) -> set[int]:
    """Returns the numbers of the entries that had a table, a bye or a pass, and so cannot be removed."""
    had_place = Q(seats__isnull=False) | Q(rests__isnull=False)
    drawn = set(tournament.entries.filter(had_place).values_list("number", flat=True).distinct())
    if movement_of(tournament).is_decided_by_winning:
        for passing in tournament.rounds.values_list("passing", flat=True):
            drawn |= set(passing)
    return drawn


ACTS = (
    "check_in",
    "check_out",
    "return_entry",
    "fix_table",
    "describe_entry",
    "entry_phone",
    "withdraw",
    "remove_entry",
    "take_entry_fee",
)


@dataclass(frozen=True)
class Marks:
    """Facts about the entries, by their numbers."""

    #: The entries that cannot be removed.
    drawn: Set[int]
    #: What entries owe, in cents.
    unpaid: Mapping[int, int]
    #: The entries booked online.
    from_phone: Set[int]
    guests: Mapping[int, list[GuestName]]
    expelled: Set[int]


def entry_lines(
    tournament: Tournament, entries: Iterable[tuple[Entry, ShownEntry]], marks: Marks
) -> list[EntryLine]:
    """Returns the line of each entry, given as stored and as shown."""
    addresses = {act: reverse(act, args=[tournament.code, 0]).split("/0/") for act in ACTS}
    consent_at = _consent_at(tournament)
    if tournament.is_individual:
        here, more = _("Giocatore %(number)s presente"), _("Altro sul giocatore %(number)s")
    else:
        here, more = _("Coppia %(number)s presente"), _("Altro sulla coppia %(number)s")
    return [
        EntryLine(
            **vars(entry),
            named=_named(stored, consent_at),
            is_drawn=entry.number in marks.drawn,
            is_held=entry.number in marks.drawn and entry.present,
            left=(left := marks.unpaid.get(entry.number, 0)),
            fee_key=uuid4() if left else None,
            guests=marks.guests.get(entry.number, []),
            is_from_phone=entry.number in marks.from_phone,
            left_word=leaving_word(tournament, expelled=entry.number in marks.expelled),
            is_expelled=entry.number in marks.expelled,
            has_chips=tournament.is_challenge or _has_chips(entry, marks),
            team_name=tournament.team_name(entry.team),
            links={act: f"/{entry.number}/".join(parts) for act, parts in addresses.items()},
            here_label=here % {"number": entry.number},
            more_label=more % {"number": entry.number},
        )
        for stored, entry in entries
    ]


def named_players(tournament: Tournament, entry: Entry) -> list[Named]:
    """Returns the players of one entry, each with the consent to the full name."""
    return _named(entry, _consent_at(tournament))


def _consent_at(tournament: Tournament) -> str:
    return reverse("name_consent", args=[tournament.code, 0, 0]).split("/0/")[0]


def _named(entry: Entry, consent_at: str) -> list[Named]:
    return [
        Named(
            player.person.first_name or player.person.last_name,
            player.person.full_name,
            player.person.may_be_named,
            f"{consent_at}/{entry.number}/consenso/{player.person_id}/",
        )
        for player in entry.players.all()
    ]


def _has_chips(entry: ShownEntry, marks: Marks) -> bool:
    is_from_phone = entry.number in marks.from_phone
    return is_from_phone or any((entry.withdrawn, entry.fixed_table, entry.seed, entry.circle))
