"""The pages of administration: not there by default, closed to people of clubs, unable to change a row."""

import logging
import re

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import path, reverse
from pytest_django import Settings

from club.models import Club, DeviceToken, Person, RoleKind, User
from criccone.operations.administration import PAGES, site
from criccone.urls import urlpatterns as our_urlpatterns
from tests.club.accounts.entering import by_password, is_in, with_app
from tests.evening import FourPeople, a_club, a_tournament, an_officer, signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db

urlpatterns = [path("stanza-7f3a/", site.urls), *our_urlpatterns]
AT = "/stanza-7f3a/"


@pytest.fixture
def there(settings: Settings) -> None:
    """An installation with ADMIN_PATH."""
    settings.ADMIN_PATH = AT.strip("/")
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "django.contrib.admin.apps.SimpleAdminConfig"]
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def administrator() -> User:
    user = User.objects.create_user("ced@example.org", "una-password-lunga")
    with_app(user)
    call_command("create_administrator", "--email", user.email)
    return User.objects.get(pk=user.pk)


WHO = ["organiser", "referee", "player", "stranger", ""]


@pytest.mark.parametrize("who", WHO)
def test_without_the_setting_there_are_no_such_pages(four: FourPeople, who: str) -> None:
    for where in ("/admin/", AT, f"{AT}club/user/"):
        assert four.client(who).get(where).status_code == 404


def test_without_the_setting_an_administrator_finds_nothing_either(administrator: User) -> None:
    assert signed_in(administrator).get(AT).status_code == 404


def addresses() -> list[str]:
    models = [(model._meta.app_label, model._meta.model_name) for model, _page in PAGES]
    return [AT, *(f"{AT}{app}/" for app, _name in models), *(f"{AT}{app}/{name}/" for app, name in models)]


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("who", WHO)
def test_none_of_the_four_comes_in(four: FourPeople, who: str) -> None:
    client = four.client(who)
    for where in addresses():
        answer = client.get(where, follow=True)
        if who:
            assert answer.status_code == 403
        else:
            assert answer.redirect_chain[-1][0].startswith("/accesso/login/?next=/stanza-7f3a/")


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("kind", RoleKind)
def test_no_role_of_a_club_opens_it(club: Club, kind: RoleKind) -> None:
    officer = an_officer(club, kind)
    with_app(officer)
    assert signed_in(officer).get(AT).status_code == 403


@pytest.mark.usefixtures("there")
def test_an_administrator_without_a_second_factor_is_refused(administrator: User) -> None:
    Authenticator.objects.all().delete()
    assert signed_in(administrator).get(AT).status_code == 403


@pytest.mark.usefixtures("there")
def test_a_removed_administrator_is_refused(administrator: User) -> None:
    call_command("create_administrator", "--email", administrator.email, "--remove")
    assert signed_in(User.objects.get(pk=administrator.pk)).get(AT).status_code == 403
    with pytest.raises(CommandError, match="non amministra"):
        call_command("create_administrator", "--email", administrator.email, "--remove")
    with pytest.raises(CommandError, match="Nessun accesso"):
        call_command("create_administrator", "--email", "nobody@example.org")


@pytest.mark.usefixtures("there")
def test_an_administrator_sees_every_page_and_can_change_nothing(administrator: User) -> None:
    club = a_club()
    officer = an_officer(club, RoleKind.OWNER)
    DeviceToken.objects.create(user=officer, name="Telefono")
    a_tournament(club)
    Person.objects.create(club=club, last_name="Segretissimi", first_name="Ugo")
    client = signed_in(administrator)
    for where in addresses():
        page = client.get(where)
        assert page.status_code == 200, where
        assert "Segretissimi" not in page.content.decode()
    for model, _page in PAGES:
        row = model._default_manager.first()
        at = f"{AT}{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(f"{at}add/").status_code == client.post(f"{at}add/").status_code == 403
        if row is not None:
            shown = client.get(f"{at}{row.pk}/change/")
            assert shown.status_code == 200
            assert not re.search(r'<input[^>]*type="submit"', shown.content.decode())
            for act in ("change", "delete"):
                assert client.post(f"{at}{row.pk}/{act}/", {"post": "yes"}).status_code == 403
            assert client.get(f"{at}{row.pk}/history/").status_code == 404
            assert model._default_manager.filter(pk=row.pk).exists()


@pytest.mark.usefixtures("there")
def test_no_page_shows_a_password_a_digest_or_a_key(administrator: User) -> None:
    officer = an_officer(a_club(), RoleKind.OWNER)
    token, _secret = DeviceToken.objects.create(user=officer, name="Telefono")
    factor = Authenticator.objects.get(user=administrator)
    client = signed_in(administrator)
    secrets = (
        officer.password,
        token.digest,
        token.token_key,
        factor.data["secret"],
        client.session.session_key,
    )
    for row in (officer, token, factor):
        at = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
        page = client.get(at).content.decode()
        assert [secret for secret in secrets if secret in page] == []


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("act", ["end_sessions", "drop_second_factor"])
def test_the_two_acts_help_one_account_and_are_logged_by_key(
    administrator: User, act: str, caplog: pytest.LogCaptureFixture
) -> None:
    officer, other = (
        an_officer(a_club(), RoleKind.OWNER),
        an_officer(a_club("Altro"), email="altro@example.org"),
    )
    elsewhere, another = by_password(officer), by_password(other)
    with_app(officer)
    with_app(other)
    chosen = {"action": act, "_selected_action": [officer.pk]}
    with caplog.at_level(logging.WARNING, logger="criccone.support"):
        answer = signed_in(administrator).post(f"{AT}club/user/", chosen, follow=True)
    assert "Fatto." in flat(answer.content.decode())
    assert not is_in(elsewhere)
    assert is_in(another)
    has_factor = Authenticator.objects.filter(user=officer).exists()
    assert has_factor is (act == "end_sessions")
    assert Authenticator.objects.filter(user=other).exists()
    [told] = [record.getMessage() for record in caplog.records if record.name == "criccone.support"]
    assert f"Administrator {administrator.pk} " in told
    assert f"account {officer.pk}:" in told
    assert officer.email not in told


@pytest.mark.usefixtures("there")
def test_nobody_of_a_club_can_act(four: FourPeople) -> None:
    for who in WHO:
        chosen = {"action": "end_sessions", "_selected_action": [four.organiser.pk]}
        assert four.client(who).post(f"{AT}club/user/", chosen).status_code == (403 if who else 302)


@pytest.mark.usefixtures("there")
def test_only_the_listed_pages_of_django_are_there(administrator: User) -> None:
    client = signed_in(administrator)
    for where in ("password_change/", "autocomplete/", "r/1/1/", "club/person/"):
        assert client.get(AT + where).status_code == 404


@pytest.mark.usefixtures("there")
def test_the_way_in_is_the_login_of_everybody() -> None:
    client = Client()
    assert client.post(f"{AT}login/", {"username": "x", "password": "y"}).status_code == 302
    assert client.get(AT, follow=True).redirect_chain[-1][0].startswith("/accesso/login/")
