"""Entering a pair whose players the club may not know yet: the guests and the entry together, or neither."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from club import people
from club.models import Person
from tournaments import entries
from tournaments.actors import Actor
from tournaments.errors import InputRefused
from tournaments.models import Entry, Tournament


@dataclass(frozen=True)
class Guest:
    """Somebody new at the desk; `consents` is to the name in public results."""

    last_name: str
    first_name: str = ""
    consents: bool = False


@transaction.atomic
def enter(
    tournament: Tournament, players: Sequence[Person | Guest], *, on: date, by: Actor, present: bool = False
) -> Entry:
    """The new entry, its guests added to the club; a refusal leaves no guest. `on` dates their consents."""
    known = [_added(tournament, player, on) if isinstance(player, Guest) else player for player in players]
    return entries.enter(tournament.pk, known, by=by, present=present)


def _added(tournament: Tournament, guest: Guest, on: date) -> Person:
    last_name, first_name = guest.last_name.strip(), guest.first_name.strip()
    if not last_name:
        raise InputRefused("name-missing", _("All'ospite manca il cognome: scrivilo."))
    return people.add(
        tournament.club,
        last_name=last_name,
        first_name=first_name,
        is_guest=True,
        name_consent_on=on if guest.consents else None,
    )
