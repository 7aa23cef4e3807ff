"""What simple players declare: every buona they hold, as soon as they may (Maillard, "Buone")."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scoring.declaration import Declaration
from scoring.genovese.cards import BAGATTO, FIGURES, MATTO, MONDO, SUITS, TRUMPS, VALUES, in_deck_order

BUONA: Final = "buona"
#: The fewest cards of frilli and of trionfi; a pizzico has no frilli (Maillard, "Buone", "A quattro in
#: coppia", "A pizzico").
LEAST_A_TRE: Final = {"frilli": 20, "trionfi": 10}
LEAST_A_QUATTRO: Final = {"frilli": 15, "trionfi": 8}
LEAST_A_PIZZICO: Final = {"trionfi": 10}


def choose_buone(
    player: str, hand: Sequence[str], least: Mapping[str, int], before: Iterable[Declaration] = ()
) -> list[Declaration]:
    """What a player shows of a hand, having shown ``before``: new buone, a terno grown to a quaterno, and
    more trionfi while all those shown are still held (Maillard, "A pizzico", "Buone")."""
    own = [item for item in before if item.player == player]
    made = [
        Declaration(player[0], player, BUONA, family, in_deck_order(cards))
        for family, cards in _buone_in(set(hand), least)
    ]
    return [item for item in made if not any(_shown_already(item, shown, hand) for shown in own)]


def may_complete(card: str) -> bool:
    """Whether a card drawn can make a buona a pizzico, where there are no frilli."""
    return VALUES[card] > 0 or card in TRUMPS


def _buone_in(hand: set[str], least: Mapping[str, int]) -> Iterable[tuple[str, set[str]]]:
    scartine = {card for card in hand if not VALUES[card]}.difference(TRUMPS)
    for family, cards in (("frilli", scartine), ("trionfi", hand.intersection(TRUMPS))):
        if family in least and len(cards) >= least[family]:
            yield family, cards
    if hand >= _GATTI:
        yield "gatti", set(_GATTI)
    for suit in SUITS:
        if hand >= (famiglia := {rank + suit for rank in FIGURES}):
            yield "famiglia", famiglia
    for rank in FIGURES:
        equal = hand.intersection(rank + suit for suit in SUITS)
        if len(equal) >= len(SUITS) - 1:
            yield ("quaterno" if len(equal) == len(SUITS) else "terno"), equal


_GATTI: Final = frozenset((MATTO, BAGATTO, MONDO))


def _shown_already(item: Declaration, shown: Declaration, hand: Sequence[str]) -> bool:
    """Whether an earlier declaration leaves nothing to add with this one."""
    if item.family == "trionfi" == shown.family:
        return len(item.cards) <= len(shown.cards) or not set(shown.cards) <= set(hand)
    same_rank = (
        item.family in _OF_A_RANK and shown.family in _OF_A_RANK and item.cards[0][0] == shown.cards[0][0]
    )
    if same_rank:
        return len(item.cards) <= len(shown.cards)
    return item.family == shown.family and item.cards == shown.cards


_OF_A_RANK: Final = ("terno", "quaterno")
