"""Terziglio's figures checked: the soloist is one owner of the deck, the two allies the other (Barilli
4.2.1)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.cards import parse
from scoring.bolognese.feasibility.check import CONDITIONS, figures_in, verdict
from scoring.bolognese.feasibility.declared import with_accusi
from scoring.bolognese.feasibility.figures import SIDES, Deal, Figure, Sheet, as_json, read_figures
from scoring.bolognese.feasibility.nearest import OFFERED
from scoring.bolognese.feasibility.possible import feasible
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import TERZIGLIO
from scoring.bolognese.terziglio import allies_of, require_rounding, soloist_of
from scoring.document import Document, flag, listed, optional_text
from scoring.errors import ScoringError
from scoring.game import Game

#: The soloist is the first owner, the allies are the second.
_ALONE, _TOGETHER = SIDES

_CONDITIONS: Final = CONDITIONS | {"soloist", "own", "poste"}

Roles = Mapping[str, str]


def check_terziglio(game: Game, written: Document) -> Feasibility:
    """Whether some split of the deck between the soloist and the allies gives these figures: exactly.

    ``soloist`` and ``own`` as in the count: the eight cards are with the soloist, or under "faccio di mio"
    with the last trick's winner, so that the dealer decides nothing. The allies' figures may be given under
    either name; where both are given they must be equal. Raises ScoringError for what is no figure at all.
    """
    require_rounding(optional_text(written, "poste"))
    soloist = soloist_of(game, written)
    roles = {side: _ALONE if side == soloist else _TOGETHER for side in game.sides}
    figures = read_figures(game, figures_in(game, written, _CONDITIONS))
    deal = _deal(game, written, roles)
    if deal.pozzo and deal.aside:
        return Feasibility(False, ScoringError("discard-of-nobody"), ())
    return with_accusi(
        game, written, TERZIGLIO, roles, lambda: _weighed(game, figures, soloist, roles, deal), deal
    )


def _weighed(
    game: Game, figures: Mapping[Figure, int], soloist: str, roles: Roles, deal: Deal
) -> Feasibility:
    """The answer for the piles' figures."""
    differing = _differing(figures, allies_of(game, soloist))
    if differing:
        return _of_allies(figures, differing, roles, deal)
    found = verdict(Sheet(_by_owner(figures, roles), deal))
    if found.why is None:
        return found
    entries = tuple(as_json(_by_player(entry, figures, roles)) for entry in found.nearest)
    return Feasibility(False, _named(found.why, figures, roles), entries)


def _deal(game: Game, written: Document, roles: Roles) -> Deal:
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


def _differing(figures: Mapping[Figure, int], allies: tuple[str, ...]) -> tuple[Figure, ...]:
    """The first ally's figures that the other has otherwise."""
    first, second = allies
    return tuple(
        figure
        for figure, value in figures.items()
        if figure.side == first and figures.get(Figure(second, figure.name), value) != value
    )


def _of_allies(
    figures: Mapping[Figure, int], differing: tuple[Figure, ...], roles: Roles, deal: Deal
) -> Feasibility:
    """No, with the entries in which one ally's figures are the other's."""
    entries = tuple(
        as_json(entry)
        for entry in _agreeing(figures, differing, roles)
        if feasible(Sheet(_by_owner(entry, roles), deal))
    )
    first = differing[0]
    other = next(
        figure for figure in figures if figure.name == first.name and _is_partner(figure, first, roles)
    )
    told = tuple(f"{figure.name} {figure.side} {figures[figure]}" for figure in (first, other))
    return Feasibility(False, ScoringError("allies-differ", figures=told), entries[:OFFERED])


def _agreeing(
    figures: Mapping[Figure, int], differing: tuple[Figure, ...], roles: Roles
) -> Iterator[dict[Figure, int]]:
    """The sheet with either ally's value for each figure that differs, the smallest change being always the
    same."""
    pairs = [
        [figure for figure in figures if figure == first or _is_partner(figure, first, roles)]
        for first in differing
    ]
    for values in product(*([figures[figure] for figure in pair] for pair in pairs)):
        entry = dict(figures)
        for pair, value in zip(pairs, values, strict=True):
            entry.update(dict.fromkeys(pair, value))
        yield entry


def _is_partner(figure: Figure, of: Figure, roles: Roles) -> bool:
    return figure.name == of.name and figure != of and roles[figure.side] == roles[of.side]


def _by_owner(figures: Mapping[Figure, int], roles: Roles) -> dict[Figure, int]:
    owned = {Figure(roles[side], name): value for (side, name), value in figures.items()}
    return dict(sorted(owned.items(), key=lambda item: SIDES.index(item[0].side)))


def _by_player(
    entry: Mapping[str, Mapping[str, int]], figures: Mapping[Figure, int], roles: Roles
) -> dict[Figure, int]:
    """An entry of the two owners, under the names that the sheet gives."""
    return {figure: entry[roles[figure.side]][figure.name] for figure in figures}


def _named(why: ScoringError, figures: Mapping[Figure, int], roles: Roles) -> ScoringError:
    """The reason under the players' names; the allies by the first who has figures."""
    names: dict[str, str] = {}
    for side in (*(figure.side for figure in figures), *roles):
        names.setdefault(roles[side], side)
    facts = dict(why.params)
    owner = facts.get("side")
    for fact in ("figures", "others"):
        told = facts.get(fact)
        if isinstance(told, tuple):
            facts[fact] = tuple(
                f"{name} {names[role]} {value}" for name, role, value in (words.split() for words in told)
            )
    if isinstance(owner, str):
        facts["side"] = names[owner]
    return ScoringError(why.code, **facts)
