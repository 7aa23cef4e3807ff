"""Who may come to a table: officers by their account, players by the code on their own sheet."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from club.models import User
from tests.club.accounts.entering import by_password
from tests.evening import JURY, a_round, fill, settle
from tests.tournaments.web.tables.table import Table, cards
from tournaments import queries
from tournaments.models import Match
from tournaments.results import codes, scores
from tournaments.rounds import rounds

HTMX = {"HX-Request": "true"}
OFFICERS = ["organiser", "referee"]


def page_for(person: User | AnonymousUser) -> Client:
    client = Client()
    if isinstance(person, User):
        client.force_login(person)
    return client


@pytest.mark.parametrize("who", OFFICERS)
def test_officers_open_a_table_and_write_a_deal(table: Table, who: str) -> None:
    client = page_for(getattr(table.people, who))
    assert client.get(table.by_officer()).status_code == 200
    assert client.get(table.by_officer("table_deal", 1)).status_code == 200
    assert client.post(table.by_officer("table_count", 1), cards()).status_code == 200
    assert client.post(table.by_officer("table_deal", 1), cards()).status_code == 303
    deal = table.match.deals.get()
    assert deal.entered_by == getattr(table.people, who)


def test_who_has_not_signed_in_is_sent_to_the_login(table: Table, phone: Client) -> None:
    for url in (table.by_officer(), table.by_officer("table_deal", 1)):
        answer = phone.get(url)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))


def test_the_code_on_the_sheet_opens_its_table_without_an_account(table: Table, phone: Client) -> None:
    answer = phone.get(table.by_code())
    assert answer.status_code == 200
    for seat in table.match.seats.select_related("person"):
        assert seat.person.full_name in answer.content.decode()
    assert phone.post(table.by_code("table_deal", 1), cards()).status_code == 303
    deal = table.match.deals.get()
    assert (deal.entered_by, deal.entered_by_name) == (None, "turno 1, tavolo 1, N-S")


def test_a_referee_whose_session_is_over_is_told_and_finds_the_way_in(table: Table, phone: Client) -> None:
    said = "Qui scrivi come i giocatori"
    assert said not in phone.get(table.by_code()).content.decode()
    referee = by_password(table.people.referee)
    assert referee.get(table.by_code())["Location"] == table.by_officer(), "they act under their own name"
    referee.post(reverse("account_logout"))
    for url in (table.by_code(), table.by_code("table_deal", 1)):
        page = referee.get(url).content.decode()
        assert said in page
        assert f"{reverse('account_login')}?next={table.by_officer()}" in page


def test_a_code_opens_no_table_but_its_own(table: Table, phone: Client) -> None:
    other = table.match.round.matches.get(table=2)
    phone.post(reverse("table_deal_by_code", args=[codes.code_of(other, "A"), 1]), cards())
    assert table.stored() == {}
    assert phone.get(table.by_officer()).status_code == 302


@pytest.mark.parametrize("forged", ["1.1.nonsense", "x", "1.1", "9999999999999999999999.1.x", "…", "1..2"])
def test_a_forged_code_is_refused_with_a_sentence(table: Table, phone: Client, forged: str) -> None:
    for url in (reverse("table_by_code", args=[forged]), reverse("table_deal_by_code", args=[forged, 1])):
        answer = phone.post(url, cards()) if "smazzate" in url else phone.get(url)
        assert answer.status_code == 403
        assert "Questo codice non apre nessun tavolo" in answer.content.decode()


def test_a_code_signed_for_another_table_is_refused(table: Table, phone: Client) -> None:
    other = codes.code_of(table.match.round.matches.get(table=2), "A")
    swapped = f"{table.match.pk}.{other.split('.', 1)[1]}"
    assert phone.get(reverse("table_by_code", args=[swapped])).status_code == 403


def test_after_the_round_the_code_leads_on_and_takes_nothing(table: Table, phone: Client) -> None:
    code = table.by_code()
    deal = table.by_code("table_deal", 1)
    settle(table.match.round.tournament, table.match.round)
    before = table.stored()
    answer = phone.get(code, follow=True)
    assert answer.redirect_chain[0][0].startswith("/serata/")
    now = phone.get(f"{answer.redirect_chain[-1][0]}adesso/").content.decode()
    assert "Turno 1 concluso" in now
    assert reverse("results", args=[table.match.round.tournament.code]) in now
    plain = phone.post(deal, cards())
    assert plain.status_code == 403
    assert "rivolgiti all&#x27;arbitro" in plain.content.decode()
    late = phone.post(deal, cards(), headers={"HX-Request": "true"})
    assert (late.status_code, late["X-Refusal"]) == (403, "code-over")
    assert "rivolgiti all&#x27;arbitro" in late.content.decode()
    assert table.stored() == before


def test_a_renewed_code_closes_the_old_sheet(table: Table, phone: Client) -> None:
    old = table.by_code()
    tournament = table.match.round.tournament
    rounds.renew_codes(tournament.pk, 1, by=JURY)
    answer = phone.get(old)
    assert answer.status_code == 403
    assert "sostituito" in answer.content.decode()


def test_an_officer_who_scans_the_sheet_gets_the_officers_page(table: Table, referee: Client) -> None:
    answer = referee.get(table.by_code())
    assert answer.status_code == 302
    assert answer["Location"] == table.by_officer()


@pytest.mark.parametrize("url", ["turni/9/tavoli/1/", "turni/1/tavoli/99/", f"turni/{10**30}/tavoli/1/"])
def test_a_table_that_is_not_there_is_not_found(table: Table, referee: Client, url: str) -> None:
    assert referee.get(f"/t/{table.match.round.tournament.code}/{url}").status_code == 404


@pytest.mark.parametrize("number", [0, 5, 99, 10**30])
def test_a_deal_that_is_not_on_the_sheet_is_not_found(table: Table, phone: Client, number: int) -> None:
    assert phone.get(table.by_code("table_deal", number)).status_code == 404
    assert phone.post(table.by_code("table_count", number), cards()).status_code == 404


def test_a_draft_is_for_the_organiser_alone_and_takes_no_results(table: Table, referee: Client) -> None:
    settle(table.match.round.tournament, table.match.round)
    draft = a_round(table.match.round.tournament, seed=2, until="draft")
    url = reverse("table", args=[draft.tournament.code, 2, 1])
    deal = reverse("table_deal", args=[draft.tournament.code, 2, 1, 1])
    assert referee.get(url).status_code == 404
    organiser = page_for(table.people.organiser)
    assert "ancora in bozza" in organiser.get(url).content.decode()
    answer = organiser.post(deal, cards())
    assert answer.status_code == 409
    assert not draft.matches.get(table=1).deals.exists()


def test_a_published_turn_shows_the_seats_and_takes_no_results_yet(table: Table, phone: Client) -> None:
    settle(table.match.round.tournament, table.match.round)
    round_ = a_round(table.match.round.tournament, seed=2, until="published")
    match = round_.matches.get(table=1)
    code = codes.code_of(match, "A")
    answer = phone.get(reverse("table_by_code", args=[code]))
    assert "non è ancora iniziato" in answer.content.decode()
    refused = phone.post(
        reverse("table_deal_by_code", args=[code, 1]),
        cards(heap=f"{scores.place_of(match, 1).dealer}7"),
    )
    assert refused.status_code == 409
    assert "non è ancora iniziato" in refused.content.decode()
    assert not match.deals.exists()


@pytest.mark.parametrize("page", [("table",), ("table_deal", 2)], ids=["table", "deal"])
def test_a_page_takes_as_many_queries_by_code_whatever_is_on_the_sheet(
    table: Table, phone: Client, page: tuple[str, int], django_assert_num_queries: Any
) -> None:
    # The code's table, the table with its round, seats, deals; the table's page also knows its
    # version, its call for the referee and its rulings.
    queries = 7 if page == ("table",) else 4
    with django_assert_num_queries(queries):
        phone.get(table.by_code(*page))
    fill(table.match)
    # A finished table also knows which others still play: two more. The page of a deal that an officer wrote
    # knows whether the referee is called.
    with django_assert_num_queries(9 if page == ("table",) else 5):
        phone.get(table.by_code(*page))


@pytest.mark.parametrize("page", [("table",), ("table_deal", 2)], ids=["table", "deal"])
def test_a_page_takes_a_few_queries_for_an_officer(
    table: Table, referee: Client, page: tuple[str, int], django_assert_num_queries: Any
) -> None:
    fill(table.match)
    # Session, user, tournament, role; table, seats, deals; and the version, the call, the rulings.
    with django_assert_num_queries(11 if page == ("table",) else 7):
        referee.get(table.by_officer(*page))


@pytest.mark.parametrize("who", ["phone", "officer"])
def test_what_is_written_while_the_page_is_made_comes_with_the_next_question(
    table: Table, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client() if who == "phone" else page_for(table.people.referee)
    address = table.by_code() if who == "phone" else table.by_officer()
    read = queries.tables

    def meanwhile(of: Any) -> Any:
        """As if the opponents wrote as soon as the table is read."""
        found = list(read(of).filter(pk=table.match.pk))
        monkeypatch.undo()
        fill(table.match)
        return Given(found)

    monkeypatch.setattr(queries, "tables", meanwhile)
    old = client.get(address, headers=HTMX)
    assert table.match.deals.count() == 4
    seen = {"seen": old.context["live_version"]}
    renewed = client.get(address, seen, headers=HTMX)
    assert renewed.status_code == 200
    assert client.get(address, {"seen": renewed.context["live_version"]}, headers=HTMX).status_code == 204


class Given(list[Match]):
    """Tables read already, asked for as those of a query are."""

    def filter(self, **_of: object) -> "Given":
        return self

    def get(self, **_of: object) -> Match:
        return self[0]

    def first(self) -> Match:
        return self[0]
