"""A pasted list: how its lines are parted, whom its names mean, and what is entered."""

from uuid import uuid4

import pytest

from club.models import Club, Person
from club.register import people
from tests.evening import JURY, a_club, a_tournament
from tournaments.entries import guests
from tournaments.entries.guests import Guest
from tournaments.entries.pasted import KnownPeople, lines_of, players_of
from tournaments.errors import InputRefused


@pytest.mark.parametrize(
    "line",
    [
        "Rossi Mario – Bianchi Anna",
        "Rossi Mario—Bianchi Anna",
        "Rossi Mario - Bianchi Anna",
        "Rossi Mario-Bianchi Anna",
        "Rossi Mario, Bianchi Anna",
        "Rossi Mario; Bianchi Anna",
        "Rossi Mario e Bianchi Anna",
        "Rossi Mario / Bianchi Anna",
        "Rossi Mario & Bianchi Anna",
        "Rossi Mario   Bianchi Anna",
        "Rossi Mario\tBianchi Anna",
        "12\tRossi Mario\tBianchi Anna",
        "1. Rossi Mario – Bianchi Anna",
        "1.Rossi Mario – Bianchi Anna",
        "12) Rossi Mario, Bianchi Anna",
        "(3) Rossi Mario / Bianchi Anna",
        "4 Rossi Mario e Bianchi Anna",
        "4 - Rossi Mario - Bianchi Anna",
        "Coppia 5: Rossi Mario – Bianchi Anna",
        "• Rossi Mario – Bianchi Anna",
        "🃏 Rossi Mario – Bianchi Anna ✅",
        "\u200eRossi Mario\u00a0– Bianchi Anna.",
    ],
)
def test_a_line_is_parted_as_people_write_it(line: str) -> None:
    assert players_of(lines_of(line)[0], 2) == [("Rossi Mario",), ("Bianchi Anna",)]


@pytest.mark.parametrize(
    "line",
    [
        "Rossi\tMario\tBianchi\tAnna",
        "7\tRossi\tMario\tBianchi\tAnna",
        "Rossi; Mario; Bianchi; Anna",
        "Rossi, Mario, Bianchi, Anna",
        "Rossi, Mario / Bianchi, Anna",
    ],
)
def test_surname_and_name_may_have_a_column_each(line: str) -> None:
    assert players_of(lines_of(line)[0], 2) == [("Rossi", "Mario"), ("Bianchi", "Anna")]


def test_a_double_surname_keeps_its_hyphen_where_something_else_parts_the_pair() -> None:
    assert players_of("Rossi-Neri Anna e Bianchi Ugo", 2) == [("Rossi-Neri Anna",), ("Bianchi Ugo",)]


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("1. Rossi Mario", ("Rossi Mario",)),
        ("Rossi\tMario", ("Rossi", "Mario")),
        ("2\tRossi\tMario", ("Rossi", "Mario")),
        ("Rossi, Mario", ("Rossi", "Mario")),
    ],
)
def test_where_everybody_plays_alone_a_line_is_one_player(line: str, player: tuple[str, ...]) -> None:
    assert players_of(line, 1) == [player]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Rossi Mario", "Manca il compagno di Rossi Mario"),
        ("a – b – c", "i nomi sono 3"),
        ("12.", "nessun nome"),
    ],
)
def test_a_line_that_is_no_pair_is_refused_in_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InputRefused, match=sentence):
        players_of(line, 2)


def test_headings_and_empty_lines_are_no_pairs() -> None:
    assert lines_of("N.\tCognome\tNome\tCognome\tNome\r\n\r\n1\tRossi\tMario\tBianchi\tAnna\n   \n") == [
        "1\tRossi\tMario\tBianchi\tAnna"
    ]


@pytest.mark.parametrize("text", ["", "\n \n", "\n".join(f"Rossi{n} – Bianchi{n}" for n in range(81))])
def test_no_list_and_one_of_too_many_lines_are_refused(text: str) -> None:
    with pytest.raises(InputRefused, match="elenco"):
        lines_of(text)


@pytest.fixture
def club(db: None) -> Club:
    return a_club("Circolo di pochi")


def _known(club: Club, *named: tuple[str, str]) -> list[Person]:
    return [people.add(club, last_name=last, first_name=first) for last, first in named]


@pytest.mark.parametrize(
    ("written", "last_name", "first_name"),
    [
        ("Mario Rossi", "Rossi", "Mario"),
        ("Rossi Mario", "Rossi", "Mario"),
        ("MARIO ROSSI", "Rossi", "Mario"),
        ("Mario ROSSI", "Rossi", "Mario"),
        ("BRUNO Aldo", "Bruno", "Aldo"),
        ("M. Rossi", "Rossi", "M"),
        ("Rossi M.", "Rossi", "M"),
        ("Maria Grazia Rossi", "Rossi", "Maria Grazia"),
        ("Rossi Maria Grazia", "Rossi", "Maria Grazia"),
        ("De Luca Mario", "De Luca", "Mario"),
        ("Mario De Luca", "De Luca", "Mario"),
        ("D'Angelo Nicolò", "D'Angelo", "Nicolò"),
        ("Rossi", "Rossi", ""),
        ("Anna", "", "Anna"),
    ],
)
def test_usual_given_names_tell_name_and_surname_apart(
    club: Club, written: str, last_name: str, first_name: str
) -> None:
    (name,) = KnownPeople(club).split_names([(written.replace(".", ""),)])
    assert (name.last_name, name.first_name) == (last_name, first_name)


def test_the_clubs_own_people_tell_before_the_usual_names(club: Club) -> None:
    _known(club, ("Bruno", "Zoran"), ("Vitale", "Bruno"))
    _known(club, ("Aldo", "Kim"), ("Aldo", "Bao"))
    (name,) = KnownPeople(club).split_names([("Kim Aldo",)])
    assert (name.last_name, name.first_name) == ("Aldo", "Kim")


def test_a_name_that_tells_nothing_follows_the_other_lines(club: Club) -> None:
    surname_last = KnownPeople(club).split_names([("Xu Wang",), ("Mario Rossi",), ("Anna Bianchi",)])
    assert (surname_last[0].last_name, surname_last[0].is_sure) == ("Wang", False)
    surname_first = KnownPeople(club).split_names([("Xu Wang",), ("Rossi Mario",)])
    assert surname_first[0].last_name == "Xu"


def test_columns_are_told_apart_like_words(club: Club) -> None:
    (name,) = KnownPeople(club).split_names([("Maria Grazia", "Dal Pozzo")])
    assert (name.last_name, name.first_name) == ("Dal Pozzo", "Maria Grazia")


def test_a_name_means_the_person_of_that_name_in_either_order(club: Club) -> None:
    mario, maria = _known(club, ("Rossi", "Mario"), ("Rossi", "Maria"))
    known = KnownPeople(club)
    assert known.match("Mario Rossi").person == mario
    assert known.match("rossi MARIA").person == maria
    assert known.match("Rossi Marco").candidates == (), "two given names are two people"


def test_two_namesakes_and_similar_names_are_put_to_choose_from(club: Club) -> None:
    first, second, anna = _known(club, ("Rossi", "Mario"), ("Rossi", "Mario"), ("Bianchi", "Anna"))
    known = KnownPeople(club)
    assert known.match("Rossi Mario").candidates == (first, second)
    assert known.match("Rosi Mario").candidates == (first, second)
    assert known.match("Bianchi Ana").candidates == (anna,)
    assert known.match("Bianchi").candidates == (anna,), "a surname alone may be anybody's"
    assert known.match("Bianchi A.").person == anna
    assert known.match("Neri Ugo").candidates == ()


def test_a_list_is_entered_as_a_whole_or_not_at_all(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    taken = Person.objects.get(club=club, last_name="Cognome001", first_name="Anna")
    new = [Guest("Rossi", "Mario"), Guest("Bianchi", "Anna")]
    with pytest.raises(InputRefused, match="gioca già nella coppia 1"):
        guests.enter_all(tournament.pk, [new, [taken, Guest("Neri", "Ugo")]], by=JURY, key=uuid4())
    with pytest.raises(InputRefused, match="Mario Rossi è due volte"):
        guests.enter_all(
            tournament.pk, [new, [Guest("Mario", "Rossi"), Guest("Neri", "Ugo")]], by=JURY, key=uuid4()
        )
    assert tournament.entries.count() == 2
    assert not Person.objects.filter(last_name="Rossi").exists()


def test_a_list_sent_twice_is_entered_once(club: Club) -> None:
    tournament, key = a_tournament(club, pairs=0), uuid4()
    lines = [
        [Guest("Rossi", "Mario"), Guest("Bianchi", "Anna")],
        [Guest("Neri", "Ugo"), Guest("Verdi", "Eva")],
    ]
    made = [guests.enter_all(tournament.pk, lines, by=JURY, key=key, present=True) for _tap in range(2)]
    assert made[0] == made[1]
    assert [entry.number for entry in made[0]] == [1, 2]
    assert Person.objects.filter(club=club, is_guest=True).count() == 4
    assert all(entry.checked_in_at for entry in made[0])
