"""The desk: entering pairs or single players, checking them in, letting them go."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person
from tournaments import live, log, queries
from tournaments.actors import Actor
from tournaments.bookings import places
from tournaments.cash import fees
from tournaments.entry_wording import by_entry
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.movements import doors, stood_out, verify_may_fix, verify_may_play

#: How the log calls what is changed of an entry; "seed" is there the one of a draw.
SAID_OF_ENTRY = {"seed": "seeding", "circle": "circle"}


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
    circle: str = "",
    key: UUID | None = None,
) -> Entry:
    """The new entry with the next number; `present` checks it in at once (they stand at the desk).

    `key` is the device's, and serves once: see `sent_with`.
    """
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    verify_may_play(tournament)
    _verify_players(tournament, people)
    # Counted in the log, so that the number of a pair taken back never becomes another's.
    number = tournament.log.filter(act="entry.entered").count() + 1
    entry = Entry.objects.create(
        tournament=tournament,
        number=number,
        checked_in_at=timezone.now() if present else None,
        fixed_table=fixed_table,
        circle=circle.strip(),
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
        used = by_entry(
            tournament,
            _("Questa pagina ha già iscritto una coppia: ricaricala e ripeti."),
            _("Questa pagina ha già iscritto un giocatore: ricaricala e ripeti."),
        )
        raise InputRefused("key-used", used)
    return _entry(tournament, said.subject["entry"])


def _verify_players(tournament: Tournament, people: Sequence[Person]) -> None:
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
            by_entry(
                tournament,
                _("%(name)s gioca già nella coppia %(number)s: ritira quella o scegli un altro giocatore."),
                _("%(name)s è già iscritto con il numero %(number)s: scegli un altro giocatore."),
            )
            % {"name": taken.person.full_name, "number": taken.entry.number},
        )
    _verify_sits_in_for_nobody(tournament, people)


def _verify_sits_in_for_nobody(tournament: Tournament, people: Sequence[Person]) -> None:
    made = queries.substitutions(tournament).filter(substitute__in=people)
    sitting = made.select_related("substitute", "entry").first()
    if sitting:
        raise InputRefused(
            "sits-in",
            by_entry(
                tournament,
                _(
                    "%(name)s sostituisce un giocatore della coppia %(number)s: "
                    "prima fai tornare il titolare."
                ),
                _("%(name)s sostituisce il giocatore %(number)s: prima fai tornare il titolare."),
            )
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
    if present:
        verify_may_play(tournament, number)
    elif _was_drawn(entry):
        raise TournamentError(
            "already-drawn",
            by_entry(
                tournament,
                _("La coppia %(number)s ha già un tavolo: se va via, segnala come ritirata."),
                _("Il giocatore %(number)s ha già un tavolo: se va via, segnalo come ritirato."),
            )
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
    admitted = doors(tournament)
    numbers = [number for number in absent.values_list("number", flat=True) if admitted.are_open_to(number)]
    if numbers:
        absent.filter(number__in=numbers).update(checked_in_at=timezone.now())
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
    if table is not None:
        verify_may_fix(tournament)
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
        verify_may_play(tournament, number)
        _verify_sits_in_for_nobody(
            tournament, [each.person for each in entry.players.select_related("person")]
        )
    entry.withdrawn_at = timezone.now() if withdrawn else None
    entry.save(update_fields=["withdrawn_at"])
    act = "entry.withdrawn" if withdrawn else "entry.returned"
    log.write(tournament, by, act, subject={"entry": number}, reason=reason)
    places.freed(tournament)
    live.announce(tournament)
    return entry


@transaction.atomic
def remove(tournament_id: int, number: int, *, by: Actor) -> None:
    """Takes back an entry written by mistake; refused once drawn, and while its fee is in the cash."""
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    if _was_drawn(entry):
        raise TournamentError(
            "already-drawn",
            by_entry(
                tournament,
                _("La coppia %(number)s è già nei tavoli di un turno: segnala come ritirata."),
                _("Il giocatore %(number)s è già nei tavoli di un turno: segnalo come ritirato."),
            )
            % {"number": number},
        )
    fees.let_go(entry)
    players = names([player.person for player in entry.players.select_related("person")])
    entry.delete()
    log.write(tournament, by, "entry.removed", subject={"entry": number}, before={"players": players})
    places.freed(tournament)
    live.announce(tournament)


@transaction.atomic
def seed(tournament_id: int, number: int, seed: int | None, *, by: Actor) -> Entry:
    """The entry as a testa di serie, 1 the strongest; None takes that away. Counts for the first turn."""
    return _set(tournament_id, number, "seed", seed, by)


@transaction.atomic
def come_from(tournament_id: int, number: int, circle: str, *, by: Actor) -> Entry:
    """The entry as one of that circolo, whose coppie may wish not to meet in the first turn; "" of none."""
    return _set(tournament_id, number, "circle", circle.strip(), by)


def _set(tournament_id: int, number: int, field: str, value: int | str | None, by: Actor) -> Entry:
    tournament = lock(tournament_id)
    _refuse_if_closed(tournament)
    entry = _entry(tournament, number)
    before = getattr(entry, field)
    if before == value:
        return entry
    if field == "seed" and value is not None and int(value) < 1:
        raise InputRefused(
            "no-such-seed", _("Le teste di serie si contano da 1: scrivi un numero da 1 in su.")
        )
    setattr(entry, field, value)
    entry.save(update_fields=[field])
    said, subject = SAID_OF_ENTRY[field], {"entry": number}
    log.write(tournament, by, "entry.changed", subject=subject, before={said: before}, after={said: value})
    live.announce(tournament)
    return entry


def _was_drawn(entry: Entry) -> bool:
    return entry.seats.exists() or entry.rests.exists() or stood_out(entry)


def _entry(tournament: Tournament, number: int) -> Entry:
    try:
        return tournament.entries.get(number=number)
    except Entry.DoesNotExist:
        raise InputRefused("no-entry", unknown(tournament, number)) from None


def unknown(tournament: Tournament, number: int) -> str:
    """That no entry has this number."""
    said = by_entry(
        tournament,
        _("In questo torneo non c'è la coppia %(number)s."),
        _("In questo torneo non c'è il giocatore %(number)s."),
    )
    return said % {"number": number}


def _refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
