"""A table's page that is left open: it changes with its table alone, and leads to the next one."""

import re

import pytest
from django.test import Client

from tests.evening import JURY, a_round, fill, settle
from tests.tournaments.web.tables.table import Table
from tournaments.entries import entries
from tournaments.models import Match, RoundState
from tournaments.results import codes
from tournaments.rounds import rounds

HTMX = {"HX-Request": "true"}


def asks(client: Client, url: str, **params: str) -> tuple[int, str]:
    """The status and the content of a poll."""
    answer = client.get(url, params, headers=HTMX)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("who", ["phone", "referee"])
def test_a_save_at_another_table_changes_nothing_here(
    request: pytest.FixtureRequest, table: Table, who: str
) -> None:
    client = request.getfixturevalue(who)
    url = table.by_code() if who == "phone" else table.by_officer()
    seen = client.get(url).context["live_version"]
    fill(table.match.round.matches.get(table=2))
    assert asks(client, url, seen=seen)[0] == 204
    fill(table.match)
    assert asks(client, url, seen=seen)[0] == 200


def test_the_state_of_the_round_comes_with_the_table(table: Table, phone: Client) -> None:
    match = Match.objects.get(pk=table.match.pk)
    match.round.state = RoundState.PUBLISHED
    match.round.save()
    assert "Pubblicato" in phone.get(table.by_code()).content.decode()
    rounds.play(match.round.tournament_id, 1, by=JURY)
    _status, part = asks(phone, table.by_code(), seen="0")
    assert re.search(r'id="round-chip"\s+hx-swap-oob="true"', part)
    assert "Si gioca" in part


def test_after_the_round_an_open_page_waits_and_then_shows_the_next_table(
    table: Table, phone: Client
) -> None:
    tournament = table.match.round.tournament
    seen = phone.get(table.by_code()).context["live_version"]
    settle(tournament, table.match.round)
    turned = phone.get(table.by_code(), {"seen": seen}, headers=HTMX)
    assert (turned.status_code, turned["HX-Refresh"]) == (200, "true")
    waiting = phone.get(table.by_code())
    assert waiting.status_code == 403
    assert "Appena esce il prossimo turno" in waiting.content.decode()
    version = waiting.context["coming"].version
    assert asks(phone, table.by_code(), next=version) == (204, "")

    following = a_round(tournament, until="draft")
    assert asks(phone, table.by_code(), next=version) == (204, ""), "a draft is nobody's business"
    rounds.publish(tournament.pk, following.number, by=JURY)
    status, part = asks(phone, table.by_code(), next=version)
    assert status == 200
    entry = table.match.seats.filter(side="A")[0].entry
    own = following.matches.get(seats__in=entry.seats.filter(round=following)[:1])
    assert re.findall(r'id="table-(\d+)"', part) == [str(own.table)]
    assert own.seats.exclude(entry=entry)[0].entry.number in [
        int(number) for number in re.findall(r"n\. (\d+)", part)
    ]
    assert "sse:changed" in part


def test_each_side_is_led_to_its_own_table(table: Table, phone: Client) -> None:
    tournament = table.match.round.tournament
    settle(tournament, table.match.round)
    a_round(tournament, until="published")
    tables = {
        side: re.findall(r'id="table-(\d+)"', phone.get(table.of(side).by_code()).content.decode())
        for side in "AB"
    }
    assert sorted(tables.values()) == [["1"], ["2"]]


def test_a_pair_that_does_not_play_is_told(table: Table, phone: Client) -> None:
    tournament = table.match.round.tournament
    settle(tournament, table.match.round)
    entries.withdraw(
        tournament.pk, table.match.seats.filter(side="A")[0].entry.number, withdrawn=True, by=JURY
    )
    a_round(tournament, until="published")
    assert "In questo turno non giocate" in phone.get(table.by_code()).content.decode()
    others = [table.of("B").by_code()]
    others += [
        codes_url(table, match, side) for match in table.match.round.matches.filter(table=2) for side in "AB"
    ]
    pages = [phone.get(url).content.decode() for url in others]
    assert sum("In questo turno riposate" in page for page in pages) == 1


def codes_url(table: Table, match: Match, side: str) -> str:
    return table.by_code().replace(table.code, codes.code_of(match, side))


def test_after_the_last_round_the_page_stops_to_ask(table: Table, phone: Client) -> None:
    tournament = table.match.round.tournament
    tournament.turns = 1
    tournament.save()
    settle(tournament, table.match.round)
    page = phone.get(table.by_code()).content.decode()
    assert "Era l'ultimo" in page
    assert "sse-connect" not in page
    assert "hx-get" not in page


def test_codes_that_were_renewed_reload_the_open_page(table: Table, phone: Client) -> None:
    old = table.by_code()
    rounds.renew_codes(table.match.round.tournament_id, 1, by=JURY)
    assert phone.get(old, {"seen": "0"}, headers=HTMX)["HX-Refresh"] == "true"
    assert "hx-get" not in phone.get(old).content.decode()
