"""The results page says how far the evening is, and who is where in it."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY, a_club, a_round, a_tournament, four_people, settle
from tests.tournaments.web.public.stages import closed, draft, nothing, playing, published, settled, text_of
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


STAGES: list[tuple[Callable[[Tournament], None], list[str], list[str]]] = [
    (nothing, ["Coppie iscritte", "Cognome001 Anna"], ["Classifica dopo", "Tavoli del turno"]),
    (draft, ["Coppie iscritte"], ["Tavoli del turno"]),
    (published, ["Tavoli del turno 1", "Pubblicato", "Riposa:"], ["Classifica dopo", "Si gioca fino alle"]),
    (playing, ["Si gioca fino alle", "Smazzate: 4 di 4", "Smazzate: 0 di 4"], ["Classifica dopo"]),
    (settled, ["Classifica dopo il turno 1 di 4, aggiornata alle", "Tavoli del turno 1"], ["finale"]),
    (closed, ["Classifica finale", "Torneo concluso"], []),
]


@pytest.mark.parametrize(("reach", "said", "unsaid"), STAGES, ids=[stage[0].__name__ for stage in STAGES])
def test_the_page_says_how_far_the_evening_is(
    client: Client, reach: Callable[[Tournament], None], said: list[str], unsaid: list[str]
) -> None:
    tournament = a_tournament(a_club(), pairs=9)
    reach(tournament)

    text = text_of(client, f"/t/{tournament.code}/")

    for words in said:
        assert words in text
    for words in unsaid:
        assert words not in text


def test_every_round_has_its_page(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=5, turns=2)
    first = a_round(tournament)
    settle(tournament, first)
    builds.build(tournament.pk)
    a_round(tournament, until="draft")

    link = f'href="/t/{tournament.code}/turno/1/"'
    assert link not in client.get(f"/t/{tournament.code}/").content.decode()
    page = text_of(client, f"/t/{tournament.code}/turno/1/")
    for words in ("Tavoli del turno 1", "Le smazzate del tavolo 2", "Riposa:", "Classifica dopo il turno 1"):
        assert words in page
    for deal in first.matches.get(table=2).deals.all():
        assert f"{deal.number} {deal.points['A']} {deal.points['B']}" in page
    for number in (2, 3):
        assert client.get(f"/t/{tournament.code}/turno/{number}/").status_code == 404

    second = tournament.rounds.get(number=2)
    rounds.publish(tournament.pk, 2, by=JURY)
    rounds.play(tournament.pk, 2, by=JURY)
    settle(tournament, second)
    builds.build(tournament.pk)
    lifecycle.close(tournament.pk, by=JURY)
    assert link in client.get(f"/t/{tournament.code}/").content.decode()
    earlier = text_of(client, f"/t/{tournament.code}/turno/1/")
    assert "Classifica dopo il turno 1" in earlier
    assert "Classifica finale" not in earlier
    assert "Classifica finale" in text_of(client, f"/t/{tournament.code}/turno/2/")


def test_the_page_of_a_round_takes_as_many_queries_for_any_size(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club(), pairs=12)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    cache.clear()
    with django_assert_max_num_queries(12):
        client.get(f"/t/{tournament.code}/turno/1/")


def test_before_the_first_pair_the_page_says_what_will_come(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=0)
    assert "Le iscrizioni sono aperte" in text_of(client, f"/t/{tournament.code}/")


@pytest.mark.parametrize("pairs", [0, 4])
def test_an_evening_called_off_promises_neither_entries_nor_tables(client: Client, pairs: int) -> None:
    tournament = a_tournament(a_club(), pairs=pairs)
    lifecycle.call_off(tournament.pk, by=JURY, reason="sala allagata")

    text = text_of(client, f"/t/{tournament.code}/")

    assert "Torneo annullato" in text
    assert "La serata non si gioca." in text
    assert "In diretta" not in text
    assert "Le iscrizioni sono aperte" not in text
    assert "I tavoli del primo turno compaiono qui" not in text
    assert ("La serata è annullata" in text) == (pairs == 0)


@pytest.mark.parametrize("page", ["proiettore/", "coppie/1/", "andamento/"])
def test_nowhere_does_an_evening_called_off_wait_for_its_first_turn(client: Client, page: str) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    before = text_of(client, f"/t/{tournament.code}/{page}")
    assert "La serata è annullata" not in before
    lifecycle.call_off(tournament.pk, by=JURY, reason="sala allagata")
    text = text_of(client, f"/t/{tournament.code}/{page}")
    assert "La serata è annullata" in text
    assert "primo turno" not in text


def test_the_classifica_has_places_points_differences_and_criteria(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    settled(tournament)
    first = tournament.snapshots.get().rows[0]

    text = text_of(client, f"/t/{tournament.code}/")

    assert f"differenza +{first['difference']} · fatti {first['scored']}" in text
    for criterion in ("Punti partita", "Differenza punti", "Scontro diretto", "Sorteggio"):
        assert criterion in text


def test_a_tie_that_nothing_breaks_is_flagged(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4, criteria=["match_points"])
    settled(tournament)
    assert text_of(client, f"/t/{tournament.code}/").count("a pari merito") == 4


def test_a_classifica_waiting_for_its_build_says_so(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    settled(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(results_version=9)
    assert "La classifica si sta aggiornando" in text_of(client, f"/t/{tournament.code}/")


def test_the_next_draft_is_nobody_s_business_yet(client: Client) -> None:
    tournament = a_tournament(a_club())
    settled(tournament)
    rounds.draw(tournament.pk, by=JURY, seed=2)
    assert "Tavoli del turno 2" not in text_of(client, f"/t/{tournament.code}/")


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_page_takes_nine_queries_and_none_once_it_is_made(
    client: Client, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club(), pairs=pairs)
    settled(tournament)
    a_round(tournament, seed=2)
    cache.clear()
    with django_assert_num_queries(9):
        first = client.get(f"/t/{tournament.code}/")
    with django_assert_num_queries(0):
        again = client.get(f"/t/{tournament.code}/")
    assert first.content == again.content


@pytest.mark.parametrize("pairs", [4, 40])
def test_an_officer_s_page_takes_three_queries_more(
    client: Client, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club(), pairs=pairs)
    settled(tournament)
    a_round(tournament, seed=2)
    client.force_login(four_people(tournament.club).organiser)
    cache.clear()
    with django_assert_num_queries(12):
        assert client.get(f"/t/{tournament.code}/").status_code == 200
