"""Changes to allauth's accounts: no free sign-up, limits that lock nobody out, encrypted second factors."""

import base64
import hashlib
import logging
import secrets
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.encoding import force_bytes
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club import public_urls
from club.accounts import letters, password_attempts
from club.email_addresses import canonical

logger = logging.getLogger(__name__)


class InvitedOnly(DefaultAccountAdapter):
    """Closes the sign-up: accounts are made by accepting an owner's invitation, or from the terminal."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Does nothing: allauth would count by address alone, and anybody could lock the owner out."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The account of these credentials, None if they are wrong. Raises TryLater after too many."""
        attempt = password_attempts.attempt_of(
            request, credentials.get("email", ""), self.get_client_ip(request)
        )
        attempt.take()
        user = super().authenticate(request, **credentials)
        if user is not None:
            attempt.succeeded()
        return user

    def post_login(self, request: HttpRequest, user: Any, **options: Any) -> HttpResponseBase:
        """The response to a complete sign-in, which makes the browser known to the account."""
        response: HttpResponseBase = super().post_login(request, user, **options)
        password_attempts.remember_browser(request, response, user.email)
        return response

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Does nothing: allauth's count of wrong passwords is not used."""

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The URL on the site's public address, since the letter is opened at home."""
        path: str = urlsplit(super().get_reset_password_from_key_url(key)).path
        return public_urls.letter_url(self.request, path)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, str]]:
        """The ways to confirm one's identity again, the quickest first, with our labels."""
        words = {
            "reauthenticate": _("Con la password"),
            "mfa_reauthenticate": _("Con un codice"),
            "mfa_reauthenticate:webauthn": _("Con una passkey"),
        }
        ways = super().get_reauthentication_methods(user)
        return [{**way, "description": words[way["id"]]} for way in ways]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends the letter to the canonical form of the address, because its link proves access to that
        mailbox."""
        super().send_mail(template_prefix, canonical(email), context)

    def send_notification_mail(self, template_prefix: str, *args: Any, **kwargs: Any) -> None:
        """Sends the notice of a change in a thread: the change stands even if the letter cannot be sent."""
        letters.soon(partial(super().send_notification_mail, template_prefix, *args, **kwargs))


class SecondFactors(DefaultMFAAdapter):
    """Second factors with messages in Italian, and with keys encrypted by the installation's secret.

    A copy of the database alone gives no codes.
    """

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("Il codice non è quello: guarda che non sia già cambiato e riprova."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "I codici di riserva servono con un secondo fattore: prima aggiungi l'app o una passkey."
        ),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Criccone"}

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: ARG002
        """The name of a passkey until its owner changes it."""
        return _("La mia passkey")

    def encrypt(self, text: str) -> str:
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The decrypted key. If it was encrypted with a lost secret, a random key, which no code fits."""
        try:
            return _seal().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.error("A second factor was sealed with another SECRET_KEY: its owner must set it anew")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _seal() -> MultiFernet:
    """The cipher: it encrypts with the current secret, and decrypts with earlier ones too."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = (hashlib.sha256(b"second factor:" + force_bytes(secret)).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
