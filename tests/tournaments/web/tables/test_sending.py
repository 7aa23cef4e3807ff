"""What the phone's outbox relies on: keys, writings that follow one another, answers a script can read."""

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY
from tests.tournaments.web.tables.table import Table, totals
from tournaments.results import calls

HTMX = {"HX-Request": "true"}


def write(phone: Client, table: Table, **changed: object) -> int:
    return phone.post(table.by_code("table_deal", 1), totals(**changed), headers=HTMX).status_code


def acts(table: Table) -> list[str]:
    log = table.match.round.tournament.log.order_by("number")
    return list(log.filter(subject__table=table.match.table).values_list("act", flat=True))


# --- A writing that corrects one still on its way -----------------------------------------------------------


def test_a_correction_names_the_writing_it_follows(phone: Client, table: Table) -> None:
    first = str(uuid4())
    assert write(phone, table, key=first) == 200
    assert write(phone, table, after=first, **{"A-total": 204, "B-total": 96}) == 200
    assert table.stored() == {1: (204, 96)}
    assert acts(table) == ["deal.entered", "deal.corrected"]


def test_a_correction_does_not_go_over_what_another_wrote_after_the_first(
    phone: Client, table: Table
) -> None:
    first, other = str(uuid4()), str(uuid4())
    write(phone, table, key=first)
    write(phone, table, key=other, after=first, **{"A-total": 204, "B-total": 96})
    assert write(phone, table, after=first, **{"A-total": 190, "B-total": 110}) == 409
    assert table.stored() == {1: (204, 96)}


def test_the_first_arriving_after_its_correction_does_not_bring_the_old_figures_back(
    phone: Client, table: Table
) -> None:
    first = str(uuid4())
    assert write(phone, table, after=first, **{"A-total": 204, "B-total": 96}) == 200
    assert write(phone, table, key=first) == 409
    assert table.stored() == {1: (204, 96)}


def test_the_version_chosen_by_eye_counts_more_than_the_writing_followed(phone: Client, table: Table) -> None:
    first, other = str(uuid4()), str(uuid4())
    write(phone, table, key=first)
    write(phone, table, key=other, after=first, **{"A-total": 204, "B-total": 96})
    version = table.match.deals.get().version
    assert write(phone, table, after=first, over=version, **{"A-total": 190, "B-total": 110}) == 200
    assert table.stored() == {1: (190, 110)}


def test_a_key_of_another_smazzata_is_not_followed(phone: Client, table: Table) -> None:
    second = str(uuid4())
    phone.post(table.by_code("table_deal", 2), totals(key=second))
    write(phone, table)
    assert write(phone, table, after=second, **{"A-total": 204, "B-total": 96}) == 409


def test_a_correction_that_follows_costs_one_query_more(
    phone: Client, table: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = str(uuid4())
    write(phone, table, key=first)
    with django_assert_max_num_queries(15):
        assert write(phone, table, after=first, **{"A-total": 204, "B-total": 96}) == 200


# --- Answers and calls ---------------------------------------------------------------------------------


def test_a_script_is_told_where_to_go_after_a_confirmation(phone: Client, table: Table) -> None:
    write(phone, table)
    seen = f"1:{table.match.deals.get().version}"
    others = table.of("B")
    answer = phone.post(others.by_code("table_confirm"), {"seen": seen, "key": uuid4()}, headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, others.by_code())


def test_a_script_is_told_in_a_sentence_why_an_answer_is_refused(phone: Client, table: Table) -> None:
    write(phone, table)
    seen = f"1:{table.match.deals.get().version}"
    answer = phone.post(table.by_code("table_confirm"), {"seen": seen, "key": uuid4()}, headers=HTMX)
    assert answer.status_code == 409
    assert "La smazzata 1 l&#x27;avete scritta voi" in answer.text
    assert "<main" not in answer.text


def test_a_call_that_arrives_again_does_not_call_a_referee_who_has_come(phone: Client, table: Table) -> None:
    call = {"reason": "accusi", "key": str(uuid4())}
    phone.post(table.by_code("table_call"), call)
    calls.answer(table.match, by=JURY)
    assert phone.post(table.by_code("table_call"), call, headers=HTMX).status_code == 200
    assert table.match.calls.count() == 1
    assert calls.call(table.match, by=JURY, key=UUID(call["key"])) is None
    phone.post(table.by_code("table_call"), {"key": str(uuid4())})
    assert table.match.calls.count() == 2


# --- The worker and its copies --------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_worker_comes_fresh_from_the_root_and_asks_nothing_of_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = client.get(reverse("service_worker"))
    assert answer.request["PATH_INFO"].count("/") == 1
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer["Cache-Control"]
    assert 'importScripts("/static/js/worker.js")' in answer.text
    assert client.post(reverse("service_worker")).status_code == 405


def test_a_page_fetched_to_be_kept_leaves_the_messages_for_who_reads(phone: Client, table: Table) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    kept = phone.get(table.by_code(), headers={"X-Keep": "1"})
    assert "Smazzata 1 salvata" not in kept.text
    assert "Smazzata 1 salvata" in phone.get(table.by_code()).text


def test_the_page_says_which_versions_it_shows(phone: Client, table: Table) -> None:
    assert 'data-versions="0-0-0-0-"' in phone.get(table.by_code()).text
    write(phone, table)
    version = table.match.deals.get().version
    assert f'data-versions="{version}-0-0-0-"' in phone.get(table.by_code()).text


def test_an_officers_page_says_whose_it_is_and_a_players_does_not(
    phone: Client, referee: Client, table: Table
) -> None:
    assert f'data-person="{table.people.referee.pk}"' in referee.get(table.by_officer()).text
    assert 'data-person=""' in phone.get(table.by_code()).text
