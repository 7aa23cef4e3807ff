"""Choosing a password again: in both languages, and sending nobody to a contact that does not exist."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.accounts import letters
from club.accounts.letters import soon  # imported before the tests replace it
from club.models import User
from tests.service.installation import until

pytestmark = pytest.mark.django_db
RESET = "/accesso/password/reset/"


@pytest.mark.parametrize(
    ("language", "title", "wrong"),
    [("it", "Password dimenticata", "contattaci"), ("en", "Forgotten password", "contact us")],
    ids=["it", "en"],
)
def test_the_page_speaks_the_persons_language(client, language, title, wrong):
    client.cookies["django_language"] = language
    page = client.get("/accesso/password/reset/").content.decode()
    assert title in page
    assert wrong not in page


def test_a_forgotten_password_is_chosen_again(client, django_user_model):
    user = django_user_model.objects.create_user(email="rosa@example.org", password="vecchia-parola-8")
    sent = client.post("/accesso/password/reset/", {"email": user.email}, follow=True)
    assert "Guarda la posta" in sent.content.decode()
    link = re.search(r"https?://[^/]+(/accesso/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link[1], follow=True)
    assert "Scegli la password" in form.content.decode()
    chosen = {"password1": "nuova-parola-91", "password2": "nuova-parola-91"}
    done = client.post(form.request["PATH_INFO"], chosen, follow=True)
    assert "Password cambiata" in done.content.decode()
    user.refresh_from_db()
    assert user.check_password("nuova-parola-91")


def test_a_link_that_is_no_longer_good_offers_another(client):
    page = client.get("/accesso/password/reset/key/1-abcdef/", follow=True).content.decode()
    assert "Questo collegamento non vale più" in page
    assert 'href="/accesso/password/reset/"' in page


@pytest.mark.parametrize(
    ("language", "subject", "said"),
    [
        ("it", "Scegli la password", "lavori per un circolo"),
        ("en", "Choose a password", "you work for a club"),
    ],
    ids=["it", "en"],
)
def test_the_message_speaks_the_persons_language(client, django_user_model, language, subject, said):
    client.cookies["django_language"] = language
    django_user_model.objects.create_user(email="rosa@example.org", password="vecchia-parola-8")
    client.post("/accesso/password/reset/", {"email": "rosa@example.org"})
    assert mail.outbox[0].subject.endswith(subject)
    assert said in mail.outbox[0].body
    assert "/accesso/password/reset/key/" in mail.outbox[0].body


def shown(client, email):
    """Where the answer leads and what it says, without the token that differs each time."""
    answer = client.post(RESET, {"email": email}, follow=True)
    return answer.redirect_chain, re.sub(r"\w{64}", "", answer.content.decode())


@pytest.fixture
def known(django_user_model):
    return django_user_model.objects.create_user(email="rosa@example.org", password="vecchia-parola-8").email


def test_a_known_and_an_unknown_address_are_the_same_work_for_the_answer(client, known, monkeypatch):
    monkeypatch.setattr(letters, "soon", lambda _work: None)
    done = {}
    for email in (known, "nessuno@example.org"):
        with CaptureQueriesContext(connection) as queries:
            answer = shown(client, email)
        done[email] = (answer, [each["sql"] for each in queries if "club_user" in each["sql"]])
    assert done[known] == done["nessuno@example.org"]
    assert done[known][1] == [], "the account is looked up where the letter is sent"


def test_a_mail_server_that_is_down_changes_nothing_in_the_answer(client, known, settings):
    well = shown(client, known)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert shown(client, known) == well


@pytest.mark.django_db(transaction=True)
def test_a_mail_server_that_hangs_holds_no_answer_up(client, known, settings, monkeypatch, caplog):
    """Neither of a forgotten password, nor of a change of which its owner is told."""
    monkeypatch.setattr(letters, "soon", soon)  # by the thread, as in the installation
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadPoolExecutor(1) as watching:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 8
        called = watching.submit(silent.accept)
        started = time.monotonic()
        assert shown(client, known) == shown(client, "nessuno@example.org")
        new = {"password1": "nuova-parola-91", "password2": "nuova-parola-91"}
        client.force_login(User.objects.get())
        client.post("/accesso/password/change/", {"oldpassword": "vecchia-parola-8", **new})
        assert User.objects.get().check_password("nuova-parola-91")
        assert time.monotonic() - started < settings.EMAIL_TIMEOUT
        line, _address = called.result(timeout=5)
        line.close()
        silent.close()
        until(lambda: caplog.text.count("A letter was not sent") == 2, "the thread never gave up")


def test_the_letter_goes_to_the_mailbox_however_its_address_is_written(client, django_user_model):
    django_user_model.objects.create_user(email="rosa@münchen.de", password="vecchia-parola-8")
    client.post(RESET, {"email": "Rosa@xn--mnchen-3ya.de"})
    assert mail.outbox[0].to == ["rosa@xn--mnchen-3ya.de"]
