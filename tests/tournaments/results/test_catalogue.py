"""The ladder of lateness: what a pair gets next, by what it had already this turn or this evening."""

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tournaments.models import Article, Entry, Match, Tournament
from tournaments.results import catalogue, rulings
from tournaments.standings import builds

FIRST, SECOND, THIRD = (
    Article(pk=1, late_step=1, late_within="evening"),
    Article(pk=2, late_step=2, late_within="evening"),
    Article(pk=3, late_step=3, late_within="turn"),
)
LADDER = [FIRST, SECOND, THIRD]


@pytest.mark.parametrize(
    ("already", "turn", "expected"),
    [
        ([], 1, FIRST),
        ([(1, 1)], 1, SECOND),
        ([(1, 1)], 3, SECOND),
        ([(1, 1), (2, 1)], 2, THIRD),
        ([(1, 1), (2, 1), (3, 2)], 3, THIRD),
        ([(1, 1), (2, 1), (3, 2)], 2, THIRD),
        ([(2, 1)], 1, FIRST),
    ],
    ids=[
        "never late",
        "late once",
        "late once in another turn",
        "late twice",
        "a step of the turn is forgotten in the next",
        "who has had all gets the last",
        "a step taken back comes again",
    ],
)
def test_the_next_step(already: list[tuple[int, int]], turn: int, expected: Article) -> None:
    assert catalogue.next_step(LADDER, already, turn) is expected


def test_a_step_of_the_turn_comes_again_in_each_turn() -> None:
    steps = [Article(pk=1, late_step=1, late_within="turn"), SECOND]
    assert catalogue.next_step(steps, [(1, 1)], 2) is steps[0]
    assert catalogue.next_step(steps, [(1, 1)], 1) is SECOND


def test_without_a_ladder_there_is_no_step() -> None:
    assert catalogue.next_step([], [(1, 1)], 1) is None


def entry_of(match: Match) -> Entry:
    return match.seats.filter(side="A")[0].entry


def step(tournament: Tournament, match: Match) -> Article | None:
    already = catalogue.late_already(tournament, entry_of(match))
    return catalogue.next_step(catalogue.ladder(tournament.club), already, match.round.number)


def test_a_pair_late_again_and_again_is_warned_then_loses_points_then_the_match(db: None) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    catalogue.adopt_base_catalogue(tournament.club)
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    effects = []
    for _time in range(3):
        article = step(tournament, match)
        assert article is not None
        effects.append(article.effect)
        rulings.give(match, article, side="A", by=JURY, reason="In ritardo")
    assert effects == ["warning", "points-off", "forfeit"]


def test_a_ruling_taken_back_is_not_remembered(db: None) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    catalogue.adopt_base_catalogue(tournament.club)
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    first = step(tournament, match)
    assert first is not None
    given = rulings.give(match, first, side="A", by=JURY, reason="In ritardo")
    rulings.revoke(given, by=JURY, reason="C'era")
    assert step(tournament, match) == first


def test_a_warning_for_lateness_and_another_for_something_else_add_up(db: None) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    catalogue.adopt_base_catalogue(tournament.club)
    round_ = a_round(tournament)
    match = round_.matches.select_related("round__tournament").get(table=1)
    for code in ("8", "3"):
        article = tournament.club.articles.get(code=code)
        rulings.give(match, article, side="A", by=JURY, reason="x")
    settle(tournament, round_)
    builds.build(tournament.pk)
    rows = tournament.snapshots.get().rows
    mine = next(row for row in rows if row["number"] == entry_of(match).number)
    assert [line["scored"] for line in mine["per_turn"] if line["penalty"]] == [-50]


def test_a_club_with_steps_of_its_own_gets_no_second_ladder(db: None) -> None:
    club = a_club()
    Article.objects.create(club=club, code="R", title="Tardi", effect="warning", late_step=1)
    catalogue.adopt_base_catalogue(club)
    assert [article.code for article in catalogue.ladder(club)] == ["R", "8 bis", "8 ter"]
    assert catalogue.missing(club) == []
