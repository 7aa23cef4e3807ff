"""What everybody reads of an evening's places, in no query but that of the evenings themselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.bookings import places, terms
from tournaments.bookings.terms import Door
from tournaments.models import Booking, Entry, Round, RoundState, Tournament


@dataclass(frozen=True)
class Openness:
    """How full an evening is, and whether one enters it now."""

    door: Door
    taken: int
    places: int | None
    waiting: int
    looking: int
    closes_at: datetime

    @property
    def free(self) -> int | None:
        return None if self.places is None else max(self.places - self.taken, 0)

    @property
    def state(self) -> str:
        """The door by its name, for templates."""
        return self.door.value


def counted(tournaments: QuerySet[Tournament], now: datetime) -> QuerySet[Tournament]:
    """The evenings, each with what `openness` needs."""
    overdue = places.overdue(now)
    living = Booking.objects.filter(
        ~overdue, tournament=OuterRef("pk"), ended_at__isnull=True, joined_to__isnull=True
    )
    staying = Entry.objects.filter(tournament=OuterRef("pk"), withdrawn_at__isnull=True)
    announced = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    looking = Q(looks_for_partner=True, confirmed_at__isnull=False)
    return tournaments.annotate(
        entered_count=_count(staying, Q()),
        booked_count=_count(living, Q(has_place=True, entry__isnull=True)),
        waiting_count=_count(living, Q(line__isnull=False)),
        looking_count=_count(living, looking),
        is_announced=Exists(announced),
    )


def openness(tournament: Any, now: datetime) -> Openness:
    """Of an evening that `counted` has read. No query."""
    taken = tournament.entered_count + tournament.booked_count
    # Who waits has a right to the place that was freed this minute.
    free = None if tournament.places is None else tournament.places - taken - tournament.waiting_count
    return Openness(
        terms.door(tournament, now, free=free, announced=tournament.is_announced),
        taken,
        tournament.places,
        tournament.waiting_count,
        tournament.looking_count,
        terms.closes_at(tournament),
    )


def _count(rows: QuerySet[Any], wanted: Q) -> Coalesce:
    """How many of the rows of one tournament are `wanted`."""
    number = rows.order_by().values("tournament").annotate(number=Count("pk", filter=wanted)).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)
