"""Who may open what: the four people at every address of the desk."""

import pytest
from django.test import Client

from tests.evening import FourPeople, a_round
from tournaments.models import Tournament

PAGES = [
    "iscrizioni/",
    "iscrizioni/persone/?line=c",
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
REFUSED = ["referee", "player", "stranger"]


@pytest.mark.parametrize("path", PAGES)
def test_the_desk_opens_to_the_organiser(organiser: Client, tournament: Tournament, path: str) -> None:
    a_round(tournament, until="draft")
    assert organiser.get(f"/t/{tournament.code}/{path}").status_code == 200


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("who", REFUSED)
def test_the_desk_is_closed_to_the_others(
    client: Client, officers: FourPeople, tournament: Tournament, path: str, who: str
) -> None:
    client.force_login(getattr(officers, who))
    assert client.get(f"/t/{tournament.code}/{path}").status_code == 403


@pytest.mark.parametrize("path", ACTS)
@pytest.mark.parametrize("who", REFUSED)
def test_nobody_else_acts_and_nothing_changes(
    client: Client, officers: FourPeople, tournament: Tournament, path: str, who: str
) -> None:
    a_round(tournament, until="draft")
    acts = tournament.log.count()
    client.force_login(getattr(officers, who))
    answer = client.post(
        f"/t/{tournament.code}/{path}", {"line": "Nuovo Uno / Nuovo Due", "reason": "perché sì"}
    )
    assert answer.status_code == 403
    assert tournament.log.count() == acts


@pytest.mark.parametrize("path", [*PAGES, "turni/", "registro/"])
def test_who_has_not_signed_in_is_led_to_the_login_and_back(
    client: Client, tournament: Tournament, path: str
) -> None:
    answer = client.get(f"/t/{tournament.code}/{path}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accesso/login/?next=/t/")


@pytest.mark.parametrize("path", [act for act in ACTS if act not in PAGES])
def test_an_act_is_never_a_link(organiser: Client, tournament: Tournament, path: str) -> None:
    assert organiser.get(f"/t/{tournament.code}/{path}").status_code == 405


def test_a_form_without_its_token_is_refused(officers: FourPeople, tournament: Tournament) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(officers.organiser)
    assert strict.post(f"/t/{tournament.code}/turni/abbina/").status_code == 403
    assert not tournament.rounds.exists()


@pytest.mark.parametrize(
    ("who", "status"), [("organiser", 200), ("referee", 200), ("player", 403), ("stranger", 403)]
)
@pytest.mark.parametrize("path", ["turni/", "registro/"])
def test_the_turns_and_the_log_open_to_who_enters_results(
    client: Client, officers: FourPeople, tournament: Tournament, path: str, who: str, status: int
) -> None:
    a_round(tournament)
    client.force_login(getattr(officers, who))
    assert client.get(f"/t/{tournament.code}/{path}").status_code == status


@pytest.mark.parametrize(
    ("who", "status"), [("organiser", 200), ("referee", 403), ("player", 403), ("stranger", 403)]
)
def test_a_new_tournament_is_the_organisers(
    client: Client, officers: FourPeople, who: str, status: int
) -> None:
    client.force_login(getattr(officers, who))
    assert client.get("/circoli/circolo-mazzini/tornei/nuovo/").status_code == status


def test_a_tournament_that_is_not_there_says_so(organiser: Client) -> None:
    assert organiser.get("/t/xxxxxx/iscrizioni/").status_code == 404
    assert organiser.get("/circoli/nessuno/tornei/").status_code == 404
