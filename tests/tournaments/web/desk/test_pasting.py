"""Pasting a list at the desk: the preview, the answers in its rows, and what stops a list."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from club.models import Club, Person
from club.register import people
from tests.evening import JURY, a_tournament
from tournaments.entries import entries
from tournaments.models import Tournament

LIST = """
1. Mario Rossi – Anna Bianchi
2. Ugo Neri - Eva Verdi
"""


@pytest.fixture
def known(club: Club) -> list[Person]:
    return [
        people.add(club, last_name="Rossi", first_name="Mario"),
        people.add(club, last_name="Bianchi", first_name="Anna"),
    ]


def _send(client: Client, tournament: Tournament, **sent: object) -> HttpResponse:
    return client.post(f"/t/{tournament.code}/iscrizioni/elenco/", sent)  # type: ignore[arg-type]


def _answers(page: str) -> dict[str, list[str]]:
    """What the form of that page would send if nothing was touched."""
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        is_off = re.search(r'type="(?:checkbox|radio)"', tag) and "checked" not in tag
        if name and not is_off and name[1] != "csrfmiddlewaretoken":
            sent.setdefault(name[1], []).append(value[1] if value else "on")
    return sent


def _pairs(tournament: Tournament, after: int = 4) -> list[str]:
    later = tournament.entries.filter(number__gt=after).order_by("number")
    return [entries.names([each.person for each in entry.players.all()]) for entry in later]


def test_a_list_is_previewed_and_then_entered(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    preview = _send(organiser, tournament, text=LIST)
    page = preview.content.decode()
    assert preview.status_code == 200
    assert "2 righe pronte" in page
    assert page.count("conosciuto") == 2
    assert page.count("chip-waiting") == 2
    assert tournament.entries.count() == 4, "a preview stores nothing"

    done = _send(organiser, tournament, **_answers(page), do="enter")
    assert done.status_code == 303
    assert done["Location"] == f"/t/{tournament.code}/iscrizioni/#coppia-5"
    assert _pairs(tournament) == ["Rossi Mario – Bianchi Anna", "Neri Ugo – Verdi Eva"]
    assert Person.objects.get(last_name="Neri").is_guest
    assert Person.objects.get(last_name="Neri").name_consent_on is None, "nobody was asked"


def test_two_taps_enter_a_list_once(organiser: Client, tournament: Tournament) -> None:
    sent = _answers(_send(organiser, tournament, text=LIST).content.decode())
    for _tap in range(2):
        assert _send(organiser, tournament, **sent, do="enter").status_code == 303
    assert len(_pairs(tournament)) == 2


def test_a_doubtful_name_must_be_chosen(organiser: Client, tournament: Tournament, club: Club) -> None:
    people.add(club, last_name="Rossi", first_name="Mario")
    second = people.add(club, last_name="Rossi", first_name="Mario")
    sent = _answers(_send(organiser, tournament, text=LIST).content.decode())
    refused = _send(organiser, tournament, **sent, do="enter")
    assert refused.status_code == 422
    assert "Non è stato iscritto nessuno" in refused.content.decode()
    assert tournament.entries.count() == 4

    sent["row0-player0-choice"] = [str(second.pk)]
    assert _send(organiser, tournament, **sent, do="enter").status_code == 303
    assert tournament.entries.get(number=5).players.get(position=0).person == second


def test_a_new_name_is_corrected_and_swapped_in_its_row(organiser: Client, tournament: Tournament) -> None:
    sent = _answers(_send(organiser, tournament, text="Xu Wang – Bianchi Anna").content.decode())
    swapped = _send(organiser, tournament, **sent, swap="row0-player0").content.decode()
    sent = _answers(swapped)
    assert (sent["row0-player0-last"], sent["row0-player0-first"]) == (["Wang"], ["Xu"])
    sent["row0-player1-last"] = ["Bianchini"]
    _send(organiser, tournament, **sent, do="enter")
    assert _pairs(tournament) == ["Wang Xu – Bianchini Anna"]


def test_a_name_corrected_into_that_of_a_known_person_is_that_person(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    sent = _answers(_send(organiser, tournament, text="Mairo Roxi – Anna Bianchi").content.decode())
    sent |= {"row0-player0-last": ["Rossi"], "row0-player0-first": ["Mario"]}
    _send(organiser, tournament, **sent, do="enter")
    assert tournament.entries.get(number=5).players.get(position=0).person == known[0]


def test_a_namesake_of_a_known_person_is_entered_as_a_new_one(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    sent = _answers(_send(organiser, tournament, text=LIST).content.decode())
    sent["row0-player0-choice"] = ["guest"]
    _send(organiser, tournament, **sent, do="enter")
    assert tournament.entries.get(number=5).players.get(position=0).person != known[0]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Anna Cognome001 / Bruno Cognome001", "Questa coppia è già iscritta, con il numero 1."),
        ("Anna Cognome001 / Eva Verdi", "Cognome001 Anna gioca già nella coppia 1."),
        ("Rossi Mario / Eva Verdi", "Rossi Mario è già alla riga 1."),
        ("Ugo Neri / Neri Ugo", "Neri Ugo è scritto due volte su questa riga."),
        ("Ugo Neri", "Manca il compagno di Ugo Neri"),
        ("Ugo Neri / Zoe", "Manca il cognome di Zoe: scrivilo."),
        ("Ugo Neri / Eva www.example.org", "non ci sono indirizzi"),
    ],
)
def test_a_bad_row_is_refused_beside_it_and_stops_the_list(
    organiser: Client, tournament: Tournament, line: str, sentence: str
) -> None:
    preview = _send(organiser, tournament, text=f"Mario Rossi – Anna Bianchi\n{line}")
    page = preview.content.decode()
    assert sentence in page.replace("&#x27;", "'")
    sent = _answers(page)
    assert _send(organiser, tournament, **sent, do="enter").status_code == 422
    assert tournament.entries.count() == 4

    sent = _answers(_send(organiser, tournament, **sent, do="leave").content.decode())
    assert _send(organiser, tournament, **sent, do="enter").status_code == 303
    assert _pairs(tournament) == ["Rossi Mario – Bianchi Anna"]


def test_a_line_written_again_is_read_again(organiser: Client, tournament: Tournament) -> None:
    sent = _answers(
        _send(organiser, tournament, text="Ugo Neri\nMario Rossi – Anna Bianchi").content.decode()
    )
    sent["line"][0] = "Ugo Neri e Eva Verdi"
    _send(organiser, tournament, **sent, do="enter")
    assert _pairs(tournament) == ["Neri Ugo – Verdi Eva", "Rossi Mario – Bianchi Anna"]


def test_somebody_entered_meanwhile_stops_the_list(
    organiser: Client, tournament: Tournament, known: list[Person]
) -> None:
    sent = _answers(_send(organiser, tournament, text=LIST).content.decode())
    entries.enter(tournament.pk, known, by=JURY)
    refused = _send(organiser, tournament, **sent, do="enter")
    assert refused.status_code == 422
    assert "Questa coppia è già iscritta, con il numero 5." in refused.content.decode()
    assert tournament.entries.count() == 5


def test_an_empty_list_is_refused_in_a_sentence(organiser: Client, tournament: Tournament) -> None:
    answer = _send(organiser, tournament, text=" \n")
    assert answer.status_code == 422
    assert "vuoto" in answer.content.decode()


def test_where_everybody_plays_alone_a_line_is_a_player(organiser: Client, club: Club) -> None:
    alone = a_tournament(club, pairs=0, format=Tournament.Format.ROTATION)
    sent = _answers(_send(organiser, alone, text="1. Mario Rossi\n2. Anna Bianchi").content.decode())
    _send(organiser, alone, **sent, do="enter", present="on")
    assert _pairs(alone, after=0) == ["Rossi Mario", "Bianchi Anna"]
    assert alone.entries.filter(checked_in_at=None).count() == 0


def test_the_longest_list_takes_few_queries_to_look_through(
    organiser: Client, tournament: Tournament, django_assert_max_num_queries: object
) -> None:
    letters = [f"{one}{other}" for one in "bcdfghlm" for other in "aeioubcdfg"]
    lines = "\n".join(f"Ros{each} Mario – Bian{each} Anna" for each in letters)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page = _send(organiser, tournament, text=lines).content.decode()
    assert "80 righe pronte" in page
    sent = _answers(page)
    assert sum(map(len, sent.values())) < 1000, "Django reads no more fields than that"
    assert _send(organiser, tournament, **sent, do="check").status_code == 200
