"""The 40 cards of scopone, and the count of a deal (FIGS, art. 2, 14)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.document import Document, listed, mapping, read_codes, require_bearable, with_the_rest
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import DealCount
from scoring.wording.names import SCOPONE

#: Denari, coppe, spade, bastoni; seven cards by number, fante, cavallo, re (FIGS, art. 2).
SUITS: Final = ("d", "c", "s", "b")
RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "F", "C", "R")
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: FIGS, art. 14.
SETTEBELLO: Final = "7d"
#: FIGS, art. 2: fante 8, cavallo 9, re 10.
VALUES: Final = {code: RANKS.index(code[0]) + 1 for code in DECK}
#: FIGS, art. 2.
PRIMIERA: Final = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}

_KNOWN: Final = frozenset(DECK)
_PLACE: Final = {code: place for place, code in enumerate(DECK)}


def parse(codes: object) -> frozenset[str]:
    """Returns the set of cards as written; ``read_codes`` lists the refusals."""
    return read_codes(codes, _KNOWN, SCOPONE)


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Returns the cards suit by suit, denari first, from the asso up."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


#: FIGS, art. 14: more than half of the forty cards, more than half of the ten denari.
CARDS_FOR_A_POINT: Final = 21
DENARI_FOR_A_POINT: Final = 6

#: The figures of a side's count, in the order of art. 14.
FIGURES: Final = ("cards", "denari", "settebello", "primiera", "scope")
#: Figures that are at most one point in each deal.
ONE_POINT: Final = FIGURES[:-1]

#: Plays of a deal: nine cards a player (FIGS, art. 1). The first play makes no scopa, because no single card
#: takes all four of a table that art. 6 allows. The last makes none (art. 10). Two plays in a row never both
#: make one, because the first leaves no card on the table. So at most every second play makes one.
PLAYS: Final = 36
MOST_SCOPE: Final = (PLAYS - 2) // 2
#: A card that takes goes to the pile with at least one other (FIGS, art. 9).
SMALLEST_TAKE: Final = 2


def denari_in(cards: frozenset[str]) -> int:
    """How many of the cards are denari."""
    return sum(1 for code in cards if code[1] == "d")


def primiera_cards(cards: frozenset[str]) -> dict[str, str | None]:
    """Returns each suit's best card for the primiera, the first of the deck among equals, or None."""
    held = in_deck_order(cards)
    return {
        suit: max((code for code in held if code[1] == suit), key=_primiera_of, default=None)
        for suit in SUITS
    }


def primiera_sum(cards: frozenset[str]) -> int | None:
    """Returns the primiera of the cards, 40 to 84; None where a suit is lacking."""
    best = [code for code in primiera_cards(cards).values() if code is not None]
    return sum(map(_primiera_of, best)) if len(best) == len(SUITS) else None


def one_points(cards: frozenset[str], others: frozenset[str]) -> Mapping[str, int]:
    """Returns the points, 0 or 1 each, of a side with ``cards`` against a side with ``others``."""
    primiera, theirs = primiera_sum(cards), primiera_sum(others)
    return {
        "cards": int(len(cards) >= CARDS_FOR_A_POINT),
        "denari": int(denari_in(cards) >= DENARI_FOR_A_POINT),
        "settebello": int(SETTEBELLO in cards),
        "primiera": int(primiera is not None and (theirs is None or primiera > theirs)),
    }


def one_points_for_certain(cards: frozenset[str], others: frozenset[str]) -> Mapping[str, int]:
    """Returns the points that a side has already, whoever takes the rest: the primiera when the others could
    not reach it with all that is left (FIGS, art. 16)."""
    reachable = frozenset(DECK) - cards
    return {**one_points(cards, others), "primiera": one_points(cards, reachable)["primiera"]}


def one_points_at_stake(first: frozenset[str], second: frozenset[str]) -> int:
    """Returns the number of points that no side has yet and one could still win (FIGS, art. 17)."""
    left = frozenset(DECK) - first - second
    had = (one_points_for_certain(first, second), one_points_for_certain(second, first))
    to_have = (one_points(first | left, second), one_points(second | left, first))
    return sum(
        any(best[name] for best in to_have) and not any(own[name] for own in had) for name in ONE_POINT
    )


def most_scope(cards: int) -> int:
    """Returns the most scope that a side with that many cards can have made."""
    return min(MOST_SCOPE, cards // SMALLEST_TAKE)


def _primiera_of(code: str) -> int:
    return PRIMIERA[code[0]]


@dataclass(frozen=True, slots=True)
class SideCount:
    """One side's count of a deal."""

    pile: frozenset[str]
    figures: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.figures.values())

    def as_json(self) -> dict[str, object]:
        """Returns the points under their names, and their sum."""
        return {**self.figures, "total": self.total}

    def explain(self) -> dict[str, object]:
        """Returns the reasons for each point: numbers of cards and denari, and the primiera card by card."""
        return {
            "points": dict(self.figures),
            "cards": len(self.pile),
            "denari": denari_in(self.pile),
            "primiera": {
                "cards": [code for code in primiera_cards(self.pile).values() if code],
                "sum": primiera_sum(self.pile),
            },
            "total": self.total,
        }


def count_scopone(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns both sides' points, from ``cards``, one side's or both, and ``scope``, none when left out."""
    game.side_in(written, "dealer")
    if listed(written, "declarations"):
        raise ScoringError("nothing-declared", game=game.name)
    piles = _piles(game, written.get("cards"))
    scope = _scope(game, mapping(written, "scope"), piles)
    counted = {}
    for side, pile in piles.items():
        points = {**one_points(pile, piles[game.other(side)]), "scope": scope[side]}
        counted[side] = SideCount(pile, {name: points[name] for name in FIGURES})
    return DealCount(game.key, counted)


def _piles(game: Game, cards: object) -> dict[str, frozenset[str]]:
    if not isinstance(cards, Mapping) or not cards:
        raise ScoringError("no-pile")
    given = {game.require_side(side): parse(codes) for side, codes in cards.items()}
    piles = with_the_rest(game.sides, given, DECK, SCOPONE)
    for side, pile in piles.items():
        if 0 < len(pile) < SMALLEST_TAKE:
            raise ScoringError("take-too-small", side=side, count=len(pile))
    return piles


def _scope(game: Game, written: Mapping[str, object], piles: Mapping[str, frozenset[str]]) -> dict[str, int]:
    """Returns the scope of each side; ScoringError for more than the cards allow."""
    for side in written:
        game.require_side(side)
    scope: dict[str, int] = {}
    for side in game.sides:
        number = written.get(side, 0)
        if type(number) is not int or number < 0:
            raise ScoringError("scope-not-whole", side=side)
        if require_bearable(number) > most_scope(len(piles[side])):
            raise ScoringError("too-many-scope", side=side, count=number, most=most_scope(len(piles[side])))
        scope[side] = number
    if sum(scope.values()) > MOST_SCOPE:
        raise ScoringError("too-many-scope-in-all", count=sum(scope.values()), most=MOST_SCOPE)
    return scope
