"""What the tournaments know of a person; `OTHERWISE` says of the rest why it is in no part."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Particulars, Person
from club.money import told as euros
from club.privacy.telling import Part, Told, of
from tournaments.api.serializers import names
from tournaments.bookings import arriving
from tournaments.models import (
    Booking,
    EntryPlayer,
    FeePayment,
    LogEntry,
    RatingPoint,
    Ruling,
    Substitution,
    Tournament,
)
from tournaments.wording import act_sentence

#: What others are called is theirs: the person reads of them what strangers do.
AS_STRANGERS: Final = {"full_names": False}


@dataclass(frozen=True)
class Entered:
    """An evening that the person entered, and the place so far."""

    player: EntryPlayer
    place: int | None

    @property
    def partners(self) -> list[str]:
        entry = self.player.entry
        others = (each.person for each in entry.players.all() if each.person_id != self.player.person_id)
        return [names.shown(other, AS_STRANGERS, entry.number) for other in others]


def entered(person: Person) -> Iterable[Entered]:
    """The oldest first. A query an evening for its classifica, and three more."""
    found = EntryPlayer.objects.filter(person=person).select_related("entry", "tournament")
    others = Prefetch("entry__players", EntryPlayer.objects.select_related("person__club"))
    for player in found.prefetch_related(others).order_by("tournament__date", "pk"):
        last = player.tournament.snapshots.order_by("-round_number", "-results_version").first()
        places = {row["number"]: row["place"] for row in last.rows} if last else {}
        yield Entered(player, places.get(player.entry.number))


@dataclass(frozen=True)
class Booked:
    """An entry written from a phone; the addresses are told to whose they are, and not to the partner.

    What was agreed to is of who wrote: nobody consents for another.
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
        """The version of the informativa that was on the page; of older bookings nobody knows."""
        version = self.booking.notice if self.is_writer else None
        if version is None:
            return ""
        on = version.published_on
        said = _("versione %(number)s, in vigore dal %(day)s")
        return said % {"number": version.number, "day": f"{on.day}/{on.month}/{on.year}"}


def booked(person: Person) -> Iterable[Booked]:
    """What was written with the person's e-mail, or of what the person's entry was made. Three queries."""
    email = address_of(person)
    found = bookings_of(person, email).select_related("tournament", "notice")
    for booking in found.order_by("asked_at"):
        is_own = bool(email) and booking.email.casefold() == email.casefold()
        yield Booked(booking, is_own, is_own or arriving.is_writer(person, booking))


def address_of(person: Person) -> str:
    """The person's e-mail as the register has it, empty where it has none. One query."""
    return Particulars.objects.filter(person=person).values_list("email", flat=True).first() or ""


def bookings_of(person: Person, email: str) -> QuerySet[Booking]:
    """Those of the person's entries, and those with that address, in the person's club.

    Of two who looked for a partner and were joined, each has one: the other's is not this person's. One
    query, and the one that the answer asks.
    """
    written = Q(email__iexact=email) if email else Q(pk=None)
    mine = EntryPlayer.objects.filter(person=person).values("entry")
    joined = Booking.objects.filter(joined_to__entry__in=mine)
    own = [each.pk for each in joined if arriving.is_writer(person, each)]
    return Booking.objects.filter(
        written | Q(entry__in=mine) | Q(pk__in=own), tournament__club=person.club_id
    )


def _numbers(person: Person) -> dict[int, set[int]]:
    """By tournament, the numbers of the entries that the person played in, as a substitute too."""
    mine = EntryPlayer.objects.filter(person=person).values_list("entry__tournament_id", "entry__number")
    sat = Substitution.objects.filter(substitute=person)
    found: dict[int, set[int]] = {}
    for tournament, number in (*mine, *sat.values_list("entry__tournament_id", "entry__number")):
        found.setdefault(tournament, set()).add(number)
    return found


def log_lines(person: Person) -> Iterable[LogEntry]:
    """What the logs of the tournaments tell of the entries that the person played in."""
    theirs = Q(pk=None)
    for tournament, numbers in _numbers(person).items():
        theirs |= Q(tournament=tournament, subject__entry__in=sorted(numbers))
    return LogEntry.objects.filter(theirs).select_related("tournament").order_by("at", "number")


def _sentence(entry: LogEntry) -> str:
    return act_sentence(entry.act, entry.subject, single=entry.tournament.entry_size == 1)


def _points(seat: Any) -> str:
    """Of each side, the points of the smazzate at that table: the person's own first."""
    sums: dict[str, int] = {}
    for deal in seat.match.deals.all():
        for side, points in deal.points.items():
            sums[side] = sums.get(side, 0) + points
    own = sums.pop(seat.side, None)
    return "–".join(str(each) for each in (own, *sums.values())) if own is not None else ""


DAY: Final = Told("date", gettext_lazy("data"), lambda row: row.tournament.date)
WHERE: Final = Told("tournament", gettext_lazy("torneo"), lambda row: row.tournament.name)

PARTS: Final = (
    Part(
        "entries", gettext_lazy("Tornei giocati"),
        ("tournaments.EntryPlayer.person", "tournaments.EntryPlayer.entry"), entered,
        (
            Told("date", gettext_lazy("data"), lambda row: row.player.tournament.date),
            Told("tournament", gettext_lazy("torneo"), lambda row: row.player.tournament.name),
            Told("entry", gettext_lazy("numero"), lambda row: row.player.entry.number),
            Told("partners", gettext_lazy("con chi"), lambda row: row.partners),
            Told("place", gettext_lazy("posto in classifica"), lambda row: row.place),
            Told("circle", gettext_lazy("circolo di provenienza"), lambda row: row.player.entry.circle),
            Told("fixed_table", gettext_lazy("tavolo fisso"), lambda row: row.player.entry.fixed_table),
            Told("present_at", gettext_lazy("presente"), lambda row: row.player.entry.checked_in_at),
            Told("withdrawn_at", gettext_lazy("ritirata"), lambda row: row.player.entry.withdrawn_at),
        ),
    ),
    Part(
        "tables", gettext_lazy("Tavoli e risultati"), ("tournaments.Seat.person", "tournaments.Seat.entry"),
        lambda person: person.seats.select_related("round__tournament", "match")
        .prefetch_related("match__deals").order_by("round__tournament__date", "round__number"),
        (
            Told("date", gettext_lazy("data"), lambda seat: seat.round.tournament.date),
            Told("tournament", gettext_lazy("torneo"), lambda seat: seat.round.tournament.name),
            Told("turn", gettext_lazy("turno"), lambda seat: seat.round.number),
            Told("table", gettext_lazy("tavolo"), lambda seat: seat.match.table),
            Told("position", gettext_lazy("posto"), lambda seat: seat.position),
            Told("points", gettext_lazy("punti"), _points),
        ),
    ),
    Part(
        "substitutions", gettext_lazy("Sostituzioni"),
        ("tournaments.Substitution.replaced", "tournaments.Substitution.substitute",
         "tournaments.Substitution.entry"),
        lambda person: Substitution.objects.filter(Q(replaced=person) | Q(substitute=person))
        .select_related("entry__tournament", "replaced__club", "substitute__club"),
        (
            Told("tournament", gettext_lazy("torneo"), lambda row: row.entry.tournament.name),
            Told("replaced", gettext_lazy("chi lascia il posto"),
                 lambda row: names.shown(row.replaced, AS_STRANGERS, row.entry.number)),
            Told("substitute", gettext_lazy("sostituto"),
                 lambda row: names.shown(row.substitute, AS_STRANGERS, row.entry.number)),
            *of(Substitution, "from_turn", "until_turn", "reason", "at", "by_name", "undone_at"),
        ),
    ),
    Part(
        "bookings", gettext_lazy("Iscrizioni dal telefono"), ("tournaments.Booking.entry",), booked,
        (
            DAY, WHERE,
            Told("names", gettext_lazy("nomi scritti"), lambda row: row.booking.names),
            Told("email", gettext_lazy("e-mail"), lambda row: row.booking.email if row.is_own else ""),
            Told("phone", gettext_lazy("telefono"), lambda row: row.booking.phone if row.is_own else ""),
            Told("asked_at", gettext_lazy("scritta"), lambda row: row.booking.asked_at),
            Told("confirmed_at", gettext_lazy("confermata"), lambda row: row.booking.confirmed_at),
            Told("notice_accepted_at", gettext_lazy("informativa accettata"),
                 lambda row: row.accepted_at),
            Told("notice", gettext_lazy("versione dell'informativa"), lambda row: row.notice),
            Told("notice_words", gettext_lazy("con queste parole sull'uso dell'e-mail"),
                 lambda row: row.booking.notice_words if row.is_writer else ""),
            Told("written_by", gettext_lazy("scritta da"), lambda row: row.writer),
            Told("forget_on", gettext_lazy("si cancella il"), lambda row: row.booking.forget_on),
        ),
    ),
    Part(
        "rulings", gettext_lazy("Provvedimenti dell'arbitro"), ("tournaments.Ruling.entry",),
        lambda person: Ruling.objects.filter(entry__players__person=person).select_related("tournament"),
        (DAY, WHERE, *of(Ruling, "turn", "title", "reason", "points", "at", "by_name", "revoked_at")),
    ),
    Part(
        "fees", gettext_lazy("Quote d'iscrizione ai tornei"), ("tournaments.FeePayment.entry",),
        lambda person: FeePayment.objects.filter(entry__players__person=person)
        .select_related("entry__tournament", "movement"),
        (
            Told("tournament", gettext_lazy("torneo"), lambda row: row.entry.tournament.name),
            Told("at", gettext_lazy("quando"), lambda row: row.movement.at),
            Told("amount", gettext_lazy("importo"), lambda row: f"€ {euros(row.movement.cents)}"),
        ),
    ),
    Part(
        "ratings", gettext_lazy("Punteggio da giocatore"), ("tournaments.RatingPoint.person",),
        lambda person: person.rating_points.select_related("tournament").order_by("position"),
        (DAY, WHERE, *of(RatingPoint, "rating", "deviation", "change", "matches")),
    ),
    Part(
        "tournament_log", gettext_lazy("Che cosa è stato scritto nei registri dei tornei"), (), log_lines,
        (
            WHERE,
            Told("at", gettext_lazy("quando"), lambda row: row.at),
            Told("who", gettext_lazy("chi"), lambda row: row.actor_name),
            Told("what", gettext_lazy("che cosa"), _sentence),
            Told("reason", gettext_lazy("motivo"), lambda row: row.reason),
        ),
    ),
)  # fmt: skip

#: Fields that point to a person or to an entry, and are told in no part, with the reason.
OTHERWISE: Final = {
    "tournaments.SeasonMember.person": "of who was erased, and can be told nothing any more",
    "tournaments.Rest.entry": "a turn without a table: the tables of the other turns tell which",
}
