"""Piles that leave no choice of what was laid aside: accusi without those cards, and no others.

Of each sheet the piles are found by plain enumeration. What cannot be is refused for a reason that is counted
here; what can be has the hands that show it.
"""

from itertools import product

import pytest

from scoring import check, count
from tests.scoring.bolognese.feasibility.plain_sheets import plain_card_points, plain_cricche, plain_sizes
from tests.scoring.bolognese.feasibility.shown_hands import shown

#: The soloist has three re, three regine, two cavalli and three fanti, and no other card.
FIGURES = {
    "A": {"sequences": 80, "cricche": 86, "card_points": 33},
    "B": {"sequences": 370, "cricche": 36, "card_points": 54},
}
FACTS = {"last_trick": "B", "soloist": "A"}
PILES = (
    ("Rd Qd Cd Fd Rc Qc Cc Fc Rs Qs Fs", "Qd Cd Fd Qc Cc Fc Qs Fs"),
    ("Rd Qd Cd Fd Rc Qc Fc Rs Qs Cs Fs", "Qd Cd Fd Qc Fc Qs Cs Fs"),
)
#: One player's tarocchi and re, three or four: of the court one regina, two cavalli and a fante are left.
CRICCHE_LEFT = {"tarocchi": (18, 36), "re": (17, 34)}


def sheet(ours, theirs):
    return {
        "A": {**FIGURES["A"], "declarations": ours},
        "B": {**FIGURES["B"], "declarations": theirs},
    }


def may_leave_fives(ours, theirs):
    """Whether some cricche of tarocchi and re, each of one side at most, leave to each side nothing or a
    multiple of five from ten up: more than any accusi, never fewer."""
    both = (
        [(worth, 0) for worth in (0, *points)] + [(0, worth) for worth in points]
        for points in CRICCHE_LEFT.values()
    )
    for some, others in product(*both):
        rests = [
            wanted - one - other for wanted, one, other in zip((ours, theirs), some, others, strict=True)
        ]
        if all(rest == 0 or (rest >= 10 and rest % 5 == 0) for rest in rests):
            return True
    return False


def test_only_eleven_cards_of_value_give_these_figures():
    """Every way the cards of value can fall, with every size of the soloist's pile; all or nothing is no such
    figure."""
    found = [
        (ranks, size)
        for ranks in product(range(5), repeat=5)
        for size in plain_sizes("terziglio", discards=True)
        if sum(ranks) <= size <= 42 + sum(ranks)
        if plain_cricche(ranks) == 86 and plain_cricche([4 - number for number in ranks]) == 36
        if plain_card_points(ranks, size) == 33
    ]
    assert found == [((0, 3, 3, 2, 3), 11)]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        *((0, points) for points in (12, 13, 14, 22, 23, 24, 26, 29, 31, 39, 41)),
        (14, 0),
        (26, 0),
        (28, 28),
        (36, 36),
        (12, 17),
        (13, 36),
    ],
)
def test_accusi_of_the_court_cannot_be(ours, theirs):
    assert not may_leave_fives(ours, theirs)
    found = check("terziglio", sheet(ours, theirs), **FACTS)
    assert (found.possible, found.why.code) == (False, "declared-must-be-discarded")
    for entry in found.nearest:
        assert may_leave_fives(entry["A"]["declarations"], entry["B"]["declarations"])


@pytest.mark.parametrize(
    ("pile", "declared"),
    [
        (0, [("B1", "sequence", "spade", "Rs Cs Beg")]),
        (0, [("B1", "cricca", "re", "Rd Rs Rb"), ("B1", "sequence", "bastoni", "Rb Fb Beg")]),
        (0, [("B1", "cricca", "tarocchi", "Ang Mon Beg"), ("B1", "sequence", "bastoni", "Rb Fb Beg")]),
        (1, [("B1", "cricca", "tarocchi", "Ang Mon Beg"), ("B1", "sequence", "bastoni", "Rb Qb Fb Beg")]),
        (
            0,
            [
                ("B1", "sequence", "spade", "Rs Cs Beg Mat"),
                ("B1", "sequence", "mori", "Mo1 Mo2 Mo3 Mo4 Beg Mat"),
            ],
        ),
        (
            0,
            [
                ("B1", "sequence", "grande", "Ang Sol Lun Beg 15 Mat"),
                ("C1", "cricca", "re", "Rd Rc Rb"),
            ],
        ),
        (
            1,
            [
                ("A1", "sequence", "grande", "Ang Mon Sol Lun Beg"),
                ("B1", "sequence", "assi", "Ad Ac As Ab Mat"),
            ],
        ),
    ],
    ids=["0 10", "0 27", "0 28", "0 33", "0 40", "0 42", "20 20"],
)
def test_accusi_of_other_cards_are_shown_by_hands_without_those_laid_aside(pile, declared):
    mine, aside = (cards.split() for cards in PILES[pile])
    accusi = [shown(*each) for each in declared]
    deal = count("terziglio", {"A": mine}, declarations=accusi, discards=aside, **FACTS)
    for side, figures in FIGURES.items():
        assert {name: deal.sides[side].figures[name] for name in figures} == figures
    ours, theirs = (deal.sides[side].declarations for side in "AB")
    assert may_leave_fives(ours, theirs)
    assert check("terziglio", sheet(ours, theirs), **FACTS).possible
    assert check("terziglio", FIGURES, declarations=accusi, **FACTS).possible
