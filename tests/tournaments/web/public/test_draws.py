"""How a turn was drawn is everybody's to read, to keep and to check."""

import json
import subprocess
from collections.abc import Callable
from itertools import combinations
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.evening import JURY, a_club, a_round, a_tournament, four_people, settle
from tests.once import once_a_module
from tests.tournaments.core.draws.test_drawn_files import GOOD
from tests.tournaments.evenings.rotation.evening import a_rotation
from tests.tournaments.web.public.stages import text_of
from tournaments.core.draws import DrawInput, Entrant, Meeting, Movement, Swap, drawn
from tournaments.core.draws.publishing import published
from tournaments.core.draws.verifying import verification
from tournaments.models import Round, Seat, Tournament
from tournaments.pairing import draw_checks, draw_files, moves
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def _tournament() -> Tournament:
    """Nine pairs in their second turn."""
    made = a_tournament(a_club(), pairs=9)
    settle(made, a_round(made))
    builds.build(made.pk)
    a_round(made, seed=5)
    return made


made_tournament = once_a_module(_tournament)


@pytest.fixture
def tournament(db: None, made_tournament: Callable[[], Tournament]) -> Tournament:
    return made_tournament()


def file_of(client: Client, tournament: Tournament, turn: int = 2) -> dict:
    response = client.get(f"/t/{tournament.code}/turni/{turn}/sorteggio.json")
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    return json.loads(response.content)


def sent(client: Client, written: bytes) -> object:
    return client.post("/sorteggio/", {"file": SimpleUploadedFile("sorteggio.json", written)})


@pytest.mark.parametrize("turn", [1, 2])
def test_the_file_of_an_announced_turn_is_found_true(client: Client, tournament: Tournament, turn: int):
    found = verification(file_of(client, tournament, turn))
    assert {check.code for check in found.checks} >= {"same-draw", "none-cheaper", "played-as-drawn"}
    assert all(check.outcome == "kept" for check in found.checks)


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "swiss"},
        {"format": "girone"},
        {"format": "groups-final", "groups": 2},
        {"format": "mitchell", "turns": 3},
        {"format": "knockout"},
    ],
    ids=lambda fields: fields["format"],
)
def test_every_format_has_its_file_and_its_page(client: Client, fields: dict[str, object]):
    tournament = a_tournament(a_club(), pairs=8, **fields)
    a_round(tournament)
    found = verification(file_of(client, tournament, 1))
    assert all(check.outcome == "kept" for check in found.checks), found
    assert "Tutto torna." in text_of(client, f"/t/{tournament.code}/turni/1/sorteggio/")


def test_the_page_says_what_its_movement_goes_by(client: Client):
    rotation = a_rotation(a_club())
    a_round(rotation)
    page = text_of(client, f"/t/{rotation.code}/turni/1/sorteggio/")
    assert "Compagni ripetuti 0" in page
    assert "Distanza in classifica" not in page
    bracket = a_tournament(rotation.club, pairs=3, format="knockout")
    a_round(bracket)
    assert "Passa il turno senza giocare" in text_of(client, f"/t/{bracket.code}/turni/1/sorteggio/")


def test_the_file_names_nobody(client: Client, tournament: Tournament):
    written = json.dumps(file_of(client, tournament))
    assert "Cognome" not in written
    assert "Anna" not in written


def test_a_draft_has_neither_page_nor_file(client: Client):
    tournament = a_tournament(a_club())
    a_round(tournament, until="draft")
    client.force_login(four_people(tournament.club).organiser)
    assert client.get(f"/t/{tournament.code}/turni/1/sorteggio/").status_code == 404
    assert client.get(f"/t/{tournament.code}/turni/1/sorteggio.json").status_code == 404
    assert client.get(f"/t/{tournament.code}/turni/7/sorteggio.json").status_code == 404


def test_who_has_the_file_is_not_sent_it_again(client: Client, tournament: Tournament):
    address = f"/t/{tournament.code}/turni/2/sorteggio.json"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("person", ["nobody", "organiser", "referee", "player", "stranger"])
def test_everybody_reads_how_a_turn_was_drawn(client: Client, tournament: Tournament, person: str):
    if person != "nobody":
        client.force_login(getattr(four_people(tournament.club), person))
    text = text_of(client, f"/t/{tournament.code}/turni/2/sorteggio/")
    assert "Tutto torna." in text
    assert "Numero del sorteggio 5" in text
    assert "movimento danese" in text
    assert "1ª contro 2ª" in text


def test_the_results_page_leads_there(client: Client, tournament: Tournament):
    page = client.get(f"/t/{tournament.code}/").content.decode()
    assert f'href="/t/{tournament.code}/turni/2/sorteggio/"' in page


def test_the_page_reads_the_same_number_of_rows_whatever_the_size(
    client: Client, tournament: Tournament, django_assert_num_queries
):
    larger = a_tournament(a_club("Circolo grande"), pairs=31)
    a_round(larger)
    for address in (f"/t/{larger.code}/turni/1/sorteggio/", f"/t/{tournament.code}/turni/2/sorteggio/"):
        client.get(address)
        with django_assert_num_queries(10):
            assert client.get(address).status_code == 200


def test_draws_thrown_away_before_are_counted(client: Client):
    tournament = a_tournament(a_club())
    a_round(tournament, until="draft")
    again = rounds.redraw(tournament.pk, 1, by=JURY)
    rounds.publish(tournament.pk, again.number, by=JURY)
    assert file_of(client, tournament, 1)["thrown_away"] == 1
    assert "Abbinamenti buttati prima 1" in text_of(client, f"/t/{tournament.code}/turni/1/sorteggio/")


def exchanged(tournament: Tournament) -> Round:
    """Two pairs of the last turn sitting in each other's place."""
    round_ = tournament.rounds.latest("number")
    one, other = (list(Seat.objects.filter(round=round_, match__table=table, side="A")) for table in (1, 2))
    first, second = one[0].match_id, other[0].match_id
    for seats, there in ((one, 99), (other, first), (one, second)):
        for seat in seats:
            if there != 99:
                Seat.objects.filter(pk=seat.pk).update(match=there)
            else:
                Seat.objects.filter(pk=seat.pk).update(position="123456"[seats.index(seat)])
    for seat, position in zip(one, ("N", "S"), strict=True):
        Seat.objects.filter(pk=seat.pk).update(position=position)
    return round_


def test_tables_that_are_not_those_drawn_are_found(client: Client, tournament: Tournament):
    exchanged(tournament)
    found = verification(file_of(client, tournament))
    assert [check.code for check in found.checks if check.outcome == "broken"] == ["played-as-drawn"]


def test_tables_changed_by_hand_are_said_to_be_and_the_reasons_stay_at_home(
    client: Client, tournament: Tournament
):
    by_table = {
        match.table: match.seats.filter(side="A").first().entry.number
        for match in tournament.rounds.get(number=2).matches.all()
    }
    swap = Swap("entries", by_table[1], by_table[2])
    moves.move(tournament.pk, 2, swap, by=JURY, reason="Anna non vede bene")
    data = file_of(client, tournament)
    assert [move["swap"] for move in data["moves"]] == [swap.as_json()]
    assert "Anna" not in json.dumps(data)
    by_hand = [check for check in verification(data).checks if check.code == "played-by-hand"]
    assert [(check.outcome, check.params) for check in by_hand] == [("kept", {"tables": 2, "moves": 1})]


def test_anybody_checks_a_file(client: Client):
    response = sent(client, GOOD)
    assert response.status_code == 200
    assert "Tutto torna." in response.content.decode()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"", "Il file è vuoto"),
        (b"ciao", "non è scritto in JSON"),
        (GOOD[:-3], "Il file finisce a metà"),
        (b" " * 1_000_001, "Il file supera 1 MB"),
        (GOOD.replace(b'"entrants": [', b'"entrants": [' + b"{}, " * 300), "qui se ne verificano fino a 300"),
    ],
)
def test_a_file_that_cannot_be_checked_is_answered_with_why(client: Client, written: bytes, said: str):
    response = sent(client, written)
    assert response.status_code == 422
    assert said in response.content.decode()


def test_without_a_file_the_form_says_so(client: Client):
    assert client.post("/sorteggio/").status_code == 422


def test_a_file_is_checked_once(client: Client, monkeypatch):
    sent(client, GOOD)
    monkeypatch.setattr(draw_checks, "_run", None)
    assert sent(client, GOOD).status_code == 200


def test_a_file_that_takes_too_long_is_left_to_other_computers(client: Client, monkeypatch):
    def stopped(*_args, **_options):
        raise subprocess.TimeoutExpired("", 1)

    monkeypatch.setattr(subprocess, "run", stopped)
    page = sent(client, GOOD).content.decode()
    assert "Verificarlo qui richiede troppo tempo" in page
    assert "Tutto torna" not in page


@pytest.mark.parametrize(
    ("stopped_by", "later"),
    [
        (subprocess.TimeoutExpired("", 1), "Tutto torna"),  # the machine was busy: it may be less so now
        (
            subprocess.CompletedProcess("", -9),
            "Verificarlo qui richiede troppo tempo",
        ),  # too long indeed
    ],
)
def test_only_what_reckoned_too_long_is_remembered_as_such(client: Client, monkeypatch, stopped_by, later):
    monkeypatch.setattr(draw_checks, "AGAIN_SECONDS", 0)
    monkeypatch.setattr(subprocess, "run", Mock(side_effect=[stopped_by]))
    assert "Verificarlo qui richiede troppo tempo" in sent(client, GOOD).content.decode()
    monkeypatch.undo()
    assert later in sent(client, GOOD).content.decode()


def test_a_check_that_fails_is_answered_with_a_sentence_and_tried_again(client: Client, monkeypatch):
    failed = subprocess.CompletedProcess("", 1, b"", b"Traceback\nKeyError: 7\n")
    monkeypatch.setattr(subprocess, "run", Mock(side_effect=[failed]))
    response = sent(client, GOOD)
    assert response.status_code == 422
    assert "Qui la verifica non riesce" in response.content.decode()
    monkeypatch.undo()
    assert "Tutto torna" in sent(client, GOOD).content.decode()


def test_a_file_given_up_on_here_is_still_checked_on_the_page_of_its_own_round(
    client: Client, tournament: Tournament, monkeypatch
):
    page = f"/t/{tournament.code}/turni/2/sorteggio/"
    written = client.get(f"{page[:-1]}.json").content
    monkeypatch.setattr(subprocess, "run", Mock(side_effect=[subprocess.CompletedProcess("", -9)]))
    assert "Verificarlo qui richiede troppo tempo" in sent(client, written).content.decode()
    assert "Verificarlo qui richiede troppo tempo" in sent(client, written).content.decode()  # remembered
    monkeypatch.undo()
    assert "Tutto torna." in text_of(client, page)
    assert "Tutto torna." in sent(client, written).content.decode()


def test_a_file_made_to_take_long_is_given_up_after_a_second_of_work(client: Client):
    """Two hundred pairs of whom most have met most others: a proof takes six seconds."""
    met = Random(1).sample(list(combinations(range(1, 201), 2)), 12_000)
    given = DrawInput(
        len(met) + 1,
        tuple(Entrant(number, number, rank=number) for number in range(1, 201)),
        tuple(Meeting(turn, *pairs) for turn, pairs in enumerate(met, 1)),
        seed=1,
    )
    movement = Movement("danish")
    written = json.dumps(published(movement, given, drawn(movement, given)), separators=(",", ":")).encode()
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    page = sent(client, written).content.decode()
    assert "Verificarlo qui richiede troppo tempo" in page
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < 1.5


def test_while_others_check_theirs_it_says_to_try_again(client: Client, tournament: Tournament, monkeypatch):
    monkeypatch.setattr(draw_checks, "PATIENCE_SECONDS", 0.01)
    with draw_checks._checking.held(1):
        assert "riprova fra un minuto" in sent(client, GOOD).content.decode()
        assert "riprova fra un minuto" in text_of(client, f"/t/{tournament.code}/turni/2/sorteggio/")


def test_after_many_files_one_has_to_wait(client: Client):
    answers = [sent(client, b"ciao").status_code for _file in range(21)]
    assert answers == [422] * 20 + [429]


def test_a_round_stored_before_movements_were_is_danese(tournament: Tournament):
    round_ = tournament.rounds.get(number=2)
    round_.movement = {}
    assert draw_files.stored_movement(round_).kind == "danish"
