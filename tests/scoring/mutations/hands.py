"""What is asked of a mutant of the hands that show accusi: what every hand of a small deck shows."""

from functools import cache
from random import Random

from tests.scoring.bolognese.feasibility import plain_accusi
from tests.scoring.bolognese.plain_counter import CRICCHE, DECK

MODULES = tuple(
    f"scoring.bolognese.{name}"
    for name in (
        "hands",
        "feasibility.shares",
        "feasibility.begun",
    )
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Any number that is no player's place.
    "hands: _NOBODY: Final = -1 [1 -> 2]",
    # One of two or three, of which another is never less.
    'hands: needed = of_grande if self.shown_by.get("grande") == place else 0 [0 -> -1]',
    "hands: yield from ((way.cards, 0) for way in broken if way.steps + 1 == number) [0 -> -1]",
    # Who shows no grande has none of its cards.
    *["hands: yield 0, 0 [0 -> 1]"] * 2,
    *["hands: yield 0, 0 [0 -> -1]"] * 2,
    # A grande without Moors has as many cards if it ends sooner.
    "hands: yield from ((way.cards, number - way.steps - 1) for way in through if way.steps + 1 < number) "
    "[Lt -> LtE]",
    "hands: yield from ((way.cards, number - way.steps - 1) for way in through if way.steps + 1 < number) "
    "[1 -> 0]",
    # There are no more families than there are, and none is shown that nobody shows.
    "hands: frozenset(few) for number in range(len(families) + 1) for few in combinations(families, number) "
    "[1 -> 2]",
    "hands: family for family in _RANKS if self.numbers[self.shown_by.get(family, 0)].get(family) == 3 "
    "[0 -> -1]",
    # Any number that is no player's place; and any player where nobody has use for trumps.
    "shares: NOBODY: Final = -1 [1 -> 2]",
    # The same classes of suits, told the other way.
    "shares: kind = Counter((like, owner, suit == missing) for like, owner, suit in of_suits) [Eq -> NotEq]",
    # Trumps told by other numbers, and more than there are, which nobody has.
    "shares: return ((own.contatori * 2 + own.angelo) * 2 + own.mondo) * (mori + 1) + own.mori [1 -> 2]",
    *["shares: return ((own.contatori * 2 + own.angelo) * 2 + own.mondo) * (mori + 1) + own.mori [2 -> 3]"]
    * 2,
    "shares: every = product(*(range(number + 1) for number in there)) [1 -> 2]",
    # Who has no Angelo asks for nothing that is left of the grande.
    *[f'shares: _NO_GRANDE: Final = Left(0, 0, "") [0 -> {n}]' for n in (1, -1) for _ in range(2)],
    # How much is remembered changes no answer.
    "begun: _REMEMBERED: Final = 40_000 [40000 -> 40001]",
    "begun: _REMEMBERED: Final = 40_000 [40000 -> 39999]",
    # A bound that is too kind leaves nothing out.
    "begun: own, found = hand.own, 0 [0 -> 1]",
    "begun: if room >= 0: [0 -> -1]",
    "begun: return 0 [0 -> 1]",
    *(f"begun: if max(rooms, default=-1) < 0: [{change}]" for change in ("0 -> -1", "1 -> 2", "1 -> 0")),
    *(
        f"begun: found[sequences, cards] = max(found.get((sequences, cards), -1), steps) [1 -> {n}]"
        for n in (2, 0)
    ),
    *(
        "begun: tuple(accumulate((found.get((sequences, cards), -1) for cards in range(widest + 1)), max)) "
        f"[{change}]"
        for change in ("1 -> 2", "1 -> 2", "1 -> 0")
    ),
    "begun: for sequences in range(most + 1) [1 -> 2]",
    "begun: for number in (0, *range(2, assi + 1)): [2 -> 1]",
    "begun: for number in (0, *range(2, assi + 1)): [1 -> 2]",
)

#: Small decks, how many cards a hand has, and the players.
SHARED = (
    ("Ang Mon Beg Mat Rd Rc Rs Rb Qd Qc Qs Fd Fc", 4, (1, 1)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Sol 16 15 Ad Ac As", 4, (1, 1)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Mo1 Mo2 Mo3 Qd Cd Ad", 5, (1, 1)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Qd Qc Ad Ac", 4, (1, 2)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Qd Qc Qs Qb", 5, (1, 1)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Sol Lun 16", 4, (1, 1)),
    ("Ang Mon Beg Mat Rd Rc Rs Rb Qd Qs Cd Cs Mo2", 5, (1, 1)),
    # Tarocchi and re that lie in a pozzo which nobody took.
    ("Mon Beg Mat Rd Rc Rs Rb Qd Cd Mo1 Mo2 Mo3", 5, (1, 1)),
    ("Ang Mon Beg Sol 16 Rd Rc Rs Qd Qc Qs Cd", 5, (1, 1)),
    ("Ang Beg Mat Sol Rb Rc Qb Cb Fb Qc Ab Ac", 5, (1, 2)),
)
NUMBERED = (
    ("Ang Mon Sol 16 15 Mo1 Mo2 Mo3 Beg Mat", 5, 2),
    ("Rd Rc Rs Rb Qd Qc Cd Beg Mat Ang Mon", 5, 2),
    ("Rd Qd Qc Qs Cd Cc Cs Ad Beg Mat", 5, 2),
    ("Rd Qd Rc Qc Ad Ac As Ab Mo1 Mo2 Beg Mat", 4, 3),
)
#: What only a whole deck can ask: accusi by number, the hand, cards aside, and whether hands show them.
WHOLE = (
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
ALL_COURT_AND_ASSI = " ".join(rank + suit for rank in "QCFA" for suit in "dcsb")
#: Figures of both sides, seats, cards aside, and whether hands show them (``every_accuso``).
LARGE = (
    ((14, 0), (2, 2, 15), "Qd Qc", False),
    ((14, 0), (2, 2, 15), "Qd", True),
    ((24, 14), (2, 2, 15), "Fd", False),
    ((12, 25), (2, 2, 15), "Qd Qc", True),
    ((416, 0), (1, 1, 15), "", True),
    ((417, 0), (1, 1, 15), "", False),
    ((94, 273), (2, 2, 15), "Qd Qc", True),
    # Nothing but trumps and re is left: one Moor with the Angelo, and two with each.
    ((126, 27), (1, 1, 20), ALL_COURT_AND_ASSI, True),
    ((100, 27), (1, 1, 20), ALL_COURT_AND_ASSI, True),
    ((105, 27), (1, 1, 20), ALL_COURT_AND_ASSI, False),
)


@cache
def prepare():
    """What every hand of the small decks shows: figures of pairs, and accusi by number."""
    return _pairs(), _numbered()


def _pairs():
    asked = []
    for deck, size, players in SHARED:
        shown, chance = plain_accusi.pairs(deck.split(), size, players), Random(7)
        most = max(max(pair) for pair in shown) + 3
        pairs = [(chance.randrange(most), chance.randrange(most)) for _ in range(60)]
        pairs += chance.sample(sorted(shown), min(40, len(shown)))
        asked.append((deck.split(), size, players, [(pair, pair in shown) for pair in pairs]))
    return asked


def _numbered():
    from tests.scoring.bolognese.test_hands_exactly import Question, shown_by_hands

    asked = []
    for deck, size, players in NUMBERED:
        cards, chance = tuple(deck.split()), Random(5)
        hands = shown_by_hands(cards, size)
        questions = [Question(chance, hands, players) for _ in range(40)]
        asked.append((cards, size, [(each.shown(), each.any_hands(hands)) for each in questions]))
    return asked


def battery():
    """Imports the hands and raises when an answer is wrong."""
    from scoring.bolognese.cards import bits

    pairs, numbered = prepare()
    _accusi_by_number_are_held(bits, numbered)
    _whole_decks_are_held(bits)
    _small_decks_are_shared_out(bits, pairs)
    _large_figures_are_decided(bits)


def _small_decks_are_shared_out(bits, asked):
    from scoring.bolognese.feasibility.sharing import shares_show
    from scoring.bolognese.feasibility.shown import Seats

    for deck, size, players, answers in asked:
        aside = bits([card for card in DECK if card not in deck])
        for pair, possible in answers:
            assert shares_show(pair, Seats(*players, size), aside, "accademia") is possible


def _large_figures_are_decided(bits):
    from scoring.bolognese.feasibility.sharing import may_show_without
    from scoring.bolognese.feasibility.shown import Seats

    for points, seats, aside, possible in LARGE:
        assert may_show_without(points, Seats(*seats), bits(aside.split()), "accademia") is possible


def _accusi_by_number_are_held(bits, asked):
    from scoring.bolognese.hands import can_be_held

    for cards, size, answers in asked:
        aside = bits([card for card in DECK if card not in cards])
        for shown, possible in answers:
            assert can_be_held(shown, "accademia", size, aside) is possible


def _whole_decks_are_held(bits):
    from scoring.bolognese.hands import can_be_held
    from scoring.declaration import Declaration

    for shown, size, aside, possible in WHOLE:
        items = [
            Declaration(side, side + "1", "cricca" if family in CRICCHE else "sequence", family, (), number)
            for side, family, number in shown
        ]
        assert can_be_held(items, "accademia", size, *([bits(aside.split())] if aside else [])) is possible
    assert can_be_held([], "accademia", 15)
