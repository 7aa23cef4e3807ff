"""What a table made of a board beyond the others who held its cards, counted by hand; and the criteria."""

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tournaments.core.boards import BoardScore, against_other, datum, swings
from tournaments.core.standings import Facts, Played, Rules, Seated
from tournaments.errors import InputRefused
from tournaments.evenings import lifecycle
from tournaments.standings import audit, builds, ranking_service


def score(table: int, difference: int) -> BoardScore:
    return BoardScore(table, difference, 0)


@pytest.mark.parametrize(
    ("differences", "mean"),
    [
        ((), 0),
        ((60,), 60),
        ((60, 5), 32),
        ((-60, -5), -32),
        ((100, -40, 30), 30),
        ((1, 0, 0), 0),
        ((2, 2, 1), 2),
    ],
)
def test_the_mean_is_the_nearest_whole_point_and_a_half_goes_towards_zero(
    differences: tuple[int, ...], mean: int
) -> None:
    assert datum([score(table, each) for table, each in enumerate(differences)]) == mean


def test_swings_add_up_the_boards() -> None:
    # Board 1: 100, -40, 30: mean 30. Board 2: 10, 20, 60: mean 30.
    boards = [
        [score(1, 100), score(2, -40), score(3, 30)],
        [score(1, 10), score(2, 20), score(3, 60)],
    ]
    assert swings(boards) == {1: 70 - 20, 2: -70 - 10, 3: 0 + 30}


def test_two_tables_of_a_team_match_compare_with_each_other() -> None:
    assert against_other([score(1, 120), score(2, 50)]) == {1: 70, 2: -70}


def facts(*differences: dict[int, int]) -> Facts:
    """A round of so many tables; the entries 1 and 2 sit at the first, N-S the odd one."""
    seats, played = [], []
    for at, boards in enumerate(differences, start=1):
        seats += [Seated(1, at, "A", 2 * at - 1), Seated(1, at, "B", 2 * at)]
        total = sum(boards.values())
        played.append(Played(1, at, at, {"A": max(total, 0), "B": max(-total, 0)}, boards=boards))
    return Facts(tuple(seats), tuple(played), (), ())


def test_the_criteria_follow_from_the_swings() -> None:
    rules = Rules(("board_victory_points", "board_difference", "lots"))
    # Means: board 1: 30, board 2: 30 (above). Thresholds: 70, 140 …
    given = facts({1: 100, 2: 10}, {1: -40, 2: 20}, {1: 30, 2: 60})
    rows = {row.number: row for row in given.settled().standings(rules, 1)}
    assert {number: row.values[:2] for number, row in rows.items()} == {
        1: (10, 50), 2: (10, -50), 3: (9, -80), 4: (11, 80), 5: (10, 30), 6: (10, -30),
    }  # fmt: skip
    assert [row.number for row in given.settled().standings(rules, 1)] == [4, 1, 5, 6, 2, 3]


def test_other_rankings_know_nothing_of_boards() -> None:
    given = facts({1: 100}, {1: -40})
    plain = Facts(
        given.seats,
        tuple(Played(each.turn, each.table, each.match, each.points) for each in given.played),
        (),
        (),
    )
    rules = Rules()
    assert plain.settled().standings(rules, 1)[0].per_turn[0].board_difference == 0


@pytest.mark.django_db
def test_the_criteria_need_duplicated_deals() -> None:
    tournament = a_tournament(a_club())
    with pytest.raises(InputRefused) as refused:
        ranking_service.choose(tournament.pk, by=JURY, criteria=["board_difference", "lots"])
    assert refused.value.code == "boards-not-duplicated"


@pytest.mark.django_db
@pytest.mark.parametrize("format_", ["danish", "mitchell"])
def test_standings_of_boards_replay(format_: str) -> None:
    tournament = a_tournament(
        a_club(),
        pairs=6,
        turns=3,
        format=format_,
        is_duplicated=True,
        criteria=["board_victory_points", "board_difference", "points_scored", "lots"],
    )
    for turn in (1, 2, 3):
        settle(tournament, a_round(tournament, seed=turn))
        builds.build(tournament.pk)
        assert tournament.snapshots.exists() is (format_ == "danish" or turn == 3)
    tournament.refresh_from_db()
    report = audit.recompute(tournament.pk)
    assert (report.faults, report.snapshots) == ([], 3)
    snapshot = tournament.snapshots.order_by("round_number").last()
    assert snapshot is not None
    # What N-S win at a table, E-O lose.
    assert sum(row["per_turn"][0]["board_difference"] for row in snapshot.rows) == 0
    lifecycle.close(tournament.pk, by=JURY)
    assert audit.recompute(tournament.pk).faults == []


@pytest.mark.django_db
def test_a_mitchell_that_ends_early_has_its_standings_when_it_is_closed() -> None:
    tournament = a_tournament(a_club(), pairs=6, turns=3, format="mitchell", is_duplicated=True)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    assert not tournament.snapshots.exists()
    lifecycle.close(tournament.pk, by=JURY)
    assert tournament.snapshots.count() == 1
    assert audit.recompute(tournament.pk).faults == []
    lifecycle.reopen(tournament.pk, by=JURY, reason="una correzione")
    with pytest.raises(Exception, match="già scoperte"):
        a_round(tournament)
