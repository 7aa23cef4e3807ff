"""Dated notes about a person: who reads and changes them, and what becomes of them."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.models import Club, Look, Particulars, Person, PersonNote, RoleKind, User
from club.privacy import dossier, erasure
from club.register import notebook
from club.register.duplicates import merge
from tests.club.register.book import TODAY, a_person, named
from tests.evening import a_club, an_officer, four_people, signed_in

SAID = "Porta il figlio il giovedì."


@pytest.fixture
def mario(club: Club, secretary: User) -> Person:
    return a_person(club, secretary)


def a_note(person: Person, by: User, text: str = SAID, on: date = TODAY, **said: Any) -> PersonNote:
    told = {"text": text, "on": on, "today": TODAY, "by": by, "key": uuid4()} | said
    return notebook.write(person.pk, person.club, **told)


def page_of(person: Person) -> str:
    return f"/circoli/{person.club.slug}/libro/{person.pk}/"


def test_notes_are_on_the_page_with_day_and_author_newest_first(
    club: Club, secretary: User, at_work: Client, mario: Person
) -> None:
    Particulars.objects.filter(person=mario).update(notes="Dal vecchio foglio")
    a_note(mario, secretary, "Ha telefonato", on=date(2026, 5, 2))
    answer = at_work.post(f"{page_of(mario)}note/", {"on": "2026-05-30", "text": SAID, "key": uuid4()})
    assert answer["Location"] == page_of(mario)
    page = at_work.get(page_of(mario)).content.decode()
    assert page.index(SAID) < page.index("Ha telefonato") < page.index("Dal vecchio foglio")
    assert f"30/5/2026 · {secretary}" in page
    assert "ha scritto una nota" in page


def test_a_double_click_writes_one_note_and_the_log_does_not_say_it(mario: Person, secretary: User) -> None:
    key = uuid4()
    assert a_note(mario, secretary, key=key) == a_note(mario, secretary, key=key)
    entry = mario.club.log.get(act="note.written")
    assert (entry.subject, entry.after) == ({"person": mario.pk}, {"on": "2026-06-01"})


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"text": "  "}, "Scrivi la nota."),
        ({"text": "x" * 4001}, "4000"),
        ({"on": "2999-01-01"}, "La data di una nota non può essere nel futuro."),
        ({"on": "ieri"}, "data"),
    ],
    ids=["no text", "too long", "a day to come", "no day"],
)
def test_a_refused_note_stays_in_its_form(
    at_work: Client, mario: Person, said: dict[str, str], sentence: str
) -> None:
    answer = at_work.post(
        f"{page_of(mario)}note/", {"on": "2026-05-30", "text": SAID, "key": uuid4(), **said}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert said.get("text", SAID).strip() in page
    assert not PersonNote.objects.exists()


@pytest.mark.parametrize(
    ("who", "status"),
    [("author", 302), ("owner", 302), ("treasurer", 403), ("organiser", 403), ("referee", 403),
     ("player", 403), ("stranger", 403), ("", 302)],
)  # fmt: skip
def test_a_note_is_changed_by_its_author_and_the_owner(
    club: Club, secretary: User, mario: Person, who: str, status: int
) -> None:
    note = a_note(mario, secretary)
    users = {
        **vars(four_people(club)),
        "author": secretary,
        "owner": an_officer(club, RoleKind.OWNER),
        "treasurer": an_officer(club, RoleKind.TREASURER),
    }
    client = signed_in(users[who]) if who else Client()
    where = f"/circoli/{club.slug}/libro/note/{note.pk}/"
    shown = client.get(where)
    assert (SAID in shown.content.decode()) == (who in ("author", "owner"))
    answer = client.post(where, {"on": "2026-05-01", "text": "Altro", "version": 1})
    assert answer.status_code == status
    note.refresh_from_db()
    may = who in ("author", "owner")
    assert (note.text, note.by) == ("Altro" if may else SAID, secretary)
    assert club.log.filter(act="note.corrected").exists() == may
    assert Look.objects.filter(person=mario, page="correction").exists() == may
    assert client.post(f"{where}togli/", {"version": 2}).status_code == status
    assert PersonNote.objects.exists() != may


def test_the_author_who_lost_the_role_changes_nothing(club: Club, secretary: User, mario: Person) -> None:
    note = a_note(mario, secretary)
    with pytest.raises(PermissionDenied):
        notebook.remove(note.pk, club, version=1, by=an_officer(club, RoleKind.TREASURER))
    secretary.roles.all().delete()
    where = f"/circoli/{club.slug}/libro/note/{note.pk}/"
    assert signed_in(secretary).post(f"{where}togli/", {"version": 1}).status_code == 403
    assert PersonNote.objects.exists()


def test_two_who_correct_one_note_do_not_overwrite_each_other(
    club: Club, secretary: User, at_work: Client, mario: Person
) -> None:
    note = a_note(mario, secretary)
    said = {"text": "Prima", "on": TODAY, "today": TODAY, "by": secretary}
    notebook.correct(note.pk, club, version=1, **said)
    with pytest.raises(ClubOutdated):
        notebook.remove(note.pk, club, version=1, by=secretary)
    where = f"/circoli/{club.slug}/libro/note/{note.pk}/"
    late = at_work.post(where, {"text": "Dopo", "on": "2026-06-01", "version": 1})
    page = late.content.decode()
    assert late.status_code == 409
    assert "adesso dice «Prima»" in page
    assert 'name="version" value="2"' in page
    assert "Dopo" in page


def test_a_note_removed_is_only_a_line_of_the_log(club: Club, secretary: User, mario: Person) -> None:
    note = a_note(mario, secretary)
    notebook.remove(note.pk, club, version=1, by=secretary)
    assert not PersonNote.objects.exists()
    acts = list(club.log.order_by("number").values_list("act", flat=True))
    assert acts[-2:] == ["note.written", "note.removed"]
    assert not any(SAID in str((entry.subject, entry.before, entry.after)) for entry in club.log.all())
    with pytest.raises(ClubError) as refusal:
        notebook.remove(note.pk, club, version=1, by=secretary)
    assert refusal.value.code == "unknown-note"


def test_another_clubs_notes_and_people_are_not_there(club: Club, secretary: User, at_work: Client) -> None:
    other = a_club("Un altro circolo")
    theirs = a_person(other, secretary)
    note = a_note(theirs, secretary)
    base = f"/circoli/{club.slug}/libro/"
    assert at_work.get(f"{base}note/{note.pk}/").status_code == 404
    assert at_work.post(f"{base}note/{note.pk}/togli/", {"version": 1}).status_code == 404
    assert at_work.post(f"{base}{theirs.pk}/note/", {"on": "2026-06-01", "text": "x"}).status_code == 404
    with pytest.raises(ClubError):
        notebook.write(theirs.pk, club, text="x", on=TODAY, today=TODAY, by=secretary, key=uuid4())


def test_the_dossier_holds_the_notes(mario: Person, secretary: User) -> None:
    a_note(mario, secretary)
    part = next(one for one in dossier.PARTS if one.key == "notes")
    assert [note.text for note in part.rows(mario)] == [SAID]


def test_merging_keeps_the_notes_of_both(club: Club, secretary: User, mario: Person) -> None:
    twin = named(club, secretary, "Rosi Mario")
    a_note(mario, secretary, "Prima scheda")
    a_note(twin, secretary, "Seconda scheda")
    Particulars.objects.filter(person=mario).update(notes="Uno")
    Particulars.objects.update_or_create(person=twin, defaults={"notes": "Due"})
    merge(club, kept=mario.pk, gone=twin.pk, reason="la stessa persona", today=TODAY, by=secretary)
    assert {note.text for note in mario.dated_notes.all()} == {"Prima scheda", "Seconda scheda"}
    assert Particulars.objects.get(person=mario).notes == "Uno\nDue"


def test_erasing_takes_the_notes_and_the_name_out_of_others(
    club: Club, secretary: User, mario: Person
) -> None:
    a_note(mario, secretary)
    other = a_note(named(club, secretary, "Verdi Vito"), secretary, "Viene in auto con Mario Rossi.")
    assert erasure.preview(mario, TODAY).goes["note sulle persone"] == 1
    erasure.erase(mario.pk, club, typed="Rossi Mario", reason="lo ha chiesto", today=TODAY, by=secretary)
    assert list(PersonNote.objects.all()) == [other]
    other.refresh_from_db()
    assert other.text == "Viene in auto con Persona cancellata n. 1."
    with pytest.raises(ClubError):
        a_note(mario, secretary)


def test_a_note_without_a_key_is_refused(mario: Person, secretary: User) -> None:
    with pytest.raises(ClubInputRefused):
        a_note(mario, secretary, key=None)
