"""Entries with guests, who may be new to the club: a guest is saved together with the entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from club import person_names
from club.models import Person, User
from club.person_names import name_key, plain
from club.register import people
from club.register.person_data import person_data_of, version_of
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.text.names import unknown_entry


@dataclass(frozen=True)
class Guest:
    """A new person at the desk; the date is that of the consent to be named in public results."""

    last_name: str
    first_name: str = ""
    name_consent_on: date | None = None

    @property
    def full_name(self) -> str:
        return f"{self.last_name.strip()} {self.first_name.strip()}".strip()


@transaction.atomic
def enter(
    tournament_id: int,
    players: Sequence[Person | Guest],
    *,
    by: Actor,
    key: UUID | None = None,
    **fields: Any,
) -> Entry:
    """The new entry, its guests added to the club; a refusal adds no guest.

    Idempotent by `key`, which the device makes, so that two taps do not add a guest twice. `fields` go to
    `entries.enter`.
    """
    tournament = lock(tournament_id)
    if key and (sent := entries.entry_of_key(tournament, key, entries.names(players))):
        return sent
    _verify_two_names(players)
    known = [
        add_guest(tournament, player, by=by) if isinstance(player, Guest) else player for player in players
    ]
    return entries.enter(tournament.pk, known, by=by, key=key, **fields)


@dataclass(frozen=True)
class NewEntry:
    """An entry to be made, with the fields of `entries.enter`."""

    players: Sequence[Person | Guest]
    present: bool = False
    fixed_table: int | None = None
    circle: str = ""
    team: int | None = None


def enter_all(
    tournament_id: int,
    lines: Sequence[Sequence[Person | Guest]],
    *,
    by: Actor,
    key: UUID,
    present: bool = False,
    team: int | None = None,
) -> list[Entry]:
    """The new entries of a list of players, all of one team in a challenge, as by `enter_many`."""
    wanted = [NewEntry(players, present=present, team=team) for players in lines]
    return enter_many(tournament_id, wanted, by=by, key=key)


@transaction.atomic
def enter_many(tournament_id: int, wanted: Sequence[NewEntry], *, by: Actor, key: UUID) -> list[Entry]:
    """The new entries of a list, in its order: all of them, or none if any is refused.

    A refusal has the place of its entry in the list, from 1, as `details["row"]`. Idempotent by `key`, from
    which each entry has its own; refused when the key made another list.
    """
    tournament = lock(tournament_id)
    if is_list_entered(tournament, key):
        return _sent_before(tournament, wanted, key)
    if repeated := repeated_names(each.players for each in wanted):
        raise InputRefused(
            "same-person",
            _("%(name)s è due volte nell'elenco: lascia fuori una delle due righe.") % {"name": repeated[0]},
        )
    made = []
    for row, each in enumerate(wanted, 1):
        fields = {name: value for name, value in vars(each).items() if name != "players"}
        try:
            entry = enter(tournament_id, each.players, by=by, key=_row_key(key, row), **fields)
        except TournamentError as refusal:
            refusal.details["row"] = row
            raise
        made.append(entry)
    return made


def is_list_entered(tournament: Tournament, key: UUID) -> bool:
    """Whether `enter_all` has entered the list of that key. One query."""
    return _is_row_entered(tournament, key, 1)


def _sent_before(tournament: Tournament, wanted: Sequence[NewEntry], key: UUID) -> list[Entry]:
    """The entries that this list has made. Refused when the key made a list of other players."""
    made = []
    for row, each in enumerate(wanted, 1):
        entry = entries.entry_of_key(tournament, _row_key(key, row), entries.names(each.players))
        if entry is None:
            raise _another_list()
        made.append(entry)
    if _is_row_entered(tournament, key, len(wanted) + 1):
        raise _another_list()
    return made


def _another_list() -> InputRefused:
    return InputRefused("key-used", _("Questa pagina ha già iscritto un altro elenco: ricaricala e ripeti."))


def _is_row_entered(tournament: Tournament, key: UUID, row: int) -> bool:
    return tournament.log.filter(key=_row_key(key, row)).exists()


def _row_key(key: UUID, row: int) -> UUID:
    """The key of the entry in that row, from 1, of a list with this key."""
    return uuid5(key, str(row - 1))


def repeated_names(lines: Iterable[Sequence[Person | Guest]]) -> list[str]:
    """The names that a list has twice, of known people and of guests, in the list's order."""
    seen: set[int | str] = set()
    repeated = []
    for player in chain.from_iterable(lines):
        if (identity := identity_of(player)) in seen:
            repeated.append(player.full_name)
        seen.add(identity)
    return repeated


def identity_of(player: Person | Guest) -> int | str:
    """A person's id, and for a guest the name without order, case and accents."""
    return player.pk if isinstance(player, Person) else name_key(player.full_name)


def _verify_two_names(players: Sequence[Person | Guest]) -> None:
    """Refuses a guest with the other player's name, who would be the same person under a new id."""
    written = [plain(player.full_name) for player in players]
    if len(set(written)) < len(written) and any(isinstance(player, Guest) for player in players):
        raise InputRefused(
            "same-person",
            _(
                "%(name)s è scritto due volte: scrivi il compagno, "
                "o distingui nel nome due persone che si chiamano allo stesso modo."
            )
            % {"name": players[0].full_name},
        )


def add_guest(tournament: Tournament, guest: Guest, *, by: Actor) -> Person:
    """The guest, added to the club's people. Raises InputRefused without a last name, or with a link."""
    _verify_name(guest)
    last_name, first_name = guest.last_name.strip(), guest.first_name.strip()
    return people.add(
        tournament.club,
        last_name=last_name,
        first_name=first_name,
        is_guest=True,
        name_consent_on=guest.name_consent_on,
        by=by.user,
    )


def _verify_name(guest: Guest) -> None:
    if not guest.last_name.strip():
        raise InputRefused("name-missing", _("All'ospite manca il cognome: scrivilo."))
    if person_names.carries_link(guest.full_name):
        raise InputRefused("name-has-link", person_names.link_sentence())


@transaction.atomic
def rename(
    tournament_id: int, number: int, person_id: int, *, last_name: str, first_name: str, today: date, by: User
) -> Entry:
    """The entry whose guest gets that name, in every evening; the club's log keeps the act.

    Refused for a member, whose name the register keeps, and for the name of another person of the club, who
    would then be there twice.
    """
    tournament = lock(tournament_id)
    verify_open(tournament)
    player = _player(tournament, number, person_id)
    person = player.person
    if not person.is_guest:
        raise InputRefused(
            "not-a-guest",
            _("%(name)s non è un ospite: il nome si corregge nella sua scheda, fra le persone del circolo.")
            % {"name": person.full_name},
        )
    written = Guest(last_name, first_name)
    _verify_name(written)
    known = person_data_of(person)
    corrected = replace(known, last_name=written.last_name.strip(), first_name=written.first_name.strip())
    if name_key(written.full_name) != name_key(person.full_name):
        _verify_nobody_else(tournament, person, written)
    people.correct(
        person.pk,
        tournament.club,
        corrected,
        version=version_of(person),
        reason="",
        today=today,
        by=by,
        is_confirmed_another=True,
        at_desk=True,
    )
    live_feed.announce(tournament)
    return player.entry


def _player(tournament: Tournament, number: int, person_id: int) -> EntryPlayer:
    players = EntryPlayer.objects.filter(tournament=tournament, entry__number=number, person=person_id)
    player = players.select_related("entry", "person__particulars").first()
    if player is None:
        raise InputRefused("no-entry", unknown_entry(tournament, number))
    return player


def _verify_nobody_else(tournament: Tournament, person: Person, written: Guest) -> None:
    others = people.find(tournament.club, written.full_name).exclude(pk=person.pk)
    if any(name_key(other.full_name) == name_key(written.full_name) for other in others):
        raise InputRefused(
            "known-already",
            _("Il circolo conosce già %(name)s: togli questa iscrizione e rifalla con quel nome.")
            % {"name": written.full_name},
        )
