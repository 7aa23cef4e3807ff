"""The register after an erasure: the name stays there for the club's years, said before, and nowhere else."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from club.assemblies import door, minutes
from club.exports import members
from club.exports.assemblies import proof_of_sending
from club.models import Attendance, Category, Club, KeptName, MemberLetter, Person, User
from club.privacy import erasure, papers, retention
from club.register import membership
from tests.club.assemblies.scene import an_assembly
from tests.club.register.book import MAY, TODAY, a_member, a_person
from tests.evening import signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db

UNTIL = date(2036, 5, 1)


@pytest.fixture
def gone(club: Club, owner: User, ordinary: Category) -> Person:
    """Rossi Mario, who left on the first of May 2026; not erased yet."""
    person = a_person(club, owner, street="via Mazzini 1", email="mario@example.org")
    one = a_member(person, owner, ordinary)
    membership.end(one.pk, club, version=one.version, on=MAY, cause="resignation", today=TODAY, by=owner)
    return person


def erase(person: Person, by: User, today: date = TODAY) -> None:
    typed = Person.objects.get(pk=person.pk).full_name
    erasure.erase(person.pk, person.club, typed=typed, reason="lo ha chiesto", today=today, by=by)


def book(club: Club, day: date = TODAY) -> list[dict[str, Any]]:
    table = members.all_memberships(club, day)
    return [dict(zip([one.key for one in table.columns], row, strict=True)) for row in table.cells()]


def test_the_page_says_what_stays_and_until_when_before_it_is_done(
    club: Club, owner: User, gone: Person
) -> None:
    page = flat(signed_in(owner).get(f"/circoli/{club.slug}/libro/{gone.pk}/cancella/").content.decode())
    said = "nel libro soci: nome, nascita e codice fiscale (art. 15 CTS, art. 17.3.b GDPR) (1):"
    assert said in page
    assert "fino al 1/5/2036" in page
    assert "numero e date nel libro soci: anche dopo, senza nome (1)" in page
    assert not KeptName.objects.exists()


def test_the_book_shows_the_former_member_with_the_exit_and_nothing_else_does(
    club: Club, owner: User, gone: Person
) -> None:
    erase(gone, owner)
    (row,) = book(club)
    assert (row["last_name"], row["first_name"], row["fiscal_code"]) == ("Rossi", "Mario", "RSSMRA80A01A944I")
    assert (row["born_on"], row["ended_on"], row["end_cause"]) == (date(1980, 1, 1), MAY, "dimissioni")
    assert (row["street"], row["email"]) == ("", "")
    earlier = members.members_for_paper(club, date(2026, 4, 1))
    assert [list(cells)[1] for cells in earlier.cells()] == ["Rossi Mario"]
    client = signed_in(owner)
    own = f"libro/{KeptName.objects.get().pk}/"
    for where in ("libro/?mostra=usciti", "libro/?q=rossi&mostra=tutti", "persone/", own):
        page = client.get(f"/circoli/{club.slug}/{where}").content.decode()
        assert "Mario" not in page, where
    assert "soltanto nel libro soci completo, fino al 1/5/2036" in flat(page)


def test_the_name_goes_from_the_book_when_the_club_s_years_are_over(
    club: Club, owner: User, gone: Person
) -> None:
    club.forgot_on = date(2026, 5, 1)
    club.save()
    erase(gone, owner)
    assert retention._forget_left(club, date(2026, 5, 1)) == 0
    months = {rule.kind: months for rule, months in retention.periods(club)}["members"]
    last_day, day_after = UNTIL, date(2036, 5, 2)
    assert retention._forget_left(club, retention.months_before(last_day, months)) == 0
    assert retention._forget_left(club, retention.months_before(day_after, months)) == 1
    (row,) = book(club)
    assert (row["last_name"], row["number"], row["ended_on"]) == ("Socio cancellato", 1, MAY)


def test_a_club_with_other_years_keeps_the_name_as_long_as_it_says(
    club: Club, owner: User, gone: Person
) -> None:
    retention.choose(club, {"members": 24}, by=owner)
    assert papers.register_name_until(gone) == date(2028, 5, 1)
    erase(gone, owner)
    retention.choose(club, {"members": 240}, by=owner)
    assert retention._kept_names(club, date(2008, 5, 1)).count() == 0
    assert retention._kept_names(club, date(2008, 5, 2)).count() == 1, "the day that was said before counts"


def test_one_erased_after_those_years_leaves_no_name(club: Club, owner: User, gone: Person) -> None:
    erase(gone, owner, today=date(2036, 5, 2))
    assert not KeptName.objects.exists()
    assert book(club)[0]["last_name"] == "Socio cancellato"


def test_presences_in_assemblies_stay_with_the_papers_and_the_minutes_name_them(
    club: Club, owner: User, ordinary: Category
) -> None:
    person = a_person(club, owner)
    one = a_member(person, owner, ordinary)
    assembly = an_assembly(club, owner)
    door.mark_present(club, assembly.pk, person.pk, by=owner)
    minutes.save(club, assembly.pk, "Il socio Rossi Mario propone.", version=0, by=owner)
    MemberLetter.objects.create(
        club=club, person=person, kind="assembly", assembly=assembly, subject="x", text="x", key=uuid4(),
        written_at=assembly.first_call_at, due_at=assembly.first_call_at, sent_at=assembly.first_call_at,
    )  # fmt: skip
    late = date(2026, 11, 25)
    membership.end(one.pk, club, version=one.version, on=late, cause="lapse", today=late, by=owner)
    found = erasure.preview(person, late)
    assert {"assemblies": 1, "minutes": 1, "book": 1, "letters": 1}.items() <= found.kept.rows.items()
    assert found.kept.until["letters"] == date(2031, 11, 20)
    assert "lettere" not in found.goes
    erase(person, owner, today=late)
    there = Attendance.objects.get().person
    assert (there.full_name, there.register_name) == ("Socio cancellato", "Rossi Mario")
    letter = MemberLetter.objects.get()
    assert (letter.person, letter.text) == (there, "")
    (row,) = proof_of_sending(assembly).cells()
    assert row[1] == "Rossi Mario"
