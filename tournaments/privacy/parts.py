"""The data that the tournaments keep about a person. `OTHERWISE` lists the fields left out, with reasons."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.email_addresses import is_same, with_address
from club.models import Particulars, Person
from club.money import amount
from club.privacy.notices import version_line
from club.privacy.personal_data import DataField, Part, fields
from tournaments.entries.bookings import acceptance
from tournaments.models import (
    Booking,
    EntryPlayer,
    FeePayment,
    LineUpPlayer,
    LogEntry,
    RatingPoint,
    Ruling,
    Substitution,
    TeamPlayer,
    Tournament,
    closed_boards,
)
from tournaments.text import names
from tournaments.text.log_wording import act_sentence

#: Other people's names are their own data: the person sees them as a stranger would.
AS_STRANGERS: Final = {"full_names": False}


def open_line_ups(person: Person) -> list[LineUpPlayer]:
    """The places in line-ups that everybody may see: an officer reads the dossier too. Two queries."""
    related = "line_up__fixture__home", "line_up__fixture__away", "line_up__fixture__championship"
    places = LineUpPlayer.objects.filter(person=person).select_related(*related)
    now = timezone.now()
    return [
        place
        for place in places.prefetch_related("line_up__fixture__line_ups")
        if place.line_up.fixture.are_line_ups_open(now)
    ]


@dataclass(frozen=True)
class EnteredEvening:
    """An evening that the person entered, with the current place."""

    player: EntryPlayer
    place: int | None

    @property
    def partners(self) -> list[str]:
        entry = self.player.entry
        others = (each.person for each in entry.players.all() if each.person_id != self.player.person_id)
        return [names.shown(other, AS_STRANGERS, entry.number) for other in others]


def entered_evenings(person: Person) -> Iterable[EnteredEvening]:
    """The evenings entered, oldest first. One query for each evening's standings, and three more."""
    players = EntryPlayer.objects.filter(person=person).select_related("entry", "tournament")
    others = Prefetch("entry__players", EntryPlayer.objects.select_related("person__club"))
    for player in players.prefetch_related(others).order_by("tournament__date", "pk"):
        last = player.tournament.snapshots.order_by("-round_number", "-results_version").first()
        places = {row["number"]: row["place"] for row in last.rows} if last else {}
        yield EnteredEvening(player, places.get(player.entry.number))


@dataclass(frozen=True)
class OwnBooking:
    """A booking. Its e-mail address and telephone are shown only to their owner, not to the partner.

    The consents are the author's: nobody consents for a partner.
    """

    booking: Booking
    is_own: bool
    is_writer: bool

    @property
    def tournament(self) -> Tournament:
        return self.booking.tournament

    @property
    def accepted_at(self) -> datetime | None:
        return self.booking.notice_accepted_at if self.is_writer else None

    @property
    def writer(self) -> str:
        return _("questa persona") if self.is_writer else _("chi gioca in coppia con lei")

    @property
    def notice(self) -> str:
        """The version of the privacy notice that was accepted; empty for older bookings, which did not store
        it."""
        version = self.booking.notice if self.is_writer else None
        return version_line(version) if version else ""


def own_bookings(person: Person) -> Iterable[OwnBooking]:
    """The bookings made with the person's e-mail address, or turned into the person's entry. Three
    queries."""
    email = address_of(person)
    bookings = bookings_of(person, email).select_related("tournament", "notice")
    for booking in bookings.order_by("asked_at"):
        is_own = is_same(email, booking.email)
        yield OwnBooking(booking, is_own, is_own or acceptance.is_writer(person, booking))


def address_of(person: Person) -> str:
    """The person's e-mail address in the register, or empty. One query."""
    return Particulars.objects.filter(person=person).values_list("email", flat=True).first() or ""


def bookings_of(person: Person, email: str) -> QuerySet[Booking]:
    """The bookings of the person's entries, and those with that address, in the person's club.

    Two joined players have one booking each: the other player's is left out. Two queries, besides that of the
    result.
    """
    in_the_club = Booking.objects.filter(tournament__club=person.club_id)
    written = with_address(in_the_club, email)
    own_entries = EntryPlayer.objects.filter(person=person).values("entry")
    joined = Booking.objects.filter(joined_to__entry__in=own_entries)
    own = [each.pk for each in joined if acceptance.is_writer(person, each)]
    return in_the_club.filter(Q(pk__in=written) | Q(entry__in=own_entries) | Q(pk__in=own))


def _numbers(person: Person) -> dict[int, set[int]]:
    """The numbers of the entries in which the person played, substitutions included, by tournament."""
    columns = "entry__tournament_id", "entry__number"
    entered = EntryPlayer.objects.filter(person=person).values_list(*columns)
    substituted = Substitution.objects.filter(substitute=person).values_list(*columns)
    numbers: dict[int, set[int]] = {}
    for tournament, number in (*entered, *substituted):
        numbers.setdefault(tournament, set()).add(number)
    return numbers


def log_lines(person: Person) -> Iterable[LogEntry]:
    """The tournaments' log entries about the entries in which the person played."""
    theirs = Q(pk=None)
    for tournament, numbers in _numbers(person).items():
        theirs |= Q(tournament=tournament, subject__entry__in=sorted(numbers))
    return LogEntry.objects.filter(theirs).select_related("tournament").order_by("at", "number")


def _sentence(entry: LogEntry) -> str:
    return act_sentence(entry.act, entry.subject, single=entry.tournament.is_individual)


def _points(seat: Any) -> str:
    """Each side's points at that table, the person's own side first; none while they are closed."""
    if closed_boards.is_closed(seat.round):
        return ""
    sums: dict[str, int] = {}
    for deal in seat.match.deals.all():
        for side, points in deal.points.items():
            sums[side] = sums.get(side, 0) + points
    own = sums.pop(seat.side, None)
    return "–".join(str(each) for each in (own, *sums.values())) if own is not None else ""


def _team(row: Any) -> str:
    """The name of the team for which the person played, in a challenge."""
    name: str = row.player.tournament.team_name(row.player.entry.team)
    return name


DAY: Final = DataField("date", gettext_lazy("data"), lambda row: row.tournament.date)
WHERE: Final = DataField("tournament", gettext_lazy("torneo"), lambda row: row.tournament.name)

PARTS: Final = (
    Part(
        "entries", gettext_lazy("Tornei giocati"),
        ("tournaments.EntryPlayer.person", "tournaments.EntryPlayer.entry"), entered_evenings,
        (
            DataField("date", gettext_lazy("data"), lambda row: row.player.tournament.date),
            DataField("tournament", gettext_lazy("torneo"), lambda row: row.player.tournament.name),
            DataField("entry", gettext_lazy("numero"), lambda row: row.player.entry.number),
            DataField("partners", gettext_lazy("con chi"), lambda row: row.partners),
            DataField("place", gettext_lazy("posto in classifica"), lambda row: row.place),
            DataField("circle", gettext_lazy("circolo di provenienza"), lambda row: row.player.entry.circle),
            DataField("team", gettext_lazy("squadra"), _team),
            DataField("fixed_table", gettext_lazy("tavolo fisso"), lambda row: row.player.entry.fixed_table),
            DataField("present_at", gettext_lazy("presente"), lambda row: row.player.entry.checked_in_at),
            DataField("withdrawn_at", gettext_lazy("ritirata"), lambda row: row.player.entry.withdrawn_at),
        ),
    ),
    Part(
        "tables", gettext_lazy("Tavoli e risultati"), ("tournaments.Seat.person", "tournaments.Seat.entry"),
        lambda person: person.seats.select_related("round__tournament", "match")
        .prefetch_related("match__deals").order_by("round__tournament__date", "round__number"),
        (
            DataField("date", gettext_lazy("data"), lambda seat: seat.round.tournament.date),
            DataField("tournament", gettext_lazy("torneo"), lambda seat: seat.round.tournament.name),
            DataField("turn", gettext_lazy("turno"), lambda seat: seat.round.number),
            DataField("table", gettext_lazy("tavolo"), lambda seat: seat.match.table),
            DataField("position", gettext_lazy("posto"), lambda seat: seat.position),
            DataField("points", gettext_lazy("punti"), _points),
        ),
    ),
    Part(
        "substitutions", gettext_lazy("Sostituzioni"),
        ("tournaments.Substitution.replaced", "tournaments.Substitution.substitute",
         "tournaments.Substitution.entry"),
        lambda person: Substitution.objects.filter(Q(replaced=person) | Q(substitute=person))
        .select_related("entry__tournament", "replaced__club", "substitute__club"),
        (
            DataField("tournament", gettext_lazy("torneo"), lambda row: row.entry.tournament.name),
            DataField("replaced", gettext_lazy("chi lascia il posto"),
                 lambda row: names.shown(row.replaced, AS_STRANGERS, row.entry.number)),
            DataField("substitute", gettext_lazy("sostituto"),
                 lambda row: names.shown(row.substitute, AS_STRANGERS, row.entry.number)),
            *fields(Substitution, "from_turn", "until_turn", "reason", "at", "by_name", "undone_at"),
        ),
    ),
    Part(
        "bookings", gettext_lazy("Iscrizioni dal telefono"), ("tournaments.Booking.entry",), own_bookings,
        (
            DAY, WHERE,
            DataField("names", gettext_lazy("nomi scritti"), lambda row: row.booking.names),
            DataField("team", gettext_lazy("squadra"),
                 lambda row: row.tournament.team_name(row.booking.team)),
            DataField("email", gettext_lazy("e-mail"), lambda row: row.booking.email if row.is_own else ""),
            DataField("phone", gettext_lazy("telefono"), lambda row: row.booking.phone if row.is_own else ""),
            DataField("asked_at", gettext_lazy("scritta"), lambda row: row.booking.asked_at),
            DataField("confirmed_at", gettext_lazy("confermata"), lambda row: row.booking.confirmed_at),
            DataField("notice_accepted_at", gettext_lazy("informativa accettata"),
                 lambda row: row.accepted_at),
            DataField("notice", gettext_lazy("versione dell'informativa"), lambda row: row.notice),
            DataField("notice_words", gettext_lazy("con queste parole sull'uso dell'e-mail"),
                 lambda row: row.booking.notice_words if row.is_writer else ""),
            DataField("written_by", gettext_lazy("scritta da"), lambda row: row.writer),
            DataField("forget_on", gettext_lazy("si cancella il"), lambda row: row.booking.forget_on),
        ),
    ),
    Part(
        "rulings", gettext_lazy("Provvedimenti dell'arbitro"), ("tournaments.Ruling.entry",),
        lambda person: Ruling.objects.filter(entry__players__person=person).select_related("tournament"),
        (DAY, WHERE, *fields(Ruling, "turn", "title", "reason", "points", "at", "by_name", "revoked_at")),
    ),
    Part(
        "fees", gettext_lazy("Quote d'iscrizione ai tornei"), ("tournaments.FeePayment.entry",),
        lambda person: FeePayment.objects.filter(entry__players__person=person)
        .select_related("entry__tournament", "movement"),
        (
            DataField("tournament", gettext_lazy("torneo"), lambda row: row.entry.tournament.name),
            DataField("at", gettext_lazy("quando"), lambda row: row.movement.at),
            DataField("amount", gettext_lazy("importo"), lambda row: f"€ {amount(row.movement.cents)}"),
        ),
    ),
    Part(
        "teams", gettext_lazy("Squadre di campionato"),
        ("tournaments.TeamPlayer.person", "tournaments.Team.captain"),
        lambda person: TeamPlayer.objects.filter(person=person).select_related("team__championship"),
        (
            DataField("championship", gettext_lazy("campionato"), lambda row: row.team.championship.name),
            DataField("team", gettext_lazy("squadra"), lambda row: row.team.name),
            DataField("captain", gettext_lazy("capitano"),
                 lambda row: row.team.captain_id == row.person_id),
        ),
    ),
    Part(
        "line_ups", gettext_lazy("Formazioni di campionato"), ("tournaments.LineUpPlayer.person",),
        open_line_ups,
        (
            DataField("date", gettext_lazy("data"), lambda row: row.line_up.fixture.date),
            DataField("home", gettext_lazy("in casa"), lambda row: row.line_up.fixture.home.name),
            DataField("away", gettext_lazy("fuori casa"), lambda row: row.line_up.fixture.away.name),
            DataField("given_at", gettext_lazy("consegnata"), lambda row: row.line_up.given_at),
            DataField("position", gettext_lazy("posto"), lambda row: row.position),
        ),
    ),
    Part(
        "ratings", gettext_lazy("Punteggio da giocatore"), ("tournaments.RatingPoint.person",),
        lambda person: person.rating_points.select_related("tournament").order_by("position"),
        (DAY, WHERE, *fields(RatingPoint, "rating", "deviation", "change", "matches")),
    ),
    Part(
        "tournament_log", gettext_lazy("Che cosa è stato scritto nei registri dei tornei"), (), log_lines,
        (
            WHERE,
            DataField("at", gettext_lazy("quando"), lambda row: row.at),
            DataField("who", gettext_lazy("chi"), lambda row: row.actor_name),
            DataField("what", gettext_lazy("che cosa"), _sentence),
            DataField("reason", gettext_lazy("motivo"), lambda row: row.reason),
        ),
    ),
)  # fmt: skip

#: Fields that refer to a person or an entry and are in no part, with the reason.
OTHERWISE: Final = {
    "tournaments.PushSubscription.entry": "a browser's own address for notices, gone when its evening closes",
    "tournaments.SeasonMember.person": "belongs to an erased person, who cannot ask any more",
    "tournaments.Rest.entry": "a round without a table: the tables of the other rounds show which",
}
