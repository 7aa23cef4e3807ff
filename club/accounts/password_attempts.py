"""Limits on password attempts: they slow guessing down, and lock no owner out.

Attempts count for an account and a source. A browser that has entered the account before is a source of its
own, known by a signed cookie. All other browsers of a network are one source.

* Five wrong passwords from one source are free, then each waits longer, up to a quarter of an hour. The wait
  holds for that source alone, so that wrong passwords from elsewhere delay nobody else, not even a neighbour
  on the club's Wi-Fi whose browser is known.
* A network has thirty wrong passwords an hour, for all accounts together, then one every half minute: this
  limits trying one password at many accounts.
* All unknown sources together have a hundred attempts a day for one account, then one a minute: this limits
  slow guessing from many addresses.

The last two limits do not count known browsers. An owner at a new browser during such an attack has three
ways in: a known browser, a passkey, which no limit counts, or a new password chosen by letter, which makes
the browser known.

An attempt is counted before its password is compared, and uncounted if the password is right. A refused
attempt compares no password.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from club.email_addresses import canonical
from club.limits import CannotCount, GrowingWait, TryLater, digest_of, network_of, wait_in_words

HOUR: Final = 3600
FROM_SOURCE: Final = GrowingWait("password", free=5, window=HOUR, first=30, longest=900)
FROM_NETWORK: Final = GrowingWait("password-network", free=30, window=HOUR, first=30, longest=30)
FROM_STRANGERS: Final = GrowingWait("password-anywhere", free=100, window=24 * HOUR, first=60, longest=60)

COOKIE: Final = "known_browser"
COOKIE_SECONDS: Final = 365 * 24 * HOUR
#: A browser is known to this many accounts at most, the latest ones.
MOST_ACCOUNTS: Final = 5
signer = signing.Signer(salt="club.known-browser")


@dataclass(frozen=True)
class Attempt:
    """A password about to be compared: `account` is a digest of its address, whether or not it exists."""

    account: str
    source: str
    is_known: bool

    def take(self) -> None:
        """Counts the attempt. Raises TryLater with the wait and the other ways in."""
        counted: list[tuple[GrowingWait, str]] = []
        try:
            for limit, ident in self._limits:
                limit.take(ident)
                counted.append((limit, ident))
        except TryLater as refusal:
            for limit, ident in counted:
                limit.give_back(ident)
            sentence = _(
                "Troppe password sbagliate: riprova fra %(wait)s. Con una passkey entri subito; se la "
                "password non la ricordi, scegline un'altra da «Password dimenticata»."
            )
            raise TryLater(
                sentence % {"wait": wait_in_words(refusal.seconds)}, seconds=refusal.seconds
            ) from None

    def succeeded(self) -> None:
        """Uncounts the attempt and the source's earlier ones: the owner typed them."""
        for limit, ident in self._limits:
            limit.give_back(ident)
        FROM_SOURCE.forget(f"{self.account} {self.source}")

    @property
    def _limits(self) -> list[tuple[GrowingWait, str]]:
        """The limits that count the attempt, in order: after a refusal, later ones do not count it."""
        own = (FROM_SOURCE, f"{self.account} {self.source}")
        return [own] if self.is_known else [(FROM_NETWORK, self.source), own, (FROM_STRANGERS, self.account)]


def attempt_of(request: HttpRequest, email: str, address: str) -> Attempt:
    """The attempt of the client at `address` to enter the account of `email`."""
    account, network = digest_of(canonical(email)), network_of(address)
    browser, accounts = _browser(request)
    if account[:16] in accounts:
        return Attempt(account, browser, is_known=True)
    return Attempt(account, network, is_known=False)


def is_known(request: HttpRequest, email: str) -> bool:
    """Whether the browser is known to the account of `email`."""
    return digest_of(canonical(email))[:16] in _browser(request)[1]


def has_signed_in_before(request: HttpRequest) -> bool:
    """Whether somebody has signed in on this browser before."""
    return bool(_browser(request)[1])


def remember_browser(request: HttpRequest, response: HttpResponseBase, email: str) -> None:
    """Sets the cookie by which the browser is known to the account of `email` next time."""
    browser, accounts = _browser(request)
    account = digest_of(canonical(email))[:16]
    kept = [account, *(each for each in accounts if each != account)][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signer.sign_object([browser or secrets.token_hex(8), *kept]),
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def end_wait(request: HttpRequest, email: str) -> None:
    """Ends the wait of a known browser after a new password was chosen by letter."""
    with suppress(CannotCount):  # the new password stands
        FROM_SOURCE.forget(f"{digest_of(canonical(email))} {_browser(request)[0]}")


def _browser(request: HttpRequest) -> tuple[str, list[str]]:
    """The browser's own id and the accounts that it is known to; ("", []) for an unknown one."""
    try:
        browser, *accounts = signer.unsign_object(request.COOKIES.get(COOKIE, ""))
    except signing.BadSignature:
        return "", []
    return browser, accounts
