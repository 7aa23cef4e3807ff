"""How a tournament is drawn: its settings as the draws know them, and who may still come into it."""

from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from tournaments.draws import DrawImpossible, DrawInput, Movement
from tournaments.draws.mitchell import EvenWay
from tournaments.draws.movements import Kind, begun_by, proper_turns
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.models import Entry, Round, RoundState, Tournament

#: The settings of a tournament that each movement looks at; where it has none, nothing of them is kept.
SETTINGS: dict[str, tuple[str, ...]] = {
    "girone": ("groups", "is_double"),
    "groups-final": ("groups", "is_double", "qualifiers", "third_place"),
    "mitchell": ("turns", "sections", "even_way"),
    "knockout": ("third_place",),
    "rotation": ("turns",),
}
MOST_TURNS = 30


def movement_of(tournament: Tournament) -> Movement:
    """What the tournament is drawn by; where more than two play each alone there is one way only."""
    sizes = tuple(size // tournament.entry_size for size in tournament.rules.sizes)
    if sizes != (2,) and not tournament.is_rotation:
        return Movement("larger")
    kind = cast("Kind", str(tournament.format))
    settings: dict[str, Any] = {name: getattr(tournament, name) for name in SETTINGS.get(kind, ())}
    if "even_way" in settings:
        settings["even_way"] = cast("EvenWay", str(tournament.even_way))
    return Movement(kind, **settings)


def is_drawn_by(round_: Round, movement: Movement) -> bool:
    """Whether the round was drawn by that movement as it is now."""
    try:
        return Movement.from_json(round_.movement) == movement
    except DrawImpossible:
        return False


def starters_of(round_: Round) -> tuple[int, ...]:
    """The numbers of those who began the evening, best seed first, as the round was drawn from them."""
    return begun_by(Movement.from_json(round_.movement), DrawInput.from_json(round_.draw_input))


def settle_turns(tournament: Tournament, first: Round) -> None:
    """Gives the tournament as many turns as its movement has for those in the first one. At most one query.

    Raises TournamentError where they are more than an evening may have.
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
class Doors:
    """Who may still play: everybody where ``started`` is None, else those who began and are not ``out``."""

    started: frozenset[int] | None = None
    out: frozenset[int] = frozenset()

    def are_open_to(self, number: int) -> bool:
        return self.started is None or (number in self.started and number not in self.out)


def doors(tournament: Tournament) -> Doors:
    """One query, none where anybody may come at any time."""
    if not movement_of(tournament).is_closed:
        return Doors()
    last = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("-number").first()
    if last is None:
        return Doors()
    return Doors(frozenset(starters_of(last)), frozenset(DrawInput.from_json(last.draw_input).gone))


def verify_may_play(tournament: Tournament, number: int = 0) -> None:
    """Refuses an entry for whom the movement has no place any more; a new one has no number yet."""
    found = doors(tournament)
    if found.are_open_to(number):
        return
    if number in found.out:
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


def verify_may_fix(tournament: Tournament) -> None:
    """Refuses a fixed table where everybody's has been decided for the whole evening. One query at most."""
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


def stood_out(entry: Entry) -> bool:
    """Whether a turn has the entry without table and without riposo: on to the next, or out. One query."""
    rounds = Round.objects.filter(tournament=entry.tournament_id).values_list("passing", "idle")
    return any(entry.number in (*passing, *idle) for passing, idle in rounds)
