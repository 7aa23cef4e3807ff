"""The referee's board: those who need somebody first; who may see it; how a call is made and answered."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.evening import JURY, a_club, a_round, a_tournament, fill, four_people, signed_in
from tests.once import once_a_module
from tests.tournaments.web.tables.table import Table
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.models import Call, Deal, LogEntry, Round
from tournaments.presenters.referee_board import Need
from tournaments.results import scores
from tournaments.rounds import rounds

made_turn = once_a_module(lambda: a_round(a_tournament(a_club(), pairs=12)))


@pytest.fixture
def turn(made_turn: Callable[[], Round], db: None) -> Round:
    return made_turn()


@pytest.fixture
def referee(turn: Round) -> Client:
    return signed_in(four_people(turn.tournament.club).referee)


def table(turn: Round, number: int) -> Table:
    return Table(turn.matches.select_related("round__tournament").get(table=number), people=None)  # type: ignore[arg-type]


def written_by(side: str, there: Table) -> Deal:
    """The first smazzata as that side writes it: a cappotto."""
    cappotto = {"cards": {side: []}, "last_trick": "B" if side == "A" else "A"}
    by = Actor.at_table(there.match, side)
    return scores.enter(there.match, 1, "cards", cappotto, by=by, based_on=0)


def board(client: Client, turn: Round) -> Any:
    return client.get(reverse("board", args=[turn.tournament.code]))


def order(client: Client, turn: Round) -> list[tuple[int, Need]]:
    return [(each.table.table, each.need) for each in board(client, turn).context["tables"]]


def test_tables_come_in_the_order_of_what_they_need(turn: Round, referee: Client) -> None:
    phone = Client()
    fill(table(turn, 1).match)
    fill(table(turn, 2).match)
    refereed = table(turn, 2).match
    scores.erase(refereed, 1, by=JURY, based_on=refereed.deals.get(number=1).version)
    written_by("A", table(turn, 2))
    written = written_by("A", table(turn, 3))
    contest = {"seen": f"1:{written.version}", "reason": "Erano tre fanti"}
    phone.post(table(turn, 3).of("B").by_code("table_contest"), contest)
    phone.post(table(turn, 5).by_code("table_call"), {"reason": "Ha parlato"})
    Round.objects.filter(pk=turn.pk).update(started_at=timezone.now() - timedelta(minutes=25))
    Deal.objects.exclude(match__table=6).update(entered_at=timezone.now())
    fill(table(turn, 6).match)
    assert order(referee, turn) == [
        (5, Need.CALLED),
        (3, Need.CONTESTED),
        (4, Need.SILENT),
        (2, Need.UNCONFIRMED),
        (1, Need.DONE),
        (6, Need.DONE),
    ]
    words = board(referee, turn).content.decode()
    assert "Ha parlato" in words
    assert "Erano tre fanti" in words
    assert "fine prevista alle" in words


def test_calling_twice_is_calling_once_and_going_there_closes_it(turn: Round, referee: Client) -> None:
    here = table(turn, 1)
    for _tap in range(2):
        assert Client().post(here.by_code("table_call"), {}).status_code == 303
    assert Call.objects.filter(answered_at__isnull=True).count() == 1
    assert "Arbitro chiamato alle" in Client().get(here.by_code()).content.decode()
    there = reverse("answer_call", args=[turn.tournament.code, 1, 1])
    assert referee.post(there).status_code == 303
    assert referee.post(there).status_code == 303
    assert Call.objects.get().answered_by_name == "Referee"
    acts = LogEntry.objects.filter(act__startswith="referee.").values_list("act", flat=True)
    assert list(acts) == ["referee.called", "referee.came"]


def test_a_table_that_a_pair_has_left_is_done_on_the_board_as_on_the_page_of_rounds(
    turn: Round, referee: Client
) -> None:
    for match in turn.matches.select_related("round__tournament").exclude(table=3):
        fill(match)
    left = table(turn, 3).match.seats.filter(side="A")[0].entry
    entries.withdraw(turn.tournament_id, left.number, withdrawn=True, by=JURY)
    seen = board(referee, turn)
    assert seen.context["done"] == len(seen.context["tables"])
    assert f"la coppia {left.number} ha lasciato il torneo" in seen.content.decode()
    rounds_page = referee.get(reverse("rounds", args=[turn.tournament.code]))
    assert rounds_page.context["progress"].is_complete


def test_a_table_reads_that_somebody_is_coming_only_once_an_officer_says_so(
    turn: Round, referee: Client
) -> None:
    here = table(turn, 1)
    Client().post(here.by_code("table_call"), {})
    waits = Client().get(here.by_code()).content.decode()
    assert "Arbitro chiamato alle" in waits
    assert "sta arrivando" not in waits
    referee.post(reverse("answer_call", args=[turn.tournament.code, 1, 1]))
    comes = Client().get(here.by_code()).content.decode()
    assert "sta arrivando" in comes
    assert here.by_code("table_call") in comes, "it can call again"
    Call.objects.update(answered_at=timezone.now() - timedelta(minutes=11))
    assert "sta arrivando" not in Client().get(here.by_code()).content.decode()


def test_the_side_that_called_withdraws_its_call_and_the_other_does_not(turn: Round, referee: Client) -> None:
    here = table(turn, 1)
    Client().post(here.by_code("table_call"), {})
    assert (
        here.of("B").by_code("table_withdraw_call")
        not in Client().get(here.of("B").by_code()).content.decode()
    )
    assert Client().post(here.of("B").by_code("table_withdraw_call"), {}).status_code == 409
    assert order(referee, turn)[0] == (1, Need.CALLED)
    for _tap in range(2):
        assert Client().post(here.by_code("table_withdraw_call"), {}).status_code == 303
    assert not Call.objects.exists()
    assert Need.CALLED not in [need for _table, need in order(referee, turn)]
    acts = LogEntry.objects.filter(act__startswith="referee.").values_list("act", flat=True)
    assert list(acts) == ["referee.called", "referee.withdrawn"]


def test_every_page_of_the_desk_shows_the_tables_that_call_until_somebody_goes(
    turn: Round, referee: Client
) -> None:
    badge = reverse("calls", args=[turn.tournament.code])
    for page in ("board", "rounds", "log"):
        assert badge in referee.get(reverse(page, args=[turn.tournament.code])).content.decode()
    assert badge in referee.get(table(turn, 2).by_officer()).content.decode()
    assert badge in referee.get(table(turn, 2).by_officer("table_deal", 1)).content.decode()
    for number in (2, 3):
        Client().post(table(turn, number).by_code("table_call"), {})
    seen = referee.get(badge)
    assert "Chiamano i tavoli 2, 3" in seen.content.decode()
    again = {"seen": seen.context["seen"]}
    assert referee.get(badge, again, headers={"HX-Request": "true"}).status_code == 204
    referee.post(reverse("answer_call", args=[turn.tournament.code, 1, 2]))
    assert "Chiama il tavolo 3" in referee.get(badge, again, headers={"HX-Request": "true"}).content.decode()
    assert badge not in Client().get(table(turn, 2).by_code()).content.decode()


def test_a_contested_deal_calls_until_it_is_decided(turn: Round, referee: Client) -> None:
    badge = reverse("calls", args=[turn.tournament.code])
    here = table(turn, 4)
    seen = {1: written_by("A", here).version}
    assert "Chiama" not in referee.get(badge).content.decode()
    by = Actor.at_table(here.match, "B")
    scores.contest(here.match, seen, by=by, reason="Accusi")
    Client().post(here.of("B").by_code("table_call"), {})
    assert "Chiama il tavolo 4" in referee.get(badge).content.decode(), "once, though it calls twice"
    referee.post(reverse("answer_call", args=[turn.tournament.code, 1, 4]))
    still = referee.get(badge)
    assert "Chiama il tavolo 4" in still.content.decode()
    again = {"seen": still.context["seen"]}
    assert referee.get(badge, again, headers={"HX-Request": "true"}).status_code == 204
    scores.accept(here.match, {1: here.match.deals.get(number=1).version}, by=JURY)
    assert "Chiama" not in referee.get(badge, again, headers={"HX-Request": "true"}).content.decode()


def test_nobody_sees_the_board_without_logging_in(turn: Round) -> None:
    assert board(Client(), turn).status_code == 302


def test_before_the_first_turn_the_board_says_what_will_be_there(referee: Client, turn: Round) -> None:
    empty = a_tournament(turn.tournament.club, pairs=0)
    assert "Nessun turno è annunciato" in referee.get(reverse("board", args=[empty.code])).content.decode()


def test_the_board_takes_as_many_queries_with_two_tables_as_with_many(
    referee: Client, turn: Round, django_assert_num_queries: Any
) -> None:
    small = a_round(a_tournament(turn.tournament.club, pairs=4))
    for each in (small, turn):
        for match in each.matches.select_related("round__tournament"):
            written_by("A", Table(match, people=None))  # type: ignore[arg-type]
        with django_assert_num_queries(12):
            board(referee, each)


def test_a_table_of_no_turn_is_not_found(referee: Client, turn: Round) -> None:
    assert referee.post(reverse("answer_call", args=[turn.tournament.code, 1, 99])).status_code == 404


def test_nobody_calls_once_the_turn_is_over(turn: Round) -> None:
    for match in turn.matches.select_related("round__tournament"):
        fill(match)
    code = table(turn, 1).by_code("table_call")
    rounds.settle(turn.tournament_id, 1, by=JURY)
    assert Client().post(code, {}).status_code == 403
