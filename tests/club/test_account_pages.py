"""Which of the account pages are open: nobody signs up or changes his address by himself."""

import pytest
from django.test import Client

from club.models import DeviceToken, User
from tests.evening import PASSWORD, a_club, an_officer

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "page",
    ["email/", "signup/", "confirm-email/", "confirm-email/x:y:z/", "password/set/", "reauthenticate/"],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_ours_is_not_there(page: str, method: str) -> None:
    client = Client()
    client.force_login(an_officer(a_club()))
    assert getattr(client, method)(f"/accesso/{page}").status_code == 404


def test_nobody_takes_an_address_that_an_owner_may_invite() -> None:
    user = an_officer(a_club(), email="uno@example.org")
    client = Client()
    client.force_login(user)
    for action in ("action_add", "action_primary"):
        client.post("/accesso/email/", {action: "", "email": "presidente@example.org"})
    assert list(User.objects.values_list("email", flat=True)) == ["uno@example.org"]


@pytest.mark.parametrize("page", ["login/", "password/reset/", "password/reset/done/"])
def test_the_pages_to_enter_are_open(page: str) -> None:
    assert Client().get(f"/accesso/{page}").status_code == 200


def test_an_officer_signs_in_changes_the_password_and_signs_out() -> None:
    an_officer(a_club(), email="uno@example.org")
    client = Client()
    entered = client.post("/accesso/login/", {"login": "uno@example.org", "password": PASSWORD})
    assert entered.status_code == 302
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
    client = Client()
    client.force_login(user)
    new = "tre-mori-e-un-contatore"
    client.post("/accesso/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    statuses = [
        Client().get("/api/v1/me/", headers={"Authorization": f"Token {token}"}).status_code
        for token in tokens
    ]
    assert statuses == [401, 200]
