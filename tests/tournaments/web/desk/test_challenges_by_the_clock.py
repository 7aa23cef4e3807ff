"""A challenge played until an hour, on the pages: its settings, the next step, the clock, words without a
number of rounds."""

import html
from datetime import UTC, datetime, time, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club.models import Club
from tests.evening import JURY, FourPeople, a_challenge, a_round, fill, settle
from tests.pages import flat
from tests.tournaments.web.desk.test_challenges import NEW
from tournaments.evenings import lifecycle
from tournaments.models import Round, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def now_and(minutes: float) -> dict[str, Any]:
    """The settings of a challenge that began an hour ago and ends in so many minutes."""
    now = timezone.localtime().replace(second=0, microsecond=0)
    begun, end = (now + timedelta(minutes=each) for each in (-60, minutes))
    return {"date": begun.date(), "starts_at": begun.time(), "plays_until": end.time(), "turns": 1}


def a_marathon(club: Club, minutes: float = 240, first: int = 2, second: int = 2) -> Tournament:
    given = now_and(minutes)
    on = given.pop("date")
    tournament = a_challenge(club, first, second, **given)
    Tournament.objects.filter(pk=tournament.pk).update(date=on)
    tournament.refresh_from_db()
    return tournament


def played(tournament: Tournament, turn: int = 1, *, lasted: int = 25) -> Round:
    """The next round, settled now, started so many minutes ago."""
    round_ = settle(tournament, a_round(tournament, seed=turn))
    builds.build(tournament.pk)
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=lasted))
    tournament.refresh_from_db()
    return round_


def page(client: Client, tournament: Tournament, path: str = "") -> str:
    answer = client.get(f"/t/{tournament.code}/{path}")
    assert answer.status_code == 200, path
    return html.unescape(flat(answer.content.decode()))


def test_a_marathon_is_made_with_its_hour_which_the_settings_change_and_take_away(
    organiser: Client, club: Club
) -> None:
    new = {**NEW, "starts_at": "21:00", "plays_until": "03:00"}
    assert organiser.post(f"/circoli/{club.slug}/tornei/nuovo/", new).status_code == 303
    made = Tournament.objects.latest("pk")
    assert made.plays_until == time(3)
    assert made.play_ends_at == datetime(2026, 11, 22, 2, tzinfo=UTC)
    assert 'value="03:00"' in page(organiser, made, "impostazioni/")
    assert "fino alle 03:00 del giorno dopo, turni da 30 minuti" in page(organiser, made, "turni/")
    at = f"/t/{made.code}/impostazioni/"
    for sent, stored in (
        ({"plays_until": "04:30"}, time(4, 30)),
        ({}, time(4, 30)),
        ({"plays_until": ""}, None),
    ):
        made.refresh_from_db()
        fields = {name: value for name, value in new.items() if name != "plays_until"}
        answer = organiser.post(at, {**fields, **sent, "version": made.version, "confirmation": "on"})
        assert answer.status_code == 303
        made.refresh_from_db()
        assert made.plays_until == stored


def test_an_hour_without_a_start_is_refused_with_the_remedy(organiser: Client, club: Club) -> None:
    new = {**NEW, "starts_at": "", "plays_until": "03:00"}
    answer = organiser.post(f"/circoli/{club.slug}/tornei/nuovo/", new)
    assert answer.status_code == 422
    assert "serve anche quella d'inizio" in html.unescape(answer.content.decode())


def test_while_there_is_time_another_round_is_the_next_step(organiser: Client, club: Club) -> None:
    tournament = a_marathon(club, 240)
    played(tournament)
    text = page(organiser, tournament, "turni/")
    assert "Abbina il turno 2" in text
    assert "C'è tempo per altri " in text
    assert "se ognuno dura circa 25 minuti" in text
    assert "Concludi il torneo" not in text


def test_without_time_it_proposes_to_conclude_and_lets_the_organiser_go_on(
    organiser: Client, club: Club
) -> None:
    tournament = a_marathon(club, 12)
    played(tournament)
    text = page(organiser, tournament, "turni/")
    assert "Non c'è tempo per un altro turno: di solito dura circa 25 minuti." in text
    assert "Concludi il torneo" in text
    assert "Sposta la fine della sfida" in text
    assert "Abbina il turno 2" not in text
    assert "Un altro turno lo stesso" in text
    assert organiser.post(f"/t/{tournament.code}/turni/abbina/", {"turn": 2}).status_code == 303
    assert tournament.rounds.count() == 2


def test_after_the_hour_it_says_so_and_the_round_that_ends_it_is_concluded_alone(
    organiser: Client, club: Club
) -> None:
    tournament = a_marathon(club, -1)
    round_ = a_round(tournament)
    text = page(organiser, tournament, "turni/")
    assert "il turno che si sta giocando si finisce e conta" in text
    settled = settle(tournament, round_)
    assert settled.is_last
    text = page(organiser, tournament, "turni/")
    assert "Concludi il torneo" in text
    closed = lifecycle.close(tournament.pk, by=JURY)
    assert "Il torneo è concluso" in page(organiser, closed, "turni/")


def test_the_last_result_concludes_a_round_and_draws_the_next_one_if_there_is_time(
    organiser: Client, club: Club
) -> None:
    for minutes, draws in ((240, True), (3, False)):
        tournament = a_marathon(club, minutes)
        round_ = a_round(tournament)
        for match in round_.matches.select_related("round__tournament"):
            fill(match)
        text = page(organiser, tournament, "turni/")
        assert ("Concludi il turno 1 e abbina il 2" in text) is draws
        sent = {"accept_unconfirmed": "1", **({"and_draw": "1"} if draws else {})}
        organiser.post(f"/t/{tournament.code}/turni/1/concludi/", sent)
        assert tournament.rounds.count() == 1 + draws


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger", ""])
def test_everybody_sees_the_clock_to_the_end_and_rounds_by_their_number_alone(
    officers: FourPeople, club: Club, who: str
) -> None:
    tournament = a_marathon(club)
    played(tournament)
    a_round(tournament, seed=2)
    client, end = officers.client(who), tournament.play_ends_at
    assert end is not None
    for path in ("", "proiettore/"):
        text = page(client, tournament, path)
        assert "Turno 2" in text
        assert "Turno 2 di" not in text
        assert f'data-ends-at="{timezone.localtime(end).isoformat()}"' in text
        assert "La sfida finisce alle" in text
    assert "Classifica dopo il turno 1, aggiornata alle" in page(client, tournament)
    assert "Dopo il turno 1<" in page(client, tournament, "coppie/1/").replace(" <", "<")


def test_once_it_is_over_no_clock_runs(client: Client, club: Club) -> None:
    tournament = a_marathon(club)
    played(tournament)
    lifecycle.close(tournament.pk, by=JURY)
    for path in ("", "proiettore/"):
        assert "La sfida finisce alle" not in page(client, tournament, path)


def test_the_table_says_until_when_the_challenge_is_played(organiser: Client, club: Club) -> None:
    tournament = a_marathon(club)
    a_round(tournament)
    text = page(organiser, tournament, "turni/1/tavoli/1/")
    assert "turno 1 · fino alle " in text
    assert "turno 1 di" not in text


def test_the_paper_names_no_number_of_rounds(organiser: Client, club: Club) -> None:
    tournament = a_marathon(club)
    played(tournament)
    paper = organiser.get(f"/t/{tournament.code}/classifica.pdf")
    read = " ".join(each.extract_text() for each in PdfReader(BytesIO(b"".join(paper))).pages)
    assert "dopo il turno 1, aggiornata alle" in flat(read)


def test_before_the_evening_the_calendar_says_until_when(client: Client, club: Club) -> None:
    given = {"starts_at": time(21), "plays_until": time(3), "turns": 1}
    tournament = a_challenge(club, 0, 0, **given)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() + timedelta(days=9))
    tournament.refresh_from_db()
    assert "Verdi · fino alle 03:00 del giorno dopo" in page(client, tournament)
