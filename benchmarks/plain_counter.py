"""The plain counter, to which the engine's speed is compared: sets of codes, and the rules as in the book.

It returns the same as ``scoring.count(...).as_json()``, from the same codes, for a deal without declarations.
It is written to be read and never tuned; it shares only the engine's codes of cards.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.bolognese.cards import DECK

DECK_SET = set(DECK)
CONTATORI = {"Beg", "Mat"}
PEZZI = {"Mon", "Sol", "Lun"}
NUMBERS = [str(number) for number in range(16, 4, -1)]
MOORS = {"Mo1", "Mo2", "Mo3", "Mo4"}
ACES = {"Ad", "Ac", "As", "Ab"}
SUITS = {"danari": "d", "coppe": "c", "spade": "s", "bastoni": "b"}
#: Barilli 2.2.1: the family, and the points of three and of four.
CRICCHE = {
    "tarocchi": ({"Ang", "Mon", "Beg", "Mat"}, {3: 18, 4: 36}),
    "re": ({"Rd", "Rc", "Rs", "Rb"}, {3: 17, 4: 34}),
    "regine": ({"Qd", "Qc", "Qs", "Qb"}, {3: 14, 4: 28}),
    "cavalli": ({"Cd", "Cc", "Cs", "Cb"}, {3: 13, 4: 26}),
    "fanti": ({"Fd", "Fc", "Fs", "Fb"}, {3: 12, 4: 24}),
}
#: Barilli 2.1.
VALUES = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}

Answer = dict[str, Any]


def plain_count(cards: Mapping[str, Iterable[str]], last_trick: str, dealer: str) -> dict[str, Answer]:
    """Both sides' count of a deal between A and B; ValueError for invalid piles."""
    piles = {side: read_pile(codes) for side, codes in cards.items()}
    if piles["A"] & piles["B"] or piles["A"] | piles["B"] != set(DECK):
        raise ValueError("the two piles do not share the deck")
    if piles["A"] and piles["B"] and len(piles[dealer]) % 4 != 2:
        raise ValueError("the dealer's side owns 4k + 2 cards")
    return {side: count_pile(pile, last_trick == side) for side, pile in piles.items()}


def read_pile(codes: Iterable[str]) -> set[str]:
    """The set of these codes, each a card of the deck, written once."""
    pile: set[str] = set()
    for code in codes:
        if code not in DECK_SET:
            raise ValueError(f"{code} is no card")
        if code in pile:
            raise ValueError(f"{code} is written twice")
        pile.add(code)
    return pile


def count_pile(pile: set[str], takes_last: bool) -> Answer:
    """One side's count, from its set of cards."""
    sequences = combinations(sequences_of(pile))
    cricche = combinations(cricche_of(pile))
    points = card_points(pile)
    last = 6 if takes_last else 0
    return {
        "sequences": sequences,
        "cricche": cricche,
        "card_points": points,
        "last_trick": last,
        "declarations": 0,
        "total": sequences["total"] + cricche["total"] + points + last,
    }


def combinations(items: list[Answer]) -> Answer:
    """The items with their sum, doubled from three on (Barilli 2.2.3)."""
    doubled = len(items) >= 3
    total = sum(item["points"] for item in items)
    return {"items": items, "doubled": doubled, "total": total * 2 if doubled else total}


def sequences_of(pile: set[str]) -> list[Answer]:
    """The grande, the suits, the assi and the mori (Barilli 2.2.2, 2.4)."""
    contatori = len(pile & CONTATORI)
    lengths = {"grande": grande(pile)}
    for family, suit in SUITS.items():
        court = len(pile & {"Q" + suit, "C" + suit, "F" + suit})
        established = "R" + suit in pile and court >= 1 and court + contatori >= 2
        ace = 1 if "A" + suit in pile else 0
        lengths[family] = 1 + court + ace + contatori if established else 0
    for family, cards in (("assi", ACES), ("mori", MOORS)):
        held = len(pile & cards)
        lengths[family] = held + contatori if held >= 2 and held + contatori >= 3 else 0
    return [
        {"family": family, "cards": length, "points": (length - 1) * 5}
        for family, length in lengths.items()
        if length
    ]


def grande(pile: set[str]) -> int:
    """How many cards the grande has, 0 when it is not established (Barilli 2.3, 2.4)."""
    contatori = len(pile & CONTATORI)
    pezzi = pile & PEZZI
    if "Ang" not in pile or not pezzi or len(pezzi) + contatori < 2:
        return 0
    free = contatori if len(pezzi) > 1 else contatori - 1
    stood_just_above = pezzi == {"Mon"}
    length = 1 + len(pezzi) + contatori
    for number in NUMBERS:
        if number in pile:
            length += 1
            stood_just_above = False
        elif not free or stood_just_above or next_missing(number, pile):
            return length
        else:
            free -= 1
            stood_just_above = True
    return length + len(pile & MOORS)


def next_missing(number: str, pile: set[str]) -> bool:
    """Whether the number below is missing too: then a contatore here would only end beside another gap."""
    below = str(int(number) - 1)
    return below in NUMBERS and below not in pile


def cricche_of(pile: set[str]) -> list[Answer]:
    """Three or four of a kind (Barilli 2.2.1)."""
    items = []
    for family, (cards, points) in CRICCHE.items():
        held = len(pile & cards)
        if held >= 3:
            items.append({"family": family, "cards": held, "points": points[held]})
    return items


def card_points(pile: set[str]) -> int:
    """Cards of value paired with a scartino each, the others in pairs: less one a pair (Barilli 2.1)."""
    return sum(card_value(card) for card in pile) - len(pile) // 2


def card_value(card: str) -> int:
    """The value of a single card."""
    for family, (cards, _points) in CRICCHE.items():
        if card in cards:
            return VALUES[family]
    return 1
