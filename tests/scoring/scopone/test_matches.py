"""Who wins a match of scopone and how much it is worth (FIGS, art. 15, 16 and 17)."""

from random import Random

import pytest

import scoring
from scoring import GAMES, Outcome, ScoringError, next_dealer, outcome
from scoring.match_report import match_report
from scoring.scopone.counting import DECK
from scoring.scopone.fuori import Fuori, certain_points, cut_short, say_fuori, verify_fuori
from tests.scoring.scopone.plain_counter import plain_side

GAME = GAMES["scopone"]
SEVENS = ["7d", "7c", "7s", "7b"]
#: 21 cards with six denari, the settebello and all sevens: four points, whatever comes.
FOUR_POINTS = [*(code for code in DECK if code[0] in "7654" and code[1] in "csb"), *DECK[2:10], "3c"]


#: Six cards without a point for certain.
NOTHING_YET = ["1c", "1s", "2c", "2s", "3s", "3b"]


def deals(*points):
    return [{"A": a, "B": b} for a, b in points]


@pytest.mark.parametrize(
    ("played", "target", "expected"),
    [
        pytest.param([(5, 2)], 8, None, id="art. 15: nobody is there"),
        pytest.param([(5, 2), (3, 2)], 8, Outcome("target-reached", "A", 1), id="art. 16: losers with 4"),
        pytest.param([(5, 2), (3, 1)], 8, Outcome("target-reached", "A", 2), id="art. 16: losers with 3"),
        pytest.param([(5, 0), (3, 1)], 8, Outcome("target-reached", "A", 2), id="art. 16: losers with 1"),
        pytest.param([(0, 5), (0, 4)], 8, Outcome("target-reached", "B", 3), id="art. 16: losers with 0"),
        pytest.param([(7, 7), (2, 2)], 8, None, id="art. 15: level beyond the target"),
        pytest.param([(7, 7), (2, 2), (0, 1)], 8, Outcome("target-reached", "B", 1), id="art. 15: one more"),
        pytest.param([(10, 0)], 11, None, id="art. 15: to 11"),
        pytest.param([(11, 0)], 11, Outcome("target-reached", "A", 1), id="art. 16 is of 8 alone"),
        pytest.param([(21, 20)], 21, Outcome("target-reached", "A", 1), id="art. 15: to 21"),
    ],
)
def test_a_match_ends_and_is_worth_so_much(played, target, expected):
    assert outcome("scopone", deals(*played), target=target) == expected


def test_the_usual_match_is_to_8():
    assert outcome("scopone", deals((8, 4))) == Outcome("target-reached", "A", 1)


def test_the_next_cartaro_is_who_was_primo_di_mano():
    assert next_dealer("scopone", "A1") == "B1"


def fuori(side="A", taken=None, scope=None, **changed):
    claim = {
        "totals": {"A": 4, "B": 4},
        "taken": taken or {"A": FOUR_POINTS},
        "scope": scope or {},
        **changed,
    }
    return Fuori(side=side, **claim)


def test_the_points_are_there_for_certain():
    assert certain_points(GAME, {"A": FOUR_POINTS, "B": NOTHING_YET}, {"B": 2}) == {"A": 4, "B": 2}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        pytest.param(fuori(), Outcome("fuori", "A", 1), id="art. 16: the eight points are there"),
        pytest.param(
            fuori(taken={"A": FOUR_POINTS, "B": NOTHING_YET}, totals={"A": 4, "B": 7}, scope={"B": 3}),
            Outcome("fuori", "A", 1),
            id="art. 16: though the others have as many or more",
        ),
        pytest.param(fuori(totals={"A": 4, "B": 3}), Outcome("fuori", "A", 2), id="art. 16: double"),
        pytest.param(fuori(totals={"A": 4, "B": 0}), Outcome("fuori", "A", 3), id="art. 16: triple"),
        pytest.param(
            fuori(totals={"A": 3, "B": 5}), Outcome("wrong-fuori", "B", 1), id="art. 16: seven, wrong"
        ),
        pytest.param(
            fuori(totals={"A": 3, "B": 2}),
            Outcome("wrong-fuori", "B", 2),
            id="art. 16: lost as it would have been won, by the others' two points",
        ),
        pytest.param(
            fuori(taken={"A": SEVENS[:2]}, totals={"A": 0, "B": 6}),
            Outcome("wrong-fuori", "B", 2),
            id="art. 16: by their own point, fewer than the others'",
        ),
        pytest.param(
            fuori(taken={"A": ["7d", "7c", "6s", "6b"]}, totals={"A": 6, "B": 4}),
            Outcome("wrong-fuori", "B", 1),
            id="art. 16: a primiera that the cards left could still tie is not yet a point",
        ),
        pytest.param(
            fuori(taken={"A": [*SEVENS, "6d"]}, totals={"A": 6, "B": 4}),
            Outcome("fuori", "A", 1),
            id="art. 16: a primiera that nothing left can reach is",
        ),
    ],
)
def test_who_says_fuori_ends_the_match(claim, expected):
    assert say_fuori(GAME, claim)[0] == expected


@pytest.mark.parametrize(
    ("code", "claim"),
    [
        pytest.param("fuori-after-a-tie", fuori(totals={"A": 9, "B": 9}), id="art. 16: level at 8 or more"),
        pytest.param(
            "fuori-after-the-end", fuori("B", totals={"A": 9, "B": 3}), id="art. 15: A had won already"
        ),
        pytest.param("fuori-at-last-play", fuori(at_last_play=True), id="art. 16: the cartaro's last card"),
        pytest.param("no-fuori", fuori(target=11), id="art. 16: to 8 alone"),
        pytest.param("unknown-side", fuori("N"), id="a side that is not there"),
        pytest.param(
            "unknown-side", fuori(taken={"A": ["7d"], "C": []}), id="cards of a side that is not there"
        ),
        pytest.param("unknown-side", fuori(scope={"C": 1}), id="scope of a side that is not there"),
        pytest.param(
            "too-many-scope", fuori(taken={"A": ["7d", "7c"]}, scope={"A": 2}), id="two scope with two cards"
        ),
        pytest.param("card-in-both-piles", fuori(taken={"A": ["7d"], "B": ["7d"]}), id="a card twice"),
    ],
)
def test_a_claim_that_the_rules_do_not_admit_is_refused(code, claim):
    with pytest.raises(ScoringError) as refused:
        say_fuori(GAME, claim)
    assert refused.value.code == code


def test_the_command_line_takes_a_claim_as_it_was_written():
    claim = {"side": "A", "taken": {"A": FOUR_POINTS}, "scope": {"A": 1}}
    told = match_report({"game": "scopone", "deals": [{"A": 3, "B": 2}], "fuori": claim})
    assert (told["reason"], told["winner"], told["level"]) == ("fuori", "A", 2)
    assert told["sentence"] == "A si è dichiarato fuori a ragione e vince la partita. Vittoria doppia."
    assert scoring.say_fuori("scopone", claim, {"A": 2, "B": 0}) == Outcome("wrong-fuori", "B", 3)


@pytest.mark.parametrize(
    ("code", "claim"),
    [
        ("missing-key", {"taken": {}}),
        ("not-a-number", {"side": "A", "scope": {"A": "1"}}),
        ("unknown-side", {"side": "A", "scope": {"C": 1}}),
        ("not-yes-or-no", {"side": "A", "at_last_play": 1}),
        ("not-an-object-there", {"side": "A", "taken": []}),
    ],
)
def test_a_claim_that_cannot_be_read_is_refused(code, claim):
    with pytest.raises(ScoringError) as refused:
        scoring.say_fuori("scopone", claim, {"A": 4, "B": 4})
    assert refused.value.code == code


def test_other_games_have_no_fuori():
    with pytest.raises(ScoringError) as refused:
        scoring.say_fuori("ottocento", {"side": "A"}, {"A": 4, "B": 4})
    assert refused.value.code == "no-calling-out"


def test_level_below_eight_is_no_obstacle():
    verify_fuori(GAME, fuori(totals={"A": 7, "B": 7}))
    with pytest.raises(ScoringError) as refused:
        verify_fuori(GAME, fuori(totals={"A": 8, "B": 8}))
    assert refused.value.code == "fuori-after-a-tie"


def test_a_smazzata_cut_short_gives_what_is_at_stake_to_the_side_in_order():
    taken = {"A": ["7d", "7c"], "B": ["6d", "6c"]}
    # Art. 17: A keeps the settebello; carte, denari and primiera go to B.
    assert cut_short(GAME, {"at_fault": "A", "taken": taken, "scope": {"A": 1}}) == {"A": 2, "B": 3}
    assert cut_short(GAME, {"at_fault": "B", "taken": taken, "scope": {"A": 1}}) == {"A": 5, "B": 0}


HALF_OF_DENARI = [f"{rank}d" for rank in "12345"], [f"{rank}d" for rank in "67FCR"]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        pytest.param(
            ({"A": HALF_OF_DENARI[0], "B": HALF_OF_DENARI[1]}), {"A": 0, "B": 3}, id="five denari each"
        ),
        pytest.param(
            {"A": DECK[:20], "B": DECK[20:]}, {"A": 2, "B": 0}, id="twenty cards each, a suit lacking"
        ),
        pytest.param(
            {"A": ["7d", "7c", "6s", "6b"], "B": ["6d", "6c", "7s", "7b"]},
            {"A": 1, "B": 2},
            id="the primiera is level, whoever takes the rest",
        ),
    ],
)
def test_art_17_a_point_that_nobody_can_win_any_more_is_not_at_stake(taken, expected):
    assert cut_short(GAME, {"at_fault": "A", "taken": taken}) == expected


def test_art_17_what_is_at_stake_is_what_some_end_of_the_smazzata_gives_and_not_all_give_to_one():
    chance, seen = Random(17), set()
    for _ in range(150):
        cards = chance.sample(DECK, len(DECK))
        rest, size = cards[:6], chance.randrange(2, 33)
        first, second = set(cards[6 : 6 + size]), set(cards[6 + size :])
        ends = []
        for number in range(1 << len(rest)):
            more = {card for place, card in enumerate(rest) if number >> place & 1}
            own, other = first | more, second | {*rest} - more
            ends.append((plain_side(own, other, 0)[:4], plain_side(other, own, 0)[:4]))
        had = [[all(end[side][point] for end in ends) for point in range(4)] for side in (0, 1)]
        open_ = [
            any(a[point] or b[point] for a, b in ends) and not had[0][point] and not had[1][point]
            for point in range(4)
        ]
        told = scoring.cut_short("scopone", {"at_fault": "B", "taken": {"A": [*first], "B": [*second]}})
        assert told == {"A": sum(had[0]) + sum(open_), "B": sum(had[1])}
        seen.add(sum(open_))
    assert len(seen) >= 3


@pytest.mark.parametrize(
    ("game", "told", "code"),
    [
        ("scopone", {"taken": {}}, "missing-key"),
        ("scopone", {"at_fault": "C"}, "unknown-side"),
        ("scopone", None, "missing-key"),
        ("scopone", ["A"], "not-an-object-there"),
        ("scopone", {"at_fault": "A", "taken": {"A": 5}}, "cards-not-a-list"),
        ("scopone", {"at_fault": "A", "taken": {"A": ["7d", None]}}, "unknown-card"),
        ("scopone", {"at_fault": "A", "scope": {"A": [1]}}, "not-a-number"),
        ("scopone", {"at_fault": "A", "scopa": {"A": 1}}, "unknown-key"),
        ("scopone", {"at_fault": "A", "scope": {"A": 1}}, "too-many-scope"),
        ("scopone", {"at_fault": "A", "taken": {"A": ["7d"], "B": ["7d"]}}, "card-in-both-piles"),
        ("ottocento", {"at_fault": "A"}, "no-cutting-short"),
    ],
)
def test_what_cannot_be_cut_short_is_refused(game, told, code):
    with pytest.raises(ScoringError) as refused:
        scoring.cut_short(game, told)
    assert refused.value.code == code
    assert refused.value.message("it") != refused.value.message("en")
