"""A membership written by mistake is no exit: no list, count or paper of the register has it."""

from datetime import date

import pytest
from django.test import Client

from club.dues import payments
from club.dues.members import members_on
from club.errors import ClubError, ClubInputRefused
from club.exports import members as exports
from club.models import Club, Membership, MembershipYear, Person, User
from club.register import lists, membership, mistakes
from club.register.lists import State
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.pages import flat

pytestmark = pytest.mark.django_db
BEFORE = date(2025, 6, 1)


@pytest.fixture
def year(club: Club, secretary: User) -> MembershipYear:
    return a_year(club, by=secretary)


@pytest.fixture
def anna(club: Club, secretary: User) -> Person:
    """Member number 1 since January 2025."""
    return a_member(club, "Bianchi", by=secretary)


def marked(person: Person, by: User) -> Membership:
    one = person.memberships.get()
    return mistakes.mark(
        one.pk, person.club, version=one.version, reason="era un omonimo", today=TODAY, by=by
    )


def test_it_counts_nowhere_and_its_number_is_never_given_again(
    club: Club, secretary: User, year: MembershipYear, anna: Person
) -> None:
    marked(anna, secretary)
    assert members_on(club, BEFORE) == members_on(club, TODAY) == []
    assert list(exports.all_memberships(club, TODAY).rows) == []
    counted = dict(map(tuple, exports.counts(club, year, TODAY).cells()))
    assert {count for name, count in counted.items() if "Soci" in name or "Usciti" in name} == {0}
    book = lists.load_book(club)
    assert [book.standing(anna.pk, day).state for day in (BEFORE, TODAY)] == [State.OUTSIDE] * 2
    assert (anna.numbers.get().number, anna.numbers.get().is_disused) == (1, True)
    a_member(club, "Neri", by=secretary)
    assert [member.number for member in members_on(club, TODAY)] == [2]
    entry = club.log.get(act="membership.mistaken")
    assert (entry.reason, entry.before["admitted_on"], entry.before["resolution"]) == (
        "era un omonimo", "2025-01-10", "n. 1",
    )  # fmt: skip


def test_unpaid_dues_go_with_it_and_paid_ones_stay(
    club: Club, secretary: User, year: MembershipYear, anna: Person
) -> None:
    bruna = a_member(club, "Bruni", by=secretary)
    paid(year, anna, by=secretary)
    payments.renew_one(year, bruna, today=TODAY, by=secretary)
    for person in (anna, bruna):
        marked(person, secretary)
    assert [due.person for due in year.dues.all()] == [anna]


def test_undone_everything_is_as_before(club: Club, secretary: User, anna: Person) -> None:
    was = Membership.objects.values("requested_on", "admitted_on", "resolution", "ended_on").get()
    one = marked(anna, secretary)
    mistakes.undo(one.pk, club, version=one.version, reason="era lei", by=secretary)
    assert Membership.objects.values("requested_on", "admitted_on", "resolution", "ended_on").get() == was
    assert [member.number for member in members_on(club, TODAY)] == [1]


def test_it_is_not_undone_beside_a_new_membership(club: Club, secretary: User, anna: Person) -> None:
    one = marked(anna, secretary)
    membership.request(anna, on=date(2025, 1, 1), today=TODAY, by=secretary)
    with pytest.raises(ClubError) as refusal:
        mistakes.undo(one.pk, club, version=one.version, reason="era lei", by=secretary)
    assert refusal.value.code == "already-member"


def test_it_wants_a_reason_and_an_admission(club: Club, secretary: User, anna: Person) -> None:
    one = anna.memberships.get()
    with pytest.raises(ClubInputRefused):
        mistakes.mark(one.pk, club, version=one.version, reason=" ", today=TODAY, by=secretary)
    one = marked(anna, secretary)
    with pytest.raises(ClubError) as refusal:
        mistakes.mark(one.pk, club, version=one.version, reason="di nuovo", today=TODAY, by=secretary)
    assert refusal.value.code == "not-admitted"


def test_from_the_page_and_back(club: Club, at_work: Client, anna: Person) -> None:
    where = f"/circoli/{club.slug}/libro/"
    one = anna.memberships.get()
    said = {"version": one.version, "reason": "era un omonimo"}
    assert at_work.post(f"{where}iscrizioni/{one.pk}/errore/", said).status_code == 302
    page = flat(at_work.get(f"{where}{anna.pk}/").content.decode())
    assert "Scritta per errore" in page
    assert "non socio" in page
    one.refresh_from_db()
    said = {"version": one.version, "reason": "era lei"}
    assert at_work.post(f"{where}iscrizioni/{one.pk}/vale/", said).status_code == 302
    assert "socio dal 10/1/2025" in flat(at_work.get(f"{where}{anna.pk}/").content.decode())
