"""The evenings that a person played, for the page of the person in the club's register."""

from django.urls import reverse
from django.utils.translation import gettext as _

from club.models import Person
from club.privacy.personal_data import PlayedEvening, PlayedEvenings
from tournaments import queries
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import RoundState, Seat, Tournament
from tournaments.players import match_history


def evenings_played(person: Person, most: int) -> PlayedEvenings:
    """How many evenings the person played, substitutions included, and the last `most`, newest first.

    An evening counts from its first settled round in which the person sat at a table. Four queries.
    """
    sat = Seat.objects.filter(person=person, round__state=RoundState.SETTLED)
    held = Tournament.objects.filter(pk__in=sat.values("round__tournament"))
    played = list(held.order_by("-date", "-pk").only("pk", "code", "name", "date"))
    last = played[:most]
    evenings = [each.pk for each in last]
    seats = sat.filter(round__tournament__in=evenings).order_by("round__number", "pk")
    numbers = dict(seats.values_list("round__tournament_id", "entry__number"))
    own, rows = match_history.numbers_of(person, evenings), queries.newest_rows(evenings)
    return PlayedEvenings(
        len(played),
        tuple(
            PlayedEvening(
                each.date,
                each.name,
                reverse("pair", args=[each.code, numbers[each.pk]]),
                _place(own.get(each.pk), rows.get(each.pk, [])),
            )
            for each in last
        ),
        reverse("player", args=[person.club.slug, person.pk]) if played and person.public_name else "",
    )


def _place(own: int | None, rows: list[StoredRow]) -> str:
    """The entry's place in the newest standings and how many these have; empty if it is not in them."""
    if own is None:
        return _("sostituto")
    place = next((row["place"] for row in rows if row["number"] == own), None)
    return _("%(place)sº di %(of)s") % {"place": place, "of": len(rows)} if place else ""
