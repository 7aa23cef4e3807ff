"""The desk: entering pairs, checking them in, letting them go."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person
from tournaments import live, log, queries
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Entry, EntryPlayer, Tournament


class Named(Protocol):
    """Anybody with a name."""

    @property
    def full_name(self) -> str: ...


def names(people: Sequence[Named]) -> str:
    """The names as a table would say them: "Rossi Mario – Bianchi Anna"."""
    return " – ".join(person.full_name for person in people)


@transaction.atomic
def enter(
    tournament_id: int,
    people: Sequence[Person],
    *,
    by: Actor,
    present: bool = False,
    fixed_table: int | None = None,
    key: UUID | None = None,
) -> Entry:
    """The new entry with the next number; `present` checks it in at once (they stand at the desk).

    `key` is the device's, and serves once: see `sent_with`.
    """
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    _verify_pair(tournament, people)
    # Counted in the log, so that the number of a pair taken back never becomes another's.
    number = tournament.log.filter(act="entry.entered").count() + 1
    entry = Entry.objects.create(
        tournament=tournament,
        number=number,
        checked_in_at=timezone.now() if present else None,
        fixed_table=fixed_table,
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, person=person, position=position)
        for position, person in enumerate(people)
    )
    said = {"players": names(people)}
    log.write(tournament, by, "entry.entered", subject={"entry": number}, after=said, key=key)
    live.announce(tournament)
    return entry


def sent_with(tournament: Tournament, key: UUID, players: str) -> Entry | None:
    """The entry of `players` that this key made, None for a key never seen.

    Refused when the key has served for somebody else, or the entry is gone since.
    """
    said = tournament.log.filter(key=key).first()
    if said is None:
        return None
    if said.after != {"players": players}:
        raise InputRefused("key-used", _("Questa pagina ha già iscritto una coppia: ricaricala e ripeti."))
    return _entry(tournament, said.subject["entry"])


def _verify_pair(tournament: Tournament, people: Sequence[Person]) -> None:
    if len(people) != tournament.entry_size:
        wanted = {
            1: _("Qui ognuno gioca da solo: scrivi un nome."),
            2: _("Una coppia ha due giocatori: scrivi due nomi."),
        }
        raise InputRefused("pair-size", wanted[tournament.entry_size])
    first, last = people[0], people[-1]
    if len(people) > 1 and first.pk == last.pk:
        raise InputRefused(
            "same-person",
            _("%(name)s non può giocare in coppia con sé stesso: scrivi il nome del compagno.")
            % {"name": first.full_name},
        )
    if any(person.club_id != tournament.club_id for person in people):
        raise InputRefused("other-club", _("Questa persona non è di questo circolo: aggiungila come ospite."))
    taken = (
        EntryPlayer.objects.filter(tournament=tournament, person__in=people)
        .select_related("entry", "person")
        .first()
    )
    if taken:
        raise InputRefused(
            "person-taken",
            _("%(name)s gioca già nella coppia %(number)s: ritira quella o scegli un altro giocatore.")
            % {"name": taken.person.full_name, "number": taken.entry.number},
        )
    _verify_sits_in_for_nobody(tournament, people)


def _verify_sits_in_for_nobody(tournament: Tournament, people: Sequence[Person]) -> None:
    made = queries.substitutions(tournament).filter(substitute__in=people)
    sitting = made.select_related("substitute", "entry").first()
    if sitting:
        raise InputRefused(
            "sits-in",
            _("%(name)s sostituisce un giocatore della coppia %(number)s: prima fai tornare il titolare.")
            % {"name": sitting.substitute.full_name, "number": sitting.entry.number},
        )


@transaction.atomic
def check_in(tournament_id: int, number: int, *, present: bool, by: Actor) -> Entry:
    """The entry, marked present or absent. Marking twice is marking once."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    if (entry.checked_in_at is not None) == present:
        return entry
    if not present and (entry.seats.exists() or entry.rests.exists()):
        raise TournamentError(
            "already-drawn",
            _("La coppia %(number)s ha già un tavolo: se va via, segnala come ritirata.")
            % {"number": number},
        )
    entry.checked_in_at = timezone.now() if present else None
    entry.save(update_fields=["checked_in_at"])
    log.write(tournament, by, "entry.present" if present else "entry.absent", subject={"entry": number})
    live.announce(tournament)
    return entry


@transaction.atomic
def check_in_all(tournament_id: int, *, by: Actor) -> list[int]:
    """The numbers of the pairs that were absent and are now present; the withdrawn stay away."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    absent = tournament.entries.filter(checked_in_at__isnull=True, withdrawn_at__isnull=True)
    numbers = list(absent.values_list("number", flat=True))
    if numbers:
        absent.update(checked_in_at=timezone.now())
        log.write(tournament, by, "entry.all-present", after={"entries": numbers})
        live.announce(tournament)
    return numbers


@transaction.atomic
def fix_table(tournament_id: int, number: int, table: int | None, *, by: Actor) -> Entry:
    """The entry, kept at `table` by the next draws: for who cannot move. None sets it free."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    if entry.fixed_table == table:
        return entry
    if table is not None and table < 1:
        raise InputRefused("no-such-table", _("I tavoli si contano da 1: scrivi un numero da 1 in su."))
    before, entry.fixed_table = entry.fixed_table, table
    entry.save(update_fields=["fixed_table"])
    log.write(
        tournament,
        by,
        "entry.table-fixed",
        subject={"entry": number},
        before={"fixed_table": before},
        after={"fixed_table": table},
    )
    live.announce(tournament)
    return entry


@transaction.atomic
def withdraw(tournament_id: int, number: int, *, withdrawn: bool, by: Actor, reason: str = "") -> Entry:
    """The entry, out of the next draws (or back in); results already played stand (FIELD, Withdrawal)."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    if (entry.withdrawn_at is not None) == withdrawn:
        return entry
    if not withdrawn:
        _verify_sits_in_for_nobody(
            tournament, [each.person for each in entry.players.select_related("person")]
        )
    entry.withdrawn_at = timezone.now() if withdrawn else None
    entry.save(update_fields=["withdrawn_at"])
    act = "entry.withdrawn" if withdrawn else "entry.returned"
    log.write(tournament, by, act, subject={"entry": number}, reason=reason)
    live.announce(tournament)
    return entry


@transaction.atomic
def remove(tournament_id: int, number: int, *, by: Actor) -> None:
    """Takes back an entry written by mistake; refused once it has been drawn."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    if entry.seats.exists() or entry.rests.exists():
        raise TournamentError(
            "already-drawn",
            _("La coppia %(number)s è già nei tavoli di un turno: segnala come ritirata.")
            % {"number": number},
        )
    players = names([player.person for player in entry.players.select_related("person")])
    entry.delete()
    log.write(tournament, by, "entry.removed", subject={"entry": number}, before={"players": players})
    live.announce(tournament)


def _entry(tournament: Tournament, number: int) -> Entry:
    try:
        return tournament.entries.get(number=number)
    except Entry.DoesNotExist:
        raise InputRefused(
            "no-entry", _("In questo torneo non c'è la coppia %(number)s.") % {"number": number}
        ) from None


def _refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
