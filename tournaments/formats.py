"""Which settings of a format go together, and which may still change while it is being played."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.draws.movements import proper_turns
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import RoundState, Tournament
from tournaments.movements import SETTINGS, movement_of, starters_of

FORMAT_SETTINGS = (
    "format",
    "groups",
    "is_double",
    "qualifiers",
    "third_place",
    "sections",
    "even_way",
    "first_turn",
    "circles_apart",
)
#: What the schedule of a format is made from. The rest counts before turn 1, or at the very end.
SCHEDULED_BY = {"groups", "is_double", "qualifiers", "sections", "even_way"}


def verify_format(tournament: Tournament) -> None:
    """Refuses settings that no evening can be drawn by, whoever comes. Raises InputRefused."""
    movement = movement_of(tournament)
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


def verify_change(tournament: Tournament, new: Mapping[str, Any]) -> None:
    """Refuses what would break the schedule of turns already announced. One query at most, or two."""
    if not {"format", "turns", *SCHEDULED_BY} & set(new):
        return
    announced = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
    first = announced.first()
    if first is None:
        return
    movement = movement_of(tournament)
    asked = {"format"} | (SCHEDULED_BY & set(SETTINGS.get(movement.kind, ())))
    # Of a rotation the entries are single players: no other format can go on with them.
    closed = (
        movement.is_closed
        or movement.kind == "rotation"
        or new.get("format") not in (None, "danish", "swiss")
    )
    if closed and asked & set(new):
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
            _("Con questa formula i turni sono %(turns)s: per finire prima, concludi il torneo.")
            % {"turns": turns},
        )
