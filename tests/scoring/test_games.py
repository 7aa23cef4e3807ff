"""What ends a match, who won it, and who deals (Barilli 3.7, 3.8, 4.1)."""

import pytest

from scoring import GAMES, Outcome, dealer_seat, outcome


def deals(*points):
    return [{"A": a, "B": b} for a, b in points]


def test_quattro_scartate_is_over_after_four_deals_and_not_before():
    played = deals((900, 39), (100, 200), (100, 200), (100, 200))
    assert outcome("quattro-scartate", played[:3]) is None
    assert outcome("quattro-scartate", played) == Outcome("deals-played", "A")


def test_quattro_scartate_can_end_equal():
    assert outcome("quattro-scartate", deals(*[(200, 200)] * 4)) == Outcome("deals-played", None)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param([(799, 100)], None, id="nobody is there"),
        pytest.param([(800, 100)], Outcome("target-reached", "A"), id="reached exactly"),
        pytest.param([(700, 600), (150, 260)], Outcome("target-reached", "B"), id="both: the higher"),
        pytest.param([(700, 600), (150, 250)], None, id="equal: another deal"),
        pytest.param(
            [(700, 600), (150, 250), (10, 90)], Outcome("target-reached", "B"), id="the other deal decides"
        ),
    ],
)
def test_ottocento_ends_at_800_for_the_higher(played, expected):
    assert outcome("ottocento", deals(*played)) == expected


def test_the_longer_targets_end_later():
    played = deals((900, 100))
    assert outcome("ottocento", played, target=1000) is None
    assert outcome("millone", played) is None
    assert outcome("millone", [*played, {"A": 100, "B": 0}]) == Outcome("target-reached", "A")


@pytest.mark.parametrize("first", ["N", "W", "S", "E"])
def test_the_deal_passes_to_the_right_and_every_seat_deals_once(first):
    seats = [dealer_seat("quattro-scartate", first, number) for number in range(1, 5)]
    assert "".join(seats) in "NWSENWSE"
    assert sorted(seats) == ["E", "N", "S", "W"]
    assert dealer_seat("quattro-scartate", first, 5) == first


def test_partners_sit_opposite_in_the_order_of_play():
    for key in ("quattro-scartate", "ottocento", "millone"):
        game = GAMES[key]
        assert [player[0] for player in game.players] == ["A", "B", "A", "B"]
        assert game.players_of("B") == ("B1", "B2")
        assert game.other("A") == "B"
