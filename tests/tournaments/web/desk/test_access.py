"""The desk's addresses: pages that open, acts that are never a link, and what is not there."""

import pytest
from django.test import Client

from tests.evening import FourPeople, a_round
from tournaments.models import Tournament

PAGES = [
    "iscrizioni/",
    "iscrizioni/persone/?line=c",
    "iscrizioni/elenco/",
    "impostazioni/",
    "concludi/",
    "riapri/",
    "iscrizioni/1/ritira/",
    "iscrizioni/1/togli/",
    "turni/1/rifai/",
    "turni/1/butta/",
    "turni/1/codici/",
]
ACTS = [
    "iscrizioni/",
    "iscrizioni/presenti/",
    "iscrizioni/1/presente/",
    "iscrizioni/1/assente/",
    "iscrizioni/1/ritira/",
    "iscrizioni/1/rientra/",
    "iscrizioni/1/togli/",
    "iscrizioni/1/tavolo/",
    "iscrizioni/1/dati/",
    "iscrizioni/1/quota/",
    "iscrizioni/1/nome/1/",
    "iscrizioni/1/consenso/1/",
    "turni/abbina/",
    "turni/1/pubblica/",
    "turni/1/gioca/",
    "turni/1/concludi/",
    "turni/1/rifai/",
    "turni/1/butta/",
    "turni/1/codici/",
    "concludi/",
    "riapri/",
    "impostazioni/",
]


@pytest.mark.parametrize("path", PAGES)
def test_the_desk_opens_to_the_organiser(organiser: Client, tournament: Tournament, path: str) -> None:
    a_round(tournament, until="draft")
    assert organiser.get(f"/t/{tournament.code}/{path}").status_code == 200


@pytest.mark.parametrize("path", [act for act in ACTS if act not in PAGES])
def test_an_act_is_never_a_link(organiser: Client, tournament: Tournament, path: str) -> None:
    assert organiser.get(f"/t/{tournament.code}/{path}").status_code == 405


def test_a_form_without_its_token_is_refused(officers: FourPeople, tournament: Tournament) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(officers.organiser)
    assert strict.post(f"/t/{tournament.code}/turni/abbina/").status_code == 403
    assert not tournament.rounds.exists()


def test_a_tournament_that_is_not_there_says_so(organiser: Client) -> None:
    assert organiser.get("/t/xxxxxx/iscrizioni/").status_code == 404
    assert organiser.get("/circoli/nessuno/tornei/").status_code == 404
