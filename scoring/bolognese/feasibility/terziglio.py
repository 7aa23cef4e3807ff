"""Checks the figures of Terziglio: the soloist owns one pile, the two allies the other (Barilli 4.2.1)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from scoring.bolognese.cards import parse
from scoring.bolognese.feasibility.check import CONDITIONS, figures_in, verdict
from scoring.bolognese.feasibility.declared import with_accusi
from scoring.bolognese.feasibility.figures import (
    SIDES,
    Deal,
    Figure,
    Owners,
    Sheet,
    as_json,
    owned,
    read_figures,
    under_names,
)
from scoring.bolognese.feasibility.nearest import OFFERED
from scoring.bolognese.feasibility.totals import feasible
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import TERZIGLIO
from scoring.bolognese.terziglio import require_rounding, soloist_of
from scoring.document import Document, flag, listed, optional_text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility

#: The soloist is the first owner, the allies are the second.
_ALONE, _TOGETHER = SIDES

_CONDITIONS: Final = CONDITIONS | {"soloist", "own", "poste"}


def check_terziglio(game: Game, written: Document) -> Feasibility:
    """Whether some split of the deck between the soloist and the allies gives these figures. Exact.

    ``soloist`` and ``own`` are as in the count: the soloist gets the eight cards, or under "faccio di mio"
    the winner of the last trick, so the dealer does not matter. Either ally's name may carry the allies'
    figures; if both do, they must be equal. Nobody showed a card of the pozzo that nobody took; it was dealt,
    not chosen, so it may contain re and tarocchi. Raises ScoringError for a value that is no figure.
    """
    require_rounding(optional_text(written, "poste"))
    soloist = soloist_of(game, written)
    roles = {side: _ALONE if side == soloist else _TOGETHER for side in game.sides}
    figures = read_figures(game, figures_in(game, written, _CONDITIONS))
    deal = _deal(game, written, roles)
    if deal.pozzo and deal.aside:
        return Feasibility(False, ScoringError("discard-of-nobody"), ())
    return with_accusi(game, written, TERZIGLIO, roles, lambda: _weighed(figures, roles, deal), deal)


def _weighed(figures: Mapping[Figure, int], roles: Owners, deal: Deal) -> Feasibility:
    """The answer for the figures of the piles."""
    differing = _differing(figures, roles)
    if differing:
        return _of_allies(figures, differing, roles, deal)
    return under_names(verdict(Sheet(owned(figures, roles), deal)), figures, roles)


def _deal(game: Game, written: Document, roles: Owners) -> Deal:
    last_trick, dealer = optional_text(written, "last_trick"), optional_text(written, "dealer")
    if dealer is not None:
        game.require_side(dealer)
    return Deal(
        TERZIGLIO,
        require_house_rule(optional_text(written, "rules")),
        last_tricks=SIDES if last_trick is None else (roles[game.require_side(last_trick)],),
        discarders=(_ALONE,),
        pozzo=flag(written, "own"),
        aside=parse(listed(written, "discards")),
    )


def _differing(figures: Mapping[Figure, int], roles: Owners) -> tuple[Figure, ...]:
    """The first ally's figures that differ from the other ally's."""
    written = list(figures)
    return tuple(
        figure
        for at, figure in enumerate(written)
        if any(
            _is_partner(other, figure, roles) and figures[other] != figures[figure] for other in written[at:]
        )
    )


def _of_allies(
    figures: Mapping[Figure, int], differing: tuple[Figure, ...], roles: Owners, deal: Deal
) -> Feasibility:
    """The refusal of allies' figures that differ, with entries in which they are equal."""
    entries = tuple(
        as_json(entry)
        for entry in _agreeing(figures, differing, roles)
        if feasible(Sheet(owned(entry, roles), deal))
    )
    first = differing[0]
    other = next(
        figure for figure in figures if figure.name == first.name and _is_partner(figure, first, roles)
    )
    facts = tuple(f"{figure.name} {figure.side} {figures[figure]}" for figure in (first, other))
    return Feasibility(False, ScoringError("allies-differ", figures=facts), entries[:OFFERED])


def _agreeing(
    figures: Mapping[Figure, int], differing: tuple[Figure, ...], roles: Owners
) -> Iterator[dict[Figure, int]]:
    """Yields the sheet with either ally's value for each differing figure; every entry changes the sheet
    equally."""
    pairs = [
        [figure for figure in figures if figure == first or _is_partner(figure, first, roles)]
        for first in differing
    ]
    for values in product(*([figures[figure] for figure in pair] for pair in pairs)):
        entry = dict(figures)
        for pair, value in zip(pairs, values, strict=True):
            entry.update(dict.fromkeys(pair, value))
        yield entry


def _is_partner(figure: Figure, of: Figure, roles: Owners) -> bool:
    return figure.name == of.name and figure != of and roles[figure.side] == roles[of.side]
