"""Evenings on paper are ranked as the tournament is: from turn to turn, at the end, whatever its criteria."""

from dataclasses import replace

import pytest

from tests.tournaments.core.standings import plain_standings
from tests.tournaments.core.standings.plain_standings import Scene
from tests.tournaments.evenings.simulations.conftest import A_QUESTION
from tournaments.core.draws import Option, Wanted, options, plan_of, simulate
from tournaments.core.draws.simulating import Evening, Plan, Table, TableScore
from tournaments.core.lots import lot
from tournaments.core.standings import (
    ACCADEMIA,
    BY_POINTS,
    BY_VICTORY_POINTS,
    ByePolicy,
    Rules,
    Scale,
    VictoryTable,
)
from tournaments.core.standings.tallies import LARGEST_LOT
from tournaments.evenings.card_luck import Luck
from tournaments.evenings.simulations import Question, ranked_by
from tournaments.models import Tournament

BY_STRENGTH = ("match_points", "opponents_strength", "points_conceded", "shared_place")
EVERY_RANKING = {
    "accademia": Rules(ACCADEMIA),
    "points": Rules(BY_POINTS, bye=ByePolicy.NOTHING),
    "victory-points": Rules(BY_VICTORY_POINTS, table=VictoryTable((2, 5, 9)), bye=ByePolicy.FOURTEEN),
    "three-for-a-win": Rules(BY_STRENGTH, Scale.THREE, bye=ByePolicy.DRAW),
    "shared": Rules(("match_points", "head_to_head", "mini_table", "shared_place"), bye=ByePolicy.WIN),
}


def close(_by_lot: int, table: Table) -> TableScore:
    """Number 1 always wins, by a point and with few; at the other tables points abound."""
    if (1,) in table:
        return TableScore(tuple(11 if side == (1,) else 10 for side in table))
    return TableScore((400, 100))


def lucky(by_lot: int, table: Table) -> TableScore:
    return TableScore(tuple((by_lot >> 8 * at) % 12 for at, _side in enumerate(table)))


def an_option(movement: str, entries: int = 12, turns: int = 4) -> Option:
    found = options(Wanted(entries, turns, 30, are_singles=movement == "rotation"))
    return next(each for each in found if each.movement == movement)


def watched(plan: Plan) -> tuple[Plan, list[Evening]]:
    """The plan, and every evening from which it draws a turn or tells a place."""
    seen: list[Evening] = []

    def next_turn(evening: Evening):
        seen.append(evening)
        return plan.next_turn(evening)

    def place(evening: Evening, id_: int) -> int:
        seen.append(evening)
        return plan.place(evening, id_)

    return Plan(next_turn, place), seen


@pytest.mark.parametrize("movement", ["danish", "swiss"])
@pytest.mark.parametrize(
    ("criteria", "comes_first"), [(ACCADEMIA, 5), (BY_POINTS, 0), (BY_VICTORY_POINTS, 0)]
)
def test_who_wins_every_match_by_a_point_comes_first_only_where_matches_count(
    movement: str, criteria: tuple[str, ...], comes_first: int
) -> None:
    plan = plan_of(an_option(movement), 12)
    came = simulate(plan, 12, 4, close, evenings=5, seed=1, rules=Rules(criteria))
    assert came.best_first == comes_first


@pytest.mark.parametrize("ranking", EVERY_RANKING)
@pytest.mark.parametrize(
    ("movement", "entries"), [("danish", 9), ("swiss", 12), ("rotation", 13), ("mitchell", 11)]
)
def test_each_turn_is_drawn_from_the_classifica_as_it_is_reckoned_by_hand(
    movement: str, entries: int, ranking: str
) -> None:
    rules = EVERY_RANKING[ranking]
    option = an_option(movement, entries)
    sizes = (4,) if movement == "rotation" else (2,)
    plan, seen = watched(plan_of(option, entries))
    simulate(plan, entries, option.turns, lucky, evenings=3, seed=2, rules=rules, sizes=sizes)
    compared = 0
    for evening in seen:
        if evening.played:
            scene = on_paper(evening, rules)
            found = plain_standings.places(scene, list(rules.criteria), lots_of(evening))
            for one in evening.given.entrants:
                assert (one.rank, one.points) == (found[one.id][0], scene.match_points(one.id))
                assert evening.place(one.id) == one.rank
                compared += 1
    assert compared == 3 * option.turns * entries


def on_paper(evening: Evening, rules: Rules) -> Scene:
    return Scene(
        tables=[
            plain_standings.Table(turn, [list(side) for side in table], list(made.points))
            for turn, played in enumerate(evening.played, start=1)
            for table, made in zip(played.drawn.tables, played.made, strict=True)
        ],
        rests=[(turn, id_) for turn, each in enumerate(evening.played, start=1) for id_ in each.drawn.rests],
        forfeits=[],
        points_off=[],
        victory_points_off=[],
        everybody=[one.id for one in evening.given.entrants],
        win=rules.scale.win,
        thresholds=list(rules.table.thresholds),
        bye=str(rules.bye),
    )


def lots_of(evening: Evening) -> dict[int, int]:
    ids = [one.id for one in evening.given.entrants]
    return {id_: lot(evening.given.seed, "ranking", id_) % LARGEST_LOT for id_ in ids}


def test_of_several_gironi_the_best_of_each_come_before_every_second_one() -> None:
    """Number 2 has the most points and number 1 the second most, wherever they play."""

    def score(_by_lot: int, table: Table) -> TableScore:
        most = {(2,): 1000, (1,): 900}
        return TableScore(tuple(most.get(side, 50 - side[0]) for side in table))

    option = an_option("groups")
    plan, seen = watched(plan_of(option, 12))
    simulate(plan, 12, option.turns, score, evenings=20, seed=4, rules=Rules(BY_POINTS))
    places: dict[bool, set[int]] = {True: set(), False: set()}
    for evening in [each for each in seen if len(each.played) == option.turns]:
        assert evening.place(1) == 2
        together = any(
            {1, 2} == {id_ for side in table for id_ in side}
            for each in evening.played
            for table in each.drawn.tables
        )
        places[together].add(plan.place(evening, 1))
    assert places == {True: {option.groups + 1}, False: {2}}


def test_a_tournament_s_ranking_is_part_of_what_is_asked() -> None:
    plain = Tournament(game="quattro-scartate")
    by_points = Tournament(game="quattro-scartate", criteria=list(BY_POINTS))
    no_rest = Tournament(game="quattro-scartate", bye_policy="nothing")
    asked = [Question.from_tournament(each, 9, 3, "some") for each in (plain, by_points, no_rest)]
    assert len({each.key for each in asked}) == 3
    assert [each.rules for each in asked] == [plain.ranking, by_points.ranking, no_rest.ranking]
    assert [Question.from_json(each.as_json()) for each in asked] == asked
    assert ranked_by(asked[1])[:2] == ["punti totali", "punti partita"]


def test_what_was_asked_before_rankings_counted_is_still_read() -> None:
    old = A_QUESTION.as_json()
    del old["ranking"]
    assert Question.from_json(old).rules == Rules()


def test_cappotti_are_not_told_of_evenings_on_paper() -> None:
    question = replace(A_QUESTION, ranking=Rules(("match_points", "cappotti", "lots")).as_json())
    assert ranked_by(question) == ["punti partita", "sorteggio"]


def test_where_the_game_says_who_loses_the_others_have_won() -> None:
    play = Tournament(game="mattazza").play()
    score = Luck(play, [[1, 0, 0, 0]], 50).score(8)
    for by_lot in range(60):
        made = score(by_lot, ((1,), (2,), (3,), (4,)))
        assert made.lost is not None
        assert 0 < sum(made.lost) < 4
        kept = [points for points, lost in zip(made.points, made.lost, strict=True) if not lost]
        gone = [points for points, lost in zip(made.points, made.lost, strict=True) if lost]
        assert min(kept) > max(gone)
