"""Changing the e-mail address of an account: the new one must be confirmed by a letter sent there."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from club.email_addresses import with_address
from club.errors import ClubError
from club.models import User

SALT = "club.accounts.addresses"
#: The link in the letter is valid for a day.
VALID_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Change:
    """The change that a letter's link confirms."""

    old: str
    new: str


def is_taken(email: str, user: User) -> bool:
    """Whether another account has this address. Only the letter reveals it, never a page."""
    return with_address(User.objects.exclude(pk=user.pk), email).exists()


def change_token(user: User, email: str) -> str:
    """The signed token of the letter's link."""
    return signing.dumps([user.pk, user.email, email.lower()], salt=SALT, compress=True)


def requested_change(token: str, user: User) -> Change:
    """The change that the token asks for; refused if the token is old, altered, or another account's.

    Only the account that asked may confirm it: a letter that went astray must not hand over the account.
    """
    try:
        user_id, old, new = signing.loads(token, salt=SALT, max_age=VALID_SECONDS)
    except (signing.BadSignature, ValueError):
        raise ClubError(
            "no-such-link",
            _("Questo collegamento non vale più: forse è passato più di un giorno. Chiedine un altro."),
        ) from None
    if user.pk != user_id:
        raise ClubError(
            "of-another",
            _("Questo collegamento è di un altro accesso: esci, poi entra con l'indirizzo di prima."),
        )
    return Change(old, new)


def confirm(user: User, change: Change) -> None:
    """Gives `user` the new address; refused a second time, or if the address is in use."""
    try:
        with transaction.atomic():
            changed = User.objects.filter(pk=user.pk, email=change.old).update(email=change.new)
            # The old address must not reset the password any more.
            EmailAddress.objects.filter(user=user).delete()
    except IntegrityError:
        raise ClubError(
            "address-in-use",
            _("%(email)s è già l'indirizzo di un altro accesso: usa quello, o scegline un altro.")
            % {"email": change.new},
        ) from None
    if not changed:
        raise ClubError("already-changed", _("Questo collegamento è già servito."))
    user.email = change.new
