"""The points of a smazzata, article by article, and beside a second counter (FIGS, art. 2 and 14)."""

from random import Random

import pytest

from scoring import GAMES, ScoringError, count
from scoring.scopone.counting import DECK, PRIMIERA, VALUES, primiera_cards, primiera_sum
from tests.scoring.scopone.plain_counter import ALL, plain_side

#: 21 cards, six denari with the settebello, the best card of every suit.
WINNING = [f"{rank}d" for rank in "765432"] + [f"{rank}{suit}" for suit in "csb" for rank in "76543"]


def points(pile, **scope):
    counted = count("scopone", {"A": pile}, scope=scope)
    return {side: tuple(each.figures.values()) for side, each in counted.sides.items()}


@pytest.mark.parametrize(
    ("cards", "value"),
    [("1d", 1), ("7b", 7), ("Fc", 8), ("Cs", 9), ("Rd", 10)],
    ids=["art. 2 asso", "art. 2 sette", "art. 2 fante", "art. 2 cavallo", "art. 2 re"],
)
def test_every_card_has_its_numerical_value(cards, value):
    assert VALUES[cards] == value


def test_art_2_the_numbered_cards_are_worth_their_number():
    assert {code: value for code, value in VALUES.items() if code[0].isdigit()} == {
        f"{number}{suit}": number for suit in "dcsb" for number in range(1, 8)
    }


def test_every_rank_has_its_value_of_primiera():
    assert "".join(sorted(PRIMIERA, key=lambda rank: (-PRIMIERA[rank], rank))) == "7615432CFR"
    assert [PRIMIERA[rank] for rank in "7615432FCR"] == [21, 18, 16, 15, 14, 13, 12, 10, 10, 10]


def test_all_four_points_to_one_side():
    assert points(WINNING) == {"A": (1, 1, 1, 1, 0), "B": (0, 0, 0, 0, 0)}


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        pytest.param(DECK[:20], (0, 0), id="art. 14 carte: twenty each, nobody's point"),
        pytest.param(DECK[:21], (1, 0), id="art. 14 carte: twenty-one"),
    ],
)
def test_more_than_half_of_the_cards_is_a_point(pile, expected):
    told = points(pile)
    assert (told["A"][0], told["B"][0]) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        pytest.param(["1d", "2d", "3d", "4d", "5d"], (0, 0), id="art. 14 denari: five each"),
        pytest.param(["1d", "2d", "3d", "4d", "5d", "6d"], (1, 0), id="art. 14 denari: six"),
    ],
)
def test_more_than_half_of_the_denari_is_a_point(pile, expected):
    told = points(pile)
    assert (told["A"][1], told["B"][1]) == expected


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        pytest.param(["7d", "7c", "7s", "1b"], (1, 0), id="art. 14: 79 against 75"),
        pytest.param(["7d", "7c", "6s", "6b"], (0, 0), id="art. 14: 78 each, a tie"),
        pytest.param(["7d", "7c", "7s", "6s"], (0, 1), id="art. 14: a suit lacking, the others have it"),
        pytest.param(
            [*(f"{r}d" for r in PRIMIERA), *(f"{r}c" for r in PRIMIERA)], (0, 0), id="art. 14: both lack one"
        ),
    ],
)
def test_the_primiera_goes_to_the_better_card_of_every_suit(pile, expected):
    told = points(pile)
    assert (told["A"][3], told["B"][3]) == expected


def test_the_primiera_of_four_sevens_is_84_and_of_four_figures_40():
    assert primiera_sum(frozenset(f"7{suit}" for suit in "dcsb")) == 84
    assert primiera_sum(frozenset(["Rd", "Fc", "Cs", "Rb"])) == 40
    assert primiera_sum(frozenset(["7d", "7c", "7s"])) is None


def test_of_equal_cards_of_the_primiera_the_first_of_the_deck_is_named():
    assert primiera_cards(frozenset(["Rd", "Cd", "Fd"])) == {"d": "Fd", "c": None, "s": None, "b": None}


def test_every_scopa_is_a_point():
    counted = count("scopone", {"A": WINNING}, scope={"A": 3, "B": 1})
    assert (counted.points("A"), counted.points("B")) == (7, 1)
    assert counted.as_json()["A"] == {
        "cards": 1,
        "denari": 1,
        "settebello": 1,
        "primiera": 1,
        "scope": 3,
        "total": 7,
    }


def test_thousands_of_random_splits_count_as_the_second_counter_counts_them():
    chance = Random(40)
    for _ in range(4000):
        pile = chance.sample(ALL, chance.choice([0, *range(2, 39), 40]))
        rest = [code for code in ALL if code not in pile]
        scope = {"A": chance.randrange(min(8, len(pile) // 2) + 1), "B": 0}
        counted = count("scopone", {"A": pile, "B": rest}, scope=scope)
        assert tuple(counted.sides["A"].figures.values()) == plain_side(set(pile), set(rest), scope["A"])
        assert tuple(counted.sides["B"].figures.values()) == plain_side(set(rest), set(pile), 0)


def test_the_order_of_the_cards_never_matters_and_changing_sides_changes_the_answer_over():
    chance = Random(41)
    for _ in range(300):
        pile = chance.sample(ALL, chance.randrange(2, 39))
        there = count("scopone", {"A": pile}, scope={"A": 1}).as_json()
        mixed = count("scopone", {"A": chance.sample(pile, len(pile))}, scope={"A": 1}).as_json()
        other = count("scopone", {"B": pile}, scope={"B": 1}).as_json()
        assert there == mixed == {"A": other["B"], "B": other["A"]}


def test_of_each_point_there_is_one_at_most_and_of_the_settebello_always_one():
    chance = Random(42)
    for _ in range(1000):
        told = points(chance.sample(ALL, chance.randrange(2, 39)))
        both = [a + b for a, b in zip(told["A"], told["B"], strict=True)][:4]
        assert max(both) <= 1
        assert both[2] == 1


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("unknown-card", {"cards": {"A": ["8d", "7d"]}}),
        ("card-twice", {"cards": {"A": ["7d", "7d"]}}),
        ("card-in-both-piles", {"cards": {"A": ["7d", "6d"], "B": ["7d", "5d"]}}),
        ("cards-missing", {"cards": {"A": ["7d", "6d"], "B": ["4d", "5d"]}}),
        ("take-too-small", {"cards": {"A": ["7d"]}}),
        ("take-too-small", {"cards": {"B": [code for code in DECK if code != "7d"]}}),
        ("no-pile", {"cards": {}}),
        ("unknown-side", {"cards": {"C": ["7d", "6d"]}}),
        ("unknown-side", {"cards": {"A": WINNING}, "scope": {"N": 1}}),
        ("unknown-side", {"cards": {"A": WINNING}, "dealer": "N"}),
        ("not-an-object-there", {"cards": {"A": WINNING}, "scope": 3}),
        ("nothing-declared", {"cards": {"A": WINNING}, "declarations": [{"side": "A"}]}),
        ("not-a-list", {"cards": {"A": WINNING}, "declarations": "fuori"}),
        ("scope-not-whole", {"cards": {"A": WINNING}, "scope": {"A": -1}}),
        ("scope-not-whole", {"cards": {"A": WINNING}, "scope": {"A": "2"}}),
        ("scope-not-whole", {"cards": {"A": WINNING}, "scope": {"A": True}}),
        ("too-many-scope", {"cards": {"A": ["7d", "7c", "7s"]}, "scope": {"A": 2}}),
        ("too-many-scope", {"cards": {"A": []}, "scope": {"A": 1}}),
        ("too-many-scope", {"cards": {"A": []}, "scope": {"B": 18}}),
        ("too-many-scope-in-all", {"cards": {"A": DECK[:20]}, "scope": {"A": 9, "B": 9}}),
    ],
)
def test_what_could_not_have_happened_is_refused(code, asked):
    with pytest.raises(ScoringError) as refused:
        count("scopone", **asked)
    assert refused.value.code == code
    assert refused.value.message("it") != refused.value.message("en")


def test_cards_are_named_as_in_their_own_deck():
    with pytest.raises(ScoringError) as refused:
        count("scopone", {"A": ["1d", "1d"]})
    assert "Asso di denari" in refused.value.message()
    assert "Ace of coins" in refused.value.message("en")


def test_the_count_is_explained_in_both_languages():
    counted = count("scopone", {"A": WINNING}, scope={"A": 2})
    say = GAMES["scopone"].sentences
    assert say(counted.explanation()["A"], "it") == [
        "Carte: 21 su 40: 1.",
        "Denari: 6 su 10: 1.",
        "Settebello: 1.",
        "Primiera: 7 di denari, 7 di coppe, 7 di spade, 7 di bastoni: 84: 1.",
        "Scope: 2.",
        "Totale: 6 punti.",
    ]
    assert "Primiera: a suit is missing: 0." in say(
        count("scopone", {"A": ["7d", "6d"]}).explanation()["A"], "en"
    )
