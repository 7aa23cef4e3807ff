"""Where an account is signed in: listed, closed one by one or all the others, never another's."""

import time
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from club.accounts.sessions import SEEN, UPDATE_SECONDS, device_name
from club.models import DeviceToken, RoleKind, User
from club.privacy.retention import apply_retention
from tests.club.accounts.entering import PASSWORD, by_password, is_in, said
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@pytest.fixture
def user() -> User:
    return an_officer(a_club(), RoleKind.REFEREE)


def number(client: Client) -> int:
    return UserSession.objects.get(session_key=client.session.session_key).pk


def test_sessions_are_told_by_browser_and_system_and_this_one_is_marked(user: User) -> None:
    by_password(user, agent=PHONE)
    page = said(by_password(user).get("/accesso/sessioni/"))
    assert page.index("Firefox, Linux") < page.index("questo") < page.index("Chrome, Android")


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.0", "un programma"),
    ],
)
def test_a_device_is_recognised(agent: str, told: str) -> None:
    assert device_name(agent) == told


def test_one_session_is_closed_and_the_others_stay(user: User) -> None:
    here, phone, tablet = by_password(user), by_password(user), by_password(user)
    here.post(f"/accesso/sessioni/{number(phone)}/")
    assert [is_in(client) for client in (here, phone, tablet)] == [True, False, True]


def test_all_the_others_are_closed(user: User) -> None:
    here, phone, tablet = by_password(user), by_password(user), by_password(user)
    answer = here.post("/accesso/sessioni/altre/", follow=True)
    assert "Chiusi altri 2 accessi." in said(answer)
    assert [is_in(client) for client in (here, phone, tablet)] == [True, False, False]


def test_closing_this_one_signs_out(user: User) -> None:
    here = by_password(user)
    assert here.post(f"/accesso/sessioni/{number(here)}/").status_code == 302
    assert not is_in(here)


def test_nobody_closes_the_session_of_another(user: User) -> None:
    other = by_password(an_officer(a_club("Un altro circolo"), *RoleKind))
    here = by_password(user)
    other.post(f"/accesso/sessioni/{number(here)}/")
    other.post("/accesso/sessioni/altre/")
    _device, _token = DeviceToken.objects.create(user=user, name="Telefono")
    assert other.post(f"/accesso/dispositivi/{_device.token_key}/").status_code == 404
    assert is_in(here)
    assert user.auth_token_set.exists()


def test_a_device_s_token_is_taken_back(user: User) -> None:
    kept, _token = DeviceToken.objects.create(user=user, name="Tablet della Giuria")
    here = by_password(user)
    assert "Tablet della Giuria" in said(here.get("/accesso/gettoni/"))
    here.post(f"/accesso/dispositivi/{kept.token_key}/")
    assert "Tablet della Giuria" not in said(here.get("/accesso/gettoni/"))


def test_a_session_over_is_not_listed(user: User) -> None:
    here, phone = by_password(user), by_password(user, agent=PHONE)
    phone.post("/accesso/logout/")
    assert "Chrome, Android" not in said(here.get("/accesso/sessioni/"))


def test_a_new_password_closes_every_session(user: User) -> None:
    here, phone = by_password(user), by_password(user)
    new = "tre-mori-e-un-contatore"
    here.post("/accesso/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert not is_in(here)
    assert not is_in(phone)
    assert not UserSession.objects.filter(user=user).exists()


def test_when_a_session_was_last_used_is_noted_every_few_minutes(user: User) -> None:
    here = by_password(user)
    yesterday = timezone.now() - timedelta(days=1)
    UserSession.objects.update(last_seen_at=yesterday)
    is_in(here)
    assert UserSession.objects.get().last_seen_at == yesterday, "not at every look"
    session = here.session
    session[SEEN] = int(time.time()) - UPDATE_SECONDS
    session.save()
    is_in(here)
    assert UserSession.objects.get().last_seen_at > yesterday


def noted_long_ago(client: Client) -> None:
    """As if the session had been used last a few minutes ago."""
    session = client.session
    session[SEEN] = int(time.time()) - UPDATE_SECONDS
    session.save()


def left(client: Client) -> timedelta:
    """How long the session stays open without any use."""
    ends = Session.objects.get(session_key=client.session.session_key).expire_date
    return ends - timezone.now()


def test_a_session_unused_for_half_a_day_is_over_and_every_use_counts_anew(user: User) -> None:
    here = by_password(user)
    assert timedelta(hours=11) < left(here) <= timedelta(hours=12)
    noted_long_ago(here)
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=1))
    assert is_in(here)
    assert left(here) > timedelta(hours=11)
    Session.objects.update(expire_date=timezone.now())
    assert not is_in(here)


def test_a_session_of_two_weeks_from_an_earlier_version_is_shortened_at_its_next_use(user: User) -> None:
    here = by_password(user)
    session = here.session
    session.set_expiry(14 * 24 * 3600)
    session.save()
    noted_long_ago(here)
    assert left(here) > timedelta(days=13)
    is_in(here)
    assert left(here) <= timedelta(hours=12)


def test_expired_sessions_are_deleted_every_day_and_the_others_stay(user: User) -> None:
    here, gone, ended = by_password(user), by_password(user), by_password(user)
    stale = number(gone), number(ended)
    Session.objects.filter(session_key=gone.session.session_key).update(
        expire_date=timezone.now() - timedelta(minutes=1)
    )
    Session.objects.filter(session_key=ended.session.session_key).delete()
    apply_retention()
    assert [session.session_key for session in Session.objects.all()] == [here.session.session_key]
    assert not UserSession.objects.filter(pk__in=stale).exists()
    assert number(here)
    assert is_in(here)


def test_what_an_open_page_asks_for_by_itself_is_no_use(user: User) -> None:
    here = by_password(user)
    noted_long_ago(here)
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=1))
    assert here.get("/accesso/", headers={"Sec-Fetch-Mode": "cors"}).status_code == 200
    assert left(here) <= timedelta(minutes=1)
    here.get("/accesso/", headers={"Sec-Fetch-Mode": "navigate"})
    assert left(here) > timedelta(hours=11)
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=1))
    noted_long_ago(here)
    here.post("/accesso/sessioni/", headers={"Sec-Fetch-Mode": "cors"})
    assert left(here) > timedelta(hours=11)
