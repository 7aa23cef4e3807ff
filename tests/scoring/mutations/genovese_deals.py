"""Deals with the tarocco genovese asked of the engine by the batteries, and what they are made of."""

from tests.scoring.mutations.asking import bare_game

TRUMPS = ["20", "21", *(str(number) for number in range(19, 0, -1))]
DECK = [
    *TRUMPS,
    "Mat",
    *(rank + suit for suit in "cqfp" for rank in ("R", "Q", "C", "J", *map(str, range(10, 0, -1)))),
]
#: Maillard, "Il mazzo".
WORTH = {"Mat": 4, "1": 4, "21": 4} | {
    rank + suit: value for rank, value in (("R", 4), ("Q", 3), ("C", 2), ("J", 1)) for suit in "cqfp"
}
FRILLI = "1c 2c 3c 4c 5c 6c 7c 8c 9c 10c 1q 2q 3q 4q 5q 6q 7q 8q 9q 10q"


def ask(form, **written):
    """What a game of that form answers."""
    from scoring.genovese import forms
    from scoring.genovese.counting import BUONE_RULES, FIGURES, count_genovese

    sides = {"CHIAMA_RE": "ABCD", "A_TRE": "ABC"}.get(form, "AB")
    players = ("A1", "B1", "A2", "B2") if form == "A_QUATTRO" else [f"{side}1" for side in sides]
    game = bare_game(DECK, FIGURES, sides, players, house_rules=BUONE_RULES)
    return count_genovese(getattr(forms, form), game, written)


def shows(player, buona, cards):
    """CONTRACT's object."""
    return {"side": player[0], "player": player, "buona": buona, "cards": cards.split()}


def items(deal, side):
    """The buone of a side: name, cards, points."""
    return [(item.name, len(item.cards), item.points) for item in deal.sides[side].items]


def pile_worth(points, size, tricks):
    """So many cards that make so many deck points with so many tricks, the highest first."""
    left, pile = points - tricks, []
    for card in sorted(DECK, key=lambda card: -WORTH.get(card, 0)):
        if 0 < WORTH.get(card, 0) <= left:
            pile.append(card)
            left -= WORTH[card]
    low = [card for card in DECK if card not in WORTH]
    return [*pile, *low[: size - len(pile)]]
