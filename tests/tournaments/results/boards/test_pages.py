"""Composing boards at the desk, with the reason in the log; and comparing them once they are open."""

from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.accounts import letters as post_office
from tests.evening import FourPeople, a_challenge, a_club, a_round, a_tournament, four_people, settle
from tournaments.core import boards
from tournaments.models import Tournament
from tournaments.presenters.boards import compared
from tournaments.results import board_values
from tournaments.results.boards import sets_of
from tournaments.standings import builds
from tournaments.text.names import PUBLIC

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> FourPeople:
    return four_people(a_club())


def an_evening(four: FourPeople, **fields: object) -> Tournament:
    club = four.organiser.roles.get().club
    return a_tournament(club, pairs=4, is_duplicated=True, **fields)


def compose(client: Client, tournament: Tournament, **fields: object) -> object:
    at = f"/t/{tournament.code}/banco/smazzate/"
    return client.post(at, {"of_set": 1, "how": "paper", "reason": "composizione", **fields})


@pytest.mark.parametrize(
    ("how", "act", "kind"),
    [
        ("paper", "boards.printed", "application/pdf"),
        ("two", "boards.printed", "application/pdf"),
        ("phone", "boards.composed", "text/html; charset=utf-8"),
        ("screen", "boards.looked-at", "text/html; charset=utf-8"),
    ],
)
@pytest.mark.parametrize("who", ["organiser", "referee"])
def test_officers_see_cards_with_a_reason_that_the_log_keeps(
    four: FourPeople, who: str, how: str, act: str, kind: str
) -> None:
    tournament = an_evening(four)
    answer = compose(four.client(who), tournament, how=how)
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)  # type: ignore[attr-defined]
    assert "no-store" in answer["Cache-Control"]  # type: ignore[index]
    logged = tournament.log.order_by("number").last()
    assert logged is not None
    assert (logged.act, logged.subject, logged.reason) == (act, {"set": 1}, "composizione")
    assert logged.actor == getattr(four, who)


@pytest.mark.parametrize("who", ["player", "stranger", ""])
def test_nobody_else_sees_them(four: FourPeople, who: str) -> None:
    tournament = an_evening(four)
    before = tournament.log.count()
    answer = compose(four.client(who), tournament)
    assert answer.status_code in (302, 403)  # type: ignore[attr-defined]
    assert tournament.log.count() == before


def test_without_a_reason_no_card_is_shown(four: FourPeople) -> None:
    tournament = an_evening(four)
    answer = compose(four.client("organiser"), tournament, reason=" ", how="screen")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "resta nel registro" in answer.content.decode()  # type: ignore[attr-defined]
    assert not tournament.log.filter(act__startswith="boards.").exists()


def test_the_helper_has_every_card_of_the_deck_in_order(four: FourPeople) -> None:
    tournament = an_evening(four)
    page = compose(four.client("organiser"), tournament, how="phone").content.decode()  # type: ignore[attr-defined]
    assert page.count('"heap":') == 4 * 62
    assert tournament.boards_seed not in page


def test_a_mitchell_says_where_each_set_goes(four: FourPeople) -> None:
    club = four.organiser.roles.get().club
    tournament = a_tournament(club, pairs=6, turns=3, format="mitchell", is_duplicated=True)
    page = four.client("organiser").get(f"/t/{tournament.code}/banco/smazzate/").content.decode()
    assert "I mazzetti girano" in page
    sets = sets_of(tournament)
    assert [each.number for each in sets] == [1, 2, 3]
    for turn in (1, 2, 3):
        assert sorted(table for each in sets for table in each.tables[turn]) == [1, 2, 3]
    before = [each.tables for each in sets]
    a_round(tournament)
    assert [each.tables for each in sets_of(tournament)] == before


def test_an_ordinary_evening_says_where_to_switch_it_on(four: FourPeople) -> None:
    club = four.organiser.roles.get().club
    tournament = a_tournament(club)
    organiser = four.client("organiser")
    page = organiser.get(f"/t/{tournament.code}/banco/smazzate/").content.decode()
    assert "si scelgono nelle impostazioni" in page
    assert compose(organiser, tournament).status_code == 409  # type: ignore[attr-defined]


def test_the_two_tables_of_a_team_match_compare_with_each_other() -> None:
    tournament = a_challenge(a_club(), 2, 2, turns=2, is_duplicated=True)
    settle(tournament, a_round(tournament))
    found = compared(tournament, PUBLIC)
    assert [board.number for board in found] == [1, 2, 3, 4]
    for board in found:
        one, other = board.lines
        assert one.against_others == one.difference - other.difference == -other.against_others


def test_boards_are_compared_once_the_round_is_settled(
    four: FourPeople, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = an_evening(four)
    at = f"/t/{tournament.code}/smazzate/"
    round_ = a_round(tournament)
    assert "ancora coperte" in Client().get(at).content.decode()
    assert Client().get(f"{at}1/").status_code == 404
    assert Client().get(at[:-1] + ".pdf").status_code == 409
    settle(tournament, round_)
    builds.build(tournament.pk)
    board_values.find_values(tournament.pk, [1, 2, 3, 4])
    told = Client().get(f"/api/v1/tournaments/{tournament.code}/boards/").json()
    assert [board["number"] for board in told] == [1, 2, 3, 4]
    for board in told:
        assert len(board["lines"]) == 2
        differences = [line["difference"] for line in board["lines"]]
        assert board["mean"] in (sum(differences) // 2, -(-sum(differences) // 2))
        assert all(line["against_others"] == line["difference"] - board["mean"] for line in board["lines"])
        assert all(line["play"] == line["difference"] - board["expected"] for line in board["lines"])
    with django_assert_max_num_queries(14):
        page = Client().get(f"{at}1/?fragment").content.decode()
    assert "Le carte davano" in page
    assert "Angelo" in page
    paper = Client().get(at[:-1] + ".pdf")
    assert (paper.status_code, paper["Content-Type"]) == (200, "application/pdf")


@pytest.mark.usefixtures("commits")
def test_a_value_that_many_readers_miss_is_found_once(four: FourPeople) -> None:
    tournament = an_evening(four)
    settle(tournament, a_round(tournament))
    cache.clear()
    with (
        patch.object(post_office, "soon", side_effect=lambda work: work()),
        patch.object(board_values.find_values, "delay") as asked,
    ):
        for _reader in range(3):
            Client().get(f"/api/v1/tournaments/{tournament.code}/boards/")
        board_values.ask_for(tournament, [4, 5])
    assert [call.args for call in asked.call_args_list] == [
        (tournament.pk, [1, 2, 3, 4]),
        (tournament.pk, [5]),
    ]
    with patch.object(board_values, "value_of", wraps=board_values.value_of) as found:
        for _task in range(2):
            board_values.find_values(tournament.pk, [1])
    assert found.call_count == 1


def test_the_api_gives_cards_with_a_reason_alone(four: FourPeople) -> None:
    tournament = an_evening(four)
    at = f"/api/v1/tournaments/{tournament.code}/boards/sets/1/cards/"
    organiser = four.client("organiser")
    refused = organiser.post(at, {}, content_type="application/json")
    assert refused.status_code == 400
    told = organiser.post(at, {"reason": "composizione"}, content_type="application/json").json()
    made, deck = boards.board(tournament.game, tournament.boards_seed, 1), tournament.rules.deck
    assert told[0]["hands"] == {chair: list(hand) for chair, hand in made.hands.items()}
    for seat, hand in told[0]["hands"].items():
        assert [card for card, heap in zip(deck, told[0]["heaps"], strict=True) if heap == seat] == hand
    assert told[0]["heaps"].count("+") == len(told[0]["rest"]) == 2
    assert tournament.log.filter(act="boards.looked-at").count() == 1
    missing = organiser.post(at.replace("/1/", "/99/"), {"reason": "x"}, content_type="application/json")
    assert (missing.status_code, missing.json()["code"]) == (409, "no-set")


def test_the_heading_of_the_tables_is_not_cut_with_the_columns_that_scroll(four: FourPeople) -> None:
    tournament = an_evening(four)
    settle(tournament, a_round(tournament))
    shown = Client().get(f"/t/{tournament.code}/smazzate/1/").content.decode()
    before, _scroll, inside = shown.partition('<div class="scroll">')
    assert "da chi ha fatto meglio in N-S" in before
    assert 'aria-labelledby="board-tables"' in inside
