"""Could these figures have happened? If not: why, and what was perhaps meant."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.cards import codes_of, parse
from scoring.bolognese.feasibility.declared import TOLD, with_accusi, without_declared
from scoring.bolognese.feasibility.figures import NAMES, SIDES, Deal, Sheet, as_json, read_figures
from scoring.bolognese.feasibility.nearest import nearest
from scoring.bolognese.feasibility.owners import owned, under_names
from scoring.bolognese.feasibility.possible import feasible, remembered
from scoring.bolognese.feasibility.why import facts_of, why_not
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import MILLONE_DUE, PAIRS, TERZIGLIO, DealShape
from scoring.document import Document, listed, optional_text, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game

#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules")) | TOLD


def check_pairs(game: Game, written: Document, shape: DealShape = PAIRS) -> Feasibility:
    """Whether some split of the deck, with piles of allowed sizes, gives these figures: exactly.

    A, B or both give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (declarations left out,
    the last trick included), and ``declarations``, the points of their accusi; besides, a list of
    ``declarations`` and the ``discards``, weighed as in ``declared``. Raises ScoringError for what is no
    figure at all. The first answers take some tenths of a second, while the splits are worked out.
    """
    house = require_house_rule(optional_text(written, "rules"))
    last_trick, dealer = (_side(game, written, fact) for fact in ("last_trick", "dealer"))
    aside = parse(listed(written, "discards"))
    figures = read_figures(game, figures_in(game, written, CONDITIONS))
    owners = dict(zip(sides_in_turn(game.sides, figures, NAMES, (last_trick, dealer)), SIDES, strict=True))
    deal = Deal(
        shape,
        house,
        last_tricks=SIDES if last_trick is None else (owners[last_trick],),
        discarders=SIDES if dealer is None else (owners[dealer],),
        aside=aside,
    )

    def piles() -> Feasibility:
        return under_names(verdict(Sheet(owned(figures, owners), deal)), figures, owners)

    return with_accusi(game, written, shape, owners, piles, deal)


def _side(game: Game, written: Document, fact: str) -> str | None:
    told = optional_text(written, fact)
    return None if told is None else game.require_side(told)


def check_millone_due(game: Game, written: Document) -> Feasibility:
    """The same for tricks of two, ten cards laid aside by each and two more by the dealer (Barilli 4.3.1)."""
    return check_pairs(game, written, MILLONE_DUE)


def figures_in(game: Game, written: Document, conditions: frozenset[str]) -> Document:
    """The sides' figures besides the conditions of the deal and the accusi."""
    told = game.figures_in(written, conditions)
    return {side: without_declared(figures) for side, figures in told.items()}


def verdict(sheet: Sheet) -> Feasibility:
    """The answer for one sheet of two owners, with the reason and the nearest entries where it is no."""
    if feasible(sheet):
        return Feasibility(True, None, ())
    ask = remembered()
    entries = tuple(as_json(entry) for entry in nearest(sheet, ask))
    return Feasibility(False, reason(sheet, ask), entries)


def reason(sheet: Sheet, ask: Callable[[Sheet], bool]) -> ScoringError:
    """Why no split agrees with the sheet: the fewest of its figures that cannot stand together."""
    points = [sheet.figures[figure] for figure in sheet.figures if figure.name == "card_points"]
    if len(points) == len(SIDES) and sum(points) != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=sum(points), expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    told = facts_of(few)
    deal = few.deal
    if deal.aside and ask(replace(few, deal=replace(deal, aside=0))):
        return ScoringError("impossible-with-discards", figures=told, cards=codes_of(deal.aside))
    if not deal.pozzo and ask(replace(few, deal=replace(deal, discarders=SIDES))):
        return _with_discarder(deal, told)
    if ask(replace(few, deal=replace(deal, discarders=SIDES, last_tricks=SIDES))):
        return ScoringError("impossible-with-last-trick", figures=told, side=deal.last_tricks[0])
    return why_not(few)


def _with_discarder(deal: Deal, told: tuple[str, ...]) -> ScoringError:
    """At terziglio who went up has laid aside, whoever dealt (Barilli 4.2.1)."""
    if deal.shape == TERZIGLIO:
        return ScoringError("impossible-with-discarder", figures=told, side=deal.discarders[0])
    return ScoringError("impossible-with-dealer", figures=told, side=deal.discarders[0])


def _conflicts(sheet: Sheet, ask: Callable[[Sheet], bool]) -> Iterator[Sheet]:
    """The parts of the sheet that are impossible by themselves, those with the fewest figures first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in combinations(sheet.figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part
