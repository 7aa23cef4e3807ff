"""Both names on one line: how it is read, and what finishes it."""

import pytest

from club.models import Club, Person
from club.register import people
from tests.evening import a_club, a_tournament
from tournaments.errors import InputRefused
from tournaments.web.forms.entries import (
    TypedName,
    being_written,
    names_on_line,
    options,
    players_on_line,
    suggestions,
    typed_name,
)


@pytest.mark.parametrize(
    "line",
    [
        "ros ma / bia an",
        "ros ma/bia an",
        "ros ma, bia an",
        "ros ma; bia an",
        "ros ma - bia an",
        "ros ma-bia an",
        "ros ma – bia an",
        "  ros ma /bia an / ",
    ],
)
def test_names_are_parted_by_what_a_hurried_hand_writes(line: str) -> None:
    assert names_on_line(line) == ["ros ma", "bia an"]


def test_a_dash_inside_a_surname_parts_nothing_where_a_bar_does() -> None:
    assert names_on_line("Rossi-Neri Anna / Bianchi Ugo") == ["Rossi-Neri Anna", "Bianchi Ugo"]


def test_only_the_last_name_is_being_written() -> None:
    assert being_written("Rossi Mario / bia") == ("Rossi Mario / ", "bia")
    assert being_written("ros") == ("", "ros")


@pytest.mark.parametrize(
    ("text", "last_name", "first_name"),
    [
        ("Rossi Mario", "Rossi", "Mario"),
        ("de luca mario", "De Luca", "Mario"),
        ("Gino", "Gino", ""),
        ("Zanetti Ugo (ospite)", "Zanetti", "Ugo"),
        ("McAllister Sean", "McAllister", "Sean"),
    ],
)
def test_a_guest_is_named_surname_first(text: str, last_name: str, first_name: str) -> None:
    assert (TypedName(text).last_name, TypedName(text).first_name) == (last_name, first_name)


@pytest.fixture
def club(db: None) -> Club:
    """With nobody in it but whom a test adds."""
    return a_club("Circolo di pochi")


def _people(club: Club, *written: str) -> list[Person]:
    named = [name.rsplit(" ", 1) for name in written]
    return [people.add(club, last_name=last, first_name=first) for last, first in named]


def test_a_few_letters_mean_the_only_one_they_fit(club: Club) -> None:
    mario, _maria, _anna = _people(club, "Rossi Mario", "Rossini Maria", "Bianchi Anna")
    assert typed_name(club, "rossi mari").person is None
    assert typed_name(club, "rossi mario").person == mario
    assert typed_name(club, "mario rossi").person == mario
    assert [person.last_name for person in typed_name(club, "ros").candidates] == ["Rossi", "Rossini"]


def test_a_whole_name_is_that_person_even_where_it_begins_another(club: Club) -> None:
    maria, _teresa = _people(club, "Rossi Maria", "Rossi Maria Teresa")
    assert typed_name(club, "Rossi Maria").person == maria


def test_two_of_the_same_name_are_told_apart_by_number(club: Club) -> None:
    first, second = _people(club, "Rossi Mario", "Rossi Mario")
    assert typed_name(club, "rossi mario").person is None
    assert typed_name(club, f"Rossi Mario #{second.pk}").person == second
    assert [option.name for option in options("", "ros", [first, second])] == [
        f"Rossi Mario #{first.pk}",
        f"Rossi Mario #{second.pk}",
    ]


def test_somebody_of_another_club_is_not_known_here(club: Club) -> None:
    elsewhere = Club.objects.create(name="Altro", slug="altro")
    (stranger,) = _people(elsewhere, "Rossi Mario")
    assert typed_name(club, "rossi mario") == TypedName("rossi mario")
    assert typed_name(club, f"Rossi Mario #{stranger.pk}").person is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Scrivi i due giocatori"),
        (" / ", "Scrivi i due giocatori"),
        ("ros ma", "Manca il compagno di ros ma"),
        ("a / b / c", "i nomi sono 3"),
    ],
)
def test_a_line_without_two_names_is_refused_in_one_sentence(club: Club, line: str, sentence: str) -> None:
    with pytest.raises(InputRefused, match=sentence):
        players_on_line(club, line)


def test_an_option_finishes_the_line_and_begins_the_next_name(club: Club) -> None:
    (anna,) = _people(club, "Bianchi Anna")
    assert options("", "bia", [anna])[0].line == "Bianchi Anna / "
    assert options("Rossi Mario / ", "bia", [anna])[0].line == "Rossi Mario / Bianchi Anna"


def test_a_guest_is_offered_last_and_first_where_nobody_is_known(club: Club) -> None:
    (anna,) = _people(club, "Bianchi Anna")
    assert [option.is_guest for option in options("", "bianchi a", [anna])] == [False, True]
    assert [option.line for option in options("", "zanetti ugo", [])] == ["Zanetti Ugo (ospite) / "]
    assert options("", "  ", []) == []


def test_who_already_has_a_pair_is_suggested_last_with_its_number(club: Club) -> None:
    tournament = a_tournament(club, pairs=1)
    _people(club, "Cognome999 Zeno")
    found = list(suggestions(tournament, "cogn"))
    assert [person.first_name for person in found] == ["Zeno", "Anna", "Bruno"]
    assert options("", "cogn", found)[1].note == "già nella coppia 1"
