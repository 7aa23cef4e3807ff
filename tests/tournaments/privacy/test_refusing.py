"""Who may erase whom, what must come first, and what little stays."""

from datetime import date
from uuid import uuid4

import pytest

from club.dues import members
from club.errors import ClubError, ClubInputRefused
from club.history.hash_chain import first_broken
from club.models import (
    Category,
    Club,
    ClubLogEntry,
    Due,
    Import,
    ImportRow,
    Membership,
    Person,
    User,
)
from club.privacy import erasure
from club.register import membership
from tests.club.dues.members import a_year
from tests.club.register.book import TODAY, a_member, a_person
from tests.evening import JURY, a_club, a_tournament, signed_in
from tests.tournaments.seasons.evenings import a_season, an_evening, place_points, some_people
from tournaments.entries import entries
from tournaments.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def ordinary(club: Club) -> Category:
    return Category.objects.create(club=club, name="ordinario")


def test_a_present_member_is_refused_with_what_to_do(club: Club, owner: User, ordinary: Category) -> None:
    one = a_person(club, owner)
    a_member(one, owner, ordinary)
    with pytest.raises(ClubError, match="prima scrivi la fine"):
        erasure.erase(one.pk, club, typed="Rossi Mario", reason="x", today=TODAY, by=owner)
    assert Person.objects.get(pk=one.pk).full_name == "Rossi Mario"


@pytest.mark.parametrize(
    ("typed", "reason", "code"),
    [("Rossi Anna", "x", "another-name"), ("", "x", "another-name"), ("rossi  MÀRIO", " ", "reason-missing")],
)
def test_the_name_is_typed_and_a_reason_given(
    club: Club, owner: User, typed: str, reason: str, code: str
) -> None:
    one = a_person(club, owner)
    with pytest.raises(ClubInputRefused) as refusal:
        erasure.erase(one.pk, club, typed=typed, reason=reason, today=TODAY, by=owner)
    assert refusal.value.code == code


def test_a_request_that_waits_a_sheet_not_imported_and_an_evening_come_first(club: Club, owner: User) -> None:
    one = a_person(club, owner)
    asked = membership.request(one, on=TODAY, today=TODAY, by=owner)
    tournament = a_tournament(club, pairs=1)
    entry = entries.enter(
        tournament.pk, [one, a_person(club, owner, first_name="Ugo", fiscal_code="")], by=JURY
    )
    sheet = Import.objects.create(club=club, key=uuid4(), file_name="x", digest="x", state="checked")
    ImportRow.objects.create(of=sheet, number=1, person=one)

    def refused() -> str:
        with pytest.raises(ClubError) as refusal:
            erasure.erase(one.pk, club, typed="Rossi Mario", reason="x", today=tournament.date, by=owner)
        return refusal.value.code

    assert refused() == "plays-now"
    entries.remove(tournament.pk, entry.number, by=JURY)
    assert refused() == "request-waits"
    membership.refuse(club, [asked.pk], on=TODAY, reason="x", today=TODAY, by=owner)
    assert refused() == "import-waits"
    sheet.delete()
    erasure.erase(one.pk, club, typed="Rossi Mario", reason="x", today=tournament.date, by=owner)
    assert not Membership.objects.filter(club=club).exists()
    removed = tournament.log.get(act="entry.removed")
    assert "Rossi Mario" not in str(removed.before), "though no entry tells any more that it was him"
    assert first_broken(tournament.log.order_by("number")) is None


def test_a_due_that_nobody_paid_goes_with_the_person(club: Club, owner: User, ordinary: Category) -> None:
    one = a_person(club, owner)
    time = a_member(one, owner, ordinary)
    year = a_year(club, by=owner)
    plan = members.plan(year, today=TODAY)
    members.renew(year, shown=plan.fingerprint, today=TODAY, by=owner)
    membership.end(time.pk, club, version=2, on=TODAY, cause="lapse", today=TODAY, by=owner)
    gone = erasure.erase(one.pk, club, typed="Rossi Mario", reason="x", today=TODAY, by=owner)
    assert not Due.objects.filter(year__club=club).exists()
    assert gone.kept == {"book": 1, "memberships": 1}
    assert gone.kept_until == TODAY.replace(year=TODAY.year + 10)


def test_two_who_go_have_two_numbers_and_the_log_holds_after_both(club: Club, owner: User) -> None:
    names = ("Mario", "Anna")
    both = [a_person(club, owner, first_name=name, fiscal_code="") for name in names]
    tournament = a_tournament(club, pairs=1)
    entry = entries.enter(tournament.pk, both, by=JURY)
    entries.remove(tournament.pk, entry.number, by=JURY)
    for number, (one, name) in enumerate(zip(both, names, strict=True), start=1):
        gone = erasure.erase(one.pk, club, typed=f"Rossi {name}", reason="x", today=TODAY, by=owner)
        assert gone.number == number
    entered = tournament.log.filter(act="entry.entered").last()
    assert entered is not None
    assert entered.after == {"players": "Persona cancellata n. 1 – Persona cancellata n. 2"}
    assert first_broken(tournament.log.order_by("number")) is None
    assert first_broken(ClubLogEntry.objects.filter(club=club).order_by("number")) is None


def test_another_clubs_person_is_not_there(club: Club, owner: User) -> None:
    theirs = a_person(a_club("Un altro circolo"), owner)
    with pytest.raises(ClubError) as refusal:
        erasure.erase(theirs.pk, club, typed="Rossi Mario", reason="x", today=TODAY, by=owner)
    assert refusal.value.code == "unknown-person"


def test_the_owner_erases_on_the_page(club: Club, owner: User) -> None:
    one = a_person(club, owner)
    client = signed_in(owner)
    address = f"/circoli/{club.slug}/libro/{one.pk}/cancella/"
    assert client.get(address).status_code == 200
    sent = {"typed": "Rossi Mario", "reason": "lo ha chiesto"}
    assert client.post(address, sent).status_code == 302
    one.refresh_from_db()
    assert one.erased_number is not None


def test_the_page_says_what_must_come_first_before_anything_is_typed(
    club: Club, owner: User, ordinary: Category
) -> None:
    one = a_person(club, owner)
    client = signed_in(owner)
    address = f"/circoli/{club.slug}/libro/{one.pk}/cancella/"
    assert 'name="typed"' in client.get(address).content.decode()
    a_member(one, owner, ordinary)
    page = client.get(address).content.decode()
    assert "prima scrivi la fine dell&#x27;iscrizione" in page
    assert 'name="typed"' not in page
    assert client.post(address, {"typed": "Rossi Mario", "reason": "x"}).status_code == 409
    assert Person.objects.get(pk=one.pk).erased_number is None


def test_a_season_that_ranks_members_goes_on_ranking_who_was_one(club: Club, owner: User) -> None:
    players = some_people(club)
    days = {"from_day": date(2026, 3, 1), "to_day": date(2026, 4, 30)}
    season = a_season(club, owner, an_evening(club, players, on=date(2026, 3, 2)), among="members", **days)
    one, guest = players[0], players[1]
    for person in players[2:5]:
        Membership.objects.create(
            club=club, person=person, requested_on=date(2026, 1, 1), admitted_on=date(2026, 1, 1)
        )
    Membership.objects.create(
        club=club, person=one, requested_on=date(2026, 1, 1), admitted_on=date(2026, 1, 1),
        ended_on=date(2026, 5, 1), end_cause="resignation",
    )  # fmt: skip
    before = place_points(season)
    assert before[one.pk,][0] is not None
    for person in (one, guest):
        erasure.erase(person.pk, club, typed=person.full_name, reason="x", today=TODAY, by=owner)
    assert place_points(Season.objects.get(pk=season.pk)) == before
