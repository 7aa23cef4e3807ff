"""The season's standings: against a plain computation over simulated seasons, and rule by rule."""

from itertools import pairwise
from random import Random

import pytest

from tests.tournaments.core.seasons import plain_season
from tournaments.core.seasons import (
    CRITERIA,
    Counting,
    Evening,
    Result,
    Row,
    Rules,
    SeasonImpossible,
    ranked_season,
    verify,
)


def simulated(seed: int) -> tuple[list[Evening], Rules, set[int] | None]:
    """A season by chance: few people and small figures, so that many are level; all kinds of rules."""
    chance = Random(seed)
    people = list(range(1, chance.randint(4, 12)))
    evenings = [
        Evening(key, tuple(results(chance, people)), chance.choice([1, 1, 1, 2, 3]))
        for key in range(1, chance.randint(2, 7))
    ]
    best_of = chance.choice([None, None, 1, 2, 3])
    rules = Rules(
        by_pair=chance.random() < 0.5,
        counting=chance.choice(list(Counting)),
        place_points=tuple(sorted((chance.randint(0, 9) for _place in range(3)), reverse=True)),
        presence_points=0,
        best_of=best_of,
        min_evenings=chance.randint(1, best_of or 3),
        criteria=tuple(chance.sample(list(CRITERIA), chance.randint(0, 4))),
    )
    ranked = None if chance.random() < 0.6 else {person for person in people if chance.random() < 0.7}
    return evenings, rules, ranked


def results(chance: Random, people: list[int]) -> list[Result]:
    here = chance.sample(people, chance.randint(0, len(people)))
    pairs = [tuple(here[at : at + 2]) for at in range(0, len(here) - 1, 2)]
    place, found = 1, []
    for at, pair in enumerate(pairs):
        tied = at > 0 and chance.random() < 0.2
        place = place if tied else at + 1
        found.append(
            Result(pair, place, tied, chance.randint(-2, 4), chance.randint(0, 3), chance.randint(-9, 9),
                   in_prizes=chance.random() > 0.1)
        )  # fmt: skip
    return found


@pytest.mark.parametrize("block", range(8))
def test_simulated_seasons_are_ranked_as_a_plain_computation_ranks_them(block: int) -> None:
    ties = 0
    for seed in range(block * 60, block * 60 + 60):
        evenings, rules, ranked = simulated(seed)
        made = ranked_season(evenings, rules, ranked)
        expected = {line["who"]: line for line in plain_season.season(evenings, rules, ranked)}
        assert {row.players for row in made} == set(expected)
        for row in made:
            line = expected[row.players]
            assert (row.place, row.tied, row.points, row.values) == (
                line["place"], line["tied"], line["points"], line["values"],
            ), seed  # fmt: skip
            assert [kept.evening for kept in row.evenings if kept.counted] == line["counted"], seed
        verify_order(made, rules)
        ties += any(row.tied for row in made)
    assert ties > 5, "so few ties would prove little"


def verify_order(made: tuple[Row, ...], rules: Rules) -> None:
    """Places do not fall, those without one are last, and what decided is what differs first."""
    placed = [row for row in made if row.place is not None]
    assert list(made[: len(placed)]) == placed
    for above, below in pairwise(placed):
        assert (above.place or 0) <= (below.place or 0)
        keys = ["points", *rules.criteria]
        figures = zip(keys, (above.points, *above.values), (below.points, *below.values), strict=True)
        assert above.decided_by == next((key for key, one, other in figures if one != other), None)


def a_result(*people: int, place: int = 1, **fields: int) -> Result:
    return Result(people, place, False, fields.pop("figure", 0), 1, 0, **fields)  # type: ignore[arg-type]


def row_of(made: tuple[Row, ...], *who: int) -> Row:
    return next(row for row in made if row.players == who)


def test_both_players_of_a_pair_get_the_pair_s_points() -> None:
    made = ranked_season([Evening(1, (a_result(1, 2, place=2),))], Rules())
    assert [(row.players, row.points) for row in made] == [((1,), 17), ((2,), 17)]


def test_a_pair_is_its_two_people_in_whatever_order_they_were_written() -> None:
    evenings = [Evening(1, (a_result(2, 1),)), Evening(2, (a_result(1, 2),)), Evening(3, (a_result(1, 3),))]
    made = ranked_season(evenings, Rules(by_pair=True))
    assert [(row.players, row.points) for row in made] == [((1, 2), 40), ((1, 3), 20)]


def test_an_evening_that_counts_double_counts_double() -> None:
    made = ranked_season([Evening(1, (a_result(1, place=2),), weight=2), Evening(2, (a_result(1),))], Rules())
    assert row_of(made, 1).points == 2 * 17 + 20


def test_the_results_beyond_the_best_are_dropped_and_still_told() -> None:
    evenings = [Evening(key, (a_result(1, place=place),)) for key, place in enumerate((3, 1, 2, 2), start=1)]
    row = row_of(ranked_season(evenings, Rules(best_of=2)), 1)
    assert row.points == 20 + 17
    assert [kept.evening for kept in row.evenings if kept.dropped] == [1, 4]
    assert row.dropped == 2
    assert len(row.evenings) == 4


def test_a_poor_carried_score_counts_while_there_are_no_better_ones() -> None:
    evenings = [Evening(1, (a_result(1, figure=-300),)), Evening(2, (a_result(1, figure=100),))]
    rules = Rules(counting=Counting.DIFFERENCE, best_of=2)
    assert row_of(ranked_season(evenings, rules), 1).points == -200


def test_a_substituted_pair_out_of_the_prizes_gets_nothing_and_nobody_moves_up() -> None:
    evening = Evening(1, (a_result(1, 2, in_prizes=False), a_result(3, 4, place=2)))
    made = ranked_season([evening], Rules(by_pair=True))
    assert row_of(made, 1, 2).points == 0
    assert not row_of(made, 1, 2).evenings[0].dropped
    assert row_of(made, 1, 2).values[0] == 0, "the evening is not won either"
    assert row_of(made, 3, 4).points == 17


def test_a_pair_that_withdrew_keeps_what_its_place_is_worth() -> None:
    row = row_of(ranked_season([Evening(1, (a_result(1, place=4, withdrawn=True),))], Rules()), 1)
    assert (row.points, row.evenings[0].withdrawn) == (13, True)


def test_who_has_played_too_few_evenings_has_no_place_whatever_the_points() -> None:
    evenings = [
        Evening(1, (a_result(1), a_result(2, place=2))),
        Evening(2, (a_result(2, place=2),)),
    ]
    made = ranked_season(evenings, Rules(min_evenings=2))
    assert [(row.players, row.place) for row in made] == [((2,), 1), ((1,), None)]


def test_who_is_not_ranked_takes_no_place_and_gives_no_points_away() -> None:
    made = ranked_season([Evening(1, (a_result(1), a_result(2, place=2)))], Rules(), ranked={2})
    assert [(row.players, row.place, row.points) for row in made] == [((2,), 1, 17)]


def test_those_whom_nothing_tells_apart_share_the_place() -> None:
    evenings = [
        Evening(1, (a_result(1), a_result(2, place=2))),
        Evening(2, (a_result(2), a_result(1, place=2))),
    ]
    made = ranked_season(evenings, Rules())
    assert [(row.place, row.tied, row.decided_by) for row in made] == [(1, True, None), (1, True, None)]


def test_a_season_without_a_played_evening_is_empty() -> None:
    assert ranked_season([Evening(1, ()), Evening(2, ())], Rules()) == ()


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (Rules(best_of=0), "best-of-none"),
        (Rules(min_evenings=0), "no-evening-needed"),
        (Rules(best_of=3, min_evenings=4), "more-needed-than-counted"),
        (Rules(place_points=(10, 12)), "points-rise"),
        (Rules(place_points=(10,), presence_points=11), "points-rise"),
        (Rules(place_points=(10,), presence_points=-1), "points-below-nought"),
        (Rules(place_points=(0, 0), presence_points=0), "points-all-nought"),
        (Rules(criteria=("podiums", "lots")), "criterion-unknown"),
        (Rules(criteria=("podiums", "difference", "podiums")), "criterion-twice"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rules_that_contradict_themselves_are_refused(rules: Rules, code: str) -> None:
    with pytest.raises(SeasonImpossible) as refused:
        verify(rules)
    assert refused.value.code == code


def test_a_table_of_points_does_not_matter_where_scores_are_carried() -> None:
    verify(Rules(counting=Counting.MATCH_POINTS, place_points=(1, 2)))
    verify(Rules())
