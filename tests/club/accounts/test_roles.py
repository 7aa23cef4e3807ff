"""Who gives roles, to whom, and what a role lets one do (DESIGN's table)."""

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.access import RIGHTS, Right, rights
from club.accounts import roles
from club.errors import ClubError
from club.models import Club, RoleKind, User
from tests.evening import FourPeople, a_club, an_officer, signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        (RoleKind.REFEREE, {Right.ENTER_RESULTS, Right.CORRECT_RESULTS}),
        (RoleKind.ORGANISER, {Right.ENTER_RESULTS, Right.CORRECT_RESULTS, Right.RUN_EVENING}),
        (RoleKind.SECRETARY, {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}),
        (RoleKind.TREASURER, {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}),
        (RoleKind.OWNER, {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS, Right.GIVE_ROLES}),
    ],
)
def test_a_role_allows_what_the_table_says_in_its_own_club_only(
    club: Club, kind: RoleKind, allowed: set[Right]
) -> None:
    user = an_officer(club, kind)
    assert rights(user, club) == allowed == RIGHTS[kind]
    assert rights(user, a_club("Un altro circolo")) == frozenset()


def test_several_roles_add_up(club: Club) -> None:
    assert rights(an_officer(club, *RoleKind), club) == frozenset(Right)


def test_who_is_not_signed_in_is_asked_to(club: Club) -> None:
    answer = Client().get(f"/circoli/{club.slug}/incarichi/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accesso/login/")


def test_roles_are_what_the_owner_ticks_and_none_sends_home(club: Club, four: FourPeople) -> None:
    owner = signed_in(an_officer(club, RoleKind.OWNER))
    address = f"/circoli/{club.slug}/incarichi/{four.referee.pk}/"
    owner.post(address, {"kinds": ["secretary", "treasurer"]})
    assert rights(four.referee, club) == {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}
    owner.post(address, {})
    assert rights(four.referee, club) == frozenset()


def test_the_last_owner_cannot_go(club: Club) -> None:
    owner = an_officer(club, RoleKind.OWNER, RoleKind.REFEREE)
    answer = signed_in(owner).post(f"/circoli/{club.slug}/incarichi/{owner.pk}/", {"kinds": ["referee"]})
    assert answer.status_code == 409
    assert "unico titolare" in answer.content.decode()
    assert Right.GIVE_ROLES in rights(owner, club)


def test_the_last_owner_cannot_leave_and_others_may(club: Club, four: FourPeople) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    leave = f"/circoli/{club.slug}/incarichi/lascia/"
    assert "arbitro" in signed_in(four.referee).get(leave).content.decode()
    assert signed_in(four.referee).post(leave).status_code == 302
    assert rights(four.referee, club) == frozenset()
    assert signed_in(owner).post(leave).status_code == 409
    assert Right.GIVE_ROLES in rights(owner, club)


def test_two_owners_who_take_each_other_s_role_leave_one(club: Club) -> None:
    """Both have the page open; the first who saves wins, the other is no owner any more."""
    first, second = (an_officer(club, RoleKind.OWNER, email=f"{name}@example.org") for name in ("uno", "due"))
    roles.assign(club, second, [RoleKind.REFEREE], by=first)
    with pytest.raises(ClubError) as refused:
        roles.assign(club, first, [], by=second)
    assert refused.value.code == "not-owner"
    assert Right.GIVE_ROLES in rights(first, club)


def test_an_owner_does_not_undo_unseen_what_another_did_meanwhile(club: Club, four: FourPeople) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    address = f"/circoli/{club.slug}/incarichi/{four.referee.pk}/"
    shown = {"based": "on", "was": ["referee"]}
    assert signed_in(owner).post(address, {**shown, "kinds": ["secretary"]}).status_code == 302
    late = signed_in(owner).post(address, {**shown, "kinds": ["referee", "organiser"]})
    assert late.status_code == 409
    assert "ha cambiato gli incarichi" in late.content.decode()
    assert rights(four.referee, club) == {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}


def test_the_log_says_who_gave_and_took_which_roles(club: Club, four: FourPeople) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    for kinds in (["referee", "organiser"], ["referee", "organiser"], []):
        roles.assign(club, four.referee, kinds, by=owner)
    assert [(entry.act, entry.before, entry.after) for entry in club.log.all()] == [
        ("roles.changed", {"roles": ["referee"]}, {"roles": ["referee", "organiser"]}),
        ("roles.changed", {"roles": ["referee", "organiser"]}, {"roles": []}),
    ], "what changes nothing writes nothing"
    page = flat(signed_in(owner).get(f"/circoli/{club.slug}/incarichi/").content.decode())
    assert f"ha cambiato gli incarichi ({four.referee})" in page
    assert "arbitro, organizzatore" in page


@pytest.mark.parametrize("kinds", [[], ["emperor"]])
def test_an_invitation_without_a_real_role_is_sent_back(club: Club, kinds: list[str]) -> None:
    owner = signed_in(an_officer(club, RoleKind.OWNER))
    answer = owner.post(
        f"/circoli/{club.slug}/incarichi/", {"name": "Ada", "email": "ada@example.org", "kinds": kinds}
    )
    assert answer.status_code == 422
    assert not User.objects.filter(email="ada@example.org").exists()


def test_an_officer_of_another_club_cannot_be_given_roles_by_number(club: Club, four: FourPeople) -> None:
    owner = signed_in(an_officer(club, RoleKind.OWNER))
    answer = owner.post(f"/circoli/{club.slug}/incarichi/{four.stranger.pk}/", {"kinds": ["owner"]})
    assert answer.status_code == 404


def test_the_page_costs_the_same_with_one_officer_and_with_thirty(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    owner = signed_in(an_officer(club, RoleKind.OWNER))
    for batch in range(2):
        for number in range(batch * 15):
            an_officer(club, RoleKind.REFEREE, email=f"arbitro{number}@example.org")
        with django_assert_num_queries(8):
            owner.get(f"/circoli/{club.slug}/incarichi/")


def test_an_officer_is_told_by_letter_of_the_roles_given_and_not_of_those_taken(
    club: Club, four: FourPeople
) -> None:
    boss = signed_in(an_officer(club, RoleKind.OWNER))
    at = f"/circoli/{club.slug}/incarichi/{four.referee.pk}/"
    boss.post(at, {"kinds": ["referee", "treasurer"]})
    (letter,) = mail.outbox
    assert letter.to == [four.referee.email]
    assert "tesoriere" in letter.body
    assert "arbitro" not in letter.body, "which was theirs before"
    boss.post(at, {"kinds": ["referee"]})
    assert len(mail.outbox) == 1
