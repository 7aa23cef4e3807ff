"""The facts that a sheet leaves open: the camps, the dealer, and the outcome of the Bagatto ultimo."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.document import Document, optional_text
from scoring.game import Game
from scoring.genovese.counting import bagatto_points
from scoring.genovese.forms import Form
from scoring.genovese.piles import Camps, called_camps, each_alone


@dataclass(frozen=True, slots=True)
class Scene:
    """One possible course of the deal; camps are numbered."""

    camps: Camps
    #: The number of players of each camp.
    players: tuple[int, ...]
    bagatto: tuple[int, ...]
    dealer: int | None
    last: int | None
    #: The camp that owns the Bagatto, if the last trick shows it.
    owner: int | None


def scenes(game: Game, form: Form, written: Document) -> tuple[Scene, ...]:
    """Every scene that agrees with ``dealer``, ``partner`` and ``last_trick``; a missing key is open.

    A ``partner`` that is present and null means that the dealer played alone.
    """
    last = optional_text(written, "last_trick")
    last_side = None if last is None else game.require_side(last)
    found = (
        scene
        for camps in _camps(game, form, written)
        for scene in _bagatto_scenes(
            game, form, camps, None if last_side is None else camps.of_side[last_side]
        )
    )
    return tuple(dict.fromkeys(found))


def _camps(game: Game, form: Form, written: Document) -> Iterator[Camps]:
    dealer = optional_text(written, "dealer")
    if dealer is not None:
        game.require_side(dealer)
    if not form.calls:
        yield each_alone(game, dealer)
        return
    partner = optional_text(written, "partner")
    for dealt in game.sides if dealer is None else (dealer,):
        others = (None, *(side for side in game.sides if side != dealt))
        for ally in (partner and game.require_side(partner),) if "partner" in written else others:
            if ally != dealt or dealer is not None:
                yield called_camps(game, dealt, ally)


def _bagatto_scenes(game: Game, form: Form, camps: Camps, last: str | None) -> Iterator[Scene]:
    """Yields the scenes of these camps: no Bagatto ultimo, or any player's, taken by any player."""
    names = camps.names
    players = tuple(sum(camps.of_side[player[0]] == camp for player in game.players) for camp in names)
    place: dict[str | None, int | None] = {None: None}
    place.update({camp: number for number, camp in enumerate(names)})
    yield Scene(camps, players, (0,) * len(names), place[camps.dealer], place[last], None)
    for player in game.players:
        for taker in game.players:
            taken_by = camps.of_side[taker[0]]
            if last in (None, taken_by):
                points = bagatto_points(camps, form, player, taker)
                owner = place[taken_by]
                by_camp = tuple(points[camp] for camp in names)
                yield Scene(camps, players, by_camp, place[camps.dealer], owner, owner)
