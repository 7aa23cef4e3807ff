"""Whole evenings of single players who change partner every turn; some leave and some arrive late."""

from collections import Counter
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.history.hash_chain import first_broken
from club.models import Club
from tests.evening import JURY, a_club
from tests.tournaments.evenings.rotation.evening import (
    a_rotation,
    counted_again,
    leave,
    one_more,
    play_out,
    playing,
    settle,
    sides_of,
    tables,
)
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Round, Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def club() -> Club:
    return a_club()


def rows(tournament: Tournament) -> dict[int, dict]:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return {row["number"]: row for row in snapshot.rows}


def verify_turn(round_: Round, present: set[int]) -> list[tuple[int, ...]]:
    """Everybody once, at tables of two against two or at rest, as few as can be; the partners of the turn."""
    resting = {rest.entry.number for rest in round_.rests.select_related("entry")}
    sides = [side for match in tables(round_) for side in sides_of(match).values()]
    assert all(len(side) == 2 for side in sides)
    seated = [number for side in sides for number in side]
    assert sorted([*seated, *resting]) == sorted(present)
    assert len(resting) == len(present) % 4
    return [tuple(sorted(side)) for side in sides]


@pytest.mark.parametrize("players", [8, 9, 10, 11, 16])
def test_an_evening_with_a_leaver_and_a_late_arrival_sums_up_player_by_player(
    club: Club, players: int
) -> None:
    tournament = a_rotation(club, players, turns=4)
    present, partners, rests = set(range(1, players + 1)), Counter(), Counter()
    for turn in (1, 2, 3, 4):
        if turn == 2:
            leave(tournament, 3)
            present.discard(3)
        if turn == 3:
            present.add(one_more(tournament))
        round_ = playing(tournament, seed=players * 10 + turn)
        partners.update(verify_turn(round_, present))
        rests.update(rest.entry.number for rest in round_.rests.select_related("entry"))
        settle(tournament, round_)
    lifecycle.close(tournament.pk, by=JURY)

    assert set(partners.values()) == {1}, "nobody plays with the same partner twice"
    stayed = [rests[number] for number in range(1, players + 1) if number != 3]
    assert max(stayed) - min(stayed) <= 1
    expected, found = counted_again(tournament), rows(tournament)
    assert set(found) == set(range(1, players + 2))
    for number, row in found.items():
        mine = expected[number]
        told = (row["match_points"], row["scored"], row["conceded"], row["rested"])
        assert told == (mine.match_points, mine.scored, mine.conceded, mine.rested), number
    assert list(found)[-1] == 3, "below all who stayed"
    down = [
        (-mine.match_points, mine.conceded - mine.scored)
        for number, mine in ((number, expected[number]) for number in found)
        if number != 3
    ]
    assert down == sorted(down)
    assert first_broken(tournament.log.all()) is None


@pytest.mark.parametrize("game", ["ottocento", "scopone", "genovese-coppie"])
def test_every_game_of_pairs_can_be_played_with_a_new_partner_every_turn(club: Club, game: str) -> None:
    tournament = a_rotation(club, 5, game=game, turns=2)
    for turn in (1, 2):
        settle(tournament, playing(tournament, seed=turn))
    expected = counted_again(tournament)
    assert {number: row["scored"] for number, row in rows(tournament).items()} == {
        number: mine.scored for number, mine in expected.items()
    }


def test_a_game_where_everybody_plays_alone_has_no_partners_to_change(club: Club) -> None:
    with pytest.raises(InputRefused, match="ognuno gioca già da solo") as refused:
        a_rotation(club, game="terziglio")
    assert refused.value.code == "rotation-without-pairs"
    tournament = a_rotation(club, 0)
    with pytest.raises(InputRefused, match="Scegli un'altra formula"):
        lifecycle.change(tournament.pk, by=JURY, game="mattazza")


def test_who_is_entered_decides_whether_partners_may_change(club: Club) -> None:
    tournament = a_rotation(club, 1)
    assert tournament.entry_size == 1
    with pytest.raises(TournamentError, match="avrebbe un altro numero di giocatori"):
        lifecycle.change(tournament.pk, by=JURY, format="danish")
    entries.remove(tournament.pk, 1, by=JURY)
    assert lifecycle.change(tournament.pk, by=JURY, format="danish").entry_size == 2


def test_the_formula_is_fixed_once_tables_are_announced(club: Club) -> None:
    tournament = a_rotation(club, 4)
    playing(tournament)
    with pytest.raises(TournamentError, match="è già cominciata"):
        lifecycle.change(tournament.pk, by=JURY, format="danish")


def test_three_players_are_told_that_four_are_needed(club: Club) -> None:
    tournament = a_rotation(club, 3)
    with pytest.raises(TournamentError, match="Servono almeno 4 giocatori presenti"):
        rounds.draw(tournament.pk, by=JURY, seed=1)


def test_partners_come_back_only_when_there_is_nobody_else(club: Club) -> None:
    tournament = a_rotation(club, 4, turns=4)
    again = []
    for turn in (1, 2, 3, 4):
        round_ = playing(tournament, seed=turn)
        again.append((round_.rematches, tables(round_)[0].is_rematch))
        settle(tournament, round_)
    assert again == [(0, False), (0, False), (0, False), (2, True)]


def test_in_a_draft_a_player_who_left_or_came_is_named(club: Club) -> None:
    tournament = a_rotation(club, 5)
    rounds.draw(tournament.pk, by=JURY, seed=1)
    leave(tournament, 2)
    with pytest.raises(TournamentError, match="Il giocatore 2 è andato via"):
        rounds.publish(tournament.pk, 1, by=JURY)
    entries.withdraw(tournament.pk, 2, withdrawn=False, by=JURY)
    one_more(tournament)
    with pytest.raises(TournamentError, match="Il giocatore 6 è arrivato"):
        rounds.publish(tournament.pk, 1, by=JURY)


def test_who_leaves_in_the_middle_has_nothing_and_the_three_who_stay_have_the_riposo(club: Club) -> None:
    tournament = a_rotation(club, 8)
    round_ = playing(tournament)
    left, whole = tables(round_)
    play_out(left, deals=2)
    play_out(whole)
    sides = sides_of(left)
    gone, partner = sides["A"]
    leave(tournament, gone)

    rounds.settle(tournament.pk, 1, by=JURY)

    found = rows(tournament)
    assert (found[gone]["rested"], found[gone]["played"], found[gone]["match_points"]) == (0, 0, 0)
    for number in (partner, *sides["B"]):
        assert (found[number]["rested"], found[number]["match_points"]) == (1, 2)
    said = tournament.log.get(act="table.abandoned")
    assert said.after == {"rests": sorted([partner, *sides["B"]])}


@pytest.mark.parametrize("players", [8, 60])
def test_a_draw_takes_at_most_seventeen_queries_at_any_size(club: Club, players: int) -> None:
    tournament = a_rotation(club, players, turns=3)
    round_ = playing(tournament)
    for match in tables(round_):
        play_out(match, deals=None if players == 8 else 1)
    if players == 8:
        rounds.settle(tournament.pk, 1, by=JURY)
    else:
        for match in tables(round_):
            leave_a_result(match)
        rounds.settle(tournament.pk, 1, by=JURY)
    with CaptureQueriesContext(connection) as asked:
        rounds.draw(tournament.pk, by=JURY, seed=2)
    told = [query["sql"] for query in asked if not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT"))]
    assert len(told) <= 17, "\n".join(told)


def leave_a_result(match) -> None:
    """The same deal four times: quick, and a result like another."""
    for number in range(2, 5):
        first = match.deals.get(number=1)
        first.pk, first.number = None, number
        first.save(force_insert=True)


def test_no_two_of_a_table_were_partners_or_opponents_where_that_can_be(club: Club) -> None:
    tournament = a_rotation(club, 16, turns=3)
    met: Counter = Counter()
    for turn in (1, 2, 3):
        round_ = playing(tournament, seed=turn)
        for match in tables(round_):
            met.update(
                combinations(sorted(number for side in sides_of(match).values() for number in side), 2)
            )
        settle(tournament, round_)
    assert set(met.values()) == {1}
