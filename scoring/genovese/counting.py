"""Counts a deal with the tarocco genovese (Maillard, "Punteggio", "Bagatto ultimo")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.buone import Buona, buone_in, made_of
from scoring.genovese.cards import BAGATTO, MATTO, VALUES, Form, in_deck_order
from scoring.genovese.declarations import (
    BOTH,
    CAPTURED,
    NOT_DECLARED,
    Shown,
    read_bagatto,
    read_buone_rules,
    read_declarations,
)
from scoring.genovese.piles import Camps, Piles, complete_piles, read_camps
from scoring.results import DealCount

#: In the order of the answers. The booklet's score sheet has the buone before the deal and the deck points
#: after it.
FIGURES: Final = ("deck_points", "buone", "bagatto")
#: The points of captured buone, where the rules count these: a figure of its own, which the buone include.
BUONE_CAPTURED: Final = "buone_captured"


@dataclass(frozen=True, slots=True)
class SideCount:
    """One side's count of a deal; allies share a pile and score the same."""

    pile: frozenset[str]
    #: Tricks in the pile, with the discard: a point each.
    tricks: int
    declared: tuple[Shown, ...]
    #: None if the rules do not count captured buone.
    captured: tuple[Buona, ...] | None
    bagatto: int
    #: Whether the pile is known to contain the discard, which counts as a trick.
    has_discard: bool

    @property
    def deck_points(self) -> int:
        """One point a trick, and the values of the carte di conto (Maillard, "Punteggio")."""
        return self.tricks + sum(VALUES[card] for card in self.pile)

    @property
    def items(self) -> tuple[Buona, ...]:
        """The buone that count, those declared first."""
        return (*(shown.buona for shown in self.declared), *(self.captured or ()))

    @property
    def buone(self) -> int:
        return sum(item.points for item in self.items)

    @property
    def total(self) -> int:
        return self.deck_points + self.buone + self.bagatto

    @property
    def figures(self) -> Mapping[str, int]:
        """The parts of the total, and the captured part of the buone."""
        parts = {"deck_points": self.deck_points, "buone": self.buone, "bagatto": self.bagatto}
        return {**parts, **self._captured_apart}

    @property
    def _captured_apart(self) -> Mapping[str, int]:
        if self.captured is None:
            return {}
        return {BUONE_CAPTURED: sum(item.points for item in self.captured)}

    def as_json(self) -> dict[str, object]:
        """Returns the count in the form that CONTRACT fixes."""
        buone = {"items": [item.as_json() for item in self.items], "total": self.buone}
        return {**self.figures, "buone": buone, "total": self.total}

    def explain(self) -> dict[str, object]:
        """Returns the cards that count by value, the tricks, and each buona with its cards and its player."""
        declared = [{**_explained_buona(shown.buona), "player": shown.player} for shown in self.declared]
        return {
            "deck_points": {
                "values": _by_value(self.pile),
                "cards": len(self.pile),
                "tricks": self.tricks,
                "discard": self.has_discard,
                "total": self.deck_points,
            },
            "buone": [
                *declared,
                *({**_explained_buona(item), "player": None} for item in self.captured or ()),
            ],
            **self._captured_apart,
            "bagatto": self.bagatto,
            "total": self.total,
        }


def count_genovese(form: Form, game: Game, written: Document) -> DealCount[SideCount]:
    """Returns every side's count of a deal from the piles; one pile may be left out.

    ``rules`` or ``buone`` decides which buone count; ``bagatto_ultimo`` names the player of the Bagatto in
    the last trick and the player who took that trick; ``dealer`` is the dealer's side. If a re is called,
    each ally gets the points of the camp: the booklet scores camps, and does not say how four players write
    them. Raises ScoringError for anything that could not have happened.
    """
    rules = read_buone_rules(game, written)
    camps = read_camps(game, form, written)
    of_camp = complete_piles(camps, game, written)
    last = game.side_in(written, "last_trick")
    piles = Piles(form, camps, of_camp, last and camps.of_side[last])
    piles.verify_sizes()
    shown = read_declarations(game, form, written)
    piles.verify_laid_aside(written)
    if shown and rules in NOT_DECLARED:
        raise ScoringError("buone-not-declared", rules=rules)
    played = read_bagatto(game, written)
    if played is not None:
        verify_bagatto(piles, *played)
    bagatto = bagatto_points(camps, form, *played) if played else {}
    aside = piles.camp_of_discard()
    counted = {
        camp: SideCount(
            pile,
            form.tricks_in(len(pile)),
            tuple(item for item in shown if camps.of_side[item.player[0]] == camp),
            tuple(buone_in(pile, form.minimums)) if rules in (CAPTURED, BOTH) else None,
            bagatto.get(camp, 0),
            has_discard=camp == aside,
        )
        for camp, pile in of_camp.items()
    }
    return DealCount(game.key, {side: counted[camp] for side, camp in camps.of_side.items()})


def _explained_buona(item: Buona) -> dict[str, object]:
    """Returns the buona with its cards; ``grows`` if a smaller one was shown before."""
    grows = item.points < made_of(item.name, item.cards).points
    return {"buona": item.name, "held": list(item.cards), "points": item.points, "grows": grows}


def _by_value(pile: frozenset[str]) -> list[dict[str, object]]:
    """Returns the carte di conto in the pile, the most valuable first."""
    classes: list[dict[str, object]] = []
    for value in sorted({VALUES[card] for card in pile} - {0}, reverse=True):
        held = in_deck_order(card for card in pile if VALUES[card] == value)
        classes.append({"each": value, "held": list(held), "points": value * len(held)})
    return classes


#: Maillard, "Bagatto ultimo": points for taking the last trick with the Bagatto.
WON_POINTS: Final = 20


def bagatto_points(camps: Camps, form: Form, player: str, taker: str) -> dict[str, int]:
    """Returns each camp's points when ``player`` played the Bagatto last and ``taker`` took the trick: it
    fails even if a partner does (Maillard, "A quattro in coppia")."""
    own = camps.of_side[player[0]]
    if player == taker:
        return {camp: WON_POINTS if camp == own else 0 for camp in camps.names}
    return {camp: 0 if camp == own else form.bagatto_failed for camp in camps.names}


def verify_bagatto(piles: Piles, player: str, taker: str) -> None:
    """Refuses a Bagatto ultimo unless the taker's camp has the last trick, and the Bagatto or the Matto it
    was given for: ScoringError ``bagatto-not-last-trick``, ``bagatto-elsewhere``."""
    camp, last = piles.camps.of_side[taker[0]], piles.last
    if last is not None and camp != last:
        raise ScoringError("bagatto-not-last-trick", player=player, other=taker, side=last)
    if BAGATTO not in piles.of_camp[camp] and MATTO not in piles.of_camp[camp]:
        raise ScoringError("bagatto-elsewhere", other=taker, side=camp)
