"""A tournament's format: checks of its settings and of their changes, and the entries that may still join."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.draws import DrawImpossible, DrawInput, Movement
from tournaments.core.draws.movements import proper_turns
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Entry, Fixture, Round, RoundState, Tournament
from tournaments.models.round import SETTINGS, movement_of, starters_of
from tournaments.text.names import by_entry

FORMAT_SETTINGS = (
    "format",
    "first_team",
    "second_team",
    "plays_until",
    "groups",
    "is_double",
    "qualifiers",
    "third_place",
    "sections",
    "even_way",
    "first_turn",
    "circles_apart",
    "tables_by_standings",
)
#: The settings that, besides `format`, make the schedule. The others affect only the first round, or the
#: match for third place.
SCHEDULED_BY = {"groups", "is_double", "qualifiers", "sections", "even_way"}


def verify_format(tournament: Tournament) -> None:
    """Refuses settings with which no draw is possible, whatever the entries. Raises InputRefused."""
    movement = movement_of(tournament)
    if tournament.is_challenge:
        _verify_teams(tournament)
        _verify_time(tournament)
    if movement.kind == "larger" and tournament.format != Tournament.Format.DANISH:
        raise InputRefused(
            "format-of-two-sides",
            _("A %(game)s i tavoli seguono la classifica: scegli il movimento danese.")
            % {"game": tournament.rules.name},
        )
    if movement.kind == "groups-final" and movement.groups < 2:
        raise InputRefused(
            "one-group", _("Per una finale ci vogliono almeno due gironi: scrivi quanti, o scegli il girone.")
        )


def _verify_teams(tournament: Tournament) -> None:
    names = [" ".join(name.split()).casefold() for name in (tournament.first_team, tournament.second_team)]
    if not all(names):
        raise InputRefused(
            "teams-without-name", _("Una sfida è fra due squadre: scrivi il nome di tutte e due.")
        )
    if names[0] == names[1]:
        raise InputRefused(
            "teams-of-one-name", _("Le due squadre hanno lo stesso nome: scrivine due che si distinguano.")
        )


def _verify_time(tournament: Tournament) -> None:
    """Refuses an hour at which play ends, where the number of rounds must be known beforehand."""
    if tournament.plays_until is None:
        return
    if tournament.pk and Fixture.objects.filter(tournament=tournament.pk).exists():
        raise InputRefused(
            "until-of-match",
            _("Un incontro di campionato ha un numero di turni: togli l'ora di fine."),
        )
    if tournament.starts_at is None:
        raise InputRefused(
            "until-without-start",
            _("Per giocare fino a un'ora serve anche quella d'inizio: scrivila, o togli quella di fine."),
        )
    if tournament.is_duplicated:
        raise InputRefused(
            "until-of-duplicated",
            _(
                "Con le stesse carte a tutti i tavoli le smazzate si preparano prima, e serve sapere quanti "
                "turni: togli l'ora di fine, o «Le stesse carte a tutti i tavoli»."
            ),
        )


def verify_change(tournament: Tournament, new: Mapping[str, Any]) -> None:
    """Refuses changes that would break the schedule of announced rounds. At most two queries."""
    if not {"format", "turns", *SCHEDULED_BY} & set(new):
        return
    announced = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
    first = announced.first()
    if first is None:
        return
    movement = movement_of(tournament)
    fixed_settings = {"format"} | (SCHEDULED_BY & set(SETTINGS.get(movement.kind, ())))
    # A rotation's entries are single players: no other format can go on with them.
    closed = (
        movement.is_closed
        or movement.kind == "rotation"
        or new.get("format") not in (None, "danish", "swiss")
    )
    if closed and fixed_settings & set(new):
        raise TournamentError(
            "schedule-started",
            _("Il calendario è già cominciato: la formula e i suoi gironi non cambiano più.")
            if movement.kind != "rotation"
            else _(
                "La rotazione individuale è già cominciata: la formula non cambia più. "
                "Per giocare a coppie, concludi il torneo e fanne un altro."
            ),
        )
    turns = proper_turns(movement, len(starters_of(first)))
    if turns is not None and new.get("turns", turns) != turns:
        raise TournamentError(
            "turns-of-the-format",
            ngettext(
                "Con questa formula il turno è uno solo.",
                "Con questa formula i turni sono %(turns)s: per finire prima, concludi il torneo.",
                turns,
            )
            % {"turns": turns},
        )


MOST_TURNS = 30


def is_drawn_by(round_: Round, movement: Movement) -> bool:
    """Whether the round was drawn by that movement with its current settings."""
    try:
        return Movement.from_json(round_.movement) == movement
    except DrawImpossible:
        return False


def settle_turns(tournament: Tournament, first: Round) -> None:
    """Sets the number of rounds from the movement and the first round's entries. At most one query.

    Raises TournamentError if an evening may not have as many.
    """
    turns = proper_turns(movement_of(tournament), len(first.draw_input["entrants"]))
    if turns is None or turns == tournament.turns:
        return
    if turns > MOST_TURNS:
        raise TournamentError(
            "too-many-turns",
            _("Così i turni sarebbero %(turns)s, e più di %(most)s non se ne giocano: fai più gironi.")
            % {"turns": turns, "most": MOST_TURNS},
        )
    tournament.turns = turns
    tournament.version += 1
    tournament.save(update_fields=["turns", "version"])


@dataclass(frozen=True)
class Admission:
    """The entries that may still play: all if ``started`` is None, else those in it and not in ``out``."""

    started: frozenset[int] | None = None
    out: frozenset[int] = frozenset()

    def are_open_to(self, number: int) -> bool:
        return self.started is None or (number in self.started and number not in self.out)


def admission(tournament: Tournament) -> Admission:
    """The tournament's admission. One query, none where entries may join at any time."""
    if not movement_of(tournament).is_closed:
        return Admission()
    last = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("-number").first()
    if last is None:
        return Admission()
    return Admission(frozenset(starters_of(last)), frozenset(DrawInput.from_json(last.draw_input).gone))


def verify_may_play(tournament: Tournament, number: int = 0) -> None:
    """Refuses an entry that the movement has no place for; a new entry has the number 0."""
    admitted = admission(tournament)
    if admitted.are_open_to(number):
        return
    if number in admitted.out:
        raise TournamentError(
            "out-of-the-bracket",
            by_entry(
                tournament,
                _("La coppia %(number)s è fuori dal tabellone: mentre non c'era, è passata un'altra."),
                _("Il giocatore %(number)s è fuori dal tabellone: mentre non c'era, è passato un altro."),
            )
            % {"number": number},
        )
    raise TournamentError(
        "too-late",
        _(
            "Il torneo è cominciato e il suo calendario non ha posto per altri (%(format)s): chi arriva "
            "adesso può sostituire un giocatore, o giocare al prossimo."
        )
        % {"format": tournament.get_format_display()},
    )


def verify_may_fix(tournament: Tournament, table: int, number: int | None = None) -> None:
    """Refuses a fixed table that other entries than `number` have filled, and any fixed table once all tables
    are decided for the whole evening. At most two queries."""
    _verify_seats_left(tournament, table, number)
    if movement_of(tournament).kind != "mitchell":
        return
    if tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError(
            "places-decided",
            _(
                "In un Mitchell chi resta al suo tavolo si decide al primo turno, ed è già deciso: "
                "per questo turno scambia due tavoli a mano."
            ),
        )


def _verify_seats_left(tournament: Tournament, table: int, number: int | None) -> None:
    at_table = tournament.entries.filter(fixed_table=table, withdrawn_at__isnull=True).exclude(
        number=number or 0
    )
    numbers = list(at_table.order_by("number").values_list("number", flat=True))
    most = max(tournament.rules.sizes) // tournament.entry_size
    if len(numbers) < most:
        return
    raise TournamentError(
        "fixed-table-full",
        by_entry(
            tournament,
            _(
                "Il tavolo %(table)s è già fisso per le coppie %(numbers)s, e a un tavolo ne siedono "
                "%(most)s: scegline un altro, o toglilo a una di loro."
            ),
            _(
                "Il tavolo %(table)s è già fisso per i giocatori %(numbers)s, e a un tavolo ne siedono "
                "%(most)s: scegline un altro, o toglilo a uno di loro."
            ),
        )
        % {"table": table, "numbers": ", ".join(map(str, numbers)), "most": most},
        table=table,
    )


def sat_out_a_round(entry: Entry) -> bool:
    """Whether the entry was ``passing`` or ``idle`` (`Draw`) in some round: no table, no bye. One query."""
    rounds = Round.objects.filter(tournament=entry.tournament_id).values_list("passing", "idle")
    return any(entry.number in (*passing, *idle) for passing, idle in rounds)
