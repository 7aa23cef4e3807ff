"""Terziglio counted: poste, the pile that the allies share, the eight cards (Barilli 4.2.1)."""

import random

import pytest

from scoring import DECK, GAMES, ScoringError, count, generate_deal
from scoring.bolognese.cards import CARTE_DA_5
from scoring.bolognese.terziglio import poste, poste_of
from tests.scoring.bolognese.plain_alone import plain_deal

GAME = "terziglio"
#: Two tricks and the eight of the discard.
ALONE = ("Ang", "Mon", "Sol", "Lun", "16", "Rd", "Qd", "Cd", "Fd", "Ad", "Rc", "Qc", "Cc", "6s")
REST = tuple(card for card in DECK if card not in ALONE)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(0, 0, id="Barilli 4.2.1: 0"),
        pytest.param(14, 0, id="Barilli 4.2.1: 14"),
        pytest.param(15, 1, id="Barilli 4.2.1: 15"),
        pytest.param(24, 1, id="Barilli 4.2.1: 24"),
        pytest.param(25, 2, id="Barilli 4.2.1: 25"),
        pytest.param(34, 2, id="Barilli 4.2.1: 34"),
        pytest.param(35, 3, id="Barilli 4.2.1: and so on"),
        pytest.param(208, 20, id="Barilli 4.2.1: 208"),
        pytest.param(939, 93, id="cappotto"),
    ],
)
def test_points_become_poste(points, expected):
    assert poste(points) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(15, 0, id="Barilli 4.2.1: the other use, 15"),
        pytest.param(45, 0, id="Barilli 4.2.1: the other use, 45"),
        pytest.param(46, 4, id="Barilli 4.2.1: the other use, 46"),
        pytest.param(208, 20, id="Barilli 4.2.1: the other use, 208"),
    ],
)
def test_at_some_tables_nothing_is_paid_up_to_45(points, expected):
    assert poste(points, "to-45") == expected


def test_barilli_421_won_going_up():
    won = poste_of({"A": 208, "B": 107, "C": 107}, "A", own=False, rounding="barilli")
    assert won == {"A": 40, "B": -20, "C": -20}


def test_barilli_421_lost_on_ones_own():
    lost = poste_of({"A": 107, "B": 208, "C": 208}, "A", own=True, rounding="barilli")
    assert lost == {"A": -80, "B": 40, "C": 40}


@pytest.mark.parametrize("own", [False, True])
def test_equal_points_pay_nothing(own):
    even = poste_of({"A": 150, "B": 150, "C": 150}, "B", own=own, rounding="barilli")
    assert even == {"A": 0, "B": 0, "C": 0}


def test_thousands_of_deals_count_as_the_plain_counter_counts_them():
    chance = random.Random(421)
    for _ in range(2000):
        soloist, last, own = chance.choice("ABC"), chance.choice("ABC"), chance.random() < 0.4
        holds_eight = last == soloist if own else True
        size = chance.randrange(1, 18) * 3 + (8 if holds_eight else 0)
        alone = set(chance.sample(DECK, size))
        if not own and len(alone - {*CARTE_DA_5}) < 8:
            continue
        counted = count(GAME, {soloist: sorted(alone)}, last, soloist=soloist, own=own)
        expected = plain_deal(alone, set(DECK) - alone, last, soloist, own)
        assert {side: (counted.sides[side].total, counted.points(side)) for side in "ABC"} == expected
        assert sum(counted.scores.values()) == 0
        made = [counted.sides[side] for side in "ABC" if side != soloist]
        assert made[0] == made[1]
        assert counted.sides[soloist].card_points + made[0].card_points == 87


def test_the_allies_pile_is_given_under_either_name_in_two_parts_or_left_out():
    asked = {"last_trick": "B", "soloist": "A"}
    known = count(GAME, {"A": ALONE}, **asked).as_json()
    for cards in (
        {"B": REST},
        {"C": REST},
        {"B": REST[:30], "C": REST[30:]},
        {"A": ALONE, "C": REST},
        {"A": ALONE, "B": REST[1:], "C": REST[:1]},
        {"B": REST, "C": []},
    ):
        assert count(GAME, cards, **asked).as_json() == known


def test_the_first_player_is_alone_unless_another_is_named():
    assert count(GAME, {"A": ALONE}, "A").as_json() == count(GAME, {"A": ALONE}, "A", soloist="A").as_json()
    other = count(GAME, {"C": ALONE}, "C", soloist="C")
    assert other.sides["A"] == other.sides["B"] != other.sides["C"]


def test_the_smaller_pile_s_odd_card_counts_for_nothing_and_the_explanation_says_so():
    """Eleven cards are five pairs and one; fifty-one are the rest of the 87 (Barilli 3.9)."""
    alone = ["Ang", "Mat", "Rd", "Qd", "6d", *DECK[-6:]]
    told = count(GAME, {"A": alone}, "A").explanation()
    say = GAMES[GAME].sentences
    assert [told[side]["card_points"]["pairs"] for side in "AB"] == [5, 25]
    assert "7 scartini: 7; meno 5 coppie di carte e la carta spaiata: 20 punti." in say(told["A"], "it")[-3]
    assert "low cards 7 × 1: 7; less 5 pairs of cards and the odd card: 20" in say(told["A"], "en")[-3]
    assert "35 scartini: 35; meno 25 coppie di carte: 67 punti." in say(told["B"], "it")[-2]


def test_a_pile_of_pairs_has_no_odd_card():
    told = count(GAME, {"A": DECK[:20]}, "A").explanation()
    assert [told[side]["card_points"]["unpaired"] for side in "AB"] == [0, 0]


def test_a_cappotto_gives_the_allies_all_939_and_93_poste():
    lost = count(GAME, {"A": []}, "C")
    assert [lost.sides[side].total for side in "ABC"] == [0, 939, 939]
    assert [lost.points(side) for side in "ABC"] == [-186, 93, 93]


def test_an_allys_declarations_add_to_the_common_side():
    shown = [
        {"side": "B", "player": "B1", "cricca": "re", "cards": ["Rs", "Rb", "Rc"]},
        {"side": "C", "player": "C1", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]},
        {"side": "A", "player": "A1", "sequence": "danari", "cards": ["Rd", "Qd", "Cd", "Fd", "Ad"]},
    ]
    counted = count(GAME, {"A": ALONE}, "A", declarations=shown)
    assert [counted.sides[side].declarations for side in "ABC"] == [20, 27, 27]


def test_a_hand_has_eighteen_cards():
    danari, coppe, spade, assi = (
        {"side": "A", "player": "A1", "sequence": family, "cards": cards.split()}
        for family, cards in (
            ("danari", "Rd Qd Cd Fd Ad"),
            ("coppe", "Rc Qc Cc Fc Ac"),
            ("spade", "Rs Qs Cs Fs As"),
            ("mori", "Mo1 Mo2 Mo3 Mo4"),
        )
    )
    assert count(GAME, {"A": ALONE}, "A", declarations=[danari, coppe, spade]).sides["A"].declarations == 120
    with pytest.raises(ScoringError) as refused:
        count(GAME, {"A": ALONE}, "A", declarations=[danari, coppe, spade, assi])
    assert (refused.value.code, refused.value.params["size"]) == ("declared-hand-too-big", 18)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("unknown-side", {"soloist": "D"}),
        ("unknown-side", {"dealer": "Z"}),
        ("unknown-side", {"last_trick": "D"}),
        ("not-yes-or-no", {"own": "si"}),
        ("unknown-poste", {"poste": "to-50"}),
        ("no-pile", {"cards": {}}),
        ("card-in-both-piles", {"cards": {"B": REST, "C": REST[:1]}}),
        ("card-in-both-piles", {"cards": {"A": ALONE, "C": ALONE}}),
        ("cards-missing", {"cards": {"A": ALONE, "B": REST[1:]}}),
        ("pile-size", {"cards": {"A": ALONE[:13]}}),
        ("pile-size", {"own": True, "last_trick": "B"}),
        ("cappotto-not-passed", {"cards": {"A": ALONE[:8]}}),
        ("cappotto-not-passed", {"cards": {"A": ALONE[:9]}}),
        ("cappotto-not-passed", {"cards": {"B": ALONE[:1]}}),
        ("last-trick-without-cards", {"cards": {"A": []}, "last_trick": "A"}),
        ("missing-key", {"last_trick": None}),
    ],
)
def test_a_deal_that_could_not_have_happened_is_refused(code, changes):
    asked = {"cards": {"A": ALONE}, "last_trick": "A", **changes}
    with pytest.raises(ScoringError) as refused:
        count(GAME, **asked)
    assert refused.value.code == code


@pytest.mark.parametrize("own", [False, True])
def test_barilli_421_every_size_that_tricks_of_three_leave_is_taken_and_no_other(own):
    taken = []
    for size in range(63):
        try:
            count(GAME, {"A": DECK[:size]}, "A", own=own)
        except ScoringError:
            continue
        taken.append(size)
    assert taken == [*range(11, 60, 3), 62]


def test_under_faccio_di_mio_the_pozzo_goes_with_the_last_trick():
    taken = []
    for size in range(62):
        try:
            count(GAME, {"A": DECK[:size]}, "B", own=True)
        except ScoringError:
            continue
        taken.append(size)
    assert taken == [0, *range(3, 52, 3)]


def test_generated_deals_are_counted_and_pay_nothing_in_all():
    seen = set()
    for seed in range(150):
        deal = generate_deal(seed, GAME, GAMES[GAME].players[seed % 3])
        counted = count(GAME, deal.piles, deal.last_trick, declarations=deal.declarations, **deal.facts)
        assert sum(counted.scores.values()) == 0
        seen.add((deal.facts["soloist"], deal.facts["own"]))
    assert {soloist for soloist, _ in seen} == set("ABC")
    assert {own for _, own in seen} == {True, False}
