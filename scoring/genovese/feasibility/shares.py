"""The facts that a sheet leaves open (camps, dealer, Bagatto ultimo), and the buone each camp may have."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.document import Document
from scoring.game import Game
from scoring.genovese.cards import Form
from scoring.genovese.counting import BUONE_CAPTURED, FIGURES, bagatto_points
from scoring.genovese.declarations import BOTH, CAPTURED, DECLARED
from scoring.genovese.feasibility.buone import in_piles, needs_of, sums_beside, together
from scoring.genovese.piles import Camps, called_camps, each_alone
from scoring.sheet import Figures, each_number, read_figures, side_by_side, sides_in_turn


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
    """Every scene that agrees with ``dealer``, ``partner`` and ``last_trick``; a missing key is open, but a
    ``partner`` that is null means that the dealer played alone."""
    last = game.side_in(written, "last_trick")
    found = (
        scene
        for camps in _camps(game, form, written)
        for scene in _bagatto_scenes(game, form, camps, last and camps.of_side[last])
    )
    return tuple(dict.fromkeys(found))


def _camps(game: Game, form: Form, written: Document) -> Iterator[Camps]:
    dealer = game.side_in(written, "dealer")
    if not form.calls:
        yield each_alone(game, dealer)
        return
    partner = game.side_in(written, "partner")
    for dealt in game.sides if dealer is None else (dealer,):
        others = (None, *(side for side in game.sides if side != dealt))
        for ally in (partner,) if "partner" in written else others:
            if ally != dealt or dealer is not None:
                yield called_camps(game, dealt, ally)


def _bagatto_scenes(game: Game, form: Form, camps: Camps, last: str | None) -> Iterator[Scene]:
    """Yields the scenes of these camps: no Bagatto ultimo, or any player's, taken by any player."""
    names = camps.names
    players = tuple(sum(camps.of_side[player[0]] == camp for player in game.players) for camp in names)
    place: dict[str | None, int | None] = {None: None, **{camp: at for at, camp in enumerate(names)}}
    yield Scene(camps, players, (0,) * len(names), place[camps.dealer], place[last], None)
    for player in game.players:
        for taker in game.players:
            taken_by = camps.of_side[taker[0]]
            if last in (None, taken_by):
                points = bagatto_points(camps, form, player, taker)
                owner = place[taken_by]
                by_camp = tuple(points[camp] for camp in names)
                yield Scene(camps, players, by_camp, place[camps.dealer], owner, owner)


class Shares(NamedTuple):
    """The declared and the captured part of a camp's buone; None for any points."""

    declared: int | None
    captured: int | None


@lru_cache(maxsize=1024)
def sums_of(form: Form, rules: str, players: int, captured: int | None = None) -> Mapping[int, Shares]:
    """All points of buone of a camp of so many players, where others may have any, with their declared and
    captured parts; ``captured`` is None if unknown."""
    declared = tuple(needs_of(form, players)) if rules in (DECLARED, BOTH) else (0,)
    in_piles = captured_sums(form, rules) if captured is None else (captured,)
    if captured is not None and captured not in captured_sums(form, rules):
        return {}
    if len(declared) > 1 and len(in_piles) > 1:
        return dict.fromkeys(
            sorted({one + other for one in declared for other in in_piles}), Shares(None, None)
        )
    return {one + other: Shares(one, other) for one in declared for other in in_piles}


@lru_cache(maxsize=32)
def captured_sums(form: Form, rules: str) -> tuple[int, ...]:
    """The points of buone that a pile can hold, where captured buone count."""
    return tuple(each_number(sums_beside(form, ()))) if rules in (CAPTURED, BOTH) else (0,)


def joined(form: Form, players: tuple[int, ...], camps: Sequence[Shares]) -> bool:
    """Whether camps of these numbers of players can have these buone in one deal."""
    declared, captured = zip(*camps, strict=True)
    return together(form, players, declared) and in_piles(form, captured)


#: In the order of the answers.
NAMES: Final = (*FIGURES, BUONE_CAPTURED, "total")
#: Keys of a line of ``check`` besides the sides.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "partner", "called", "rules", "buone"))


def read_sheet(game: Game, written: Document) -> Figures:
    """Returns the figures as written; ScoringError for a value that is no figure."""
    figures = read_figures(game, written, CONDITIONS, NAMES)
    named = (written.get("last_trick"), written.get("dealer"))
    return side_by_side(figures, sides_in_turn(game.sides, figures, NAMES, named))
