"""The table of what two sides can show of accusi: all that some hands show, and nothing else."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.feasibility.shown import (
    PACKED,
    Seats,
    may_both_show,
    may_show,
    nearest_shown,
    shown_beside,
)
from scoring.bolognese.grande import ACCADEMIA
from tests.scoring.bolognese.feasibility import plain_accusi
from tests.scoring.bolognese.feasibility.every_accuso import (
    ALL_OF_A_SUIT,
    ALL_TRUMPS,
    SEATS,
    Hands,
    Sides,
    Suits,
    Trumps,
    both,
    members,
    packed,
    placed_shares,
    shares_of_trumps,
)
from tests.scoring.bolognese.feasibility.shown_hands import GAME, laid_open

TWO = Seats(1, 1, 15)

HEAD = ["Ang", "Mon", "Sol", "Lun", "16", "15", "14", "13"]
CONTATORI = ["Beg", "Mat"]
MORI = ["Mo1", "Mo2", "Mo3", "Mo4"]
DECK_OF = {suit: [rank + suit for rank in "RQCFA"] for suit in "dcsb"}


@pytest.fixture(scope="module")
def hands() -> Hands:
    return Hands(15)


def small_deck(size: int, suits: int) -> list[str]:
    """The cards of which hands so small can show anything; of the grande only its beginning."""
    own = [card for suit in "dcsb"[:suits] for card in DECK_OF[suit]]
    return [*HEAD[: size + 1], *CONTATORI, *MORI, *own]


@pytest.mark.parametrize(
    ("size", "suits", "players"),
    [
        (5, 1, (1, 1)),
        (6, 1, (1, 1)),
        (5, 2, (1, 1)),
        (4, 1, (1, 2)),
        (4, 2, (1, 2)),
        (4, 1, (2, 2)),
    ],
)
def test_sharing_out_finds_just_what_every_hand_of_a_small_deck_shows(
    size: int, suits: int, players: tuple[int, int]
) -> None:
    rows = both(players, Hands(size, suits=suits), suits)
    found = {(first, second) for first, row in rows.items() for second in members(row)}
    assert found == plain_accusi.pairs(small_deck(size, suits), size, players)


@pytest.mark.parametrize(("size", "suits"), [(6, 1), (5, 2)])
def test_one_hand_shows_just_what_every_hand_of_a_small_deck_shows(size: int, suits: int) -> None:
    found = Sides(Hands(size, suits=suits), 1).figures((ALL_OF_A_SUIT,) * suits, ALL_TRUMPS)
    assert set(members(found)) == plain_accusi.alone(small_deck(size, suits), size)


@pytest.mark.slow
def test_the_table_of_two_players_is_what_sharing_out_finds(hands: Hands) -> None:
    """The others are made by the same command, which takes minutes; see ``every_accuso``."""
    assert PACKED[TWO] == packed(both((1, 1), hands))


def test_there_is_a_table_for_every_game_that_has_accusi() -> None:
    assert tuple(PACKED) == SEATS


Share = tuple[Suits, Trumps]


def _shares() -> Iterator[tuple[Share, Share]]:
    """Every way of sharing the deck that matters, suits that are shared alike in one order."""
    placed = {tuple(sorted(zip(*each, strict=True))): each for each in placed_shares((ALL_OF_A_SUIT,) * 4)}
    for (first, second), (one, other) in product(placed.values(), shares_of_trumps(ALL_TRUMPS)):
        yield (first, one), (second, other)


def _figures(hands: Hands, share: Share) -> int:
    suits, trumps = share
    return hands.figures(tuple(sorted(suits)), trumps)


@pytest.mark.slow
def test_every_pair_in_the_table_is_of_some_share_and_can_be_laid_open(
    hands: Hands,
) -> None:
    left = {points: shown_beside(points, TWO) for points in members(shown_beside(0, TWO))}
    proved: set[tuple[str, Share, int]] = set()
    for mine, theirs in _shares():
        others = _figures(hands, theirs)
        for points in members(_figures(hands, mine)):
            new = left[points] & others
            if new:
                left[points] ^= new
                proved |= {("A1", mine, points)} | {("B1", theirs, each) for each in members(new)}
    assert not any(left.values())
    for player, (suits, trumps), points in Random(9).sample(sorted(proved), 40):
        laid_open(hands, suits, trumps, points, player)


@pytest.mark.parametrize("seats", [Seats(*seats) for seats in SEATS])
def test_more_players_and_more_cards_show_no_less(seats: Seats) -> None:
    fewer = Seats(1, 1, 15)
    for points in members(shown_beside(0, fewer)):
        assert not shown_beside(points, fewer) & ~shown_beside(points, seats)


@pytest.mark.parametrize("seats", [Seats(*seats) for seats in SEATS])
def test_who_shows_less_leaves_the_other_no_less(seats: Seats) -> None:
    silent = shown_beside(0, seats)
    for points in members(shown_beside(0, seats.turned)):
        assert not shown_beside(points, seats) & ~silent
        assert may_both_show(points, 0, seats)


@pytest.mark.parametrize("seats", [Seats(*seats) for seats in SEATS])
def test_changing_the_sides_over_changes_the_answer_over(seats: Seats) -> None:
    chance = Random(5)
    for _ in range(500):
        first, second = chance.randrange(500), chance.randrange(500)
        assert may_both_show(first, second, seats) == may_both_show(second, first, seats.turned)


@pytest.mark.parametrize(
    ("seats", "most"), [((1, 1, 15), 416), ((2, 2, 15), 506), ((1, 2, 18), 488), ((2, 1, 18), 590)]
)
def test_the_most_that_can_be_shown(seats: tuple[int, int, int], most: int) -> None:
    assert may_show(most, Seats(*seats))
    assert not any(may_show(points, Seats(*seats)) for points in range(most + 1, 1000))


def test_the_hand_that_shows_the_most() -> None:
    """Re, regine and tarocchi, doubled, and six sequences, doubled, in fifteen cards."""
    cricche = {"re": "Rd Rc Rs Rb", "regine": "Qd Qc Qs Qb", "tarocchi": "Ang Mon Beg Mat"}
    sequences = {"grande": "Ang Mon Beg Mat", "assi": "Ad Ac As Beg Mat", "bastoni": "Rb Qb Beg Mat"}
    sequences |= {
        name: f"R{s} Q{s} A{s} Beg Mat" for name, s in (("danari", "d"), ("coppe", "c"), ("spade", "s"))
    }
    shown = [{"cricca": name, "cards": cards.split()} for name, cards in cricche.items()]
    shown += [{"sequence": name, "cards": cards.split()} for name, cards in sequences.items()]
    told = [{"side": "A", "player": "A1", **each} for each in shown]
    assert sum(each.total for each in count_declarations(GAME, told, ACCADEMIA)) == 416


@pytest.mark.parametrize("seats", [Seats(*seats) for seats in SEATS])
def test_the_nearest_figures_are_the_nearest_there_are(seats: Seats) -> None:
    chance = Random(6)
    known = {(one, other) for one in range(700) for other in members(shown_beside(one, seats))}
    for _ in range(8):
        first, second = chance.randrange(-20, 700), chance.randrange(-20, 700)

        def cost(pair: tuple[int, ...], first: int = first, second: int = second) -> tuple[int, int]:
            changed = (pair[0] != first) + (pair[1] != second)
            return changed, abs(pair[0] - first) + abs(pair[1] - second)

        found = nearest_shown((first, second), seats, 5)
        best = sorted(map(cost, known))
        fewest = [each for each in best if each[0] == best[0][0]]
        assert [cost(pair) for pair in found] == (fewest[:5] if best[0][0] else fewest[:1])
        assert all(pair in known for pair in found)
