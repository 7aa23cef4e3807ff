"""Could these figures have happened, in the games whose piles are checked by their own sums?"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.declared import TOLD, with_accusi, without_declared
from scoring.bolognese.feasibility.figures import NAMES, Figure, as_json, read_figures
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.mattazza import TRICKS
from scoring.bolognese.mending import Sums, nearest
from scoring.bolognese.pile import CENTOCINQUANTA
from scoring.bolognese.sums import MOST_OVER, Table
from scoring.document import Document, optional_text, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match.charges import FEWEST_PLAYERS

#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules"))
#: Barilli 4.3.2: cards in pairs, sixteen in all.
_TWO: Final = Table(2, CENTOCINQUANTA.cards // 2)


def check_centocinquanta(game: Game, written: Document) -> Feasibility:
    """Whether the figures close by their own sums; see ``scoring.bolognese.sums`` for what is exact.

    A and B give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (declarations left out, the
    last trick included). Raises ScoringError for what is no figure at all.
    """
    told = {key: without_declared(value) for key, value in written.items() if key not in TOLD}
    sums = _read(game, told, game.sides, _TWO)
    owners = {side: side for side in sums.sides}
    return with_accusi(game, written, CENTOCINQUANTA, owners, lambda: _check(sums))


def check_mattazza(game: Game, written: Document) -> Feasibility:
    """The same for as many players as are named, by their figures, the last trick or the deal: three at least
    (Barilli 4.4.1)."""
    named = {written.get(key) for key in ("last_trick", "dealer") if isinstance(written.get(key), str)}
    told = [side for side in game.sides if written.get(side) is not None or side in named]
    last = max((game.sides.index(side) + 1 for side in told), default=0)
    sides = game.sides[: max(FEWEST_PLAYERS, last)]
    return _check(_read(game, written, sides, Table(len(sides), TRICKS)))


def _read(game: Game, written: Document, sides: tuple[str, ...], table: Table) -> Sums:
    figures = read_figures(game, game.figures_in(written, CONDITIONS))
    last_trick, dealer = _conditions(game, written)
    order = tuple(sides_in_turn(sides, figures, NAMES, (last_trick, dealer)))
    told = dict(sorted(figures.items(), key=lambda item: order.index(item[0].side)))
    return Sums(told, order, table, last_trick)


def _check(sums: Sums) -> Feasibility:
    if sums.possible(sums.figures):
        return Feasibility(True, None, ())
    entries = tuple(as_json(entry) for entry in nearest(sums))
    return Feasibility(False, _reason(sums), entries)


def _conditions(game: Game, written: Document) -> tuple[str | None, str | None]:
    """The sides of the last trick and of the dealer, once everything said of the deal has been read."""
    require_house_rule(optional_text(written, "rules"))
    last_trick, dealer = optional_text(written, "last_trick"), optional_text(written, "dealer")
    for side in (last_trick, dealer):
        if side is not None:
            game.require_side(side)
    return last_trick, dealer


def _reason(sums: Sums) -> ScoringError:
    """The fewest figures of one side that cannot stand together; else what all sides share."""
    for side in sums.sides:
        own = [figure for figure in sums.figures if figure.side == side]
        for few in _subsets(own):
            if not sums.side_possible({figure: sums.figures[figure] for figure in few}, side):
                told = tuple(f"{figure.name} {figure.side} {sums.figures[figure]}" for figure in few)
                return ScoringError("sums-of-a-pile", figures=told)
    points = sum(value for figure, value in sums.figures.items() if figure.name == "card_points")
    most = sums.table.groups + MOST_OVER
    if points > most:
        return ScoringError("sums-of-card-points", sum=points, most=most)
    return ScoringError("sums-of-all", last_trick=LAST_TRICK_POINTS, least=sums.table.groups, most=most)


def _subsets(figures: list[Figure]) -> Iterator[tuple[Figure, ...]]:
    for number in range(1, len(figures) + 1):
        yield from combinations(figures, number)
