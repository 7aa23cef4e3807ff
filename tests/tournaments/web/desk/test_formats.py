"""The formats on the pages: chosen in a form, told at the desk and to the room, read by the API."""

from typing import Any

import pytest
from django.test import Client

from club.models import Club, RoleKind
from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.pages import flat
from tests.tournaments.evenings.test_every_format import side_a_wins
from tournaments.entries import entries
from tournaments.models import Tournament
from tournaments.presenters.evening_now import evening_now
from tournaments.presenters.standings import group_standings, shown_standings, standings_after
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def organiser(club: Club) -> Client:
    return signed_in(an_officer(club, RoleKind.ORGANISER))


def settings_of(tournament: Tournament, **changed: Any) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "game": tournament.game,
        "date": tournament.date.isoformat(),
        "turns": tournament.turns,
        "turn_minutes": tournament.turn_minutes,
        "rematches": tournament.rematches,
        "house_rule": tournament.house_rule,
        "confirmation": "on",
        "version": tournament.version,
        **changed,
    }


def page(client: Client, tournament: Tournament, path: str = "") -> str:
    answer = client.get(f"/t/{tournament.code}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_new_tournament_is_of_the_format_chosen_with_its_settings(organiser: Client, club: Club) -> None:
    sent = {
        "name": "Gironi",
        "game": "quattro-scartate",
        "date": "2026-11-21",
        "turns": 4,
        "turn_minutes": 30,
        "rematches": "avoided",
        "house_rule": "accademia",
        "format": "groups-final",
        "groups": 3,
        "qualifiers": 1,
        "is_double": "on",
        "first_turn": "seed",
        "circles_apart": "on",
        "tables_by_standings": "on",
    }
    assert organiser.post(f"/circoli/{club.slug}/tornei/nuovo/", sent).status_code == 303
    made = Tournament.objects.latest("pk")
    assert (made.format, made.groups, made.qualifiers, made.is_double) == ("groups-final", 3, 1, True)
    assert (made.third_place, made.first_turn, made.circles_apart) == (False, "seed", True)
    assert made.tables_by_standings


def test_one_group_with_a_final_is_refused_in_the_form(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0)
    answer = organiser.post(
        f"/t/{tournament.code}/impostazioni/", settings_of(tournament, format="groups-final", groups=1)
    )
    assert answer.status_code == 422
    assert "almeno due gironi" in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.format == "danish"


def test_settings_that_the_format_does_not_look_at_stay_as_they_are(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0, format="girone", groups=2)
    sent = settings_of(tournament, format="girone", groups=3, qualifiers=5)
    assert organiser.post(f"/t/{tournament.code}/impostazioni/", sent).status_code == 303
    tournament.refresh_from_db()
    assert (tournament.groups, tournament.qualifiers, tournament.third_place) == (3, 2, True)
    assert tournament.log.order_by("-number")[0].after == {"groups": "3"}


def test_a_form_that_would_break_the_calendar_is_refused_with_the_reason(
    organiser: Client, club: Club
) -> None:
    tournament = a_tournament(club, pairs=4, format="girone")
    a_round(tournament, until="published")
    tournament.refresh_from_db()
    answer = organiser.post(
        f"/t/{tournament.code}/impostazioni/", settings_of(tournament, format="girone", groups=2)
    )
    assert answer.status_code == 409
    assert "Il calendario è già cominciato" in answer.content.decode()


def test_the_organiser_writes_a_seed_and_a_circolo_at_the_desk(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    at = f"/t/{tournament.code}/iscrizioni/1/dati/"
    assert organiser.post(at, {"seed": "1", "circle": " Circolo Luna "}).status_code == 303
    entry = tournament.entries.get(number=1)
    assert (entry.seed, entry.circle) == (1, "Circolo Luna")
    listed = page(organiser, tournament, "iscrizioni/")
    assert "testa di serie 1" in listed
    assert "Circolo Luna" in listed
    said = [each.after for each in tournament.log.filter(act="entry.changed")]
    assert said == [{"seeding": 1}, {"circle": "Circolo Luna"}]
    assert organiser.post(at, {"seed": "zero"}).status_code == 422
    organiser.post(at, {"seed": "", "circle": ""})
    assert (tournament.entries.get(number=1).seed, tournament.log.filter(act="entry.changed").count()) == (
        None,
        4,
    )


def test_the_line_of_the_desk_takes_the_circolo_where_it_counts(organiser: Client, club: Club) -> None:
    plain = a_tournament(club, pairs=0)
    assert 'name="circle"' not in page(organiser, plain, "iscrizioni/")
    tournament = a_tournament(club, pairs=0, circles_apart=True)
    assert 'name="circle"' in page(organiser, tournament, "iscrizioni/")
    entries.enter(tournament.pk, _two(club), by=JURY, circle="  Sole ")
    assert tournament.entries.get().circle == "Sole"


def _two(club: Club) -> list[Any]:
    return [people.add(club, last_name="Rossi", first_name=name) for name in ("Ada", "Leo")]


@pytest.mark.parametrize(
    ("format_", "before", "after"),
    [
        ("danish", "Il primo turno è a sorte.", "I tavoli seguono la classifica."),
        ("swiss", "Il primo turno è a sorte.", "I tavoli seguono i punti partita."),
        ("girone", "fa il calendario di tutti i turni", "I tavoli seguono il calendario."),
        ("mitchell", "Chi siede N-S resta al suo tavolo", "I tavoli seguono il calendario."),
        ("knockout", "fa il tabellone", "Va avanti chi ha vinto."),
        ("groups-final", "fa i gironi e il loro calendario", "Dopo i gironi si va in finale."),
    ],
)
def test_the_cockpit_says_what_the_tables_go_by(
    organiser: Client, club: Club, format_: str, before: str, after: str
) -> None:
    groups = 2 if format_ == "groups-final" else 1
    tournament = a_tournament(club, pairs=8, format=format_, groups=groups, turns=2)
    assert before in page(organiser, tournament, "turni/")
    side_a_wins(tournament)
    assert after in page(organiser, tournament, "turni/")


@pytest.mark.usefixtures("commits")  # a public page is made anew when a change is announced
def test_a_knockout_tells_the_stage_who_passes_and_who_is_out(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=6, format="knockout")
    a_round(tournament)
    for path, client in (("turni/", organiser), ("", Client()), ("proiettore/", Client())):
        told = page(client, tournament, path)
        assert "Quarti di finale" in told
        assert "Passa il turno" in told
    (first,) = tournament.rounds.all()
    assert "Passa il turno senza giocare" in page(Client(), tournament, f"coppie/{first.passing[0]}/")
    settle(tournament, first)
    builds.build(tournament.pk)
    a_round(tournament, seed=2)
    told = flat(page(organiser, tournament, "turni/"))
    assert "Semifinali" in told
    assert "Fuori dal tabellone: 2 coppie" in told
    assert "Aggiungi un turno" not in told
    assert "Fuori dal tabellone: 2 coppie" in flat(page(Client(), tournament))


def test_gironi_are_shown_each_with_its_own_classifica(club: Club) -> None:
    tournament = a_tournament(club, pairs=7, format="girone", groups=2)
    side_a_wins(tournament)
    told = page(Client(), tournament)
    assert "Girone A" in told
    assert "Girone B" in told
    standings = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["standings"]
    places = {row["number"]: (row["group"], row["group_place"]) for row in standings["rows"]}
    assert [[places[number] for number in group] for group in standings["groups"]] == [
        [(at, place) for place in range(1, len(group) + 1)]
        for at, group in enumerate(standings["groups"], start=1)
    ]


def test_a_pair_is_told_that_it_stands_higher_by_the_tabellone(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, format="knockout")
    side_a_wins(tournament)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    third = snapshot.rows[2]["number"]
    assert "tabellone" in page(Client(), tournament, f"coppie/{third}/")


def test_the_deals_of_a_mitchell_are_named_at_the_table(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=6, format="mitchell", turns=3)
    a_round(tournament)
    assert "Mazzetto 1" in page(organiser, tournament, "turni/")
    assert "Mazzetto 1" in page(Client(), tournament)
    assert organiser.get(f"/t/{tournament.code}/turni/1/fogli.pdf").status_code == 200


def test_the_api_writes_and_reads_a_format(organiser: Client, club: Club) -> None:
    body = {"name": "Coppa", "date": "2026-11-21", "format": "knockout", "third_place": False}
    at = f"/api/v1/clubs/{club.slug}/tournaments/"
    made = organiser.post(at, body, content_type="application/json")
    assert made.status_code == 201
    shown = made.json()
    assert (shown["format"], shown["third_place"], shown["groups"]) == ("knockout", False, 1)
    address = f"/api/v1/tournaments/{shown['code']}/"
    changed = organiser.patch(
        address, {"format": "groups-final", "groups": 2}, content_type="application/json"
    )
    assert (changed.status_code, changed.json()["groups"]) == (200, 2)
    refused = organiser.patch(address, {"groups": 1}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "one-group")


def test_the_api_tells_the_stage_and_who_stands_at_no_table(club: Club) -> None:
    tournament = a_tournament(club, pairs=3, format="knockout")
    round_ = a_round(tournament)
    shown = Client().get(f"/api/v1/tournaments/{tournament.code}/rounds/1/").json()
    assert (shown["movement"], shown["stage"]) == ("knockout", "Semifinali")
    assert [pair["number"] for pair in shown["passing"]] == round_.passing
    assert (shown["idle"], shown["idle_because"]) == ([], "")


def test_a_girone_s_table_has_the_points_of_the_girone_whatever_its_best_do_in_the_final(club: Club) -> None:
    tournament = a_tournament(club, pairs=7, format="groups-final", groups=2)

    def told() -> list[list[tuple[int, int, int]]]:
        given = standings_after(tournament, {})
        assert given is not None
        return [
            [(row.number, row.match_points, row.difference) for row in girone.rows]
            for girone in group_standings(shown_standings(given))
        ]

    for _turn in range(3):
        side_a_wins(tournament)
    of_the_gironi = told()
    rows = builds.latest_snapshot(tournament).rows  # type: ignore[union-attr]
    as_ranked = {(row["number"], row["match_points"], row["difference"]) for row in rows}
    assert {row for girone in of_the_gironi for row in girone} == as_ranked
    for _turn in range(2):
        side_a_wins(tournament)
        assert told() == of_the_gironi


def test_a_table_of_several_gironi_says_which_it_is_of(club: Club, organiser: Client) -> None:
    tournament = a_tournament(club, pairs=7, format="girone", groups=2)
    round_ = a_round(tournament, until="published")
    of = round_.group_of
    tables = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["round"]["tables"]
    told = {table["table"]: table["reason"] for table in tables}
    for match in round_.matches.all():
        letter = "AB"[of[match.seats.all()[0].entry.number] - 1]
        assert told[match.table] == f"Girone {letter}, come da calendario, turno 1"
    for path in ("turni/1/", "turni/1/sorteggio/"):
        assert "Girone A, come da calendario, turno 1" in page(organiser, tournament, path)


def test_a_table_of_one_girone_says_only_the_calendar(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, format="girone")
    a_round(tournament)
    tables = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["round"]["tables"]
    assert {table["reason"] for table in tables} == {"come da calendario, turno 1"}


def test_the_first_table_after_gironi_says_where_its_two_come_from(club: Club) -> None:
    tournament = a_tournament(club, pairs=8, format="groups-final", groups=2)
    for _turn in range(3):
        side_a_wins(tournament)
    a_round(tournament)
    assert reasons(tournament) == [
        "dal tabellone: si gioca in 4; 1º posto del Girone A contro 2º posto del Girone B",
        "dal tabellone: si gioca in 4; 1º posto del Girone B contro 2º posto del Girone A",
    ]


def test_where_one_has_left_the_girone_or_later_on_only_the_tabellone_is_told(club: Club) -> None:
    tournament = a_tournament(club, pairs=8, format="groups-final", groups=2)
    for _turn in range(3):
        side_a_wins(tournament)
    entries.withdraw(
        tournament.pk, builds.latest_snapshot(tournament).rows[0]["number"], withdrawn=True, by=JURY
    )  # type: ignore[union-attr]
    side_a_wins(tournament)
    assert set(reasons(tournament)) == {"dal tabellone: si gioca in 4"}
    side_a_wins(tournament)
    assert set(reasons(tournament)) == {"finale", "finale per il terzo posto"}


def test_after_a_knockout_that_withdrawals_decided_no_player_waits_for_a_next_round(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, format="knockout", third_place=False)
    side_a_wins(tournament)
    semifinals = tournament.rounds.get().matches.select_related("round__tournament").order_by("table")
    loser = semifinals[0].seats.filter(side="B")[0].entry
    lost = evening_now(loser)
    assert lost.moment == "waiting"
    winner = semifinals[1].seats.filter(side="A")[0].entry
    entries.withdraw(tournament.pk, winner.number, withdrawn=True, by=JURY)
    builds.build(tournament.pk)
    loser.tournament.refresh_from_db()
    decided = evening_now(loser)
    assert decided.moment == "end"
    assert decided.version != lost.version


def reasons(tournament: Tournament) -> list[str]:
    tables = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["round"]["tables"]
    return sorted(table["reason"] for table in tables)
