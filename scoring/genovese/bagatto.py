"""Bagatto ultimo: the Bagatto played to the last trick (Maillard, "Bagatto ultimo")."""

from collections.abc import Mapping
from typing import Final

from scoring.errors import ScoringError
from scoring.genovese.camps import Camps
from scoring.genovese.cards import BAGATTO, MATTO
from scoring.genovese.forms import Form

#: Maillard, "Bagatto ultimo": for taking the last trick with it.
WON_POINTS: Final = 20


def bagatto_points(camps: Camps, form: Form, player: str, taker: str) -> dict[str, int]:
    """What each camp scores when ``player`` played it and ``taker`` took the trick.

    A partner who takes it makes it fail (Maillard, "A quattro in coppia").
    """
    own = camps.of_side[player[0]]
    if player == taker:
        return {camp: WON_POINTS if camp == own else 0 for camp in camps.names}
    return {camp: 0 if camp == own else form.bagatto_failed for camp in camps.names}


def verify_bagatto(
    camps: Camps, piles: Mapping[str, frozenset[str]], player: str, taker: str, last: str | None
) -> None:
    """Refuse a Bagatto ultimo that the rest of the deal contradicts.

    Whoever took it owns it, unless that camp gave it for its Matto. ScoringError
    ``bagatto-not-last-trick`` or ``bagatto-elsewhere``.
    """
    camp = camps.of_side[taker[0]]
    if last is not None and camp != last:
        raise ScoringError("bagatto-not-last-trick", player=player, other=taker, side=last)
    if BAGATTO not in piles[camp] and MATTO not in piles[camp]:
        raise ScoringError("bagatto-elsewhere", other=taker, side=camp)
