"""From what was written at the table to the points of each side, by the scoring engine.

Three ways of writing a deal, the words of the contract in each:

- cards: ``{"cards": {"A": [codes]}, "last_trick": "A", "declarations": [{side, player, cricca, cards}]}``
- parts: ``{"last_trick": "A", "A": {"sequences", "cricche", "card_points", "declared"}, "B": {…}}``
- totals: ``{"last_trick": "A", "A": {"total", "declared"}, "B": {…}}``, totals without declarations

and one answer, ``{"A": {"sequences", "cricche", "card_points", "last_trick", "declarations", "total"}, …}``:
points, a figure being null where totals alone were written.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import scoring
from tournaments.errors import InputRefused
from tournaments.models import Deal, Tournament

SIDES = ("A", "B")
PARTS = ("sequences", "cricche", "card_points")
LAST_TRICK = 6
# All seven sequences and all five cricche, both doubled, are the most that can be shown in hand.
MOST_DECLARED = 550 + 296

Counted = dict[str, dict[str, Any]]


def counted(tournament: Tournament, way: str, entered: Mapping[str, Any], *, dealer: str) -> Counted:
    """Each side's figures. Raises ScoringError or InputRefused for what cannot have happened."""
    if way == Deal.Way.CARDS:
        return _from_cards(tournament, entered, dealer)
    return _from_figures(tournament, way, entered, dealer)


def explain(tournament: Tournament, deal: Deal, *, dealer: str) -> dict[str, Any] | None:
    """Why each point of a deal entered by cards is there; None for parts and totals, which do not say."""
    if deal.way != Deal.Way.CARDS:
        return None
    return _count(tournament, deal.entered, dealer).explanation()


def _count(tournament: Tournament, entered: Mapping[str, Any], dealer: str) -> scoring.DealCount:
    return scoring.count(
        tournament.game,
        entered["cards"],
        entered["last_trick"],
        dealer=dealer,
        declarations=entered.get("declarations", ()),
        rules=tournament.house_rule,
    )


def _from_cards(tournament: Tournament, entered: Mapping[str, Any], dealer: str) -> Counted:
    sides = _count(tournament, entered, dealer).sides
    return {
        side: {
            "sequences": count.sequences.total,
            "cricche": count.cricche.total,
            "card_points": count.card_points,
            "last_trick": count.last_trick,
            "declarations": count.declarations,
            "total": count.total,
        }
        for side, count in sides.items()
    }


def _from_figures(tournament: Tournament, way: str, entered: Mapping[str, Any], dealer: str) -> Counted:
    last_trick = entered["last_trick"]
    names = PARTS if way == Deal.Way.PARTS else ("total",)
    figures = {side: {name: entered[side][name] for name in names} for side in SIDES}
    verdict = scoring.check(
        tournament.game, figures, last_trick=last_trick, dealer=dealer, rules=tournament.house_rule
    )
    if not verdict.possible:
        raise InputRefused(
            "impossible-figures", verdict.why_in(get_language() or "it"), nearest=list(verdict.nearest)
        )
    return {side: _side(entered[side], figures[side], side == last_trick) for side in SIDES}


def _side(entered: Mapping[str, Any], figures: Mapping[str, int], took_last: bool) -> dict[str, Any]:
    declared = entered.get("declared", 0)
    if not 0 <= declared <= MOST_DECLARED:
        raise InputRefused(
            "declared-absurd",
            _("Gli accusi di una coppia vanno da 0 a %(most)s punti: controlla la cifra.")
            % {"most": MOST_DECLARED},
        )
    last_trick = LAST_TRICK if took_last else 0
    total = figures["total"] if "total" in figures else sum(figures.values()) + last_trick
    return {
        "sequences": figures.get("sequences"),
        "cricche": figures.get("cricche"),
        "card_points": figures.get("card_points"),
        "last_trick": last_trick,
        "declarations": declared,
        "total": total + declared,
    }
