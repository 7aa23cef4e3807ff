"""The pages of tokens: made and shown once, listed, ended; and handed to a device by a code."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from club.models import Club, DeviceToken, RoleKind, User
from tests.club.accounts.entering import surely
from tests.evening import a_club, a_tournament, an_officer, signed_in

pytestmark = pytest.mark.django_db

NEW = "/accesso/gettoni/nuovo/"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def user(club: Club) -> User:
    return an_officer(club, RoleKind.ORGANISER, email="ada@example.org")


def test_a_token_is_shown_once_and_opens_what_was_chosen(user: User, club: Club) -> None:
    client = surely(user)
    words = {"name": "Tabellone in sala", "scopes": ["read"], "club": club.pk}
    made = client.post(NEW, words)
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    (secret,) = re.findall(r"crc_\w+", made.content.decode())
    device = DeviceToken.objects.get()
    assert (device.name, device.scopes, device.club) == ("Tabellone in sala", ["read"], club)
    listed = client.get("/accesso/gettoni/").content.decode()
    assert "Tabellone in sala" in listed
    assert "mai usato" in listed
    assert secret not in listed
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {secret}"}).status_code == 200
    assert "usato il" in client.get("/accesso/gettoni/").content.decode()
    assert "leggere i risultati" in mail.outbox[-1].body


def test_a_new_token_wants_the_password_again_after_a_while(user: User) -> None:
    asked = signed_in(user).post(NEW, {"name": "x", "scopes": ["all"]})
    assert asked.status_code == 302
    assert asked.headers["Location"].startswith("/accesso/reauthenticate/")
    assert not DeviceToken.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"scopes": []},
        {"scopes": ["everything"]},
        {"ends_on": "2020-01-01"},
        {"ends_on": f"{timezone.localdate() + timedelta(days=400)}"},
    ],
    ids=repr,
)
def test_a_wrong_form_is_shown_again_and_makes_nothing(user: User, wrong: dict[str, object]) -> None:
    answer = surely(user).post(NEW, {"name": "x", "scopes": ["read"], **wrong})
    assert answer.status_code == 422
    assert not DeviceToken.objects.exists()


def test_a_club_for_which_one_does_not_work_is_not_offered(user: User) -> None:
    other = a_club("Un altro circolo")
    client = surely(user)
    assert other.name not in client.get(NEW).content.decode()
    assert client.post(NEW, {"name": "x", "scopes": ["read"], "club": other.pk}).status_code == 422


def test_nobody_ends_the_token_of_another(user: User, club: Club) -> None:
    kept, _token = DeviceToken.objects.create(user=user, name="Telefono")
    other = signed_in(an_officer(club, RoleKind.OWNER, email="altro@example.org"))
    assert other.post(f"/accesso/dispositivi/{kept.token_key}/").status_code == 404
    assert "Telefono" not in other.get("/accesso/gettoni/").content.decode()
    assert signed_in(user).post(f"/accesso/dispositivi/{kept.token_key}/").status_code == 302
    assert not DeviceToken.objects.exists()


@pytest.mark.parametrize(
    ("kind", "page", "scope"), [("scoreboard", "proiettore", "read"), ("printer", "scarica", "print")]
)
def test_a_device_is_connected_by_the_code_of_the_desk_once(
    user: User, club: Club, kind: str, page: str, scope: str
) -> None:
    tournament = a_tournament(club, pairs=4)
    desk, offered = signed_in(user), f"/t/{tournament.code}/dispositivi/"
    assert offered in desk.get(f"/t/{tournament.code}/banco/classifica/").content.decode()
    shown = desk.post(offered, {"kind": kind})
    (address,) = set(re.findall(r"http://testserver(/accesso/dispositivo/[\w-]+/)", shown.content.decode()))
    assert "no-store" in shown.headers["Cache-Control"]
    device = Client()
    assert device.get(address).status_code == device.get(address).status_code == 200, "looking takes nothing"
    told = "Stamperà anche i fogli di gara" in device.get(address).content.decode()
    assert told is (kind == "printer")
    linked = device.post(address)
    assert linked.status_code == 201
    assert f"/t/{tournament.code}/{page}/" in linked.content.decode()
    (secret,) = re.findall(r"crc_\w+", linked.content.decode())
    assert Client().post(address).status_code == Client().get(address).status_code == 404
    made = DeviceToken.objects.get()
    assert (made.user, made.club, made.scopes) == (user, club, [scope])
    assert secret not in signed_in(user).get("/accesso/gettoni/").content.decode()


def test_an_unknown_kind_of_device_makes_no_code(user: User, club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    answer = signed_in(user).post(f"/t/{tournament.code}/dispositivi/", {"kind": "frigorifero"})
    assert answer.status_code == 422
