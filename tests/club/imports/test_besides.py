"""Dues, consents and tessere of a sheet: written with its people, beside what is there, and taken back."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from club.dues import payments
from club.dues.members import arrears
from club.errors import ClubError, ClubInputRefused
from club.history import hash_chain
from club.imports import undoing
from club.models import Card, Category, Club, Consent, Due, Import, MembershipYear, Person, Receipt, User
from tests.club.dues.members import a_member, a_year, paid
from tests.club.imports.steps import checked, codes, written
from tests.club.register.book import TODAY

HEADINGS = ("N. socio", "Cognome", "Nome", "Nato il", "Socio dal", "Quota 2024", "Quota 2025")
ADA = (1, "Rossi", "Ada", "1/1/1980", "10/1/2020")
UGO = (2, "Verdi", "Ugo", "2/2/1950", "10/1/2020")


def sheet(club: Club, by: User, *rows: Any, more: tuple[str, ...] = (), **said: Any) -> Import:
    return checked(club, by, *rows, headings=(*HEADINGS, *more), **said)


def a_due(person: str, year: int) -> Due:
    return Due.objects.get(person__last_name=person, year__starts_on__year=year)


def test_years_paid_before_are_written_without_a_receipt_and_arrears_are_right(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = sheet(
        club, secretary, (*ADA, "20 €", "25 contanti 3/2/2025 ric. 9"), (*UGO, "no", ""), dues_cents=2000
    )
    assert one.outcome == {
        "paid": 2,
        "owed": 1,
        "years": ["2024", "2025"],
        "by_year": [
            {"year": "2024", "paid": 1, "cents": 2000, "owed": 1},
            {"year": "2025", "paid": 1, "cents": 2500, "owed": 0},
        ],
    }
    one = written(one, secretary)
    assert (one.outcome["dues"], one.outcome["years"]) == (3, ["2024", "2025"])
    assert not Receipt.objects.exists()
    due = a_due("Rossi", 2025)
    assert (due.cents, due.is_settled, due.category) == (2500, True, ordinary)
    assert (due.paid_before_on, due.paid_before_means, due.paid_before_note) == (
        date(2025, 2, 3),
        "cash",
        "9",
    )
    [owing] = arrears(club, TODAY)
    assert (owing.person.last_name, owing.cents) == ("Verdi", 2000)
    assert club.log.filter(act="year.opened").count() == 2
    assert hash_chain.first_broken(club.log.order_by("number")) is None


def test_a_year_that_is_over_is_opened_closed_and_this_one_open(
    club: Club, secretary: User, ordinary: Category
) -> None:
    this = timezone.localdate().year
    headings = ("Cognome", "Nome", "Socio dal", f"Quota {this}", f"Quota {this - 1}")
    one = checked(club, secretary, ("Rossi", "Ada", "10/1/2020", "25", "25"), headings=headings)
    written(one, secretary)
    assert {year.starts_on.year: year.is_open for year in club.years.all()} == {this: True, this - 1: False}


def test_where_years_run_from_september_a_sheets_span_is_one_of_them(
    club: Club, secretary: User, ordinary: Category
) -> None:
    Club.objects.filter(pk=club.pk).update(year_start=9)
    club.refresh_from_db()
    headings = ("Cognome", "Nome", "Socio dal", "Quota 2023/24", "Quota 24-25")
    row = ("Rossi", "Ada", "10/1/2020", "25", "no")
    written(checked(club, secretary, row, headings=headings, dues_cents=3000), secretary)
    assert {due.year.label: (due.cents, due.is_paid) for due in Due.objects.select_related("year")} == {
        "2023/2024": (2500, True), "2024/2025": (3000, False),
    }  # fmt: skip


def test_one_year_under_two_names_stops_the_row(club: Club, secretary: User, ordinary: Category) -> None:
    Club.objects.filter(pk=club.pk).update(year_start=9)
    club.refresh_from_db()
    headings = ("Cognome", "Nome", "Socio dal", "Quota 2024", "Quota 2024/25")
    one = checked(club, secretary, ("Rossi", "Ada", "10/1/2020", "25", "30"), headings=headings)
    assert codes(one) == ["dues-year"]


def test_a_span_says_nothing_to_a_club_of_calendar_years(
    club: Club, secretary: User, ordinary: Category
) -> None:
    headings = ("Cognome", "Nome", "Socio dal", "Quota 2023/24")
    one = checked(club, secretary, ("Rossi", "Ada", "10/1/2020", "25"), headings=headings)
    assert codes(one) == ["dues-year"]


@pytest.mark.parametrize(
    ("rows", "said", "expected"),
    [
        ([(*ADA, "", "sì")], {}, ["dues-amount"]),
        ([(*ADA, "", "no")], {}, ["dues-amount"]),
        ([(*ADA, "", "sì")], {"dues_cents": 100}, []),
        ([(*ADA, "", "99999,00")], {}, ["dues-too-much"]),
        ([(1, "Rossi", "Ada", "1/1/1980", "10/1/2025", "25", "25")], {}, ["dues-not-then"]),
        ([(1, "Rossi", "Ada", "1/1/1980", "10/1/2025", "no", "25")], {}, []),
        ([(*ADA, "25", "25")], {"enters": "people"}, ["dues-nobody"]),
    ],
    ids=["no amount", "owed, no amount", "for all", "too much", "not yet", "not yet, not paid", "people"],
)  # fmt: skip
def test_what_cannot_be_written_of_dues_is_named(
    club: Club, secretary: User, ordinary: Category, rows: Any, said: dict[str, Any], expected: list[str]
) -> None:
    assert codes(sheet(club, secretary, *rows, **said)) == expected


def known(club: Club, by: User) -> tuple[Person, MembershipYear]:
    return a_member(club, "Rossi", by=by), a_year(club, first=2025, by=by)


def again(paid_2025: str) -> tuple[Any, ...]:
    return (1, "Rossi", "Anna", "", "10/1/2025", "", paid_2025)


def test_a_year_paid_here_already_stays_as_it_is(club: Club, secretary: User, ordinary: Category) -> None:
    person, year = known(club, secretary)
    receipt = paid(year, person, by=secretary)
    for cell, expected in (("30", []), ("no", ["dues-paid-here"])):
        one = sheet(club, secretary, again(cell), namesakes="same")
        assert [code for code in codes(one) if code.startswith("dues")] == expected
        written(one, secretary)
    assert (Due.objects.get().receipt, Due.objects.get().cents) == (receipt, 2500)


def test_what_was_owed_is_paid_by_the_sheet_if_the_sum_is_the_same(
    club: Club, secretary: User, ordinary: Category
) -> None:
    person, year = known(club, secretary)
    Due.objects.create(year=year, person=person, category=ordinary, cents=2500)
    assert "dues-differ" in codes(sheet(club, secretary, again("30"), namesakes="same"))
    one = written(sheet(club, secretary, again("25 bonifico"), namesakes="same"), secretary)
    due = Due.objects.get()
    assert (due.is_settled, due.paid_before_means, due.receipt) == (True, "transfer", None)
    with pytest.raises(ClubError, match="prima di questo registro"):
        paid(year, person, by=secretary)
    undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert not Due.objects.get().is_settled
    assert paid(year, person, by=secretary).label == "1/2026"


def test_who_turns_out_not_to_have_paid_owes_again(club: Club, secretary: User, ordinary: Category) -> None:
    written(sheet(club, secretary, (*ADA, "", "25")), secretary)
    due = a_due("Rossi", 2025)
    with pytest.raises(ClubInputRefused):
        payments.mark_as_unpaid(due.year, due.person, reason=" ", by=secretary)
    for _click in range(2):
        payments.mark_as_unpaid(due.year, due.person, reason="l'assegno è tornato", by=secretary)
    assert [each.cents for each in arrears(club, TODAY)] == [2500]
    assert club.log.get(act="due.not-paid").subject == {"person": due.person_id}


def test_consents_come_with_their_day_and_names_follow(
    club: Club, secretary: User, ordinary: Category
) -> None:
    version = club.names_version
    more = ("Nome nei risultati", "Foto", "Privacy")
    one = sheet(
        club, secretary, (*ADA, "", "", "sì 3/4/2024", "no", "firmata nel 2019"), more=more,
        consented_on=date(2024, 1, 2),
    )  # fmt: skip
    written(one, secretary)
    person = club.people.get()
    said = {(each.about, each.is_given, each.on, each.how) for each in person.consents.all()}
    assert said == {
        ("name", True, date(2024, 4, 3), "before"), ("photos", False, date(2024, 1, 2), "before"),
    }  # fmt: skip
    assert person.name_consent_on == date(2024, 4, 3)
    assert person.particulars.notes == "Privacy: firmata nel 2019"
    club.refresh_from_db()
    assert club.names_version > version


def test_a_minors_yes_is_not_written_and_a_later_answer_stays(
    club: Club, secretary: User, ordinary: Category
) -> None:
    child = (3, "Neri", "Ida", "1/1/2010", "10/1/2020", "", "", "sì")
    asked = {"more": ("Nome nei risultati",), "consented_on": date(2024, 1, 2)}
    one = sheet(club, secretary, child, (*ADA, "", "", "sì"), **asked)
    assert codes(one) == ["consent-minor"]
    written(one, secretary)
    assert not Consent.objects.filter(person__last_name="Neri").exists()
    one = sheet(club, secretary, (*ADA, "", "", "no 1/1/2023"), **asked)
    assert codes(one) == ["consent-later"]
    assert sheet(club, secretary, (*ADA, "", "", "sì"), **asked).rows.get().action == "known"


def test_a_card_keeps_its_number_and_is_still_to_be_printed(
    club: Club, secretary: User, ordinary: Category
) -> None:
    rows = [(*ADA, "", "", "A-17"), (*UGO, "", "", "A-18")]
    written(sheet(club, secretary, *rows, more=("Tessera 2025",)), secretary)
    card = Card.objects.get(number="A-17")
    assert (card.person.last_name, card.valid_from, card.valid_until, card.printed_on) == (
        "Rossi", date(2025, 1, 1), date(2025, 12, 31), None,
    )  # fmt: skip
    stranger = (3, "Neri", "Ida", "1/1/1970", "10/1/2020", "", "", "A-17")
    other = (4, "Gialli", "Pia", "1/1/1971", "10/1/2020", "", "", "A-30")
    two = (6, "Blu", "Eva", "1/1/1973", "10/1/2020", "", "", "A-40", "A-41")
    headings = ("Tessera 2025", "N. tessera 2025")
    assert codes(sheet(club, secretary, two, more=headings)) == ["card-differs"]
    twin = (5, "Bruni", "Leo", "1/1/1972", "10/1/2020", "", "", "A-30")
    one = sheet(club, secretary, stranger, other, twin, (*ADA, "", "", "B-1"), more=("Tessera 2025",))
    assert codes(one) == ["card-taken", "card-twice", "card-differs"]


def test_undoing_takes_all_of_it_back(club: Club, secretary: User, ordinary: Category) -> None:
    row = (*ADA, "no", "25", "sì 3/4/2024", "A-17")
    one = written(
        sheet(club, secretary, row, more=("Nome nei risultati", "Tessera 2025"), dues_cents=100), secretary
    )
    assert (Due.objects.count(), Consent.objects.count(), Card.objects.count()) == (2, 1, 1)
    undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    for model in (Due, Consent, Card, Person, MembershipYear):
        assert not model._base_manager.exists()
    assert written(sheet(club, secretary, (*ADA, "", "25")), secretary).outcome["dues"] == 1


def _consented(person: Person) -> None:
    at = Consent.objects.get().at + timedelta(days=1)
    Consent.objects.create(
        club=person.club, person=person, about="photos", is_given=True, on=TODAY, how="paper", at=at
    )


def _printed(person: Person) -> None:
    Card.objects.filter(person=person).update(printed_on=TODAY)


def _owes_another(person: Person) -> None:
    year = a_year(person.club, first=2023, by=User.objects.all()[0])
    Due.objects.create(year=year, person=person, category=person.club.categories.all()[0], cents=1)


@pytest.mark.parametrize("touch", [_consented, _printed, _owes_another])
def test_what_came_after_keeps_the_import(
    club: Club, secretary: User, ordinary: Category, touch: Any
) -> None:
    row = (*ADA, "", "25", "sì 3/4/2024", "A-17")
    one = written(sheet(club, secretary, row, more=("Nome nei risultati", "Tessera 2025")), secretary)
    touch(club.people.get())
    with pytest.raises(ClubError, match="Rossi Ada"):
        undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert Due.objects.filter(paid_before=True).exists()


def test_the_club_completes_who_it_knows_with_dues_alone(
    club: Club, secretary: User, ordinary: Category
) -> None:
    written(sheet(club, secretary, (*ADA, "", "")), secretary)
    one = sheet(club, secretary, (*ADA, "25", ""))
    assert one.rows.get().action == "complete"
    one = written(one, secretary)
    assert a_due("Rossi", 2024).category == ordinary
    undoing.undo(one.pk, club, reason="foglio sbagliato", by=secretary)
    assert (club.people.count(), Due.objects.count()) == (1, 0)
