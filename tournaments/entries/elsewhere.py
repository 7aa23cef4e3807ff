"""Players who are entered in two evenings of a club at one time: the desk is warned, nothing is refused.

Only the club's own evenings count: what its members do elsewhere is not its business.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time

from django.db.models import Q
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.core.hours import Hours, days_around
from tournaments.models import EntryPlayer, Tournament
from tournaments.models.championship import Fixture


@dataclass(frozen=True)
class Elsewhere:
    """A player, and another evening in which they are entered at that time; `day` is None for that day."""

    player: str
    evening: str
    day: date | None
    starts_at: time | None


def of_tournament(tournament: Tournament) -> list[Elsewhere]:
    """The players of the tournament who are entered elsewhere while it is played. One query, none for a
    tournament that is over."""
    if tournament.closed_at or tournament.called_off_at:
        return []
    entered = EntryPlayer.objects.filter(tournament=tournament, entry__withdrawn_at=None)
    return _entered_elsewhere(
        tournament.club_id,
        Q(person__in=entered.values("person")),
        tournament.hours,
        tournament.pk,
    )


def of_people(fixture: Fixture, people: Iterable[int], on: date) -> list[Elsewhere]:
    """Those of the people who are entered elsewhere while the match is played. One query."""
    championship = fixture.championship
    minutes = championship.turns * championship.turn_minutes
    return _entered_elsewhere(
        championship.club_id,
        Q(person__in=list(people)),
        Hours(on, fixture.starts_at, minutes),
        fixture.tournament_id,
    )


def _entered_elsewhere(
    club_id: int, wanted: Q, hours: Hours, except_tournament: int | None
) -> list[Elsewhere]:
    places = (
        EntryPlayer.objects.filter(
            wanted,
            tournament__club=club_id,
            tournament__date__in=days_around(hours.day),
            tournament__called_off_at=None,
            tournament__closed_at=None,
            entry__withdrawn_at=None,
        )
        .exclude(tournament=except_tournament)
        .select_related("person", "tournament")
        .order_by("person__last_name", "person__first_name", "tournament")
    )
    return [
        Elsewhere(
            place.person.full_name,
            place.tournament.name,
            place.tournament.date if place.tournament.date != hours.day else None,
            place.tournament.starts_at,
        )
        for place in places
        if hours.overlaps(place.tournament.hours)
    ]


def sentence(places: Iterable[Elsewhere]) -> str:
    """The warning for the desk: each player with the other evening; empty for no places."""
    named = [f"{place.player} ({_evening(place)})" for place in places]
    return (
        _("Alla stessa ora di quel giorno giocano anche altrove: %(players)s.")
        % {"players": ", ".join(named)}
        if named
        else ""
    )


def _evening(place: Elsewhere) -> str:
    """The evening with its day, if that is another one, and its hour."""
    day = date_format(place.day, "j/n") if place.day else ""
    hour = time_format(place.starts_at, "H:i") if place.starts_at else ""
    return ", ".join(filter(None, (f"«{place.evening}»", " ".join(filter(None, (day, hour))))))
