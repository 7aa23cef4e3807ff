"""A table's page that is left open: it changes with its table alone, and leads to the next one."""

import re

import pytest
from django.test import Client

from tests.evening import JURY, fill
from tests.tournaments.web.tables.table import Table
from tournaments.models import Match, RoundState
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


def test_codes_that_were_renewed_reload_the_open_page(table: Table, phone: Client) -> None:
    old = table.by_code()
    rounds.renew_codes(table.match.round.tournament_id, 1, by=JURY)
    assert phone.get(old, {"seen": "0"}, headers=HTMX)["HX-Refresh"] == "true"
    assert "hx-get" not in phone.get(old).content.decode()
