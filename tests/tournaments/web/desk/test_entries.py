"""Entering pairs and checking them in, as the desk does it."""

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from club.history import log_wording
from club.models import Club, Person
from club.register import people
from tests.evening import JURY, a_round, a_tournament
from tests.tournaments.evenings.rotation.evening import a_rotation
from tournaments.entries import cash, guests
from tournaments.entries.guests import Guest
from tournaments.models import Entry, Tournament
from tournaments.standings import audit

HTMX = {"HX-Request": "true"}


@pytest.fixture
def known(club: Club) -> list[Person]:
    return [
        people.add(club, last_name="Rossi", first_name="Mario"),
        people.add(club, last_name="Bianchi", first_name="Anna"),
    ]


def _enter(client: Client, tournament: Tournament, line: str, **answers: str) -> HttpResponse:
    return client.post(
        f"/t/{tournament.code}/iscrizioni/", {"line": line, "present": "on", **answers}, headers=HTMX
    )


def _last(tournament: Tournament) -> str:
    entry = tournament.entries.order_by("-number")[0]
    return " / ".join(player.person.full_name for player in entry.players.order_by("position"))


def test_two_known_people_enter_with_a_few_letters(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    answer = _enter(organiser, tournament, "ros ma / bia an")
    assert answer.status_code == 200
    assert "Coppia 5: Rossi Mario" in answer.content.decode()
    assert _last(tournament) == "Rossi Mario / Bianchi Anna"
    assert tournament.entries.get(number=5).checked_in_at is not None


def test_without_javascript_the_page_comes_back_at_the_new_pair(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    answer = organiser.post(f"/t/{tournament.code}/iscrizioni/", {"line": "ros ma / bia an"})
    assert answer.status_code == 303
    assert answer["Location"] == f"/t/{tournament.code}/iscrizioni/#coppia-5"
    assert tournament.entries.get(number=5).checked_in_at is None


def test_an_unknown_name_is_asked_about_and_then_added_as_a_guest(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    asked = _enter(organiser, tournament, "zanetti ugo / bia an")
    assert asked.status_code == 200
    assert "non è ancora conosciuto" in asked.content.decode()
    assert not Person.objects.filter(last_name="Zanetti").exists()

    guest = {
        "player0-about": "zanetti ugo",
        "player0-choice": "guest",
        "player0-last_name": "Zanetti",
        "player0-first_name": "Ugo",
        "player0-consents": "on",
    }
    _enter(organiser, tournament, "zanetti ugo / bia an", **guest)
    assert _last(tournament) == "Zanetti Ugo / Bianchi Anna"
    ugo = Person.objects.get(last_name="Zanetti")
    assert ugo.is_guest
    assert ugo.name_consent_on is not None


def test_a_guest_who_does_not_agree_is_shown_by_initials(organiser: Client, tournament: Tournament) -> None:
    guests = {
        "player0-about": "zanetti ugo",
        "player0-choice": "guest",
        "player0-last_name": "Zanetti",
        "player0-first_name": "Ugo",
        "player1-about": "zanetti ivo",
        "player1-choice": "guest",
        "player1-last_name": "Zanetti",
        "player1-first_name": "Ivo",
    }
    _enter(organiser, tournament, "zanetti ugo / zanetti ivo", **guests)
    assert [person.public_name for person in Person.objects.filter(last_name="Zanetti")] == ["Z. I.", "Z. U."]


def test_several_who_fit_are_put_to_choose_from(
    organiser: Client, tournament: Tournament, club: Club
) -> None:
    people.add(club, last_name="Rossi", first_name="Mario")
    second = people.add(club, last_name="Rossi", first_name="Mario")
    people.add(club, last_name="Bianchi", first_name="Anna")
    asked = _enter(organiser, tournament, "ros ma / bia an").content.decode()
    assert "chi è?" in asked
    assert f"Rossi Mario #{second.pk}" in asked
    _enter(
        organiser,
        tournament,
        "ros ma / bia an",
        **{"player0-about": "ros ma", "player0-choice": str(second.pk)},
    )
    assert tournament.entries.get(number=5).players.get(position=0).person == second


def test_an_answer_about_another_name_is_no_answer(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    stale = {"player0-about": "ugo", "player0-choice": "guest", "player0-last_name": "Ugo"}
    answer = _enter(organiser, tournament, "ivo / bia an", **stale)
    assert "«ivo» non è ancora conosciuto" in answer.content.decode()
    assert tournament.entries.count() == 4


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ros ma", "Manca il compagno di ros ma: scrivilo dopo una barra."),
        ("ros ma / ros ma", "Rossi Mario non può giocare in coppia con sé stesso"),
        ("cognome001 anna / bia an", "Cognome001 Anna gioca già nella coppia 1"),
        ("ros / bia / ver", "qui i nomi sono 3: lascia una sola barra, fra i due."),
    ],
)
def test_bad_input_gets_one_sentence_and_keeps_the_text(
    organiser: Client, tournament: Tournament, known: list[Person], line: str, sentence: str
) -> None:
    answer = _enter(organiser, tournament, line)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert f'value="{line}"' in page
    assert tournament.entries.count() == 4


def test_a_refused_pair_leaves_no_guest_behind(organiser: Client, tournament: Tournament) -> None:
    guest = {"player0-about": "zanetti ugo", "player0-choice": "guest", "player0-last_name": "Zanetti"}
    answer = _enter(organiser, tournament, "zanetti ugo / cognome001 anna", **guest)
    assert answer.status_code == 422
    assert not Person.objects.filter(last_name="Zanetti").exists()


def test_a_guest_needs_a_surname(organiser: Client, tournament: Tournament, known: list[Person]) -> None:
    nameless = {"player0-about": "ugo", "player0-choice": "guest", "player0-last_name": " "}
    answer = _enter(organiser, tournament, "ugo / bia an", **nameless)
    assert "Scrivi il cognome" in answer.content.decode()
    assert tournament.entries.count() == 4


def test_entering_the_same_pair_twice_enters_it_once(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    _enter(organiser, tournament, "ros ma / bia an")
    again = _enter(organiser, tournament, "ros ma / bia an")
    assert again.status_code == 422
    assert "gioca già nella coppia 5" in again.content.decode()
    assert tournament.entries.count() == 5


def test_the_list_of_options_completes_the_line(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    answer = organiser.get(f"/t/{tournament.code}/iscrizioni/persone/", {"line": "Rossi Mario / bi"})
    assert 'data-text="Rossi Mario / Bianchi Anna"' in answer.content.decode()
    assert 'aria-selected="true"' in answer.content.decode()


def test_presence_is_marked_and_taken_back(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=3, present=False)
    row = organiser.post(f"/t/{tournament.code}/iscrizioni/2/presente/", headers=HTMX).content.decode()
    assert 'aria-pressed="true"' in row
    assert "1 coppia presente" in row
    organiser.post(f"/t/{tournament.code}/iscrizioni/2/presente/", headers=HTMX)
    assert tournament.entries.filter(checked_in_at__isnull=False).count() == 1
    organiser.post(f"/t/{tournament.code}/iscrizioni/2/assente/")
    assert not tournament.entries.filter(checked_in_at__isnull=False).exists()


def test_everybody_is_checked_in_at_once_but_those_who_left(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=4, present=False)
    organiser.post(f"/t/{tournament.code}/iscrizioni/3/ritira/", {"reason": "influenza"})
    page = organiser.post(f"/t/{tournament.code}/iscrizioni/presenti/", headers=HTMX).content.decode()
    assert "3 coppie presenti" in page
    assert "sono dispari" in page
    assert tournament.entries.get(number=3).checked_in_at is None
    assert tournament.log.latest("number").after == {"entries": [1, 2, 4]}


def test_a_pair_goes_home_and_comes_back(organiser: Client, tournament: Tournament) -> None:
    question = organiser.get(f"/t/{tournament.code}/iscrizioni/2/ritira/", headers=HTMX).content.decode()
    assert "Ritirare la coppia 2?" in question
    assert "<html" not in question
    organiser.post(f"/t/{tournament.code}/iscrizioni/2/ritira/", {"reason": "influenza"})
    assert tournament.entries.get(number=2).withdrawn_at is not None
    assert tournament.log.latest("number").reason == "influenza"
    organiser.post(f"/t/{tournament.code}/iscrizioni/2/rientra/")
    assert tournament.entries.get(number=2).withdrawn_at is None


def test_a_pair_written_by_mistake_is_taken_off_but_one_with_a_table_is_not(
    organiser: Client, tournament: Tournament
) -> None:
    organiser.post(f"/t/{tournament.code}/iscrizioni/4/togli/")
    assert not tournament.entries.filter(number=4).exists()
    a_round(tournament, until="draft")
    seated = Entry.objects.filter(tournament=tournament, seats__isnull=False)[0].number
    answer = organiser.post(f"/t/{tournament.code}/iscrizioni/{seated}/togli/")
    assert answer.status_code == 409
    assert "segnala come ritirata" in answer.content.decode()
    assert f"{seated}/togli/" not in organiser.get(f"/t/{tournament.code}/iscrizioni/").content.decode()


@pytest.mark.parametrize(("written", "stored"), [("7", 7), ("", None)])
def test_a_table_is_kept_for_who_cannot_move(
    organiser: Client, tournament: Tournament, written: str, stored: int | None
) -> None:
    organiser.post(f"/t/{tournament.code}/iscrizioni/1/tavolo/", {"table": written})
    assert tournament.entries.get(number=1).fixed_table == stored


@pytest.mark.parametrize("written", ["0", "-1", "sette", "1000000"])
def test_a_table_that_cannot_be_is_refused(organiser: Client, tournament: Tournament, written: str) -> None:
    answer = organiser.post(f"/t/{tournament.code}/iscrizioni/1/tavolo/", {"table": written})
    assert answer.status_code == 422
    assert tournament.entries.get(number=1).fixed_table is None


def test_a_table_fixed_for_as_many_as_sit_there_is_refused_to_one_more(
    organiser: Client, tournament: Tournament
) -> None:
    for number in (1, 2):
        organiser.post(f"/t/{tournament.code}/iscrizioni/{number}/tavolo/", {"table": "3"})
    answer = organiser.post(f"/t/{tournament.code}/iscrizioni/4/tavolo/", {"table": "3"})
    assert answer.status_code == 409
    assert "Il tavolo 3 è già fisso per le coppie 1, 2" in answer.content.decode()
    assert tournament.entries.get(number=4).fixed_table is None
    organiser.post(f"/t/{tournament.code}/iscrizioni/2/ritira/", {"reason": "influenza"})
    organiser.post(f"/t/{tournament.code}/iscrizioni/4/tavolo/", {"table": "3"})
    assert tournament.entries.get(number=4).fixed_table == 3


def test_four_single_players_of_a_rotation_may_stay_at_one_table(organiser: Client, club: Club) -> None:
    tournament = a_rotation(club, 8)
    for number in range(1, 6):
        answer = organiser.post(f"/t/{tournament.code}/iscrizioni/{number}/tavolo/", {"table": "1"})
    assert "già fisso per i giocatori 1, 2, 3, 4" in answer.content.decode()
    assert tournament.entries.filter(fixed_table=1).count() == 4


@pytest.mark.parametrize("act", ["presente", "assente", "rientra"])
def test_a_pair_that_is_not_there_is_named(organiser: Client, tournament: Tournament, act: str) -> None:
    answer = organiser.post(f"/t/{tournament.code}/iscrizioni/99/{act}/")
    assert answer.status_code == 422
    assert "In questo torneo non c'è la coppia 99" in answer.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize("act", ["ritira", "togli"])
def test_nothing_is_asked_about_a_pair_that_is_not_there(
    organiser: Client, tournament: Tournament, act: str
) -> None:
    assert organiser.get(f"/t/{tournament.code}/iscrizioni/99/{act}/").status_code == 422


def test_the_first_page_says_what_to_do(organiser: Client, club: Club) -> None:
    empty = a_tournament(club, pairs=0)
    page = organiser.get(f"/t/{empty.code}/iscrizioni/").content.decode()
    assert "Ancora nessun iscritto" in page


def test_two_taps_on_a_pair_of_new_guests_enter_it_once(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0)
    known = club.people.count()
    page = organiser.get(f"/t/{tournament.code}/iscrizioni/").content.decode()
    key = page.split('name="key" value="')[1].split('"')[0]
    answers = {
        "line": "Nuovi Ugo / Nuove Ada", "key": key,
        "player0-about": "Nuovi Ugo", "player0-choice": "guest",
        "player0-last_name": "Nuovi", "player0-first_name": "Ugo",
        "player1-about": "Nuove Ada", "player1-choice": "guest",
        "player1-last_name": "Nuove", "player1-first_name": "Ada",
    }  # fmt: skip

    for _tap in range(2):
        assert organiser.post(f"/t/{tournament.code}/iscrizioni/", answers).status_code in (302, 303)

    assert tournament.entries.count() == 1
    assert club.people.count() == known + 2
    terzi = {"player1-about": "Terzi Tea", "player1-last_name": "Terzi", "player1-first_name": "Tea"}
    other = {**answers, "line": "Nuovi Ugo / Terzi Tea", **terzi}
    refused = organiser.post(f"/t/{tournament.code}/iscrizioni/", other)
    assert refused.status_code == 422
    assert "ha già iscritto una coppia" in refused.content.decode()
    assert club.people.count() == known + 2


def test_a_new_guest_is_not_entered_with_himself(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0)
    answers = {
        "line": "Neri Ada / Neri Ada",
        "player0-about": "Neri Ada", "player0-choice": "guest",
        "player0-last_name": "Neri", "player0-first_name": "Ada",
        "player1-about": "Neri Ada", "player1-choice": "guest",
        "player1-last_name": "Neri", "player1-first_name": "Ada",
    }  # fmt: skip
    refused = organiser.post(f"/t/{tournament.code}/iscrizioni/", answers)
    assert refused.status_code == 422
    assert "scritto due volte" in refused.content.decode()
    assert not club.people.filter(last_name="Neri").exists()


def test_a_name_in_full_is_not_taken_for_a_longer_one(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=0)
    for last_name, first_name in (("Rossi", "Mariolina"), ("Bianchi", "Anna")):
        people.add(club, last_name=last_name, first_name=first_name)
    asked = organiser.post(f"/t/{tournament.code}/iscrizioni/", {"line": "Rossi Mario / Bianchi Anna"})
    assert "Rossi Mariolina" in asked.content.decode()
    assert not tournament.entries.exists()
    organiser.post(f"/t/{tournament.code}/iscrizioni/", {"line": "ros ma / bia an"})
    assert tournament.entries.count() == 1


def test_the_fee_is_taken_in_the_line_with_one_tap(organiser: Client, club: Club) -> None:
    evening = a_tournament(club, pairs=2, fee_cents=1000)
    page = organiser.get(f"/t/{evening.code}/iscrizioni/").content.decode()
    assert page.count("Incassa 10,00") == 2
    sent = {"key": str(uuid4()), "cents": "10,00"}
    for _tap in range(2):
        answer = organiser.post(f"/t/{evening.code}/iscrizioni/1/quota/", sent, headers=HTMX)
        assert answer.status_code == 200
        assert "Incassa" not in answer.content.decode()
    assert cash.unpaid(evening) == {2: 1000}
    again = organiser.post(f"/t/{evening.code}/iscrizioni/1/quota/", {**sent, "key": str(uuid4())})
    assert again.status_code == 409, "another desk has taken it"


def test_a_guests_name_is_swapped_and_corrected_in_the_line(
    organiser: Client, tournament: Tournament
) -> None:
    entry = guests.enter(tournament.pk, [Guest("Ugo", "Neri"), Guest("Verdi", "Eva")], by=JURY)
    ugo = entry.players.get(position=0).person
    path = f"/t/{tournament.code}/iscrizioni/5/nome/{ugo.pk}/"
    page = organiser.get(f"/t/{tournament.code}/iscrizioni/").content.decode()
    assert path in page
    swapped = organiser.post(path, {"last": "Ugo", "first": "Neri", "swap": "on"}, headers=HTMX)
    assert "Neri Ugo – Verdi Eva" in swapped.content.decode()
    organiser.post(path, {"last": "Nerini", "first": "Ugo"}, headers=HTMX)
    assert _last(tournament) == "Nerini Ugo / Verdi Eva"
    assert audit.recompute(tournament.pk).faults == [], "the club's log explains the new name"


def test_the_log_says_in_the_readers_language_that_a_name_was_corrected_at_the_desk(
    organiser: Client, tournament: Tournament
) -> None:
    entry = guests.enter(tournament.pk, [Guest("Neri", "Ugo"), Guest("Verdi", "Eva")], by=JURY)
    ugo = entry.players.get(position=0).person
    path = f"/t/{tournament.code}/iscrizioni/5/nome/{ugo.pk}/"
    organiser.post(path, {"last": "Nerini", "first": "Ugo"}, headers={**HTMX, "Accept-Language": "en"})
    said = tournament.club.log.get(act="person.corrected")
    assert said.reason == ""
    for language, words in (
        ("it", "al banco delle iscrizioni: – → sì"),
        ("en", "at the entry desk: – → yes"),
    ):
        with translation.override(language):
            assert words in log_wording.changes_text(log_wording.changes(said))


def test_a_members_name_is_not_corrected_at_the_desk(organiser: Client, tournament: Tournament) -> None:
    anna = Person.objects.get(club=tournament.club, last_name="Cognome001", first_name="Anna")
    path = f"/t/{tournament.code}/iscrizioni/1/nome/{anna.pk}/"
    assert path not in organiser.get(f"/t/{tournament.code}/iscrizioni/").content.decode()
    refused = organiser.post(path, {"last": "Anna", "first": "Cognome001"}, headers=HTMX)
    assert refused.status_code == 422
    assert "non è un ospite" in refused.content.decode()


def test_a_guest_is_not_renamed_into_somebody_known(organiser: Client, tournament: Tournament) -> None:
    entry = guests.enter(tournament.pk, [Guest("Cognome0001", "Anna"), Guest("Verdi", "Eva")], by=JURY)
    person = entry.players.get(position=0).person
    path = f"/t/{tournament.code}/iscrizioni/5/nome/{person.pk}/"
    refused = organiser.post(path, {"last": "Cognome001", "first": "Anna"}, headers=HTMX)
    assert refused.status_code == 422
    assert "conosce già Cognome001 Anna" in refused.content.decode()
    elsewhere = organiser.post(f"/t/{tournament.code}/iscrizioni/1/nome/{person.pk}/", {"last": "Rossi"})
    assert elsewhere.status_code == 422, "a player of another pair"
