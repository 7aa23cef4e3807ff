"""A challenge on the pages: made in a form, its entries given a team, its score told to everybody."""

import re
from typing import Any

import pytest
from django.test import Client

from club.models import Club
from tests.evening import JURY, TEAMS, FourPeople, a_challenge, a_round, a_tournament, fill, settle
from tests.pages import flat
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {
    "name": "Mazzini contro Budrio",
    "game": "quattro-scartate",
    "date": "2026-11-21",
    "turns": 3,
    "turn_minutes": 30,
    "rematches": "avoided",
    "house_rule": "accademia",
    **TEAMS,
}


def after_a_round(club: Club, first: int = 2, second: int = 2, **fields: Any) -> Tournament:
    tournament = a_challenge(club, first, second, **{"turns": 1, **fields})
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def page(client: Client, tournament: Tournament, path: str = "") -> str:
    answer = client.get(f"/t/{tournament.code}/{path}")
    assert answer.status_code == 200, path
    return flat(answer.content.decode())


def test_a_challenge_is_made_with_the_names_of_its_teams(organiser: Client, club: Club) -> None:
    assert organiser.post(f"/circoli/{club.slug}/tornei/nuovo/", NEW).status_code == 303
    made = Tournament.objects.latest("pk")
    assert (made.format, *made.teams) == ("challenge", "Rossi", "Verdi")


def test_without_a_name_the_form_says_what_is_missing(organiser: Client, club: Club) -> None:
    answer = organiser.post(f"/circoli/{club.slug}/tornei/nuovo/", {**NEW, "second_team": ""})
    assert answer.status_code == 422
    assert "scrivi il nome di tutte e due" in flat(answer.content.decode())
    tournament = a_challenge(club, 0, 0)
    sent = {**NEW, "first_team": "", "version": tournament.version, "confirmation": "on"}
    assert organiser.post(f"/t/{tournament.code}/impostazioni/", sent).status_code == 422


def test_a_pair_is_entered_for_a_team_and_the_desk_counts_both(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0, **TEAMS)
    pair = {
        "line": "Rossi Mario (ospite) / Neri Ugo (ospite)",
        "present": "on",
        "team": "2",
        "player0-about": "Rossi Mario (ospite)",
        "player0-choice": "guest",
        "player0-last_name": "Rossi",
        "player0-first_name": "Mario",
        "player1-about": "Neri Ugo (ospite)",
        "player1-choice": "guest",
        "player1-last_name": "Neri",
        "player1-first_name": "Ugo",
    }
    assert organiser.post(f"/t/{tournament.code}/iscrizioni/", pair).status_code == 303
    assert tournament.entries.get().team == 2
    text = page(organiser, tournament, "iscrizioni/")
    assert "Rossi 0, Verdi 1" in text
    assert "senza squadra:" not in text


def test_who_has_no_team_is_pointed_out_and_given_one(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=2, **TEAMS)
    assert "2 senza squadra: sceglila con" in page(organiser, tournament, "iscrizioni/")
    refused = organiser.post(f"/t/{tournament.code}/turni/abbina/", {"turn": 1})
    assert refused.status_code == 409
    assert "scegli nelle iscrizioni per chi gioca" in flat(refused.content.decode())
    for number, team in ((1, "1"), (2, "2")):
        answer = organiser.post(
            f"/t/{tournament.code}/iscrizioni/{number}/dati/", {"team": team, "seed": "", "circle": ""}
        )
        assert answer.status_code == 303
    assert list(tournament.entries.order_by("number").values_list("team", flat=True)) == [1, 2]
    assert organiser.post(f"/t/{tournament.code}/turni/abbina/", {"turn": 1}).status_code == 303


def test_a_pasted_list_is_of_one_team(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0, **TEAMS)
    sent = {"text": "Rossi Mario – Neri Ugo", "team": "1"}
    preview = organiser.post(f"/t/{tournament.code}/iscrizioni/elenco/", sent).content.decode()
    assert '<option value="1" selected>' in flat(preview)
    rows = {
        "do": "enter",
        "team": "1",
        "line": "Rossi Mario – Neri Ugo",
        "row0-of": "Rossi Mario – Neri Ugo",
    }
    organiser.post(f"/t/{tournament.code}/iscrizioni/elenco/", rows)
    assert tournament.entries.get().team == 1


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger", ""])
def test_everybody_reads_the_score_and_the_pairs_of_each_team(
    officers: FourPeople, club: Club, who: str
) -> None:
    tournament = after_a_round(club)
    client = officers.client(who)
    for path in ("", "turno/1/"):
        text = page(client, tournament, path)
        assert "tavoli: 1 vinto, 0 pari, 1 perso" in text or "tavoli: 2 vinti" in text
        assert " conduce di " in text or "Le due squadre sono pari" in text
    assert "Verdi" in page(client, tournament, "proiettore/")
    assert client.get(f"/t/{tournament.code}/scarica/sfida.csv").status_code == 200


@pytest.mark.parametrize("who", ["referee", "player", "stranger", ""])
def test_only_the_organiser_adds_a_round(officers: FourPeople, club: Club, who: str) -> None:
    tournament = after_a_round(club)
    answer = officers.client(who).post(f"/t/{tournament.code}/turni/ancora/", {"turns": 2})
    assert answer.status_code in (302, 403, 404)
    tournament.refresh_from_db()
    assert tournament.turns == 1


def test_a_challenge_goes_on_while_there_is_time(organiser: Client, club: Club) -> None:
    tournament = after_a_round(club)
    assert "C'è tempo per un altro turno" in page(organiser, tournament, "turni/").replace("&#x27;", "'")
    for _tap in range(2):
        answer = organiser.post(f"/t/{tournament.code}/turni/ancora/", {"turns": 2})
        assert answer.status_code == 303
    tournament.refresh_from_db()
    assert tournament.turns == 2
    assert "Abbina il turno 2" in page(organiser, tournament, "turni/")


def test_the_score_includes_the_tables_of_the_round_that_have_finished(client: Client, club: Club) -> None:
    tournament = after_a_round(club, turns=2)
    builds.build(tournament.pk)
    round_ = a_round(tournament, seed=2)
    fill(round_.matches.select_related("round__tournament").get(table=1))
    text = page(client, tournament)
    won = [int(part.split(" ")[0]) for part in text.split("tavoli: ")[1:3]]
    drawn = [int(re.split("vint[io], ", part)[1].split(" ")[0]) for part in text.split("tavoli: ")[1:3]]
    assert sum(won) + drawn[0] == 3
    assert "con i tavoli finiti del turno 2" in page(client, tournament, "proiettore/")


def test_a_closed_challenge_has_a_winner_in_words_on_the_page_and_in_the_file(
    client: Client, club: Club
) -> None:
    tournament = after_a_round(club)
    lifecycle.close(tournament.pk, by=JURY)
    assert " vince di " in page(client, tournament) or "finita pari" in page(client, tournament)
    rows = client.get(f"/t/{tournament.code}/scarica/sfida.json").json()["rows"]
    assert [row["turn"] for row in rows] == ["1", "Totale"]
    assert rows[-1]["first_won"] + rows[-1]["second_won"] + rows[-1]["first_drawn"] == 2


def test_other_formats_know_nothing_of_teams(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    assert 'id="sfida"' not in page(organiser, tournament)
    assert "Squadra" not in page(organiser, tournament, "iscrizioni/")
    assert organiser.get(f"/t/{tournament.code}/scarica/sfida.csv").status_code == 404


def test_before_the_evening_the_tables_of_the_smaller_team_are_enough(organiser: Client, club: Club) -> None:
    tournament = a_challenge(club, 4, 2, tables_available=2)
    text = page(organiser, tournament, "prima/")
    assert "Servono" not in text.split("Le formule per")[0]
    assert "Abbina il turno 1" in page(organiser, tournament, "turni/")


def test_the_advice_compares_the_challenge_with_other_formats(organiser: Client, club: Club) -> None:
    tournament = a_challenge(club, 4, 2, turns=3)
    text = page(organiser, tournament, "prima/")
    assert 'id="formula-challenge"' in text
    assert "Sfida fra due squadre" in text
    sent = {"movement": "challenge", "turns": 5, "version": tournament.version}
    assert organiser.post(f"/t/{tournament.code}/prima/scegli/", sent).status_code == 303
    tournament.refresh_from_db()
    assert (tournament.format, tournament.turns) == ("challenge", 5)
    assert 'id="formula-challenge"' not in page(organiser, a_tournament(club, pairs=4), "prima/")


def test_the_calendar_says_who_challenges_whom(client: Client, club: Club) -> None:
    a_tournament(club, pairs=0, **TEAMS)
    calendar = client.get(f"/circoli/{club.slug}/calendario.ics").content.decode()
    assert "Rossi – Verdi" in calendar.replace("\r\n ", "")
