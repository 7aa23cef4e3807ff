"""A sheet from the file to the register and back: every problem by row, all or nothing, undo."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.dues import members
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import hash_chain
from club.imports import service, steps, undoing
from club.models import (
    Category,
    Club,
    Due,
    Import,
    ImportFile,
    ImportRow,
    Membership,
    Person,
    ToldApart,
    User,
)
from club.register import people
from club.register.person_data import person_data_of
from criccone.celery import app
from tests.club.dues.members import a_year
from tests.club.imports import sheets
from tests.club.imports.steps import HEADINGS, JOINED, MARIO, begun, checked, codes, taken, worked, written
from tests.club.register.book import TODAY, a_person, named
from tests.evening import JURY, a_club, an_officer
from tournaments.entries import entries
from tournaments.evenings import lifecycle

State, Action = Import.State, ImportRow.Action


@pytest.mark.parametrize(
    ("mends", "names"),
    [(True, {"Onorario", "APS"}), (False, {"ONORARIO", "APS"})],
    ids=["mended", "as-it-is"],
)
def test_a_category_in_capitals_is_added_as_a_name_is_written(
    club: Club, secretary: User, ordinary: Category, mends: bool, names: set[str]
) -> None:
    headings = ["Cognome", "Nome", "Categoria", "Ammissione"]
    rows = [["Rossi", "Ada", "ONORARIO", "1/2/2020"], ["Verdi", "Ugo", "APS", "1/2/2020"]]
    one = checked(club, secretary, *rows, headings=headings, mends_capitals=mends)
    assert one.outcome["categories"] == sorted(names)
    written(one, secretary)
    assert {each.name for each in club.categories.exclude(pk=ordinary.pk)} == names


def test_a_messy_sheet_of_three_hundred_members_comes_in_whole(
    club: Club, secretary: User, ordinary: Category
) -> None:
    body, everybody = sheets.messy(300)
    one = begun(club, body, secretary)
    assert one.state == State.MAPPING
    assert one.mapping[one.headings.index("Quota 2025")] == "dues"
    column = [row.cells[one.headings.index("Quota 2025")] for row in one.rows.all()]
    one = taken(one, dues_cents=2500)
    assert (one.state, codes(one)) == (State.CHECKED, ["nobody"])
    one = written(one, secretary)
    counts = {"new": 300, "completed": 0, "members": 300, "skipped": 1, "known": 0}
    assert one.outcome == {**counts, "dues": 300, "years": ["2025"]}
    dues = Due.objects.filter(cents=2500, receipt=None)
    assert dues.filter(paid_before=False).count() == column.count("no")
    assert dues.filter(paid_before=True).count() == column.count("sì") + column.count("25")
    whole = club.people.select_related("particulars").prefetch_related("numbers", "memberships")
    found = {person.numbers.all()[0].number: person for person in whole}
    for told in everybody:
        person = found[told["number"]]
        said = person_data_of(person)
        assert (person.last_name, person.first_name) == (told["last"], told["first"])
        assert (said.born_on, said.born_in, said.fiscal_code) == (told["born"], told["town"], told["code"])
        assert (said.postcode, said.province) == (told["postcode"], told["province"])
        assert person.memberships.all()[0].admitted_on == told["joined"]
    assert {category.name for category in club.categories.all()} == {"ordinario", "Sostenitore"}
    assert person_data_of(found[1]).street == person_data_of(found[2]).street == "Via Saragozza 8"
    assert person_data_of(found[40]).notes == "=cmd|'/c calc'!A0"
    assert hash_chain.first_broken(club.log.order_by("number")) is None
    assert not ImportFile.objects.exists()
    assert not ImportRow.objects.exclude(cells=[]).exists()


def test_nothing_is_written_while_one_row_is_stopped(club: Club, secretary: User, ordinary: Category) -> None:
    one = checked(club, secretary, MARIO, (8, "Verdi", "", "31/2/1950", "", "10/1/2020"))
    assert set(codes(one, 3)) == {"name-missing", "no-such-day"}
    with pytest.raises(ClubError, match="1 riga è ferma"):
        service.start_writing(one, shown=one.fingerprint, by=secretary)
    assert not club.people.exists()
    service.decide(one, 3, edits={"2": "Vito", "3": "28/2/1950"}, decision="")
    assert written(worked(one), secretary).outcome["new"] == 2
    assert person_data_of(club.people.get(last_name="Verdi")).born_on.isoformat() == "1950-02-28"  # type: ignore[union-attr]


def test_a_row_left_out_is_left_out(club: Club, secretary: User, ordinary: Category) -> None:
    one = checked(club, secretary, MARIO, (8, "Verdi", "", "", "", ""))
    service.decide(one, 3, edits={}, decision="skip")
    assert written(worked(one), secretary).outcome["skipped"] == 1
    assert club.people.get().last_name == "Rossi"


def test_a_double_click_sends_once_and_writes_once(club: Club, secretary: User, ordinary: Category) -> None:
    key, body = uuid4(), sheets.workbook(HEADINGS, MARIO)
    first, second = (begun(club, body, secretary, key=key) for _at in range(2))
    assert first.pk == second.pk
    one = taken(first)
    for _at in range(2):
        service.start_writing(one, shown=one.fingerprint, by=secretary)
    for _at in range(2):
        steps.work(one.pk)
    assert club.people.count() == 1
    assert club.log.filter(act="import.written").count() == 1


def test_the_register_changed_since_the_preview(club: Club, secretary: User, ordinary: Category) -> None:
    one = checked(club, secretary, MARIO)
    shown = one.fingerprint
    a_person(club, secretary)
    service.start_writing(one, shown=shown, by=secretary)
    one = worked(one)
    assert (one.state, one.trouble) == (State.CHECKED, {"code": "changed-meanwhile"})
    assert one.rows.get().action == Action.COMPLETE
    assert not Membership.objects.exists()
    with pytest.raises(ClubOutdated):
        service.start_writing(one, shown=shown, by=secretary)
    assert written(one, secretary).outcome == {
        "new": 0, "completed": 1, "members": 1, "skipped": 0, "known": 0,
    }  # fmt: skip


def test_a_failure_half_way_leaves_nothing(
    club: Club, secretary: User, ordinary: Category, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = checked(club, secretary, MARIO)
    service.start_writing(one, shown=one.fingerprint, by=secretary)

    def broken(*_said: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("club.imports.writing._store_outcome", broken)
    with pytest.raises(RuntimeError):
        steps.work(one.pk)
    assert not club.people.exists()
    assert not club.log.exists()
    monkeypatch.undo()
    assert worked(one).state == State.DONE


def test_the_same_sheet_again_changes_nothing(club: Club, secretary: User, ordinary: Category) -> None:
    body = sheets.workbook(HEADINGS, MARIO)
    written(taken(begun(club, body, secretary)), secretary)
    again = begun(club, body, secretary)
    assert "same-file" in [note["code"] for note in again.notes]
    again = taken(again)
    assert [row.action for row in again.rows.all()] == [Action.KNOWN]
    assert written(again, secretary).outcome["known"] == 1
    assert club.people.count() == Membership.objects.count() == 1


def test_two_of_the_same_name_and_birthday_are_asked_about(
    club: Club, secretary: User, ordinary: Category
) -> None:
    plain = (None, "Neri", "Ada", "3/4/1950", "", "10/1/2020")
    one = checked(club, secretary, plain, plain)
    assert codes(one) == ["same-as-row"]
    service.decide(one, 3, edits={}, decision="another")
    written(worked(one), secretary)
    assert club.people.count() == 2
    assert ToldApart.objects.count() == 1
    assert sorted(Person.objects.values_list("numbers__number", flat=True)) == [1, 2]


@pytest.mark.parametrize(
    "known",
    [
        pytest.param({"fiscal_code": "RSSMRA80A01F257G", "born_in": "Modena"}, id="another codice fiscale"),
        pytest.param({"born_on": date(1980, 1, 10), "fiscal_code": ""}, id="a birth with another day"),
        pytest.param({"born_on": date(1981, 1, 1), "fiscal_code": ""}, id="a birth in another year"),
    ],
)
@pytest.mark.parametrize(("decision", "people_after"), [("another", 2), ("same", 1)])
def test_of_two_alike_an_officer_decides_whether_they_are_one(
    club: Club, secretary: User, ordinary: Category, known: dict[str, Any], decision: str, people_after: int
) -> None:
    a_person(club, secretary, **known)
    one = checked(club, secretary, MARIO, namesakes="same")
    assert codes(one) == ["homonym"], "no rule decides for all"
    service.decide(one, 2, edits={}, decision=decision)
    written(worked(one), secretary)
    assert club.people.count() == people_after
    assert ToldApart.objects.count() == people_after - 1


def test_two_rows_alike_are_asked_about_and_two_births_far_apart_are_two_people(
    club: Club, secretary: User, ordinary: Category
) -> None:
    rows = [(None, "Neri", "Ada", born, "", "10/1/2020") for born in ("3/4/1950", "3/4/1951", "20/9/1988")]
    one = checked(club, secretary, *rows)
    assert (codes(one, 2), codes(one, 3), codes(one, 4)) == ([], ["homonym-in-sheet"], [])
    service.decide(one, 3, edits={}, decision="another")
    written(worked(one), secretary)
    assert club.people.count() == 3


def test_a_club_without_categories_is_offered_those_of_the_sheet(club: Club, secretary: User) -> None:
    headings = ["Cognome", "Nome", "Categoria", "Ammissione"]
    rows = [("Rossi", "Anna", "sost.", "1998"), ("Neri", "Ada", "", "10/1/2020"),
            ("Verdi", "Ugo", "Sostenitori", "10/1/2020")]  # fmt: skip
    one = begun(club, sheets.workbook(headings, *rows), secretary)
    assert service.offered_categories(one) == ["sostenitore"]
    one = taken(one, new_category="sostenitore", adds_categories=False, only_years="first")
    assert codes(one) == ["year-taken"]
    written(one, secretary)
    assert club.categories.get().name == "sostenitore"
    assert Membership.objects.get(person__last_name="Rossi").admitted_on == date(1998, 1, 1)
    assert Membership.objects.filter(spells__category__name="sostenitore").count() == 3


def test_a_sheet_and_a_club_without_categories_get_the_usual_one(club: Club, secretary: User) -> None:
    one = begun(club, sheets.workbook(HEADINGS, MARIO), secretary)
    assert service.offered_categories(one) == ["ordinario"]


def test_a_namesake_without_a_birthday_may_be_the_same(
    club: Club, secretary: User, ordinary: Category
) -> None:
    known = named(club, secretary, "Rossi Mario")
    one = checked(club, secretary, MARIO)
    assert codes(one) == ["same-person-perhaps"]
    service.decide(one, 2, edits={}, decision="same")
    written(worked(one), secretary)
    known.refresh_from_db()
    assert club.people.get() == known
    assert person_data_of(Person.objects.get()).fiscal_code == "RSSMRA80A01A944I"


def test_repeated_rows_of_one_person_are_settled_together_and_keep_their_payments(
    club: Club, secretary: User, ordinary: Category
) -> None:
    headings = (*HEADINGS, "Telefono", "Quota 2024", "Quota 2025")
    rows = [
        (*MARIO, "", "20", "10"),
        (7, "Rossi", "Mario", "", MARIO[4], "10/1/2020", "051 234567", "", "15"),
        (None, "Neri", "Ada", "", "", "10/1/2020", "", "20", ""),
        (None, "Neri", "Ada", "", "", "10/1/2020", "", "", "25"),
    ]
    one = checked(club, secretary, *rows, headings=headings)
    assert (codes(one, 3), codes(one, 5)) == (["joined"], ["same-as-row"])
    service.decide(one, 5, edits={}, decision="same")
    one = written(worked(one), secretary)
    assert (one.outcome["new"], one.outcome["skipped"]) == (2, 2)
    dues = Due.objects.order_by("person__last_name", "year__starts_on")
    assert [(due.person.last_name, due.year.label, due.cents, due.paid_before) for due in dues] == [
        ("Neri", "2024", 2000, True), ("Neri", "2025", 2500, True),
        ("Rossi", "2024", 2000, True), ("Rossi", "2025", 2500, True),
    ]  # fmt: skip
    assert person_data_of(club.people.get(last_name="Rossi")).phone == "051 234567"
    undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert not club.people.exists()


def test_two_rows_of_two_memberships_are_not_joined_by_themselves(
    club: Club, secretary: User, ordinary: Category
) -> None:
    again = (None, "Rossi", "Mario", "1/1/1980", MARIO[4], "10/1/2023")
    assert codes(checked(club, secretary, MARIO, again)) == ["twice-in-sheet"]


def test_where_the_sheet_wins_contacts_change_and_the_preview_says_from_what(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = a_person(club, secretary, email="vecchia@example.org", phone="051 111111")
    headings = ["Cognome", "Nome", "Codice fiscale", "E-mail", "Telefono", "Luogo di nascita", "Ammissione"]
    row = ("Rossi", "Mario", MARIO[4], "nuova@example.org", "051 111111", "Imola", "10/1/2020")
    kept = checked(club, secretary, row, headings=headings, wrong_codes="keep")
    assert "contact-replaced" not in codes(kept)
    service.discard(kept)
    told = checked(club, secretary, row, headings=headings, wrong_codes="keep", contacts="sheet")
    (problem,) = (each for each in told.rows.get().problems if each["code"] == "contact-replaced")
    assert (problem["known"], problem["value"]) == ("vecchia@example.org", "nuova@example.org")
    written(told, secretary)
    known = person_data_of(Person.objects.get(pk=one.pk))
    assert (known.email, known.phone, known.born_in) == ("nuova@example.org", "051 111111", "Bologna")
    assert "email" in club.log.get(act="person.imported").after["fields"]


def test_numbers_already_given_stay_whose_they_are(club: Club, secretary: User, ordinary: Category) -> None:
    written(checked(club, secretary, MARIO), secretary)
    rows = ((7, "Verdi", "Vito", "", "", "10/1/2020"), (8, "Neri", "Ada", "", "", "10/1/2020"),
            (8, "Gialli", "Ugo", "", "", "10/1/2020"))  # fmt: skip
    one = checked(club, secretary, *rows)
    assert codes(one) == ["number-taken", "number-twice"]
    for number in (2, 4):
        service.decide(Import.objects.get(pk=one.pk), number, edits={"0": ""}, decision="")
        one = worked(one)
    written(one, secretary)
    assert sorted(Person.objects.values_list("numbers__number", flat=True)) == [7, 8, 9, 10]


def test_another_clubs_officer_and_people_are_not_touched(
    club: Club, secretary: User, ordinary: Category
) -> None:
    elsewhere = a_club("Circolo altrove")
    theirs = a_person(elsewhere, an_officer(elsewhere))
    written(checked(club, secretary, MARIO), secretary)
    assert elsewhere.people.get() == theirs
    assert not elsewhere.log.exclude(act="person.added").exists()
    assert not theirs.memberships.exists()


def test_undoing_leaves_the_register_as_it_was(club: Club, secretary: User, ordinary: Category) -> None:
    known = people.register_person(
        club, person_data_of(Person(last_name="Verdi", first_name="Vito")), today=TODAY, by=secretary
    )
    before = person_data_of(Person.objects.get(pk=known.pk))
    one = checked(club, secretary, MARIO, (8, "Verdi", "Vito", "3/4/1950", "", "10/1/2020"), namesakes="same")
    one = written(one, secretary)
    assert Membership.objects.count() == 2
    with pytest.raises(ClubInputRefused, match="perché"):
        undoing.undo(one.pk, club, reason=" ", by=secretary)
    for _at in range(2):
        undone = undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert undone.state == State.UNDONE
    assert person_data_of(Person.objects.get()) == before
    assert not Membership.objects.exists()
    assert club.log.filter(act="import.undone").count() == 1
    assert written(checked(club, secretary, MARIO), secretary).outcome["new"] == 1


def test_undoing_takes_back_the_categories_of_the_sheet_but_for_those_in_use_since(
    club: Club, secretary: User, ordinary: Category
) -> None:
    headings = ["Cognome", "Nome", "Categoria", "Ammissione"]
    rows = [("Rossi", "Anna", "Sostenitore", "10/1/2020"), ("Neri", "Ada", "Onorario", "10/1/2020")]
    one = written(checked(club, secretary, *rows, headings=headings, adds_categories=True), secretary)
    used = club.categories.get(name="Onorario")
    a_year(club, by=secretary).amounts.create(category=used, cents=0)
    undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert set(club.categories.all()) == {ordinary, used}
    (act,) = club.log.filter(act="category.removed")
    assert act.before == {"category": "Sostenitore", "votes": True}


def _corrected(person: Person, by: User) -> None:
    corrected = person_data_of(Person(last_name="Rossi", first_name="Maria"))
    people.correct(
        person.pk, person.club, corrected, version=1, reason="errore", today=TODAY, by=by,
    )  # fmt: skip


def _renamed(person: Person, by: User) -> None:
    people.change(person, last_name="Rossi", first_name="Maria", is_guest=False, name_consent_on=None)


@pytest.mark.parametrize("touch", [_corrected, _renamed])
def test_what_was_built_on_an_import_keeps_it(
    club: Club, secretary: User, ordinary: Category, touch: Callable[[Person, User], None]
) -> None:
    one = written(checked(club, secretary, MARIO), secretary)
    touch(club.people.get(), secretary)
    with pytest.raises(ClubError, match="Rossi Maria"):
        undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert Membership.objects.count() == 1


def _renewed(club: Club, by: User) -> None:
    year = a_year(club, by=by)
    plan = members.plan(year, today=TODAY)
    members.renew(year, shown=plan.fingerprint, today=TODAY, by=by)


def _played(club: Club, by: User) -> None:
    evening = lifecycle.create(club, name="Torneo", on=TODAY, by=JURY)
    couple = [club.people.get(), people.add(club, last_name="Neri", first_name="Ada")]
    entries.enter(evening.pk, couple, by=JURY)


@pytest.mark.parametrize("use", [_renewed, _played])
def test_who_owes_or_has_played_since_is_not_taken_away(
    club: Club, secretary: User, ordinary: Category, use: Callable[[Club, User], None]
) -> None:
    one = written(checked(club, secretary, MARIO), secretary)
    use(club, secretary)
    with pytest.raises(ClubError, match="Rossi Mario"):
        undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert club.people.filter(last_name="Rossi").exists()


def test_workers_know_the_tasks() -> None:
    app.loader.import_default_modules()
    asked = {each["task"] for each in app.conf.beat_schedule.values()}
    assert {"club.imports.tasks.go_on_importing", *asked} <= set(app.tasks)


def test_after_a_month_it_is_too_late(club: Club, secretary: User, ordinary: Category) -> None:
    one = written(checked(club, secretary, MARIO), secretary)
    Import.objects.update(written_at=timezone.now() - timedelta(days=31))
    with pytest.raises(ClubError, match="non si può più"):
        undoing.undo(one.pk, club, reason="tardi", by=secretary)


def test_many_rows_are_written_in_few_queries(
    club: Club, secretary: User, ordinary: Category, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rows = [(None, f"Cognome{at}", "Anna", "", "", "10/1/2020") for at in range(150)]
    one = checked(club, secretary, *rows)
    service.start_writing(one, shown=one.fingerprint, by=secretary)
    with django_assert_max_num_queries(60):
        steps.work(one.pk)
    assert Membership.objects.filter(admitted_on=JOINED).count() == 150


def test_the_checking_goes_on_where_it_was_left(
    club: Club, secretary: User, ordinary: Category, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(None, f"Cognome{at}", "Anna", "", "", "10/1/2020") for at in range(250)]
    one = begun(club, sheets.workbook(HEADINGS, *rows), secretary)
    monkeypatch.setattr(steps, "SLICES", replace(steps.SLICES, in_place=-1.0))
    service.set_columns(one, one.mapping, steps.rules.Rules(resolution="libro", category=ordinary.pk))
    seen = []
    while steps.work(one.pk):
        seen.append(Import.objects.get(pk=one.pk).done)
    assert seen == [100, 200]
    assert Import.objects.get(pk=one.pk).state == State.CHECKED


def test_sheets_left_behind_are_forgotten(club: Club, secretary: User, ordinary: Category) -> None:
    checked(club, secretary, MARIO)
    Import.objects.update(began_at=timezone.now() - timedelta(days=8))
    done = written(checked(club, secretary, MARIO), secretary)
    Import.objects.filter(pk=done.pk).update(began_at=timezone.now() - timedelta(days=8))
    undoing.forget_old()
    assert club.imports.get() == done


def test_a_file_is_thrown_away_with_its_rows(club: Club, secretary: User, ordinary: Category) -> None:
    one = checked(club, secretary, MARIO)
    service.discard(one)
    assert not Import.objects.exists()
    assert not ImportRow.objects.exists()


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        (["number", "last_name", "last_name", "", "", ""], "due colonne"),
        (["number", "", "", "", "", ""], "nomi delle persone"),
        (["number", "last_name"], "colonne sono cambiate"),
    ],
)
def test_columns_that_cannot_be_are_refused(
    club: Club, secretary: User, ordinary: Category, mapping: list[str], message: str
) -> None:
    one = begun(club, sheets.workbook(HEADINGS, MARIO), secretary)
    with pytest.raises(ClubInputRefused, match=message):
        service.set_columns(one, mapping, steps.rules.Rules())
