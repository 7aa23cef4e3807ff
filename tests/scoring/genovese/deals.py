"""Deals for the tests: random piles that a deal can leave, and the booklet's examples as cards."""

import random

from scoring import GAMES
from scoring.genovese.cards import DECK

#: Cards of a trick and of the discard, and who shares a pile.
SHAPES = {
    "genovese-gatti": (3, 3, "ABC"),
    "genovese-coppie": (4, 2, "AB"),
    "genovese-due-morti": (4, 2, "AB"),
    "genovese-pizzico": (2, 0, "AB"),
}


def random_piles(chance: random.Random, game: str) -> tuple[dict[str, list[str]], str]:
    """Every side's pile, the dealer with the discard and a trick at least, and who dealt."""
    trick, discard, sides = SHAPES[game]
    dealer = chance.choice(sides)
    tricks = (len(DECK) - discard) // trick
    taken = dict.fromkeys(sides, 0)
    taken[dealer] = 1
    luck = [chance.random() for _ in sides]
    for _ in range(tricks - 1):
        taken[chance.choices(sides, luck)[0]] += 1
    deck = chance.sample(DECK, len(DECK))
    piles, top = {}, 0
    for side in sides:
        size = taken[side] * trick + (discard if side == dealer else 0)
        piles[side] = deck[top : top + size]
        top += size
    return piles, dealer


def pile_worth(game: str, points: int, size: int) -> list[str]:
    """A pile of that size which makes so many deck points in that game, found from the highest cards down."""
    trick, discard, _ = SHAPES[game]
    tricks = -(-size // trick) if discard == 2 else size // trick
    left, pile = points - tricks, []
    order = sorted(DECK, key=lambda card: -plain_value(card))
    for card in order:
        if 0 < plain_value(card) <= left:
            pile.append(card)
            left -= plain_value(card)
    assert left == 0, "these points need another size"
    low = [card for card in order if not plain_value(card)]
    return [*pile, *low[: size - len(pile)]]


def plain_value(card: str) -> int:
    """The value read off the booklet's table by the look of the code."""
    if card in ("Mat", "1", "21"):
        return 4
    return {"R": 4, "Q": 3, "C": 2, "J": 1}.get(card[0], 0)


def shows(player: str, buona: str, cards: str) -> dict[str, object]:
    return {"side": player[0], "player": player, "buona": buona, "cards": cards.split()}


KEYS = [key for key in GAMES if key.startswith("genovese")]
