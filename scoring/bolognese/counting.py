"""Counts a deal from cards where two sides own the piles: pairs, or one against one (Barilli 3.9, 4.3)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.bolognese.combinations import Combinations, cricche, sequences
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import (
    piles_of_discard,
    verify_discards,
    verify_in_play,
    verify_room,
    verify_staying,
)
from scoring.bolognese.explanation import (
    Data,
    explain_card_points,
    explain_combinations,
    explain_cricca,
    explain_player,
    explain_sequence,
    missed,
)
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import (
    CENTOCINQUANTA,
    PAIRS,
    DealShape,
    complete_piles,
    read_piles,
    verify_last_trick,
    verify_sizes,
)
from scoring.bolognese.tables import pile_totals
from scoring.document import Document, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import DealCount

#: Barilli 3.7; never doubled (Pagat, "Scoring Procedure").
LAST_TRICK_POINTS: Final = 6

#: In the order in which a deal is counted (Barilli 3.9).
FIGURES: Final = ("sequences", "cricche", "card_points", "last_trick", "declarations")


class SideCount(NamedTuple):
    """One side's count of a deal, also a single player's; ``pile`` is a set of cards as in
    ``scoring.bolognese.cards``.

    The totals are computed at once, the combinations behind them only when they are read.
    """

    pile: int
    rules: str
    sequence_points: int
    cricca_points: int
    card_points: int
    last_trick: int
    #: None where nothing is declared.
    declared: tuple[PlayerDeclarations, ...] | None
    #: The cards of a trick, where card points are added for tricks and not for pairs (Barilli 4.4.1).
    group: int | None = None

    @property
    def sequences(self) -> Combinations:
        return sequences(self.pile, self.rules)

    @property
    def cricche(self) -> Combinations:
        return cricche(self.pile)

    @property
    def declarations(self) -> int:
        """The points of all the side's declarations."""
        return sum([item.total for item in self.declared]) if self.declared else 0

    @property
    def total(self) -> int:
        from_cards = self.sequence_points + self.cricca_points + self.card_points
        return from_cards + self.last_trick + self.declarations

    @property
    def figures(self) -> Mapping[str, int]:
        """The parts of the total."""
        from_cards = {
            "sequences": self.sequence_points,
            "cricche": self.cricca_points,
            "card_points": self.card_points,
            "last_trick": self.last_trick,
        }
        return from_cards if self.declared is None else {**from_cards, "declarations": self.declarations}

    def as_json(self) -> dict[str, object]:
        """Returns the side's part of the answer to ``count`` in CONTRACT."""
        return {
            **self.figures,
            "sequences": self.sequences.as_json(),
            "cricche": self.cricche.as_json(),
            "total": self.total,
        }

    def explain(self) -> Data:
        """Returns the reason for each point, item by item, as JSON-ready data; ``missed`` lists the sequences
        that were begun but not made."""
        pile, rules, sequences, cricche = self.pile, self.rules, self.sequences, self.cricche
        made = explain_combinations(
            sequences, [explain_sequence(item, pile, rules) for item in sequences.items]
        )
        return {
            "sequences": {**made, "missed": missed(pile, {item.family for item in sequences.items})},
            "cricche": explain_combinations(cricche, [explain_cricca(item, pile) for item in cricche.items]),
            "card_points": explain_card_points(pile, self.card_points, self.group),
            "last_trick": self.last_trick,
            "declarations": [explain_player(item, rules) for item in self.declared or ()],
            "total": self.total,
        }


def count_pairs(game: Game, written: Document, shape: DealShape = PAIRS) -> DealCount[SideCount]:
    """Returns both sides' count, from one pile or both; ``dealer``, a side, lets their sizes be checked
    fully."""
    return _count(game, written, complete_piles(game, written.get("cards")), shape)


def count_side(pile: int, rules: str, last_trick: int, declared: tuple[PlayerDeclarations, ...]) -> SideCount:
    """Returns one side's count: its cards, the points of the last trick, its players' declarations."""
    return SideCount(pile, rules, *pile_totals(pile, rules), last_trick, declared)


def count_centocinquanta(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns both players' count, from both piles, since thirty cards stay out (Barilli 4.3.2)."""
    return _count(game, written, _both_piles(game, written.get("cards")), CENTOCINQUANTA)


def count_quindici(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns the count of Centocinquanta with the points rounded as scores (Barilli 4.3.3)."""
    counted = count_centocinquanta(game, written)
    totals = {side: made.total for side, made in counted.sides.items()}
    return replace(counted, scores=scored_in_tens(game, totals, written))


def scored_in_tens(_game: Game, totals: Mapping[str, int], _written: Document) -> Mapping[str, int]:
    """Returns the points rounded for the match (Barilli 4.3.3)."""
    return {side: rounded(total) for side, total in totals.items()}


def rounded(points: int) -> int:
    """Returns tens, rounded half up: 0 to 4 make none, 5 to 14 one, 15 to 24 two (Barilli 4.3.3)."""
    return (points + 5) // 10


def _both_piles(game: Game, cards: object) -> dict[str, int]:
    written = read_piles(game, cards)
    for side in game.sides:
        if side not in written:
            raise ScoringError("other-pile-missing", side=side)
    held = sum(pile.bit_count() for pile in written.values())
    if held != CENTOCINQUANTA.cards:
        raise ScoringError("cards-in-all", count=held, expected=CENTOCINQUANTA.cards)
    return {side: written[side] for side in game.sides}


def _count(game: Game, written: Document, piles: Mapping[str, int], shape: DealShape) -> DealCount[SideCount]:
    house = require_house_rule(optional_text(written, "rules"))
    dealer = game.side_in(written, "dealer")
    verify_sizes(piles, dealer, shape)
    verify_room(piles, dealer, shape)
    last = verify_last_trick(game, piles, text(written, "last_trick"))
    declared = count_declarations(game, written.get("declarations"), house, shape.tricks)
    if written.get("discards") is not None:
        verify_discards(written, shape, declared, piles_of_discard(piles, dealer, shape))
    verify_in_play(declared, sum(piles.values()), house, shape)
    verify_staying(declared, piles, house, shape.tricks)
    return DealCount(
        game.key,
        {
            side: count_side(
                pile,
                house,
                LAST_TRICK_POINTS if side == last else 0,
                tuple([item for item in declared if item.player[0] == side]),
            )
            for side, pile in piles.items()
        },
    )
