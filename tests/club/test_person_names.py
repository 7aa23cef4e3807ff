"""What is a name: whatever people are called, in any script; no link, and no sentence."""

import pytest

from club import person_names
from club.errors import ClubInputRefused
from club.models import Club, Person
from club.register import people

NAMES = [
    *["d'Angelo", "D’Angelò", "De' Medici", "Anna-Maria", "M. Rossi", "M.Rossi", "m. rossi", "m.rossi", "Re"],
    *["De Luca", "Rossi-Bianchi", "Íñigo", "O’Brien", "O'Brien", "Lo Presti", "Dalla Chiesa", "'t Hooft"],
    *["J.R.R. Tolkien", "J.-P.", "St. John", "St.John", "Ma.Teresa", "Ph.", "Dott.ssa Bianchi", "Ing. Verdi"],
    *["Dott.Rossi", "Prof.Neri", "Geom.Verdi"],
    *[
        "maria",
        "mario rossi",
        "maria grazia anna",
        "ROSSI",
        "ANNA MARIA",
        "Rossi maria grazia",
        "van der Berg",
    ],
    *["María de los Ángeles Fernández de Córdoba y Álvarez", "Maria José da Conceição e Silva dos Santos"],
    *["Per", "Con", "Win", "Kim Jong Un", "Hetty", "Ng", "O", "Łukasz", "Þór", "Ōé"],
    *[
        "Гагарин",
        "М. Петров",
        "Παπαδόπουλος",
        "محمد بن عبد الله",
        "علی‌رضا",
        "כהן",
        "मारिया",
        "王小明",
        "タロウ・ヤマダ",
    ],
    *[
        "สมชาย",
        "김철수",
        "Nguyễn Thị Hương",
        "Gal·la",
        "Kaʻahumanu",
        "Rene\N{COMBINING ACUTE ACCENT}",
        "Ḥasan",
    ],
]

LINKS = [
    "t.me/premio Mario",
    "g.page/abc",
    *["http://evil.com", "https evil", "www.evil.com", "Rossi www.evil", "evil.com", "EVIL.COM", "Evil.Com"],
    *[
        "bit.ly",
        "BIT.LY",
        "t.me",
        "g.co",
        "x.it",
        "Rossi evil.com",
        "evil.co.uk",
        "premi-gratis.it",
        "dott.rossi",
        "Dott.com",
        "Mario@evil",
    ],
    *[
        "evil.com.",
        "(evil.com)",
        "evil。com",
        "evil．com",
        "ev\u200bil.com",
        "ｈttp",
        "a://b",
        "Rossi.Vinci.Premio",
    ],
]

NEITHER = [
    *["Hai vinto un premio", "hai vinto un premio", "Clicca qui subito per vincere", "Complimenti. Chiama"],
    *[
        "Hai Vinto Un Premio Chiama Subito Questo Numero",
        "Mario 3",
        "051 123456",
        "Rossi!",
        "Rossi: chiama",
        "--",
    ],
    *["<b>Rossi</b>", "Rossi / Bianchi", "Rossi\N{WHITE SMILING FACE}", "1", "Rossi, vinci", "dare 100 euro"],
]


@pytest.mark.parametrize("name", NAMES)
def test_names_as_people_have_them_are_names(name: str) -> None:
    assert person_names.problem(name) == ""
    assert not person_names.carries_link(person_names.tidy(name))


@pytest.mark.parametrize("name", LINKS)
def test_a_link_is_no_name(name: str) -> None:
    assert "né collegamenti" in person_names.problem(name)


@pytest.mark.parametrize("name", NEITHER)
def test_a_sentence_or_a_number_is_no_name(name: str) -> None:
    assert person_names.problem(name)
    assert "collegamenti" not in person_names.problem(name)


@pytest.mark.parametrize(
    ("written", "tidied"),
    [
        ("  Rossi   Maria ", "Rossi Maria"),
        ("M.Rossi", "M. Rossi"),
        ("Dott.Rossi", "Dott. Rossi"),
        ("J.R.R.", "J. R. R."),
        ("J.-P.", "J.-P."),
        ("Dott.ssa Bianchi", "Dott.ssa Bianchi"),
        ("Rene\N{COMBINING ACUTE ACCENT}", "René"),
    ],
)
def test_no_dot_is_left_between_two_words_for_a_mail_program_to_join(written: str, tidied: str) -> None:
    assert person_names.tidy(written) == tidied


@pytest.mark.django_db
@pytest.mark.parametrize("act", ["add", "change"])
def test_officers_too_write_no_link_for_a_name_and_anything_else(club: Club, act: str) -> None:
    person = people.add(club, last_name="Rossi 2, detto il Bello", first_name="Mario", is_guest=True)
    more = {"is_guest": True, "name_consent_on": None, "first_name": "Mario", "last_name": "www.evil.com"}
    with pytest.raises(ClubInputRefused, match="né collegamenti"):
        people.add(club, **more) if act == "add" else people.change(person, **more)


def test_a_person_whose_name_is_older_than_this_rule_can_be_changed(club: Club) -> None:
    person = Person.objects.create(club=club, last_name="Mario.Rossi", first_name="Mario", is_guest=True)
    changed = people.change(
        person, last_name="Mario.Rossi", first_name="Mario", is_guest=False, name_consent_on=None
    )
    assert not changed.is_guest
