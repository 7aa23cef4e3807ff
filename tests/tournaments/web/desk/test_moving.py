"""The pages that change tables by hand: choosing, what it costs, why, and what is refused."""

import html
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people
from tests.once import once_a_module
from tests.tournaments.evenings.test_every_game import an_evening
from tests.tournaments.pairing.test_moves import opponents_then, resting, second_turn, side_of, sitting
from tournaments.core.draws import Swap
from tournaments.entries import entries
from tournaments.models import Round
from tournaments.pairing import moves

HTMX = {"HX-Request": "true"}


def a_drawn_desk() -> tuple[Round, FourPeople]:
    club = a_club()
    return second_turn(a_tournament(club, pairs=9)), four_people(club)


made_draft = once_a_module(a_drawn_desk)


@pytest.fixture
def drawn(made_draft: Callable[[], tuple[Round, FourPeople]], db: None) -> tuple[Round, FourPeople]:
    return made_draft()


@pytest.fixture
def draft(drawn: tuple[Round, FourPeople]) -> Round:
    return drawn[0]


@pytest.fixture
def officers(drawn: tuple[Round, FourPeople]) -> FourPeople:
    return drawn[1]


@pytest.fixture
def club(draft: Round) -> Club:
    return draft.tournament.club


def at(round_: Round, act: str = "sposta") -> str:
    return f"/t/{round_.tournament.code}/turni/{round_.number}/{act}/"


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def costly(round_: Round) -> dict[str, str]:
    """A change that makes two meet again."""
    met = opponents_then(round_.tournament, side_of(round_, 1))
    return {"kind": "entries", "first": str(side_of(round_, 1, 1)), "second": str(met)}


def test_the_draft_can_be_taken_piece_by_piece_and_a_turn_played_cannot(
    organiser: Client, draft: Round
) -> None:
    page = text(organiser.get(f"/t/{draft.tournament.code}/turni/"))
    assert page.count('data-move="entries"') == 9
    assert page.count('data-move="tables"') == 4
    assert "js/moving.js" in page
    settled = text(organiser.get(f"/t/{draft.tournament.code}/turni/1/"))
    assert "data-move=" not in settled


def test_everybody_can_be_chosen_from_a_list_with_where_they_sit(organiser: Client, draft: Round) -> None:
    page = text(organiser.get(at(draft)))
    assert page.count("<option") >= 2 * 9 + 2 * 4
    assert f"{resting(draft)[0]} · " in page
    assert "Mostra che cosa costa" in page


def test_what_a_change_costs_is_shown_before_it_is_kept(organiser: Client, draft: Round) -> None:
    before = sitting(draft)
    page = text(organiser.get(at(draft), costly(draft)))
    assert "Che cosa costa" in page
    assert "si sono già incontrati al turno 1" in page
    assert "L'ha chiesto chi gioca" in page
    assert sitting(draft) == before
    dialog = text(organiser.get(at(draft), costly(draft), headers=HTMX))
    assert "<html" not in dialog
    assert 'hx-post="' in dialog


def test_without_a_reason_it_is_asked_again_in_its_place_and_with_one_it_is_kept(
    organiser: Client, draft: Round
) -> None:
    words = {**costly(draft), "version": str(draft.version)}
    answer = organiser.post(at(draft), words)
    assert answer.status_code == 422
    assert "Scrivi il motivo: resta nel registro." in text(answer)
    assert not draft.tournament.rounds.get(number=2).moves
    answer = organiser.post(at(draft), {**words, "usual": "1", "reason": "cugini"})
    assert answer.status_code == 303
    (kept,) = draft.tournament.rounds.get(number=2).moves
    assert kept["reason"] == "Parenti o amici: meglio che non si incontrino: cugini"
    page = text(organiser.get(f"/t/{draft.tournament.code}/turni/"))
    assert "Tavoli cambiati a mano: 1 spostamento" in page
    assert "cugini" in page
    assert "tavolo deciso a mano dall'organizzatore" in page
    assert "ha scambiato di posto le coppie" in text(organiser.get(f"/t/{draft.tournament.code}/registro/"))


def test_in_the_dialog_the_page_is_told_that_it_is_done(organiser: Client, draft: Round) -> None:
    words = {**costly(draft), "version": str(draft.version), "reason": "così"}
    answer = organiser.post(at(draft), words, headers=HTMX)
    assert answer.status_code == 204
    assert f"coppia-{words['first']}" in answer["HX-Trigger"]


def test_of_two_browsers_the_second_sees_the_cost_on_the_tables_as_they_are(
    organiser: Client, draft: Round
) -> None:
    seen = str(draft.version)
    moves.move(draft.tournament_id, 2, Swap("tables", 1, 2), by=JURY, reason="così")
    now = sitting(draft)
    words = {"kind": "tables", "first": "1", "second": "3", "version": seen, "reason": "così"}
    answer = organiser.post(at(draft), words, headers=HTMX)
    page = text(answer)
    assert answer.status_code == 409
    assert "sono cambiati intanto" in page
    assert "Fai lo spostamento" in page
    assert f'value="{draft.tournament.rounds.get(number=2).version}"' in page
    assert sitting(draft) == now


def test_a_double_click_is_a_click(organiser: Client, draft: Round) -> None:
    form = organiser.get(at(draft), costly(draft)).context["form"]
    words = {**costly(draft), "version": str(draft.version), "key": str(form["key"].value()), "reason": "x"}
    assert [organiser.post(at(draft), words).status_code for _click in "12"] == [303, 303]
    assert len(draft.tournament.rounds.get(number=2).moves) == 1


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ({"kind": "entries", "first": "3", "second": "3"}, 422, "Così non cambia niente"),
        ({"kind": "entries", "first": "3", "second": "77"}, 422, "La coppia 77 non gioca"),
        ({"kind": "tables", "first": "1", "second": "0"}, 422, "I tavoli si contano da 1"),
        ({"kind": "dealer", "first": "1", "second": "Z"}, 422, "questo posto non c'è"),
        ({"kind": "entries", "first": "²", "second": "4"}, 200, "Mostra che cosa costa"),
        ({"kind": "x", "first": "1", "second": "2"}, 200, "Mostra che cosa costa"),
        ({"kind": "entries", "first": "9" * 400, "second": "2"}, 200, "Mostra che cosa costa"),
    ],
)
def test_nonsense_is_answered_with_the_list(
    organiser: Client, draft: Round, words: dict[str, str], status: int, sentence: str
) -> None:
    for answer in (organiser.get(at(draft), words), organiser.post(at(draft), words)):
        assert answer.status_code == status
        assert sentence in text(answer)
        assert "Sposta al turno 2" in text(answer)


def test_a_turn_that_is_not_there_or_over_is_said(organiser: Client, draft: Round) -> None:
    code = draft.tournament.code
    words = {"kind": "entries", "first": "1", "second": "2"}
    assert organiser.get(f"/t/{code}/turni/7/sposta/", words).status_code == 409
    assert "non è ancora abbinato" in text(organiser.get(f"/t/{code}/turni/7/sposta/"))
    assert "è concluso" in text(organiser.get(f"/t/{code}/turni/1/sposta/", words))


def test_the_last_change_is_undone(organiser: Client, draft: Round) -> None:
    before = sitting(draft)
    moved = moves.move(draft.tournament_id, 2, Swap("tables", 1, 2), by=JURY, reason="così")
    assert "tavoli 1 e 2 scambiati" in text(organiser.get(at(draft, "sposta/annulla")))
    assert organiser.post(at(draft, "sposta/annulla"), {"version": str(moved.version)}).status_code == 303
    assert sitting(draft) == before
    again = organiser.post(at(draft, "sposta/annulla"))
    assert again.status_code == 409
    assert "non c'è uno spostamento da annullare" in text(again)


def test_a_draft_that_somebody_left_is_mended_from_its_page(organiser: Client, draft: Round) -> None:
    leaver = side_of(draft, 3)
    entries.withdraw(draft.tournament_id, leaver, withdrawn=True, by=JURY)
    code = draft.tournament.code
    page = text(organiser.get(f"/t/{code}/turni/"))
    assert f"La coppia {leaver} è andata via dopo l'abbinamento." in page
    refused = text(organiser.post(f"/t/{code}/turni/2/pubblica/"))
    assert "sistema la bozza, che tiene i tavoli degli altri" in refused
    asked = organiser.get(at(draft, "sistema"))
    assert "Sistema la bozza" in text(asked)
    version = str(asked.context["form"]["version"].value())
    assert organiser.post(at(draft, "sistema"), {"version": version}).status_code == 303
    assert leaver not in {side[0] for sides in sitting(draft).values() for side in sides}
    assert organiser.post(f"/t/{code}/turni/2/pubblica/").status_code == 303
    assert organiser.get(at(draft, "sistema")).status_code == 409


def test_an_old_page_does_not_mend_unseen(organiser: Client, draft: Round) -> None:
    entries.withdraw(draft.tournament_id, side_of(draft, 3), withdrawn=True, by=JURY)
    seen = str(draft.version)
    moves.move(draft.tournament_id, 2, Swap("tables", 1, 2), by=JURY, reason="così")
    answer = organiser.post(at(draft, "sistema"), {"version": seen})
    assert answer.status_code == 409
    assert "sono cambiati intanto" in text(answer)


def test_announced_tables_change_with_a_warning_about_their_sheets(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    round_ = a_round(tournament, until="published")
    assert 'data-move="entries"' not in text(organiser.get(f"/t/{tournament.code}/turni/"))
    words = {"kind": "tables", "first": "1", "second": "2"}
    assert "ristampa i loro fogli di gara" in text(organiser.get(at(round_), words))
    assert organiser.post(at(round_), words).status_code == 422
    assert organiser.post(at(round_), {**words, "reason": "gamba rotta"}).status_code == 303


def test_a_redraw_says_that_changes_by_hand_are_lost(organiser: Client, draft: Round) -> None:
    assert "si perdono" not in text(organiser.get(at(draft, "rifai")))
    moves.move(draft.tournament_id, 2, Swap("tables", 1, 2), by=JURY, reason="così")
    assert "Gli spostamenti fatti a mano si perdono." in text(organiser.get(at(draft, "rifai")))


@pytest.mark.parametrize("pairs", [9, 61])
def test_the_pages_take_the_same_queries_at_any_size(
    organiser: Client, club: Club, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft = a_round(a_tournament(club, pairs=pairs), until="draft")
    words = {"kind": "entries", "first": str(side_of(draft, 1)), "second": str(side_of(draft, 2))}
    with django_assert_num_queries(18):
        organiser.get(f"/t/{draft.tournament.code}/turni/")
    with django_assert_num_queries(10):
        organiser.get(at(draft))
    with django_assert_num_queries(10):
        organiser.get(at(draft), words)


def test_a_changed_bye_names_also_those_who_keep_theirs(club: Club, officers: FourPeople) -> None:
    tournament = an_evening(club, "genovese-chiama-re", 10)
    round_ = a_round(tournament, until="draft")
    resting_now = [rest.entry for rest in round_.rests.select_related("entry")]
    (kept, changed) = resting_now
    seated = round_.matches.first().seats.first().entry
    asked = {"kind": "entries", "first": changed.number, "second": seated.number}
    shown = " ".join(text(officers.client("organiser").get(at(round_), asked)).split())
    (name,) = [each.person.full_name for each in kept.players.select_related("person")]
    byes = shown[shown.index('class="is-word"') :]
    assert byes.count(name) >= 2
