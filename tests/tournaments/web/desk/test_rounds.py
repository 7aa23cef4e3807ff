"""The cockpit: one next thing to do, from the first draw to the final classifica."""

import pytest
from django.http import HttpResponse
from django.test import Client

from club.models import Club
from tests.evening import FourPeople, a_round, a_tournament, fill, settle
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.standings import builds
from tournaments.web.views.desk import cockpit

HTMX = {"HX-Request": "true"}


def _page(client: Client, tournament: Tournament) -> str:
    return client.get(f"/t/{tournament.code}/turni/").content.decode().replace("&#x27;", "'")


def _act(client: Client, tournament: Tournament, act: str, **data: str) -> HttpResponse:
    return client.post(f"/t/{tournament.code}/turni/{act}/", data)


def _matches(round_: Round) -> list[Match]:
    return list(round_.matches.select_related("round__tournament"))


def test_an_evening_goes_on_by_the_one_big_button(
    organiser: Client, club: Club, django_capture_on_commit_callbacks: object
) -> None:
    tournament = a_tournament(club, pairs=5, turns=2)
    for turn in (1, 2):
        if turn == 1:
            assert "Abbina il turno 1" in _page(organiser, tournament)
            assert _act(organiser, tournament, "abbina").status_code == 303
        assert f"Pubblica il turno {turn}" in _page(organiser, tournament)
        _act(organiser, tournament, f"{turn}/pubblica")
        assert "Si gioca: fai partire il tempo" in _page(organiser, tournament)
        _act(organiser, tournament, f"{turn}/gioca")
        assert "Mancano ancora 2 tavoli" in _page(organiser, tournament)
        for match in _matches(tournament.rounds.get(number=turn)):
            fill(match)
        _act(organiser, tournament, f"{turn}/concludi", and_draw="1")
    assert "Concludi il torneo" in _page(organiser, tournament)
    organiser.post(f"/t/{tournament.code}/concludi/")
    page = _page(organiser, tournament)
    assert "Il torneo è concluso" in page
    assert "La classifica finale" in page


def test_two_clicks_lead_from_the_last_result_to_the_next_tables(
    organiser: Client, tournament: Tournament
) -> None:
    for match in _matches(a_round(tournament)):
        fill(match)
    assert "Concludi il turno 1 e abbina il 2" in _page(organiser, tournament)
    _act(organiser, tournament, "1/concludi", and_draw="1")
    _act(organiser, tournament, "2/pubblica")
    assert tournament.rounds.get(number=2).state == RoundState.PUBLISHED


def test_a_turn_can_be_settled_without_drawing_the_next(organiser: Client, tournament: Tournament) -> None:
    for match in _matches(a_round(tournament)):
        fill(match)
    _act(organiser, tournament, "1/concludi")
    assert tournament.rounds.count() == 1
    assert "Abbina il turno 2" in _page(organiser, tournament)


def test_too_few_pairs_present_lead_to_the_desk(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=3, present=False)
    assert "Iscrivi le coppie" in _page(organiser, tournament)
    answer = _act(organiser, tournament, "abbina")
    assert answer.status_code == 409
    assert "Servono almeno due coppie presenti" in answer.content.decode()
    assert not tournament.rounds.exists()


@pytest.mark.parametrize(
    ("until", "act", "sentence"),
    [
        ("draft", "abbina", "Il turno 1 non è ancora concluso"),
        ("draft", "1/gioca", "Il turno 1 è ancora una bozza: prima pubblicalo."),
        ("draft", "1/concludi", "Il turno 1 non è ancora iniziato"),
        ("published", "1/pubblica", "Il turno 1 è già pubblicato."),
        ("published", "1/rifai", "una bozza sola si può rifare"),
        ("playing", "1/gioca", "Il turno 1 è già iniziato."),
        ("playing", "1/concludi", "Mancano smazzate ai tavoli 1, 2"),
        ("playing", "2/pubblica", "Il turno 2 non c'è: abbinalo prima."),
    ],
)
def test_what_the_state_forbids_is_said_in_a_sentence_over_the_turn_as_it_is(
    organiser: Client, tournament: Tournament, until: str, act: str, sentence: str
) -> None:
    round_ = a_round(tournament, until=until)
    answer = _act(organiser, tournament, act)
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 409
    assert sentence in page
    assert 'id="cockpit"' in page
    assert tournament.rounds.get().state == round_.state


def test_a_double_click_draws_publishes_and_settles_once(organiser: Client, tournament: Tournament) -> None:
    assert [_act(organiser, tournament, "abbina").status_code for _click in "12"] == [303, 409]
    version = str(tournament.rounds.get().version)
    assert [_act(organiser, tournament, "1/pubblica", version=version).status_code for _click in "12"] == [
        303,
        409,
    ]
    assert [_act(organiser, tournament, "1/gioca").status_code for _click in "12"] == [303, 409]
    for match in _matches(tournament.rounds.get()):
        fill(match)
    twice = [_act(organiser, tournament, "1/concludi", and_draw="1").status_code for _click in "12"]
    assert twice == [303, 409]
    assert [round_.state for round_ in tournament.rounds.all()] == ["settled", "draft"]


def test_why_not_stays_to_be_read_though_the_turn_changes_meanwhile(
    organiser: Client, tournament: Tournament
) -> None:
    settle(tournament, a_round(tournament))
    answer = organiser.post(f"/t/{tournament.code}/turni/1/concludi/")
    page = answer.content.decode()
    assert page.count("Il turno 1 è già concluso.") == 1
    assert page.index("Il turno 1 è già concluso.") < page.index('id="cockpit"'), "what is renewed by itself"
    piece = organiser.post(f"/t/{tournament.code}/turni/1/concludi/", headers={"hx-request": "true"})
    assert "Il turno 1 è già concluso." in piece.content.decode()


def test_a_page_left_open_draws_no_turn_but_the_one_it_offers(
    organiser: Client, tournament: Tournament
) -> None:
    assert 'name="turn" value="1"' in _page(organiser, tournament)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    answer = _act(organiser, tournament, "abbina", turn="1")
    assert answer.status_code == 409
    assert "Il turno 1 è già stato abbinato." in answer.content.decode()
    assert tournament.rounds.count() == 1
    assert 'name="turn" value="2"' in _page(organiser, tournament)
    assert _act(organiser, tournament, "abbina", turn="2").status_code == 303
    second = _act(organiser, tournament, "abbina", turn="2")
    assert second.status_code == 409
    assert "Il turno 2 è già stato abbinato." in second.content.decode()
    assert "Pubblica il turno 2" in second.content.decode()


NOTHING_TO_UNDO = "Al turno 1 non c'è uno spostamento da annullare"


@pytest.mark.parametrize(
    ("until", "act", "sentence"),
    [
        ("draft", "1/sposta/annulla", NOTHING_TO_UNDO),
        ("draft", "2/rifai", "Il turno 2 non c'è: abbinalo prima."),
        ("draft", "2/butta", "Il turno 2 non c'è: abbinalo prima."),
        ("draft", "2/codici", "Il turno 2 non c'è: abbinalo prima."),
        ("draft", "2/sposta/annulla", "Il turno 2 non c'è: abbinalo prima."),
        ("published", "1/rifai", "Il turno 1 è già pubblicato: una bozza sola si può rifare."),
        ("settled", "1/butta", "Il turno 1 ha già dei risultati: i suoi tavoli non si possono più ritirare."),
    ],
)
def test_what_cannot_be_done_any_more_is_not_asked_about(
    organiser: Client, tournament: Tournament, until: str, act: str, sentence: str
) -> None:
    """As where the page was left open, and another browser went on."""
    round_ = a_round(tournament, until="playing" if until == "settled" else until)
    if until == "settled":
        settle(tournament, round_)
    address = f"/t/{tournament.code}/turni/{act}/"
    page, dialog = organiser.get(address), organiser.get(address, headers={"HX-Request": "true"})
    for answer in (page, dialog):
        told = answer.content.decode().replace("&#x27;", "'")
        assert answer.status_code == 409
        assert sentence in told
        assert f'action="{address}"><button' not in told
    assert 'id="cockpit"' in page.content.decode()
    assert "Torna al turno" in dialog.content.decode()


def test_of_a_turn_that_is_not_there_any_more_nothing_can_be_moved(
    organiser: Client, tournament: Tournament
) -> None:
    answer = organiser.get(f"/t/{tournament.code}/turni/1/sposta/")
    assert answer.status_code == 409
    assert "Il turno 1 non c'è: abbinalo prima." in answer.content.decode().replace("&#x27;", "'")


def test_a_draft_remade_in_another_browser_is_not_published_unseen(
    organiser: Client, tournament: Tournament
) -> None:
    seen = a_round(tournament, until="draft").version
    _act(organiser, tournament, "1/rifai", version=str(seen))
    answer = _act(organiser, tournament, "1/pubblica", version=str(seen))
    assert answer.status_code == 409
    assert "che è cambiato" in answer.content.decode()
    assert tournament.rounds.get().state == RoundState.DRAFT


@pytest.mark.parametrize("version", ["", "x", "9" * 5000, "²"])
def test_a_version_that_is_no_number_does_no_harm(
    organiser: Client, tournament: Tournament, version: str
) -> None:
    a_round(tournament, until="draft")
    assert _act(organiser, tournament, "1/pubblica", version=version).status_code == 303


def test_a_draft_is_remade_with_another_seed_and_the_log_keeps_both(
    organiser: Client, tournament: Tournament
) -> None:
    first = a_round(tournament, until="draft", seed=1)
    assert "Rifare l" in organiser.get(f"/t/{tournament.code}/turni/1/rifai/").content.decode()
    _act(organiser, tournament, "1/rifai", version=str(first.version))
    second = tournament.rounds.get()
    assert second.seed != 1
    assert [said.act for said in tournament.log.order_by("-number")[:2]] == ["round.drawn", "round.discarded"]


def test_a_draft_is_thrown_away(organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, until="draft")
    assert _act(organiser, tournament, "1/butta").status_code == 303
    assert not tournament.rounds.exists()


def test_codes_are_renewed(organiser: Client, tournament: Tournament) -> None:
    a_round(tournament)
    _act(organiser, tournament, "1/codici")
    assert tournament.rounds.get().codes_version == 2


def test_tables_show_what_they_still_owe(organiser: Client, tournament: Tournament) -> None:
    round_ = a_round(tournament)
    fill(_matches(round_)[0])
    page = _page(organiser, tournament)
    assert "Smazzate inserite: 4 su 8" in page
    assert "Manca ancora 1 tavolo" in page
    assert "mancano le smazzate 1, 2, 3, 4" in page
    assert "Risultato completo" in page


def test_the_riposo_and_the_reasons_are_shown(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=5)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament, seed=2, until="draft")
    page = _page(organiser, tournament)
    assert "Riposa la coppia" in page
    assert "ª contro " in page


def test_a_referee_reads_the_turn_but_gets_no_button(
    client: Client, officers: FourPeople, tournament: Tournament
) -> None:
    a_round(tournament)
    client.force_login(officers.referee)
    page = _page(client, tournament)
    assert "Cognome001 Anna" in page
    assert f"/t/{tournament.code}/turni/1/tavoli/1/" in page
    assert "button-primary" not in page
    assert "codici" not in page


def test_a_referee_does_not_see_a_draft(client: Client, officers: FourPeople, tournament: Tournament) -> None:
    a_round(tournament, until="draft")
    client.force_login(officers.referee)
    assert "Cognome001" not in _page(client, tournament)
    assert client.get(f"/t/{tournament.code}/turni/1/").status_code == 404


def test_a_past_turn_can_be_looked_at_and_offers_no_act(organiser: Client, tournament: Tournament) -> None:
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament, seed=2)
    page = organiser.get(f"/t/{tournament.code}/turni/1/").content.decode()
    assert f"/t/{tournament.code}/turni/1/tavoli/1/" in page
    assert "data-once" not in page
    assert organiser.get(f"/t/{tournament.code}/turni/9/").status_code == 404


def test_the_page_renews_itself_only_when_something_changed(
    organiser: Client, tournament: Tournament
) -> None:
    round_ = a_round(tournament)
    answer = organiser.get(f"/t/{tournament.code}/turni/", headers=HTMX)
    assert "<html" not in answer.content.decode()
    seen = {"seen": answer.context["live_version"]}
    assert organiser.get(f"/t/{tournament.code}/turni/", seen, headers=HTMX).status_code == 204
    fill(_matches(round_)[0])
    renewed = organiser.get(f"/t/{tournament.code}/turni/", seen, headers=HTMX)
    assert "Smazzate inserite: 4 su 8" in renewed.content.decode()


def test_what_is_written_while_the_page_is_made_comes_with_the_next_question(
    organiser: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = a_round(tournament)
    made = cockpit.how_drawn

    def meanwhile(*of: object) -> str:
        fill(_matches(round_)[0])
        return made(*of)

    monkeypatch.setattr(cockpit, "how_drawn", meanwhile)
    answer = organiser.get(f"/t/{tournament.code}/turni/", headers=HTMX)
    assert "Smazzate inserite: 4 su 8" not in answer.content.decode()
    monkeypatch.undo()
    seen = {"seen": answer.context["live_version"]}
    renewed = organiser.get(f"/t/{tournament.code}/turni/", seen, headers=HTMX)
    assert "Smazzate inserite: 4 su 8" in renewed.content.decode()
