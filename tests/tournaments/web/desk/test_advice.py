"""Prima della serata: the formulas that fit, evenings played out, and the formula chosen."""

import re
from datetime import date, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Club
from tests.evening import FourPeople, a_round, a_tournament
from tests.pages import words
from tournaments.evenings import simulations
from tournaments.models import Simulation, Tournament
from tournaments.pairing import pairing_service
from tournaments.web.forms.advice import defaults

HTMX = {"HX-Request": "true"}
WRITTEN = {
    "entries": "22",
    "turns": "4",
    "turn_minutes": "30",
    "break_minutes": "15",
    "tables": "",
    "starts_at": "21:00",
    "skill": "some",
}


def page(client: Client, tournament: Tournament, **written: str) -> str:
    answer = client.get(f"/t/{tournament.code}/prima/", {**WRITTEN, **written} if written else {})
    assert answer.status_code == 200
    return words(answer.content.decode())


def post(client: Client, tournament: Tournament, act: str, **written: str) -> str:
    answer = client.post(f"/t/{tournament.code}/prima/{act}/", {**WRITTEN, **written}, follow=True)
    return words(answer.content.decode())


def test_22_pairs_and_4_turns_of_30_minutes(organiser: Client, tournament: Tournament) -> None:
    shown = page(organiser, tournament, entries="22")
    assert "Le formule per 22 coppie (turni: 4)" in shown
    danish = shown[shown.index("Movimento danese") : shown.index("Svizzero")]
    assert "23:45 la fine, dopo 4 turni Tavoli 11 Riposo nessuno Incontri ripetuti nessuno" in danish
    groups = shown[shown.index("Più gironi all'italiana") :]
    assert (
        "23:00 la fine, dopo 3 turni Gironi 6 Tavoli 10 Riposo 2 a turno, al più 1 volta ciascuno" in groups
    )


def test_it_opens_with_those_present_and_the_tournaments_turns(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=9, turns=3, tables_available=4)
    assert "Le formule per 9 coppie (turni: 3)" in page(organiser, tournament)
    Tournament.objects.update(date=timezone.localdate() + timedelta(days=2))
    shown = organiser.get(f"/t/{tournament.code}/prima/").context["form"]
    assert (shown["tables"].value(), shown["starts_at"].value()) == (4, "21:00")


def test_with_nobody_here_yet_it_counts_those_who_entered(organiser: Client, club: Club) -> None:
    assert "Le formule per 7 coppie" in page(organiser, a_tournament(club, pairs=7, present=False))


def test_tonight_it_begins_in_a_few_minutes(organiser: Client, tournament: Tournament) -> None:
    now = timezone.localtime()
    Tournament.objects.update(date=now.date())
    start = organiser.get(f"/t/{tournament.code}/prima/").context["form"]["starts_at"].value()
    ahead = (int(start[:2]) * 60 + int(start[3:]) - now.hour * 60 - now.minute) % (24 * 60)
    assert 5 <= ahead <= 10
    assert start[-1] in "05"


@pytest.mark.parametrize(
    ("now", "on", "at", "begins"),
    [
        ("18:00", 0, "20:30", "20:30"),
        ("20:42", 0, "20:30", "20:50"),
        ("18:00", 0, None, "18:10"),
        ("18:00", 1, "20:30", "20:30"),
        ("18:00", 1, None, "21:00"),
    ],
)
def test_it_begins_at_the_evenings_hour(club: Club, now: str, on: int, at: str | None, begins: str) -> None:
    day = date(2030, 5, 4)
    tournament = a_tournament(club)
    tournament.date = day + timedelta(days=on)
    tournament.starts_at = time.fromisoformat(at) if at else None
    moment = timezone.make_aware(datetime.combine(day, time.fromisoformat(now)))
    assert defaults(tournament, moment)["starts_at"] == begins


def test_a_late_end_is_told_by_the_clock(organiser: Client, tournament: Tournament) -> None:
    assert "00:45 la fine, dopo 4 turni" in page(organiser, tournament, starts_at="22:00")


def test_lacking_tables_are_counted_and_stop_a_formula(organiser: Client, tournament: Tournament) -> None:
    shown = page(organiser, tournament, tables="10", turns="3")
    assert "Così non si può giocare. Servono 11 tavoli; disponibili: 10." in shown
    assert "Tavoli 11 (ne manca 1)" in shown
    danish = shown[shown.index("Movimento danese") : shown.index("Svizzero")]
    assert "Scegli questa formula" not in danish
    assert "Scegli questa formula" in shown  # the gironi have the tables


def test_nobody_to_play_is_an_empty_page_with_the_way_on(organiser: Client, club: Club) -> None:
    shown = page(organiser, a_tournament(club, pairs=0))
    assert "Ancora nessuna formula" in shown
    assert "Vai alle iscrizioni" in shown


@pytest.mark.parametrize(("field", "value"), [("entries", "mille"), ("turns", "31"), ("starts_at", "ieri")])
def test_nonsense_is_told_beside_its_field(
    organiser: Client, tournament: Tournament, field: str, value: str
) -> None:
    answer = organiser.get(f"/t/{tournament.code}/prima/", {**WRITTEN, field: value})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}


def test_choosing_changes_the_tournament(organiser: Client, tournament: Tournament) -> None:
    shown = post(organiser, tournament, "scegli", movement="danish", turns="3", tables="11", version="1")
    assert "La formula è scelta: movimento danese." in shown
    tournament.refresh_from_db()
    assert (tournament.turns, tournament.tables_available, tournament.version) == (3, 11, 2)
    assert tournament.log.latest("number").act == "tournament.changed"
    assert "Movimento danese scelta" in shown


@pytest.mark.parametrize(
    ("movement", "turns", "told"),
    [
        ("swiss", 4, {"format": "swiss", "turns": 4}),
        ("groups", 4, {"format": "girone", "groups": 6, "turns": 3}),
        ("groups-final", 7, {"format": "groups-final", "groups": 4, "qualifiers": 1, "turns": 7}),
        ("mitchell", 4, {"format": "mitchell", "sections": 1, "turns": 4}),
        ("knockout", 6, {"format": "knockout", "turns": 5}),
    ],
)
def test_the_formula_that_was_told_is_the_one_that_is_set_and_drawn(
    organiser: Client, club: Club, movement: str, turns: int, told: dict[str, object]
) -> None:
    tournament = a_tournament(club, pairs=22)
    shown = post(organiser, tournament, "scegli", movement=movement, turns=str(turns), version="1")
    assert "La formula è scelta" in shown
    tournament.refresh_from_db()
    assert {name: getattr(tournament, name) for name in told} == told
    assert pairing_service.obstacles(tournament, 1) == []
    a_round(tournament, until="draft")


def test_a_double_tap_chooses_once(organiser: Client, tournament: Tournament) -> None:
    post(organiser, tournament, "scegli", movement="danish", turns="3", version="1")
    again = post(organiser, tournament, "scegli", movement="danish", turns="3", version="1")
    assert "Il torneo è stato cambiato da un'altra persona" in again
    tournament.refresh_from_db()
    assert tournament.version == 2


@pytest.mark.parametrize("movement", ["", "larger", "knockout", "nothing"])
def test_what_is_not_offered_cannot_be_chosen(
    organiser: Client, tournament: Tournament, movement: str
) -> None:
    assert "Questa formula qui non si può scegliere" in post(
        organiser, tournament, "scegli", movement=movement, version="1"
    )


def test_after_the_first_draw_there_is_nothing_to_choose(organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, until="draft")
    shown = page(organiser, tournament, turns="3")
    assert "Il torneo è già cominciato: qui si può soltanto guardare." in shown
    assert "Scegli questa formula" not in shown
    assert "Il primo turno è già abbinato" in post(organiser, tournament, "scegli", movement="danish")


@pytest.mark.usefixtures("quick")
def test_evenings_are_played_out_while_somebody_looks(organiser: Client, tournament: Tournament) -> None:
    assert "Prova 4 serate" in page(organiser, tournament, entries="8")
    answer = organiser.post(f"/t/{tournament.code}/prima/prova/", {**WRITTEN, "entries": "8"})
    assert answer.status_code == 303
    address = answer["Location"].partition("#")[0]
    for _look in range(200):
        fragment = organiser.get(address, headers=HTMX).content.decode()
        if "hx-trigger" not in fragment:
            break
        assert "Si provano le serate" in fragment
    shown = words(fragment)
    assert "<html" not in fragment
    assert "Provate 4 serate per formula." in shown
    assert "19 volte su 20 la quota vera sta lì dentro" in shown
    assert re.search(r"a ogni smazzata il primo fa in media \d+ punti più dell'ultimo", shown)
    assert re.search(r"La coppia più forte vince \d+% \(\d+–\d+\)", shown)
    assert Simulation.objects.get().state == Simulation.State.DONE


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("criteria", "said"),
    [
        (["match_points", "lots"], "La classifica è quella del torneo: punti partita, sorteggio."),
        (
            ["total_points", "cappotti", "shared_place"],
            "La classifica è quella del torneo: punti totali, posto condiviso. I cappotti qui non si contano",
        ),
    ],
)
def test_evenings_are_ranked_as_the_tournament_is(
    organiser: Client, tournament: Tournament, criteria: list[str], said: str
) -> None:
    Tournament.objects.update(criteria=criteria)
    post(organiser, tournament, "prova", entries="8")
    while simulations.play_slice(Simulation.objects.get().pk):
        pass
    assert said in page(organiser, tournament, entries="8")
    assert Simulation.objects.get().inputs["ranking"]["criteria"] == criteria


@pytest.mark.usefixtures("quick")
def test_a_double_click_asks_once(organiser: Client, tournament: Tournament) -> None:
    for _click in "12":
        post(organiser, tournament, "prova", entries="8")
    assert Simulation.objects.count() == 1


def test_it_can_be_stopped_and_goes_on_from_there(organiser: Client, tournament: Tournament) -> None:
    post(organiser, tournament, "prova", entries="8")
    simulation = Simulation.objects.get()
    shown = post(organiser, tournament, f"prova/{simulation.pk}/ferma", entries="8")
    assert "La prova è ferma" in shown
    simulation.refresh_from_db()
    assert simulation.done > 0
    assert "Si provano le serate" in post(organiser, tournament, "prova", entries="8")
    assert Simulation.objects.get().pk == simulation.pk


def test_a_fourth_at_a_time_is_refused_in_a_sentence(organiser: Client, tournament: Tournament) -> None:
    for entries in "678":
        post(organiser, tournament, "prova", entries=entries)
    answer = organiser.post(f"/t/{tournament.code}/prima/prova/", {**WRITTEN, "entries": "9"})
    assert answer.status_code == 409
    assert "ha già 3 prove in corso" in words(answer.content.decode())


def test_another_clubs_simulation_is_not_there(
    client: Client, organiser: Client, officers: FourPeople, tournament: Tournament
) -> None:
    post(organiser, tournament, "prova", entries="8")
    simulation = Simulation.objects.get()
    theirs = a_tournament(Club.objects.get(name="Circolo di un altro"))
    client.force_login(officers.stranger)
    assert client.post(f"/t/{theirs.code}/prima/prova/{simulation.pk}/ferma/", WRITTEN).status_code == 404
    simulation.refresh_from_db()
    assert simulation.is_running


def test_the_desk_and_the_turns_lead_there(organiser: Client, tournament: Tournament) -> None:
    for where in ("iscrizioni", "turni"):
        assert (
            f"/t/{tournament.code}/prima/" in organiser.get(f"/t/{tournament.code}/{where}/").content.decode()
        )


def test_single_players_are_called_so(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0, game="terziglio")
    shown = page(organiser, tournament, entries="14")
    assert "Le formule per 14 giocatori" in shown
    assert "Tavoli individuali" in shown
    assert "Riposo 2 a turno" in shown
