"""Builds: standings stored once, a new version where something changed, few queries, never a half."""

from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tournaments import queries
from tournaments.core.standings.stored_standings import in_bytes, stored_rows
from tournaments.models import Match, RulingEffect, Snapshot, Tournament
from tournaments.pairing import draw_inputs
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds
from tournaments.standings import builds, ranking_service
from tournaments.standings.standings_input import settled_facts

pytestmark = pytest.mark.django_db


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def an_evening(pairs: int = 5, turns: int = 2, **fields: object) -> Tournament:
    """Turns settled one by one, each with its standings."""
    tournament = a_tournament(a_club(f"Circolo {pairs}-{turns}"), pairs=pairs, **fields)
    for seed in range(1, turns + 1):
        settle(fresh(tournament), a_round(tournament, seed=seed))
        builds.build(tournament.pk)
    return fresh(tournament)


def table(tournament: Tournament, turn: int = 1, number: int = 1) -> Match:
    return Match.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=turn, table=number
    )


def correct(tournament: Tournament, turn: int = 1) -> None:
    """The first deal of the first table becomes a cappotto of side B."""
    match = table(tournament, turn)
    scores.enter(
        match, 1, "cards", {"cards": {"A": []}, "last_trick": "B"}, by=JURY,
        based_on=match.deals.get(number=1).version, may_correct=True, reason="Sommato male",
    )  # fmt: skip


def stored(tournament: Tournament) -> list[tuple[int, int]]:
    return list(tournament.snapshots.values_list("round_number", "results_version"))


def test_a_settled_turn_adds_one_snapshot_and_leaves_the_others_alone() -> None:
    tournament = an_evening(turns=3)
    assert stored(tournament) == [(1, 1), (2, 2), (3, 3)]
    assert all(each.changes is None and each.digest for each in tournament.snapshots.all())


def test_building_again_stores_nothing() -> None:
    tournament = an_evening()
    before = list(tournament.snapshots.values())
    assert builds.build(tournament.pk) is False
    builds.results_changed(fresh(tournament))
    assert builds.build(tournament.pk) is True, "a results version that changed nothing is looked at"
    assert list(tournament.snapshots.values()) == before


def test_a_correction_makes_a_new_version_of_every_turn_it_reaches_and_says_what_changed() -> None:
    tournament = an_evening(turns=3)
    kept = list(tournament.snapshots.values())
    correct(tournament, turn=2)
    builds.build(tournament.pk)
    assert stored(tournament) == [(1, 1), (2, 2), (2, 4), (3, 3), (3, 4)]
    assert list(tournament.snapshots.filter(results_version__lt=4).values()) == kept, "never rewritten"
    old, new = tournament.snapshots.filter(round_number=2)
    lines = {row["number"]: row for row in new.rows}
    before = {row["number"]: row for row in old.rows}
    assert new.changes["since"] == 2
    shifted = {shift["number"] for shift in new.changes["shifts"]}
    assert shifted == {
        number
        for number, row in lines.items()
        if any(row[key] != before[number][key] for key in ("place", "match_points", "scored", "conceded"))
    }
    assert len(shifted) >= 2
    for shift in new.changes["shifts"]:
        assert shift["before"]["difference"] == before[shift["number"]]["difference"]
        assert shift["after"]["place"] == lines[shift["number"]]["place"]


def test_a_correction_taken_back_is_a_version_of_its_own() -> None:
    tournament = an_evening(turns=1)
    catalogue.adopt_base_catalogue(tournament.club)
    article = tournament.club.articles.filter(effect=RulingEffect.POINTS_OFF)[0]
    ruling = rulings.give(table(tournament), article, side="A", by=JURY, reason="Disturbo")
    builds.build(tournament.pk)
    rulings.revoke(ruling, by=JURY, reason="Sbagliato")
    builds.build(tournament.pk)
    first, second, third = tournament.snapshots.all()
    assert in_bytes(first.rows) == in_bytes(third.rows) != in_bytes(second.rows)
    assert first.digest == third.digest != second.digest


def test_another_ranking_makes_new_versions_that_say_by_which_rules() -> None:
    tournament = an_evening()
    ranking_service.choose(
        tournament.pk, by=JURY, criteria=["victory_points", "shared_place"], reason="Così dice il circolo"
    )
    builds.build(tournament.pk)
    newest = builds.latest_snapshot(fresh(tournament))
    assert newest is not None
    assert (newest.criteria, newest.rules["bye"]) == (["victory_points", "shared_place"], "win-and-average")
    assert newest.changes["reason"] == "Così dice il circolo"
    correct(tournament)
    builds.build(tournament.pk)
    assert "reason" not in builds.latest_snapshot(fresh(tournament)).changes, (
        "the ranking is the same, a result is not"
    )
    assert newest.rows[0]["victory_points"] == newest.rows[0]["values"][0] > 20
    assert newest.rows[0]["per_turn"][0]["victory_points"] >= 0


def test_what_is_stored_is_what_is_made() -> None:
    tournament = an_evening()
    rows = builds.standings_of(tournament, settled_facts(tournament).settled())
    newest = builds.latest_snapshot(tournament)
    assert newest is not None
    assert in_bytes(stored_rows(rows, tournament.ranking)) == in_bytes(newest.rows)


@pytest.mark.parametrize("pairs", [5, 12])
def test_a_build_takes_ten_queries_and_eleven_after_a_correction(
    pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = an_evening(pairs=pairs, criteria=["match_points", "cappotti", "lots"])
    settle(tournament, a_round(tournament, seed=3))
    with django_assert_num_queries(10 + 2):  # and a savepoint, inside the test's transaction
        builds.build(tournament.pk)
    correct(tournament)
    with django_assert_num_queries(11 + 2):
        builds.build(tournament.pk)


def test_a_build_that_dies_leaves_nothing_behind_and_can_be_repeated() -> None:
    tournament = an_evening()
    correct(tournament)
    before = stored(tournament)
    with (
        patch.object(Snapshot.objects, "bulk_create", side_effect=OperationalError),
        pytest.raises(OperationalError),
    ):
        builds.build(tournament.pk)
    assert stored(tournament) == before
    assert not fresh(tournament).standings_are_current
    assert builds.build(tournament.pk)
    assert [version for _turn, version in stored(tournament)] == [1, 3, 2, 3]


def test_movements_are_never_counted_from_a_correction_that_came_later() -> None:
    tournament = an_evening()
    correct(tournament, turn=1)
    builds.build(tournament.pk)
    first, second = tournament.snapshots.filter(round_number=1)
    places = {row["number"]: row["place"] for row in first.rows}
    old = queries.with_rows_before(tournament.snapshots.all()).get(results_version=2)
    assert queries.places_before(old) == places
    corrected = {row["number"]: row["place"] for row in second.rows}
    assert queries.places_before(queries.snapshot(tournament)) == corrected != places


class TestProvisional:
    def test_there_is_none_between_turns(self) -> None:
        assert builds.provisional(an_evening()) is None

    def test_only_matches_that_are_over_count(self) -> None:
        tournament = an_evening(pairs=5, turns=1)
        settled = {row["number"]: row for row in builds.latest_snapshot(tournament).rows}  # type: ignore[union-attr]
        round_ = a_round(tournament, seed=2)
        resting = round_.rests.get().entry.number
        nothing = builds.provisional(fresh(tournament))
        assert nothing is not None
        assert (nothing.turn, nothing.tables, nothing.finished) == (2, 2, 0)
        assert {row["number"]: row["match_points"] for row in nothing.rows} == {
            number: row["match_points"] for number, row in settled.items()
        }
        fill(table(tournament, turn=2))
        one = builds.provisional(fresh(tournament))
        assert one is not None
        assert one.finished == 1
        here = {seat.entry.number for seat in table(tournament, turn=2).seats.all()}
        played = {row["number"] for row in one.rows if len(row["per_turn"]) == 2}
        assert played == here | {resting}

    def test_ended_it_is_what_the_turn_then_settles(self) -> None:
        tournament = an_evening(turns=1)
        round_ = a_round(tournament, seed=2)
        for match in round_.matches.select_related("round__tournament"):
            fill(match, seed=round_.number)
        before = builds.provisional(fresh(tournament))
        rounds.settle(tournament.pk, 2, by=JURY)
        builds.build(tournament.pk)
        after = builds.latest_snapshot(tournament)
        assert before is not None
        assert after is not None
        assert in_bytes(before.rows) == in_bytes(after.rows)

    def test_a_table_lost_a_tavolino_is_over(self) -> None:
        tournament = an_evening(pairs=4, turns=1)
        a_round(tournament, seed=2)
        catalogue.adopt_base_catalogue(tournament.club)
        forfeit = tournament.club.articles.filter(effect=RulingEffect.FORFEIT)[0]
        rulings.give(table(tournament, turn=2), forfeit, side="A", by=JURY, reason="Non si sono visti")
        first = builds.provisional(fresh(tournament))
        fill(table(tournament, turn=2, number=2))
        both = builds.provisional(fresh(tournament))
        assert first is not None
        assert both is not None
        assert (first.finished, both.finished, both.tables) == (1, 2, 2)

    def test_it_is_stored_nowhere_and_no_draw_sees_it(self) -> None:
        tournament = an_evening(turns=1)
        a_round(tournament, seed=2)
        fill(table(tournament, turn=2), seed=9)
        entries: dict[int, Any] = {entry.number: entry for entry in queries.entries(tournament)}
        last = tournament.rounds.get(number=2)
        before = draw_inputs.draw_input(fresh(tournament), 3, entries, seed=1, last=last)
        provisional = builds.provisional(fresh(tournament))
        assert provisional is not None
        places = {row["number"]: row["place"] for row in provisional.rows}
        given = {entrant.number: entrant.rank for entrant in before.entrants}
        newest = builds.latest_snapshot(tournament)
        assert newest is not None
        assert given == {row["number"]: row["place"] for row in newest.rows} != places
        assert stored(tournament) == [(1, 1)]

    def test_it_takes_seven_queries(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        tournament = an_evening(turns=1)
        a_round(tournament, seed=2)
        with django_assert_num_queries(7):
            builds.provisional(tournament)


def test_the_digest_of_a_turn_depends_on_all_before_it_and_on_nothing_after() -> None:
    tournament = an_evening(turns=3)
    settled, rules = settled_facts(tournament).settled(), tournament.ranking
    before = settled.digests([1, 2, 3], rules, 7)
    correct(tournament, turn=2)
    after = settled_facts(tournament).settled().digests([1, 2, 3], rules, 7)
    assert (before[1] == after[1], before[2] == after[2], before[3] == after[3]) == (True, False, False)
    assert settled.digests([1, 2, 3], rules, 8)[1] != before[1], "another draw of lots is another classifica"
