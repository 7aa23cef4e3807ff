"""What a narrowed token does not reach: its owner's roles, codes of tables, money without its scope."""

from uuid import uuid4

import pytest
from django.utils import timezone

from club.models import Person, Role, RoleKind, Scope
from tests.club.dues.members import a_year
from tests.evening import an_officer
from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_scopes import device_of

NARROW = [scope for scope in Scope.values if scope != Scope.ALL]


@pytest.mark.parametrize("scope", NARROW)
def test_a_narrowed_token_gives_no_roles_back(evening: Evening, scope: str) -> None:
    club = evening.tournament.club
    every = an_officer(club, *RoleKind.values, email="tutto@example.org")
    own = f"{evening.club_at}/officers/me/"
    narrow = [device_of(every, scope), device_of(every, *NARROW), device_of(every, Scope.ALL, club=club)]
    for device in narrow:
        refused = device.delete(own)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert Role.objects.filter(user=every).count() == len(RoleKind)


def test_a_token_of_one_club_changes_nobody_s_roles(evening: Evening) -> None:
    owner = an_officer(evening.tournament.club, RoleKind.OWNER, email="titolare@example.org")
    device = device_of(owner, Scope.ALL, club=evening.tournament.club)
    body = {"email": "nuovo@example.org", "kinds": ["owner"]}
    assert device.post(f"{evening.club_at}/invitations/", body, format="json").status_code == 403
    assert (
        device.put(f"{evening.club_at}/officers/{owner.pk}/", {"kinds": []}, format="json").status_code == 403
    )
    assert device_of(owner).get(f"{evening.club_at}/officers/").status_code == 200


def test_a_reading_token_gets_no_code_of_a_table_or_a_phone(evening: Evening) -> None:
    at = f"{evening.at}/rounds/1"
    shown = [f"{at}/sheets/", f"{at}/papers/sheets.pdf", f"{evening.at}/entries/1/phone/"]
    for user in (evening.people.organiser, evening.people.referee):
        reader = device_of(user, Scope.READ)
        for address in shown:
            assert reader.get(address).status_code == 403
        assert reader.get(shown[0]).json()["code"] == "scope-missing"
        assert "sheets" not in {each["name"] for each in reader.get(f"{evening.at}/files/").json()}
        assert reader.get(f"{evening.at}/log/").status_code == 200, "it reads everything else"
    results = device_of(evening.people.referee, Scope.RESULTS)
    assert [results.get(address).status_code for address in shown] == [200, 200, 403]
    desk = device_of(evening.people.organiser, Scope.EVENING)
    assert [desk.get(address).status_code for address in shown] == [403, 403, 200]


MONEY_LISTS = ["arrears", "year", "receipts"]
REGISTER_LISTS = ["members", "memberships", "counts", "assembly"]


def test_lists_of_money_are_for_the_scope_money_and_those_of_the_register_for_the_register(
    evening: Evening,
) -> None:
    club = evening.tournament.club
    secretary = an_officer(club, RoleKind.SECRETARY, email="segretario@example.org")
    a_year(club, by=secretary, first=timezone.localdate().year)
    register, money = device_of(secretary, Scope.REGISTER), device_of(secretary, Scope.MONEY)
    files = f"{evening.club_at}/files"
    for device, own, others in (
        (register, REGISTER_LISTS, MONEY_LISTS),
        (money, MONEY_LISTS, REGISTER_LISTS),
    ):
        assert {each["name"] for each in device.get(f"{files}/").json()} == set(own)
        assert {device.get(f"{files}/{name}.xlsx").status_code for name in own} == {200}
        refusals = [device.get(f"{files}/{name}.xlsx") for name in others]
        assert {each.status_code for each in refusals} == {403}
        assert {each.json()["code"] for each in refusals} == {"scope-missing"}
    both = device_of(secretary, Scope.REGISTER, Scope.MONEY)
    settled = f"{files}/assembly.pdf?without_arrears=true"
    assert [device.get(settled).status_code for device in (register, money, both)] == [403, 403, 200]
    assert register.get(settled).json()["code"] == "scope-missing"
    assert register.get(settled.replace("true", "false")).status_code == 200
    for filtered in (f"{evening.club_at}/register/?in_arrears=true", f"{files}/register.csv?in_arrears=true"):
        assert [device.get(filtered).status_code for device in (register, money, both)] == [403, 403, 200]
    assert register.get(f"{evening.club_at}/register/").status_code == 200
    person = Person.objects.filter(club=club).first()
    assert person is not None
    dossier = f"{evening.club_at}/register/{person.pk}/dossier.json"
    assert [device.get(dossier).status_code for device in (register, money, both)] == [403, 403, 200]


def test_the_scope_money_opens_the_cash_and_the_scope_register_does_not(evening: Evening) -> None:
    evening.tournament.fee_cents = 2000
    evening.tournament.save(update_fields=["fee_cents"])
    treasurer = an_officer(evening.tournament.club, RoleKind.TREASURER, email="tesoriere@example.org")
    register, money = device_of(treasurer, Scope.REGISTER), device_of(treasurer, Scope.MONEY)
    year = timezone.localdate().year
    fee = f"{evening.at}/entries/1/fee/"
    line = {"kind": "opening", "cents": 5000, "cause": "fondo", "key": str(uuid4())}
    paid = {"cents": 2000, "key": str(uuid4())}
    for device, read, written in ((register, 403, 403), (money, 200, 201)):
        assert device.post(f"{evening.at}/cash/lines/", line, format="json").status_code == written
        assert device.post(fee, paid, format="json").status_code == written
        for address in (
            f"{evening.at}/cash/",
            f"{evening.at}/papers/cash.pdf",
            f"{evening.at}/files/cash.csv",
            f"{evening.club_at}/cash/",
            f"{evening.club_at}/cash/{evening.tournament.date.year}/",
            f"{evening.club_at}/accounts/",
            f"{evening.club_at}/accounts/{year}/",
            f"{evening.club_at}/accounts/{year}.xlsx",
        ):
            assert device.get(address).status_code == read, address
