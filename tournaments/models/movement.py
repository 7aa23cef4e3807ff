"""The movement that a tournament is drawn by, read from its settings and its rounds."""

from typing import Any, cast

from tournaments.core.draws import DrawInput, Movement
from tournaments.core.draws.movements import Kind, begun_by
from tournaments.core.draws.schedules import EvenWay
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament

#: The tournament fields that each movement reads; a movement not listed here has no settings.
SETTINGS: dict[str, tuple[str, ...]] = {
    "girone": ("groups", "is_double"),
    "groups-final": ("groups", "is_double", "qualifiers", "third_place"),
    "mitchell": ("turns", "sections", "even_way"),
    "knockout": ("third_place",),
    "rotation": ("turns",),
}


def movement_of(tournament: Tournament) -> Movement:
    """The tournament's movement; at tables of more than two single players there is only one."""
    sizes = tuple(size // tournament.entry_size for size in tournament.rules.sizes)
    if sizes != (2,) and not tournament.is_rotation:
        return Movement("larger")
    kind = cast("Kind", str(tournament.format))
    settings: dict[str, Any] = {name: getattr(tournament, name) for name in SETTINGS.get(kind, ())}
    if "even_way" in settings:
        settings["even_way"] = cast("EvenWay", str(tournament.even_way))
    return Movement(kind, **settings)


def starters_of(round_: Round) -> tuple[int, ...]:
    """The numbers of the entries that began the evening, best seed first, as the round's draw stored them."""
    return begun_by(Movement.from_json(round_.movement), DrawInput.from_json(round_.draw_input))
