"""Tallies and figures of plain rows: what is counted, what is left out, what each figure rests on."""

import pytest

from tournaments.core.careers import Average, Best, DealSide, Outcome, Played, figures_by_game, records, tally


def a_match(outcome: Outcome = Outcome.WON, **fields: object) -> Played:
    usual: dict[str, object] = {
        "evening": 1, "game": "quattro-scartate", "turn": 1, "table": 1, "beside": (2,), "against": (3, 4),
        "outcome": outcome, "points": 600, "conceded": 500,
    }  # fmt: skip
    return Played(**{**usual, **fields})  # type: ignore[arg-type]


def test_matches_add_up_and_a_rest_is_in_no_figure() -> None:
    matches = [
        a_match(),
        a_match(Outcome.LOST, evening=2, points=None, conceded=None),
        a_match(Outcome.TIED, points=300, conceded=300),
        a_match(Outcome.RESTED, evening=3, points=None, conceded=None),
    ]
    made = tally(matches)
    assert (made.matches, made.won, made.tied, made.lost, made.evenings) == (3, 1, 1, 1, 2)
    assert (made.scored, made.conceded, made.difference) == (900, 800, 100)


def test_partners_are_told_with_most_matches_first_and_a_rest_makes_none() -> None:
    matches = [
        a_match(beside=(7,)),
        a_match(Outcome.LOST, beside=(5,)),
        a_match(beside=(5,)),
        a_match(Outcome.LOST, beside=(6,)),
        a_match(Outcome.RESTED, beside=(8,)),
    ]
    found = records(matches, lambda match: match.beside)
    assert [(each.person, each.tally.matches, each.tally.won) for each in found] == [
        (5, 2, 1),
        (7, 1, 1),
        (6, 1, 0),
    ]


def test_two_without_a_name_at_one_table_are_one_match() -> None:
    (record,) = records([a_match(against=(0, 0))], lambda match: match.against)
    assert (record.person, record.tally.matches) == (0, 1)


def test_each_figure_rests_on_the_smazzate_that_tell_it() -> None:
    cards = DealSide(
        1, 200, 100, declared=20, earned=180, figures={"cricche": 78}, criccone=True, sequences=4,
        doubled=True, cappotto=False, suffered=False,
    )  # fmt: skip
    parts = DealSide(2, 150, 160, declared=0, earned=150, figures={"cricche": 12}, criccone=False)
    totals = DealSide(3, 201, 99, declared=15, earned=186)
    (made,) = figures_by_game([a_match(deals=(cards, parts, totals))])
    assert made.deals == 3
    assert made.average == Average(551, 3)
    assert made.average.tenths == 1837
    assert (made.criccone.times, made.criccone.of) == (1, 2)
    assert made.sequences == Average(4, 1)
    assert (made.declared, made.earned) == (Average(35, 3), Average(516, 3))
    assert made.declared_percent == 6
    assert made.parts == {"cricche": Average(90, 2)}
    assert made.best == Best(201, 99, 1, 1, 1, 3)


def test_games_are_told_apart_and_the_best_of_who_wants_few_points_is_not_said() -> None:
    few = a_match(game="mattazza", fewest_win=True, deals=(DealSide(1, 3, 0),))
    many = a_match(deals=(DealSide(1, 200, 100), DealSide(2, 90, 210)))
    first, second = figures_by_game([few, many])
    assert (first.game, first.best and first.best.points) == ("quattro-scartate", 200)
    assert (second.game, second.best) == ("mattazza", None)


@pytest.mark.parametrize(
    ("average", "tenths"),
    [(Average(1, 4), 3), (Average(-1, 4), -3), (Average(0, 0), 0), (Average(10, 4), 25)],
)
def test_averages_are_rounded_away_from_nought(average: Average, tenths: int) -> None:
    assert average.tenths == tenths
