"""Accusi told by number, against every hand of small decks; and what the grande's missing numbers allow."""

from functools import cache
from random import Random

import pytest

from scoring import declarable
from scoring.bolognese.cards import DECK, NUMBERS, WHOLE_DECK, bits
from scoring.bolognese.combinations import CRICCHE, THREE_OF_A_KIND
from scoring.bolognese.grande import ACCADEMIA, LAGHI_SOLE_LUNA
from scoring.bolognese.hands import can_be_held
from scoring.document import Declaration
from tests.scoring.bolognese.feasibility.plain_accusi import accusi_of_hands

TRUMPS = "Ang Mon Sol 16 15 Mo1 Mo2 Mo3 Beg Mat"
RE = "Rd Rc Rs Rb Qd Qc Cd Beg Mat Ang Mon"
COURT = "Rd Qd Qc Qs Cd Cc Cs Ad Beg Mat"
ASSI = "Rd Qd Rc Qc Ad Ac As Ab Mo1 Mo2 Beg Mat"


def declaration(player, family, number, cards=()):
    kind = "cricca" if family in CRICCHE else "sequence"
    return Declaration(player[0], player, kind, family, tuple(cards), None if cards else number)


@cache
def shown_by_hands(deck, size):
    """For each hand all (family, number of cards) that it can lay open."""
    return {
        cards: {
            (family, points // THREE_OF_A_KIND[family] + 2 if is_cricca else points // 5 + 1)
            for family, points, is_cricca in accusi
        }
        for cards, accusi in accusi_of_hands(deck, size).items()
    }


class Question:
    """What each player shows: families by number, and perhaps one of them by name."""

    def __init__(self, chance, hands, players):
        families = sorted(set().union(*hands.values()))
        self.asked = [dict(chance.choices(families, k=chance.choice((1, 1, 2, 3)))) for _ in range(players)]
        self.named = [frozenset()] * players
        self.families = [None] * players
        if chance.random() < 0.4:
            place = chance.randrange(players)
            item = chance.choice(sorted(self.asked[place].items()))
            just = [cards for cards, shown in hands.items() if item in shown and len(cards) == item[1]]
            self.families[place], self.named[place] = item[0], chance.choice(sorted(just, key=sorted))

    def shown(self):
        return [
            declaration(player, family, number, cards if family == by_name else ())
            for player, items, by_name, cards in zip(
                ("A1", "B1", "A2"), self.asked, self.families, self.named, strict=False
            )
            for family, number in items.items()
        ]

    def any_hands(self, hands):
        """Whether hands with no card in common show what is asked of each."""
        return _any_hands([*zip(self.asked, self.named, strict=True)], hands)


def _any_hands(asked, hands):
    (items, named), *others = asked
    ways = [cards for cards, shown in hands.items() if items.items() <= shown and named <= cards]
    least = [cards for cards in ways if not any(fewer < cards for fewer in ways)]
    if not others:
        return bool(least)
    return any(
        _any_hands(others, {cards: shown for cards, shown in hands.items() if not cards & taken})
        for taken in least
    )


@pytest.mark.parametrize(
    ("deck", "size", "players"),
    [(TRUMPS, 5, 2), (RE, 5, 2), (COURT, 5, 2), (ASSI, 4, 3)],
    ids=["trumps", "re", "court", "assi"],
)
def test_the_answer_is_what_all_the_hands_of_a_small_deck_say(deck, size, players):
    cards = tuple(deck.split())
    hands = shown_by_hands(cards, size)
    chance, answers = Random(5), set()
    for _ in range(60):
        question = Question(chance, hands, players)
        possible = question.any_hands(hands)
        answers.add(possible)
        found = can_be_held(question.shown(), ACCADEMIA, size, WHOLE_DECK & ~bits(cards))
        assert found is possible, question.shown()
    assert answers == {True, False}


@pytest.mark.parametrize(
    ("shown", "size", "rules", "aside", "possible"),
    [
        # A contatore in the place of a number leaves room for the fourth Moor.
        ([("A", "grande", 20), ("A", "mori", 5)], 20, ACCADEMIA, "", True),
        ([("A", "grande", 20), ("A", "mori", 6)], 20, ACCADEMIA, "", True),
        ([("A", "grande", 20), ("A", "mori", 5), ("B", "mori", 3)], 20, ACCADEMIA, "", False),
        ([("A", "grande", 19), ("B", "tarocchi", 3)], 20, ACCADEMIA, "", True),
        ([("A", "grande", 20), ("B", "tarocchi", 3)], 20, ACCADEMIA, "", False),
        # The Mondo or both contatori are elsewhere.
        ([("A", "grande", 18), ("B", "tarocchi", 3)], 18, ACCADEMIA, "", True),
        ([("A", "grande", 8)], 15, ACCADEMIA, "Sol Lun", True),
        ([("A", "grande", 8)], 15, LAGHI_SOLE_LUNA, "Sol Lun", False),
        ([("A", "grande", 7)], 15, ACCADEMIA, "16 15", False),
        ([("A", "grande", 6)], 15, ACCADEMIA, "16 15", True),
        ([("A", "assi", 4), ("B", "assi", 4)], 15, ACCADEMIA, "", False),
        ([("A", "assi", 3), ("B", "assi", 3)], 15, ACCADEMIA, "", True),
        ([("A", "assi", 3), ("B", "assi", 3)], 15, ACCADEMIA, "Ad", False),
        (
            [("A", "danari", 7), ("A", "coppe", 7), ("A", "spade", 7), ("A", "bastoni", 5)],
            18,
            ACCADEMIA,
            "",
            False,
        ),
        (
            [("A", "danari", 7), ("A", "coppe", 7), ("A", "spade", 6), ("A", "mori", 4)],
            18,
            ACCADEMIA,
            "",
            True,
        ),
    ],
)
def test_what_only_a_whole_deck_can_ask(shown, size, rules, aside, possible):
    items = [declaration(player + "1", family, number) for player, family, number in shown]
    assert can_be_held(items, rules, size, bits(aside.split())) is possible


@pytest.mark.parametrize("size", [15, 20])
def test_whatever_hands_that_were_dealt_show_can_be_held(size):
    """Hands rich in what makes accusi, of two players or three."""
    chance = Random(size)
    rich = [card for card in DECK if card[:-1] not in ("10", "9", "8", "7", "6") or card in NUMBERS]
    for _ in range(25):
        deck = chance.sample(rich, len(rich)) if chance.random() < 0.5 else chance.sample(DECK, len(DECK))
        if chance.random() < 0.4:
            deck.sort(key=lambda card: card not in NUMBERS or chance.random() < 0.2)
        shown = []
        for player, place in (("A1", 0), ("B1", size), ("A2", 2 * size)):
            whole = declarable("quattro-scartate", player, deck[place : place + size])
            shown += [
                declaration(player, item.family, chance.randint(min(3, len(item.cards)), len(item.cards)))
                for item in whole
            ]
        assert can_be_held(shown, ACCADEMIA, size), shown


def test_the_most_that_four_players_could_say_is_decided():
    """What used to be let pass undecided: each has three accusi, and there is one Re too few."""
    families = [
        ("danari", "re", "mori"),
        ("coppe", "regine", "assi"),
        ("spade", "cavalli"),
        ("bastoni", "fanti"),
    ]
    shown = [
        declaration(player, family, 3)
        for player, own in zip(("A1", "B1", "A2", "B2"), families, strict=True)
        for family in own
    ]
    assert not can_be_held(shown, ACCADEMIA, 15)
    assert can_be_held([item for item in shown if item.family != "re"], ACCADEMIA, 15)


#: Declarations as (side, family, cards), the size of a hand, cards laid aside, whether hands can show them.
WHOLE_DECK_CASES = (
    ((("A", "grande", 20), ("A", "mori", 5)), 20, "", True),
    ((("A", "grande", 20), ("A", "mori", 5), ("B", "mori", 3)), 20, "", False),
    ((("A", "grande", 19), ("B", "tarocchi", 3)), 20, "", True),
    ((("A", "grande", 20), ("B", "tarocchi", 3)), 20, "", False),
    ((("A", "grande", 18), ("B", "tarocchi", 3)), 18, "", True),
    ((("A", "grande", 8),), 15, "Sol Lun", True),
    ((("A", "grande", 7),), 15, "16 15", False),
    ((("A", "grande", 6),), 15, "16 15", True),
    ((("A", "danari", 7), ("A", "coppe", 7), ("A", "spade", 7), ("A", "bastoni", 5)), 18, "", False),
    ((("A", "danari", 7), ("A", "coppe", 7), ("A", "spade", 6), ("A", "mori", 4)), 18, "", True),
    # The Moors of a grande that runs past the 5 are nobody else's.
    ((("A", "grande", 20), ("B", "mori", 3)), 20, "", False),
    ((("A", "grande", 19), ("A", "tarocchi", 4), ("B", "mori", 3)), 20, "", True),
    # Barilli 2.4: one of the court at least, two without a contatore.
    ((("A", "danari", 4),), 15, "Qd Cd Fd", False),
    ((("A", "danari", 3),), 15, "Qd Cd Beg Mat", False),
    ((("A", "danari", 3),), 15, "Qd Beg Mat", True),
    # More of the court in the hand than the sequence has.
    ((("A", "regine", 4), ("A", "cavalli", 4), ("A", "fanti", 4), ("A", "danari", 3)), 12, "", False),
    ((("A", "regine", 4), ("A", "cavalli", 4), ("A", "fanti", 4), ("A", "danari", 3)), 13, "", True),
)


@pytest.mark.parametrize(("shown", "size", "aside", "expected"), WHOLE_DECK_CASES)
def test_declarations_that_only_a_whole_deck_can_settle(shown, size, aside, expected):
    items = [declaration(side + "1", family, number) for side, family, number in shown]
    assert can_be_held(items, ACCADEMIA, size, *([bits(aside.split())] if aside else [])) is expected
