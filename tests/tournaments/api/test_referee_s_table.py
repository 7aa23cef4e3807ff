"""Calls to the referee, the board, the catalogue of rulings, a table's history and its withdrawals."""

import pytest

from tests.tournaments.api.conftest import Evening, holder_of
from tournaments.models import Article
from tournaments.results import codes


def test_a_table_calls_and_the_referee_answers(evening: Evening) -> None:
    table = f"{evening.at}/rounds/1/tables/1/call/"
    called = evening.table_code.post(table, {"reason": "accuso"}, format="json")
    assert called.status_code == 201
    assert (called.json()["table"], called.json()["side"], called.json()["reason"]) == (1, "A", "accuso")
    again = evening.table_code.post(table, {}, format="json")
    assert again.json() == called.json()
    waiting = evening.referee.get(f"{evening.at}/calls/").json()
    assert [(call["turn"], call["table"]) for call in waiting["calls"]] == [(1, 1)]
    board = evening.referee.get(f"{evening.at}/board/").json()
    assert [(row["table"], row["need"]) for row in board["tables"]] == [(1, "called"), (2, "playing")]
    assert evening.referee.post(f"{table}answer/").status_code == 204
    assert evening.referee.get(f"{evening.at}/calls/").json() == {"calls": [], "contests": []}


def test_a_call_is_withdrawn_by_its_own_side_alone(evening: Evening) -> None:
    table = f"{evening.at}/rounds/1/tables/1/call/"
    evening.table_code.post(table, {}, format="json")
    other_side = holder_of(codes.code_of(evening.match(), "B"))
    refused = other_side.delete(table)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-yours")
    assert evening.table_code.delete(table).status_code == 204
    assert evening.referee.get(f"{evening.at}/calls/").json()["calls"] == []


def test_the_history_of_a_table_is_its_part_of_the_log(evening: Evening) -> None:
    evening.table_code.post(f"{evening.at}/rounds/1/tables/1/call/", {}, format="json")
    history = evening.referee.get(f"{evening.at}/rounds/1/tables/1/history/").json()
    assert [each["act"] for each in history] == ["referee.called"]
    assert evening.referee.get(f"{evening.at}/rounds/1/tables/2/history/").json() == []


def test_the_referee_withdraws_a_pair_of_the_table_and_no_other(evening: Evening) -> None:
    seats = evening.anybody.get(f"{evening.at}/rounds/1/tables/1/").json()["seats"]
    here = seats[0]["entry"]
    elsewhere = ({1, 2, 3, 4} - {seat["entry"] for seat in seats}).pop()
    table = f"{evening.at}/rounds/1/tables/1/withdrawal/"
    refused = evening.referee.post(table, {"entry": elsewhere, "reason": "via"}, format="json")
    assert refused.status_code == 422
    left = evening.referee.post(table, {"entry": here, "reason": "via"}, format="json")
    assert (left.status_code, left.json()["withdrawn"]) == (200, True)


@pytest.fixture
def articles(evening: Evening) -> str:
    return f"{evening.club_at}/articles/"


def test_the_usual_articles_are_adopted_once(evening: Evening, articles: str) -> None:
    Article.objects.filter(club=evening.tournament.club).delete()
    counts = [len(evening.referee.post(f"{articles}usual/").json()) for _time in range(2)]
    assert counts == [10, 10]


def test_an_article_is_added_retired_and_taken_into_use_again(evening: Evening, articles: str) -> None:
    new = {"code": "99", "title": "Telefono al tavolo", "effect": "warning", "points": 20}
    added = evening.referee.post(articles, new, format="json")
    assert (added.status_code, added.json()["retired"]) == (201, False)
    twice = evening.referee.post(articles, new, format="json")
    assert (twice.status_code, twice.json()["code"]) == (422, "article-exists")
    for retired in (True, False):
        where = f"{articles}{added.json()['id']}/"
        changed = evening.referee.patch(where, {"retired": retired}, format="json")
        assert changed.json()["retired"] is retired
    assert "99" in {each["code"] for each in evening.referee.get(articles).json()}


def test_two_articles_in_use_never_share_a_step_of_lateness(evening: Evening, articles: str) -> None:
    Article.objects.filter(club=evening.tournament.club).delete()
    late = {"title": "Ritardo", "effect": "warning", "late_step": 1}
    first = evening.referee.post(articles, {"code": "a", **late}, format="json").json()
    refused = evening.referee.post(articles, {"code": "b", **late}, format="json")
    assert refused.json()["code"] == "step-taken"
    evening.referee.patch(f"{articles}{first['id']}/", {"retired": True}, format="json")
    assert evening.referee.post(articles, {"code": "b", **late}, format="json").status_code == 201
    back = evening.referee.patch(f"{articles}{first['id']}/", {"retired": False}, format="json")
    assert (back.status_code, back.json()["code"]) == (409, "step-taken")


def test_another_club_s_article_is_not_found(evening: Evening, articles: str) -> None:
    other = Article.objects.create(
        club=evening.people.stranger.roles.all()[0].club, code="1", title="…", effect="warning"
    )
    answer = evening.referee.patch(f"{articles}{other.pk}/", {"retired": True}, format="json")
    assert answer.status_code == 404
