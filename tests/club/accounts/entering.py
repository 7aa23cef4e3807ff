"""Entering as people do: with the password, with a code, again for what is delicate."""

import time
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.test import Client

from club.models import User
from tests.evening import PASSWORD

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def by_password(user: User, *, agent: str = "Mozilla/5.0 (X11; Linux) Firefox/140.0") -> Client:
    """Through the login page, which lists the session."""
    client = Client(headers={"User-Agent": agent})
    client.post("/accesso/login/", {"login": user.email, "password": PASSWORD})
    return client


def surely(user: User) -> Client:
    """Signed in, and asked for the password once more a moment ago."""
    client = by_password(user)
    client.post("/accesso/reauthenticate/", {"password": PASSWORD})
    return client


def code(secret: str = SECRET) -> str:
    """What the app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def with_app(user: User) -> User:
    """The account with an app's codes as second factor."""
    TOTP.activate(user, SECRET)
    return user


def is_in(client: Client) -> bool:
    return client.get("/accesso/").status_code == 200


def said(answer: Any) -> str:
    return answer.content.decode().replace("&#x27;", "'")
