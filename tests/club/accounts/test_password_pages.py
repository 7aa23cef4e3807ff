"""Choosing a password again: in both languages, and sending nobody to a contact that does not exist."""

import re

import pytest
from django.core import mail

pytestmark = pytest.mark.django_db


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
