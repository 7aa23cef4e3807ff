"""Which of the account pages are open: nobody signs up or changes his address by himself."""

from pathlib import Path

import pytest
from allauth.account.adapter import get_adapter
from django.core import mail
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve, reverse
from pytest_django import Settings

from club.models import DeviceToken
from club.web import account_urls
from tests.evening import PASSWORD, a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db


ROOT = Path(__file__).resolve().parents[3] / "criccone" / "templates"


@pytest.mark.parametrize("page", sorted(account_urls.CLOSED))
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_ours_is_not_there(page: str, method: str) -> None:
    client = signed_in(an_officer(a_club()))
    where = reverse(page, args=["x:y:z"] if page == "account_confirm_email" else [])
    assert getattr(client, method)(where).status_code == 404


@pytest.mark.parametrize("page", sorted(account_urls.USED))
def test_no_page_of_allauth_is_shown_bare(page: str) -> None:
    """Each is drawn by a template of this house; the letters and messages beside it too."""
    words = {"pk": 1, "uidb36": "1", "key": "x"}
    (wanted,) = get_resolver().reverse_dict.getlist(page)[0][0][:1]
    view = resolve(reverse(page, kwargs={word: words[word] for word in wanted[1]})).func
    template = getattr(view.view_class, "template_name", None)
    assert template or page in {"mfa_login_webauthn"}, "it only answers its own form"
    if template:
        assert Path(get_template(template).origin.name).is_relative_to(ROOT)


@pytest.mark.parametrize(
    "name",
    [
        "mfa/totp_activated",
        "mfa/totp_deactivated",
        "mfa/webauthn_added",
        "mfa/webauthn_removed",
        "mfa/recovery_codes_generated",
        "account/password_changed",
        "account/password_reset",
    ],
)
def test_letters_about_a_change_are_ours(name: str) -> None:
    app, letter = name.split("/")
    for part in ("subject", "message"):
        assert Path(get_template(f"{app}/email/{letter}_{part}.txt").origin.name).is_relative_to(ROOT)


@pytest.mark.parametrize("page", ["login/", "password/reset/", "password/reset/done/"])
def test_the_pages_to_enter_are_open(page: str) -> None:
    assert Client().get(f"/accesso/{page}").status_code == 200


def test_an_officer_signs_in_changes_the_password_and_signs_out() -> None:
    an_officer(a_club(), email="uno@example.org")
    client = Client()
    entered = client.post("/accesso/login/", {"login": "uno@example.org", "password": PASSWORD})
    assert entered.status_code == 302
    assert "Accesso riuscito: " in client.get("/banco/", follow=True).content.decode()
    new = "tre-mori-e-un-contatore"
    words = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.get("/accesso/password/change/").status_code == 200
    client.post("/accesso/password/change/", words)
    assert Client().login(email="uno@example.org", password=new)
    client.post("/accesso/logout/")
    assert client.get("/banco/").status_code == 302


def test_a_new_password_takes_back_the_tokens_of_all_devices() -> None:
    user = an_officer(a_club(), email="uno@example.org")
    other = an_officer(a_club("Un altro circolo"), email="due@example.org")
    tokens = [DeviceToken.objects.create(user=owner)[1] for owner in (user, other)]
    client = signed_in(user)
    new = "tre-mori-e-un-contatore"
    client.post("/accesso/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    statuses = [
        Client().get("/api/v1/me/", headers={"Authorization": f"Token {token}"}).status_code
        for token in tokens
    ]
    assert statuses == [401, 200]


def test_a_wrong_password_and_an_unknown_address_sound_the_same() -> None:
    an_officer(a_club(), email="uno@example.org")
    told = [
        Client().post("/accesso/login/", {"login": email, "password": "sbagliata"}).context["form"].errors
        for email in ("uno@example.org", "nessuno@example.org")
    ]
    assert told[0] == told[1] != {}


def test_asking_for_a_password_does_not_tell_who_has_an_account() -> None:
    an_officer(a_club(), email="uno@example.org")
    for email, letters in (("nessuno@example.org", 0), ("uno@example.org", 1)):
        answer = Client().post("/accesso/password/reset/", {"email": email})
        assert answer.headers["Location"] == "/accesso/password/reset/done/"
        assert len(mail.outbox) == letters


@pytest.mark.parametrize(("behind", "counted"), [(0, "10.0.0.9"), (1, "203.0.113.7")])
def test_the_limits_count_the_address_that_our_proxy_tells(
    settings: Settings, rf: RequestFactory, behind: int, counted: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = behind
    headers = {"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
    request = rf.get("/", headers=headers, REMOTE_ADDR="10.0.0.9")
    assert get_adapter().get_client_ip(request) == counted
