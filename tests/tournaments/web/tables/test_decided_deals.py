"""A deal of the referee, or one that both sides confirmed, is changed by an officer alone: sides call."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import JURY
from tests.tournaments.web.tables.table import Table, parts, totals
from tests.tournaments.web.tables.test_table_access import page_for
from tournaments.evenings import lifecycle
from tournaments.models import Deal, LogEntry
from tournaments.results import codes, scores

HTMX = {"HX-Request": "true"}


def deal_of(table: Table) -> Deal:
    return table.match.deals.get(number=1)


def other_figures(**changed: object) -> dict[str, object]:
    """Figures of 194 to 123, where the deal that is decided has 194 to 106."""
    return parts(**{"B-declared": 17}, **changed)


def by_an_officer(table: Table) -> None:
    Client().post(table.by_code("table_deal", 1), other_figures())
    page_for(table.people.referee).post(
        table.by_officer("table_deal", 1), totals(based_on=deal_of(table).version)
    )


def by_both_sides(table: Table) -> None:
    Client().post(table.by_code("table_deal", 1), totals())
    Client().post(table.of("B").by_code("table_confirm"), {"seen": f"1:{deal_of(table).version}"})


def by_one_side_and_an_officer(table: Table) -> None:
    Client().post(table.by_code("table_deal", 1), totals())
    seen = f"1:{deal_of(table).version}"
    Client().post(table.of("B").by_code("table_contest"), {"seen": seen, "reason": "Non torna"})
    scores.accept(table.match, {1: deal_of(table).version}, by=JURY)


DECIDED = {
    "corrected by an officer": (by_an_officer, "l'ha scritta l'arbitro"),
    "confirmed by both sides": (by_both_sides, "è già confermata"),
    "accepted by an officer": (by_one_side_and_an_officer, "l'ha decisa l'arbitro"),
}


@pytest.fixture(params=DECIDED.values(), ids=DECIDED)
def decided(table: Table, request: pytest.FixtureRequest) -> str:
    """The first deal, 194 to 106, is decided; the reason that the refusal gives."""
    decide: Callable[[Table], None]
    decide, why = request.param
    decide(table)
    assert table.stored() == {1: (194, 106)}
    return why


def words(answer: Any) -> str:
    return str(answer.content.decode()).replace("&#x27;", "'")


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_side_does_not_write_over_it_and_is_shown_both_and_the_way_to_the_referee(
    table: Table, phone: Client, decided: str, side: str
) -> None:
    acts = LogEntry.objects.count()
    mine = table.of(side).by_code("table_deal", 1)
    for based_on in (0, deal_of(table).version):
        answer = phone.post(mine, other_figures(based_on=based_on, over=deal_of(table).version), headers=HTMX)
        assert answer.status_code == 409
        assert decided in words(answer)
        assert "194 – 106" in words(answer)
        assert "data-decided" in words(answer)
        assert f'href="{mine}"' in words(answer)
        assert "Metti la mia" not in words(answer)
    assert table.stored() == {1: (194, 106)}
    assert LogEntry.objects.count() == acts


def test_without_scripts_what_the_side_typed_stays_on_the_page(
    table: Table, phone: Client, decided: str
) -> None:
    answer = phone.post(table.by_code("table_deal", 1), other_figures(based_on=deal_of(table).version))
    assert answer.status_code == 409
    assert decided in words(answer)
    assert 'value="130"' in words(answer)


def test_a_side_does_not_contest_it(table: Table, phone: Client, decided: str) -> None:
    contest = {"seen": f"1:{deal_of(table).version}", "reason": "Non torna"}
    for side in ("A", "B"):
        answer = phone.post(table.of(side).by_code("table_contest"), contest, headers=HTMX)
        assert answer.status_code == 409
        assert decided in words(answer)
        assert "data-decided" in words(answer)
    assert deal_of(table).agreement == "confirmed"


@pytest.mark.parametrize("who", ["organiser", "referee"])
def test_an_officer_corrects_it(table: Table, decided: str, who: str) -> None:
    officer = page_for(getattr(table.people, who))
    assert "Correggi" in words(officer.get(table.by_officer()))
    answer = officer.post(table.by_officer("table_deal", 1), other_figures(based_on=deal_of(table).version))
    assert answer.status_code == 303
    assert table.stored() == {1: (194, 123)}


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_an_account_without_a_right_here_changes_nothing(table: Table, decided: str, who: str) -> None:
    visitor = page_for(getattr(table.people, who))
    answer = visitor.post(table.by_officer("table_deal", 1), other_figures(based_on=deal_of(table).version))
    assert answer.status_code in (403, 404)
    assert table.stored() == {1: (194, 106)}


def test_its_page_calls_the_referee_instead_of_taking_figures(
    table: Table, phone: Client, decided: str
) -> None:
    deal = table.by_code("table_deal", 1)
    assert "Non torna?" in words(phone.get(table.by_code()))
    page = words(phone.get(deal))
    assert 'class="deal-form"' not in page
    assert f'action="{table.by_code("table_call")}"' in page
    assert 'value="Smazzata 1"' in page
    phone.post(table.by_code("table_call"), {"reason": "Smazzata 1"})
    assert table.match.calls.get().reason == "Smazzata 1"
    assert "Arbitro chiamato alle" in words(phone.get(deal))


@pytest.mark.parametrize(
    ("decide", "why"),
    [
        (by_an_officer, "Questa smazzata l'ha scritta l'arbitro"),
        (by_both_sides, "Questa smazzata è confermata"),
        (by_one_side_and_an_officer, "Questa smazzata l'ha decisa l'arbitro"),
    ],
)
def test_its_page_says_who_decided_it(
    table: Table, phone: Client, decide: Callable[[Table], None], why: str
) -> None:
    decide(table)
    assert why in words(phone.get(table.of("B").by_code("table_deal", 1)))


def test_a_retry_of_a_save_that_was_accepted_before_is_answered_as_accepted(
    table: Table, phone: Client
) -> None:
    sent = other_figures()
    assert phone.post(table.by_code("table_deal", 1), sent, headers=HTMX).status_code == 200
    scores.enter(
        table.match, 1, "totals", TOTALS, by=JURY, based_on=deal_of(table).version, reason="Sommato male"
    )
    again = phone.post(table.by_code("table_deal", 1), sent, headers=HTMX)
    assert (again.status_code, "HX-Redirect" in again) == (200, True)
    assert table.stored() == {1: (194, 106)}


TOTALS = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}


def test_figures_equal_to_the_referees_are_taken_and_stay_the_referees(table: Table, phone: Client) -> None:
    scores.enter(table.match, 1, "totals", TOTALS, by=JURY, based_on=0)
    assert phone.post(table.by_code("table_deal", 1), totals(), headers=HTMX).status_code == 200
    assert (deal_of(table).entered_side, deal_of(table).agreement) == ("", "confirmed")


def test_without_confirmation_the_sides_still_correct_their_own_deals(table: Table, phone: Client) -> None:
    lifecycle.change(table.match.round.tournament_id, by=JURY, confirmation=False)
    phone.post(table.by_code("table_deal", 1), totals())
    again = other_figures(based_on=deal_of(table).version)
    assert phone.post(table.by_code("table_deal", 1), again).status_code == 303


def test_a_deal_that_waits_or_is_contested_is_still_for_the_sides(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    contest = {"seen": f"1:{deal_of(table).version}", "reason": "Non torna"}
    phone.post(table.of("B").by_code("table_contest"), contest)
    again = other_figures(based_on=deal_of(table).version)
    assert phone.post(table.by_code("table_deal", 1), again).status_code == 303
    assert deal_of(table).agreement == "waiting"


# --- Confirmed on the phone of the side that wrote ---------------------------------------------------------


@pytest.fixture
def same_phone(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    seen = f"1:{deal_of(table).version}"
    typed = {"seen": seen, "short_code": codes.short_code(table.match, "B"), "key": str(uuid4())}
    assert phone.post(table.by_code("table_confirm"), typed).status_code == 303


@pytest.mark.usefixtures("same_phone")
def test_a_confirmation_on_the_writers_phone_is_noted_in_the_log_and_on_the_referees_desk(
    table: Table, phone: Client, referee: Client
) -> None:
    said = LogEntry.objects.get(act="deal.confirmed")
    assert (said.actor_name, said.after["same_device"]) == ("turno 1, tavolo 1, E-O", True)
    tournament = table.match.round.tournament
    board = words(referee.get(reverse("board", args=[tournament.code])))
    assert "1 smazzata confermata dallo stesso telefono" in " ".join(board.split())
    assert "dallo stesso telefono" in words(referee.get(table.by_officer("table_history")))
    assert "Confermata dallo stesso telefono" in words(referee.get(table.by_officer()))
    public = phone.get(f"/api/v1/tournaments/{tournament.code}/rounds/1/tables/1/").json()
    assert public["deals"][0]["same_device"] is False, "it is for the table and the referee"


@pytest.mark.usefixtures("same_phone")
def test_a_correction_takes_the_note_away(table: Table) -> None:
    scores.enter(table.match, 1, "totals", TOTALS, by=JURY, based_on=deal_of(table).version)
    assert not deal_of(table).same_device


def test_a_confirmation_on_the_own_phone_is_not_noted(table: Table, phone: Client, referee: Client) -> None:
    by_both_sides(table)
    assert "same_device" not in LogEntry.objects.get(act="deal.confirmed").after
    board = words(referee.get(reverse("board", args=[table.match.round.tournament.code])))
    assert "stesso telefono" not in board
