"""A match of a championship with duplicated deals: what a spy finds while one table has still to play, and
what everybody reads once it is settled."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from club.models import Club, DeviceToken, RoleKind, Scope, User
from tests.criccone import test_every_address as addresses
from tests.evening import JURY, a_club, a_round, an_officer
from tests.once import once_a_module
from tests.tournaments.championships.played import a_championship, drawn, give_both
from tests.tournaments.results.boards.scene import play_boards, played
from tests.tournaments.results.boards.test_spy import body_of, may_ask
from tournaments.championships import captain_codes, reports
from tournaments.championships.team_standings import championship_standings
from tournaments.core import boards
from tournaments.evenings import lifecycle
from tournaments.models import Deal, Fixture, Match, Tournament, closed_boards
from tournaments.presenters.boards import compared
from tournaments.results import codes, evening_codes, scores
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.text.names import PUBLIC

pytestmark = pytest.mark.django_db

#: What the table that has played made of each board: no page has these figures for any other reason.
PLANTED = {"A": 71717, "B": 60606}
SEPARATORS = re.compile(r"(?<=\d)[.,\u00a0\u202f](?=\d{3})")
NUMBER = re.compile(r"(?<![\w])\d+(?![\w])")
RUNS = ("organiser", "referee")
#: What an address of this match, its championship, its players or one of its codes takes.
OF_MATCH = {"code", "championship_code", "captain_code", "table_code", "evening_code", "person_id"}

#: The club's lists in which the match is.
LISTS = {
    "home",
    "club_page",
    "club_desk",
    "calendar_feed",
    "championships",
    "v1:calendar",
    "v1:championships",
}


GETS = [
    name
    for name in (*addresses.GETS, *(f"v1:{each}" for each in addresses.API_GETS))
    if addresses.takes(name) & OF_MATCH or name in LISTS
]


def a_duplicated_match(club: Club) -> Fixture:
    """The first match: round 1 settled, in round 2 table 1 has played its boards and table 2 has not."""
    boss = an_officer(club, email="campionato@example.org")
    championship = a_championship(club, boss, of=4, is_duplicated=True, name="Campionato duplicato")
    fixture = drawn(championship, boss)[0]
    tournament = give_both(fixture)
    first = a_round(tournament, seed=1)
    for match in first.matches.select_related("round__tournament"):
        play_boards(match)
    settle_played(tournament, 1)
    second = a_round(tournament, seed=2)
    match = second.matches.select_related("round__tournament").get(table=1)
    play_boards(match)
    for deal in Deal.objects.filter(match=match):
        deal.points = PLANTED
        deal.counted = {side: {**deal.counted[side], "total": points} for side, points in PLANTED.items()}
        deal.save()
    fixture.refresh_from_db()
    return fixture


def tables(tournament: Tournament, turn: int) -> list[Match]:
    found = Match.objects.select_related("round__tournament__club")
    return list(found.filter(round__tournament=tournament, round__number=turn).order_by("table"))


def settle_played(tournament: Tournament, turn: int) -> None:
    rounds.settle(tournament.pk, turn, by=JURY, accept_unconfirmed=True)
    builds.build(tournament.pk)


def a_scene() -> tuple[Fixture, dict[str, Client], dict[str, object]]:
    club = a_club()
    people = addresses.clients_of(club)
    words = addresses.words_of(club)
    fixture = a_duplicated_match(club)
    tournament = fixture.tournament
    assert tournament
    other = Match.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=2, table=2
    )
    entry = tournament.entries.get(number=other.seats.first().entry.number)  # type: ignore[union-attr]
    words |= {
        "code": tournament.code, "turn": 2, "table": 1, "number": 1, "other": 2,
        "table_code": codes.code_of(other, "A"), "evening_code": evening_codes.code_of(entry),
        "championship_code": fixture.championship.code, "fixture_id": fixture.pk,
        "person_id": tournament.entries.get(number=1).players.first().person_id,  # type: ignore[union-attr]
        "of_set": 2,
    }  # fmt: skip
    people["table 2"] = Client(headers={"Authorization": f"Table {codes.code_of(other, 'A')}"})
    for team in (fixture.home, fixture.away):
        words[f"captain {team.pk}"] = captain_codes.code_of(team)
    user = User.objects.get(pk=people["organiser"].session["_auth_user_id"])
    for scope in Scope.values:
        _device, token = DeviceToken.objects.create(user, scopes=[scope], club=club)
        people[f"token: {scope}"] = Client(headers={"Authorization": f"Token {token}"})
    return fixture, people, words


scene = once_a_module(a_scene)


def places(name: str, words: dict[str, object]) -> list[str]:
    """The addresses of that name: of every round, table, entry, board, team, file and captain."""
    found = []
    captains = [value for key, value in words.items() if key.startswith("captain ")]
    for turn in (1, 2):
        for number in (1, 2, 5):
            for file, of_championship in (
                ("standings", "standings"),
                ("results", "calendar"),
                ("deals", "players"),
                ("challenge", "pairs"),
            ):
                for ending in ("csv", "xlsx"):
                    varied = {
                        **words, "turn": turn, "table": 1 + number % 2, "number": number, "file": file,
                        "championship_file": of_championship, "ending": ending,
                        "captain_code": captains[number % 2],
                    }  # fmt: skip
                    found.append(addresses.address(name, varied))
    return list(dict.fromkeys(found))


def figures(tournament: Tournament) -> set[str]:
    """Every figure that tells what table 1 made in round 2: of a board, of the table, and of the whole match
    with the points of round 1."""
    before = {1: 0, 2: 0}
    for match in Match.objects.filter(round__tournament=tournament, round__number=1):
        team_of = dict(match.seats.values_list("side", "entry__team"))
        for deal in match.deals.all():
            for side, points in deal.points.items():
                before[team_of[side]] += points
    of_table = {side: 4 * points for side, points in PLANTED.items()}
    sums = {before[team] + points for team in before for points in of_table.values()}
    lead, of_match = of_table["A"] - of_table["B"], before[1] - before[2]
    differences = {lead, lead // 4, abs(of_match + lead), abs(of_match - lead)}
    return {str(each) for each in {*PLANTED.values(), *of_table.values(), *sums, *differences}}


def leaks(text: str, secret: set[str], seed: str) -> list[str]:
    plain = SEPARATORS.sub("", text.replace("&nbsp;", "\u00a0"))
    told = secret & set(NUMBER.findall(plain)) if any(figure in plain for figure in secret) else ()
    return [*sorted(told), *(["the seed"] if seed in text else [])]


@contextmanager
def no_closed_hand() -> Iterator[None]:
    """Fails where anything makes the cards of the boards of round 2."""
    made = boards.board

    def refused(game: str, boards_seed: str, number: int) -> boards.Board:
        assert number <= 4, "a closed hand was made"
        return made(game, boards_seed, number)

    with patch.object(boards, "board", refused):
        yield


@pytest.mark.parametrize("name", GETS)
def test_no_address_tells_a_board_of_a_match_to_who_has_still_to_play(
    scene: Callable[[], Any], name: str
) -> None:
    """The officers open every page first, so that nothing which they may see stays in a cache for others."""
    fixture, people, words = scene()
    allowed = {*RUNS, f"token: {Scope.ALL}", f"token: {Scope.RESULTS}"}
    spies = {who: client for who, client in people.items() if who not in allowed and may_ask(client, name)}
    secret, seed = figures(fixture.tournament), fixture.tournament.boards_seed
    found = {}
    for where in places(name, words):
        for who in RUNS:
            people[who].get(where)
        for who, client in spies.items():
            with no_closed_hand():
                answer = client.get(where)
            if told := leaks(body_of(answer), secret, seed):
                found[f"{who} {where}"] = told
    assert found == {}


def test_the_spy_sees_what_is_told(scene: Callable[[], Any]) -> None:
    """Without the rule of secrecy the same spy finds the results of table 1."""
    fixture, people, words = scene()
    secret, seed = figures(fixture.tournament), fixture.tournament.boards_seed
    with patch.object(closed_boards, "is_closed", lambda _round: False):
        for name in ("public_round", "results", "v1:table", "v1:round", "embedded_results"):
            told = [leaks(body_of(people["nobody"].get(each)), secret, seed) for each in places(name, words)]
            assert any(told), name


@pytest.fixture
def played_out(scene: Callable[[], Any]) -> Fixture:
    """The match with both rounds played and settled."""
    fixture: Fixture = scene()[0]
    match_ = fixture.tournament
    assert match_
    for match in tables(match_, 2):
        match.deals.all().delete()
        play_boards(match)
    settle_played(match_, 2)
    fixture.refresh_from_db()
    return fixture


def by_hand(tournament: Tournament) -> tuple[tuple[int, int], dict[int, list[int]]]:
    """The points of the two teams, and the differences N-S less E-O of each board: from the deals alone."""
    points, boards_ = {1: 0, 2: 0}, defaultdict[int, list[int]](list)
    for turn in (1, 2):
        for match in tables(tournament, turn):
            team_of = dict(match.seats.values_list("side", "entry__team"))
            for deal in match.deals.all():
                boards_[4 * (turn - 1) + deal.number].append(deal.points["A"] - deal.points["B"])
                for side, made in deal.points.items():
                    points[team_of[side]] += made
    return (points[1], points[2]), boards_


def score_of(fixture: Fixture) -> Any:
    known = championship_standings(fixture.championship)
    return next(each for each in known.fixtures if each.fixture.pk == fixture.pk)


def test_the_score_and_the_comparison_are_those_counted_by_hand(played_out: Fixture) -> None:
    tournament = played_out.tournament
    assert tournament
    points, differences = by_hand(tournament)
    assert score_of(played_out).points == points
    found = compared(tournament, PUBLIC)
    assert [board.number for board in found] == list(range(1, 9))
    for board in found:
        assert sorted(line.difference for line in board.lines) == sorted(differences[board.number])
        assert {line.table for line in board.lines} == {1, 2}


@pytest.mark.usefixtures("commits")
def test_a_correction_after_the_comparison_changes_everything_alike(played_out: Fixture) -> None:
    tournament = played_out.tournament
    assert tournament
    championship, client = played_out.championship, Client()
    pages = [tournament.get_absolute_url(), championship.get_absolute_url()]
    for where in pages:
        client.get(where)  # into the cache
    reports.approve(played_out.pk, by=an_officer(championship.club, RoleKind.REFEREE, email="a@example.org"))
    lifecycle.reopen(tournament.pk, by=JURY, reason="Letto male")
    match = tables(tournament, 1)[0]
    deal = match.deals.get(number=1)
    scores.enter(
        match, 1, "cards", played(match, 1, seed=77), by=JURY, based_on=deal.version, may_correct=True,
        reason="Letto male",
    )  # fmt: skip
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    points, differences = by_hand(tournament)
    assert match.deals.get(number=1).points != deal.points
    corrected = score_of(played_out)
    assert (corrected.points, corrected.report) == (points, "waiting")
    [first, *_others] = compared(tournament, PUBLIC)
    assert sorted(line.difference for line in first.lines) == sorted(differences[1])
    for where in pages:
        text = SEPARATORS.sub("", body_of(client.get(where)))
        assert {str(each) for each in points} <= set(NUMBER.findall(text)), where
