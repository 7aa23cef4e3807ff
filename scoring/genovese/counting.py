"""A deal with the tarocco genovese counted from the piles and from what was declared (Maillard,
"Punteggio")."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.answers import DealCount
from scoring.document import Document, optional_text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.bagatto import bagatto_points, verify_bagatto
from scoring.genovese.buone import Buona, buone_in, made_of
from scoring.genovese.camps import Camps, complete, read_camps, verify_sizes
from scoring.genovese.cards import VALUES, in_deck_order
from scoring.genovese.declarations import Shown, read_bagatto, read_declarations
from scoring.genovese.forms import Form
from scoring.genovese.laid_aside import camp_of_discard, verify_laid_aside

#: In the order in which the booklet writes them, the buone before the deal and the deck points after it.
FIGURES: Final = ("deck_points", "buone", "bagatto")
#: How many of the buone are of cards captured and nobody declared them: told beside the sum where the rules
#: have any.
BUONE_CAPTURED: Final = "buone_captured"

DECLARED: Final = "declared"
NONE: Final = "none"
CAPTURED: Final = "captured"
BOTH: Final = "both"
#: Maillard, "Tarocchi senza buone", "Cattura delle buone": instead of the declared ones, or beside them.
BUONE_RULES: Final = (DECLARED, NONE, CAPTURED, BOTH)
#: Those by which nothing is shown in hand.
NOT_DECLARED: Final = frozenset((NONE, CAPTURED))
#: The cattura is for the games a tre and of sides (Maillard, "Cattura delle buone").
BUONE_RULES_A_PIZZICO: Final = (DECLARED, NONE)


@dataclass(frozen=True, slots=True)
class SideCount:
    """What one side scores in a deal; allies have the same pile, and score the same."""

    pile: frozenset[str]
    #: Those in the pile, the discard's included: a point each.
    tricks: int
    declared: tuple[Shown, ...]
    #: None where the rules have no buone of captured cards.
    captured: tuple[Buona, ...] | None
    bagatto: int
    #: Whether one of the tricks is the discard, where that can be told.
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
        """The parts of the total, and beside them how much of the buone is of captured cards."""
        parts = {"deck_points": self.deck_points, "buone": self.buone, "bagatto": self.bagatto}
        return {**parts, **self._captured_apart}

    @property
    def _captured_apart(self) -> Mapping[str, int]:
        if self.captured is None:
            return {}
        return {BUONE_CAPTURED: sum(item.points for item in self.captured)}

    def as_json(self) -> dict[str, object]:
        """CONTRACT's answer for one side."""
        buone = {"items": [item.as_json() for item in self.items], "total": self.buone}
        return {**self.figures, "buone": buone, "total": self.total}

    def explain(self) -> dict[str, object]:
        """The cards that count by their value, the tricks, and each buona with its cards and its player."""
        told = [{**_told(shown.buona), "player": shown.player} for shown in self.declared]
        return {
            "deck_points": {
                "values": _by_value(self.pile),
                "cards": len(self.pile),
                "tricks": self.tricks,
                "discard": self.has_discard,
                "total": self.deck_points,
            },
            "buone": [*told, *({**_told(item), "player": None} for item in self.captured or ())],
            **self._captured_apart,
            "bagatto": self.bagatto,
            "total": self.total,
        }


def count_genovese(form: Form, game: Game, written: Document) -> DealCount[SideCount]:
    """Every side's count of a deal from the piles; one of them may be left out.

    ``rules`` or ``buone`` says which buone count, ``bagatto_ultimo`` who played the Bagatto to the last trick
    and who took it, ``dealer`` the dealer's side. Where a re is called each of the allies is credited with
    the points of their camp: the booklet scores camps and leaves the sheet of four to the table. Raises
    ScoringError for whatever could not have happened.
    """
    rules = read_buone_rules(game, written)
    camps = read_camps(game, form, written)
    piles = complete(camps, game, written)
    last = _last_camp(game, camps, written)
    verify_sizes(camps, form, piles, last)
    shown = read_declarations(game, form, written)
    verify_laid_aside(form, camps, piles, last, written)
    if shown and rules in NOT_DECLARED:
        raise ScoringError("buone-not-declared", rules=rules)
    bagatto = _bagatto(game, form, camps, piles, written, last)
    counted = {
        camp: _count_camp(form, camps, camp, pile, shown, bagatto.get(camp, 0), rules)
        for camp, pile in piles.items()
    }
    aside = camp_of_discard(form, camps, piles, last)
    if aside is not None:
        counted[aside] = replace(counted[aside], has_discard=True)
    return DealCount(game.key, {side: counted[camp] for side, camp in camps.of_side.items()})


def read_buone_rules(game: Game, written: Document) -> str:
    """Which buone count: ``rules``, the name of every game's house rule, or ``buone``.

    ScoringError ``unknown-buone-rules`` or ``two-buone-rules``.
    """
    given = {optional_text(written, key) for key in ("rules", "buone")} - {None}
    if len(given) > 1:
        raise ScoringError("two-buone-rules")
    rules = given.pop() if given else game.house_rules[0]
    if rules is None or rules not in game.house_rules:
        raise ScoringError("unknown-buone-rules", rules=rules, known=game.house_rules)
    return rules


def _count_camp(
    form: Form,
    camps: Camps,
    camp: str,
    pile: frozenset[str],
    shown: Iterable[Shown],
    bagatto: int,
    rules: str,
) -> SideCount:
    own = tuple(item for item in shown if camps.of_side[item.player[0]] == camp)
    captured = tuple(buone_in(pile, form.minimums)) if rules in (CAPTURED, BOTH) else None
    return SideCount(pile, form.tricks_in(len(pile)), own, captured, bagatto, has_discard=False)


def _bagatto(
    game: Game,
    form: Form,
    camps: Camps,
    piles: Mapping[str, frozenset[str]],
    written: Document,
    last: str | None,
) -> dict[str, int]:
    played = read_bagatto(game, written)
    if played is None:
        return {}
    verify_bagatto(camps, piles, *played, last)
    return bagatto_points(camps, form, *played)


def _last_camp(game: Game, camps: Camps, written: Document) -> str | None:
    last = optional_text(written, "last_trick")
    return None if last is None else camps.of_side[game.require_side(last)]


def _told(item: Buona) -> dict[str, object]:
    """The buona with its cards; ``grows`` says that its points are what it adds to the same one shown smaller
    (Maillard, "A pizzico", "Buone")."""
    grows = item.points < made_of(item.name, item.cards).points
    return {"buona": item.name, "held": list(item.cards), "points": item.points, "grows": grows}


def _by_value(pile: frozenset[str]) -> list[dict[str, object]]:
    """The carte di conto in the pile, from the most valuable down."""
    told: list[dict[str, object]] = []
    for value in sorted({VALUES[card] for card in pile} - {0}, reverse=True):
        held = in_deck_order(card for card in pile if VALUES[card] == value)
        told.append({"each": value, "held": list(held), "points": value * len(held)})
    return told
