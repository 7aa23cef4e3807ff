"""The desk: entering pairs or single players, checking them in, withdrawing and removing them."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person
from tournaments import log, queries
from tournaments.actors import Actor
from tournaments.entries import cash
from tournaments.entries.bookings import places
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.pairing.formats import admission, sat_out_a_round, verify_may_fix, verify_may_play
from tournaments.text.names import by_entry, unknown_entry

#: The names of an entry's fields in the log; there "seed" is already the seed of a draw.
LOG_KEYS = {"seed": "seeding", "circle": "circle", "team": "team"}


class Named(Protocol):
    """Anything with a name."""

    @property
    def full_name(self) -> str: ...


def names(people: Sequence[Named]) -> str:
    """The players' names as a table shows them: "Rossi Mario – Bianchi Anna"."""
    return " – ".join(person.full_name for person in people)


def names_of(entry: Entry) -> str:
    """The names of the entry's players; no query if `players__person` is prefetched."""
    return names([player.person for player in entry.players.all()])


@transaction.atomic
def enter(
    tournament_id: int,
    people: Sequence[Person],
    *,
    by: Actor,
    present: bool = False,
    fixed_table: int | None = None,
    circle: str = "",
    team: int | None = None,
    key: UUID | None = None,
) -> Entry:
    """The new entry with the next number; `present` checks it in at once, for players at the desk.

    In a challenge, `team` is 1 or 2. None means the team that has the name of the entry's home club, or no
    team yet: the draw waits until everybody has one. `key` is made by the device and valid for one entry: see
    `entry_of_key`.
    """
    tournament = lock(tournament_id)
    verify_open(tournament)
    verify_may_play(tournament)
    _verify_players(tournament, people)
    if fixed_table is not None:
        verify_may_fix(tournament, fixed_table)
    # Counted in the log, so that the number of a removed entry is never given again.
    number = tournament.log.filter(act="entry.entered").count() + 1
    entry = Entry.objects.create(
        tournament=tournament,
        number=number,
        checked_in_at=timezone.now() if present else None,
        fixed_table=fixed_table,
        circle=circle.strip(),
        team=_team_of(tournament, team, circle),
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, person=person, position=position)
        for position, person in enumerate(people)
    )
    after = {"players": names(people)}
    log.write(tournament, by, "entry.entered", subject={"entry": number}, after=after, key=key, rows=[entry])
    live_feed.announce(tournament)
    return entry


def _team_of(tournament: Tournament, team: int | None, circle: str) -> int | None:
    """The team of a new entry. Raises InputRefused for a team that does not exist."""
    if team is not None:
        _verify_team(tournament, team)
        return team
    named = (
        [" ".join(name.split()).casefold() for name in tournament.teams] if tournament.is_challenge else []
    )
    home = " ".join(circle.split()).casefold()
    return named.index(home) + 1 if home and home in named else None


def _verify_team(tournament: Tournament, team: int | None) -> None:
    if not tournament.is_challenge:
        raise InputRefused("no-teams", _("Qui non si gioca a squadre: lascia vuota la squadra."))
    if team not in (1, 2, None):
        raise InputRefused(
            "no-such-team",
            _("Le squadre sono due: scrivi 1 per %(first)s, 2 per %(second)s.")
            % {"first": tournament.first_team, "second": tournament.second_team},
        )


def entry_of_key(tournament: Tournament, key: UUID, players: str) -> Entry | None:
    """The entry of `players` that this key made, None for an unknown key.

    Refused when the key made an entry of other players, or one that has been removed since.
    """
    logged = tournament.log.filter(key=key).first()
    if logged is None:
        return None
    if logged.after != {"players": players}:
        used = by_entry(
            tournament,
            _("Questa pagina ha già iscritto una coppia: ricaricala e ripeti."),
            _("Questa pagina ha già iscritto un giocatore: ricaricala e ripeti."),
        )
        raise InputRefused("key-used", used)
    return _entry(tournament, logged.subject["entry"])


def _verify_players(tournament: Tournament, people: Sequence[Person]) -> None:
    if len(people) != tournament.entry_size:
        sentences = {
            1: _("Qui ognuno gioca da solo: scrivi un nome."),
            2: _("Una coppia ha due giocatori: scrivi due nomi."),
        }
        raise InputRefused("pair-size", sentences[tournament.entry_size])
    first, last = people[0], people[-1]
    if len(people) > 1 and first.pk == last.pk:
        raise InputRefused(
            "same-person",
            _("%(name)s non può giocare in coppia con sé stesso: scrivi il nome del compagno.")
            % {"name": first.full_name},
        )
    if any(person.club_id != tournament.club_id for person in people):
        raise InputRefused("other-club", _("Questa persona non è di questo circolo: aggiungila come ospite."))
    playing = (
        EntryPlayer.objects.filter(tournament=tournament, person__in=people)
        .select_related("entry", "person")
        .first()
    )
    if playing:
        raise InputRefused(
            "person-taken",
            by_entry(
                tournament,
                _("%(name)s gioca già nella coppia %(number)s: ritira quella o scegli un altro giocatore."),
                _("%(name)s è già iscritto con il numero %(number)s: scegli un altro giocatore."),
            )
            % {"name": playing.person.full_name, "number": playing.entry.number},
        )
    _verify_no_substitute(tournament, people)


def _verify_no_substitute(tournament: Tournament, people: Sequence[Person]) -> None:
    substitutions = queries.substitutions(tournament).filter(substitute__in=people)
    substitution = substitutions.select_related("substitute", "entry").first()
    if substitution:
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
            % {"name": substitution.substitute.full_name, "number": substitution.entry.number},
        )


@transaction.atomic
def check_in(tournament_id: int, number: int, *, present: bool, by: Actor) -> Entry:
    """The entry, marked present or absent. Marking twice changes nothing."""
    tournament = lock(tournament_id)
    verify_open(tournament)
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
    act = "entry.present" if present else "entry.absent"
    log.write(tournament, by, act, subject={"entry": number}, rows=[entry])
    live_feed.announce(tournament)
    return entry


@transaction.atomic
def check_in_all(tournament_id: int, *, by: Actor) -> list[int]:
    """The numbers of the entries that were absent and are now present; withdrawn ones stay absent."""
    tournament = lock(tournament_id)
    verify_open(tournament)
    absent = tournament.entries.filter(checked_in_at__isnull=True, withdrawn_at__isnull=True)
    admitted = admission(tournament)
    numbers = [number for number in absent.values_list("number", flat=True) if admitted.are_open_to(number)]
    if numbers:
        absent.filter(number__in=numbers).update(checked_in_at=timezone.now())
        present = tournament.entries.filter(number__in=numbers)
        log.write(tournament, by, "entry.all-present", after={"entries": numbers}, rows=present)
        live_feed.announce(tournament)
    return numbers


@transaction.atomic
def fix_table(tournament_id: int, number: int, table: int | None, *, by: Actor) -> Entry:
    """The entry, which the next draws keep at `table` (for a player who cannot move); None frees it."""
    tournament = lock(tournament_id)
    verify_open(tournament)
    entry = _entry(tournament, number)
    if entry.fixed_table == table:
        return entry
    if table is not None and table < 1:
        raise InputRefused("no-such-table", _("I tavoli si contano da 1: scrivi un numero da 1 in su."))
    if table is not None:
        verify_may_fix(tournament, table, number)
    before, entry.fixed_table = entry.fixed_table, table
    entry.save(update_fields=["fixed_table"])
    log.write(
        tournament,
        by,
        "entry.table-fixed",
        subject={"entry": number},
        before={"fixed_table": before},
        after={"fixed_table": table},
        rows=[entry],
    )
    live_feed.announce(tournament)
    return entry


@transaction.atomic
def withdraw(
    tournament_id: int, number: int, *, withdrawn: bool, by: Actor, reason: str = "", expelled: bool = False
) -> Entry:
    """The entry, left out of the next draws or back in; its results stand (FIELD, Withdrawal).

    `expelled` makes the log say so. An expelled entry returns only when its ruling is taken back.
    """
    tournament = lock(tournament_id)
    verify_open(tournament)
    entry = _entry(tournament, number)
    if (entry.withdrawn_at is not None) == withdrawn:
        return entry
    if not withdrawn:
        _verify_not_expelled(tournament, number)
        verify_may_play(tournament, number)
        _verify_no_substitute(tournament, [each.person for each in entry.players.select_related("person")])
    entry.withdrawn_at = timezone.now() if withdrawn else None
    entry.save(update_fields=["withdrawn_at"])
    leaving = "entry.expelled" if expelled else "entry.withdrawn"
    act = leaving if withdrawn else "entry.returned"
    log.write(tournament, by, act, subject={"entry": number}, reason=reason, rows=[entry])
    places.fill_freed_places(tournament)
    live_feed.announce(tournament)
    return entry


def _verify_not_expelled(tournament: Tournament, number: int) -> None:
    if number in queries.expelled(tournament):
        sentence = by_entry(
            tournament,
            _("La coppia %(number)s è espulsa: per farla rientrare, ritira il provvedimento al suo tavolo."),
            _(
                "Il giocatore %(number)s è espulso: per farlo rientrare, "
                "ritira il provvedimento al suo tavolo."
            ),
        )
        raise TournamentError("expelled", sentence % {"number": number})


@transaction.atomic
def remove(tournament_id: int, number: int, *, by: Actor) -> None:
    """Deletes an entry made by mistake; refused once it was drawn, and while its fee is in the cash."""
    tournament = lock(tournament_id)
    verify_open(tournament)
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
    cash.delete_cancelled_payments(entry)
    players = names([player.person for player in entry.players.select_related("person")])
    entry.delete()
    log.write(tournament, by, "entry.removed", subject={"entry": number}, before={"players": players})
    places.fill_freed_places(tournament)
    live_feed.announce(tournament)


@transaction.atomic
def set_seed(tournament_id: int, number: int, seed: int | None, *, by: Actor) -> Entry:
    """The entry with that seed, 1 the strongest; None for no seed. Seeds count for the first round."""
    return _set(tournament_id, number, "seed", seed, by)


@transaction.atomic
def set_home_club(tournament_id: int, number: int, circle: str, *, by: Actor) -> Entry:
    """The entry with its home club, whose pairs may be kept apart in the first round; "" for none."""
    return _set(tournament_id, number, "circle", circle.strip(), by)


@transaction.atomic
def set_team(tournament_id: int, number: int, team: int | None, *, by: Actor) -> Entry:
    """The entry in the first or the second team of a challenge; refused once it was drawn."""
    tournament = lock(tournament_id)
    verify_open(tournament)
    _verify_team(tournament, team)
    entry = _entry(tournament, number)
    if entry.team != team and _was_drawn(entry):
        raise TournamentError(
            "team-in-play",
            by_entry(
                tournament,
                _("La coppia %(number)s ha già un tavolo per la sua squadra: ora non la cambia più."),
                _("Il giocatore %(number)s ha già un tavolo per la sua squadra: ora non la cambia più."),
            )
            % {"number": number},
        )
    changed = _set(tournament_id, number, "team", team, by)
    places.fill_freed_places(tournament)
    return changed


def _set(tournament_id: int, number: int, field: str, value: int | str | None, by: Actor) -> Entry:
    tournament = lock(tournament_id)
    verify_open(tournament)
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
    key, subject = LOG_KEYS[field], {"entry": number}
    if field == "team":
        before, value = (tournament.teams[int(team) - 1] if team else None for team in (before, value))
    log.write(
        tournament,
        by,
        "entry.changed",
        subject=subject,
        before={key: before},
        after={key: value},
        rows=[entry],
    )
    live_feed.announce(tournament)
    return entry


def _was_drawn(entry: Entry) -> bool:
    return entry.seats.exists() or entry.rests.exists() or sat_out_a_round(entry)


def _entry(tournament: Tournament, number: int) -> Entry:
    try:
        return tournament.entries.get(number=number)
    except Entry.DoesNotExist:
        raise InputRefused("no-entry", unknown_entry(tournament, number)) from None
