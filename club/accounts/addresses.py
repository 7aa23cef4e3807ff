"""Changing the address with which one enters: it holds once a letter sent there has been read."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.models import User

SALT = "club.accounts.addresses"
#: Seconds for which the link in the letter holds: a day.
HOLDS = 24 * 3600


@dataclass(frozen=True)
class Change:
    """What the letter's link asks for."""

    old: str
    new: str


def is_taken(email: str, user: User) -> bool:
    """Whether another account has this address; for the letter's reader only, never for a page."""
    return User.objects.filter(email__iexact=email).exclude(pk=user.pk).exists()


def link(user: User, email: str) -> str:
    """The signed word that the letter carries."""
    return signing.dumps([user.pk, user.email, email.lower()], salt=SALT, compress=True)


def read(word: str, user: User) -> Change:
    """What the word asks for; refused when it is old, altered or cut, or of another account.

    Only the account that asked may confirm: a letter that went astray must not hand the account over.
    """
    try:
        user_id, old, new = signing.loads(word, salt=SALT, max_age=HOLDS)
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
    """Gives `user` the new address; refused a second time, or for an address in use."""
    try:
        with transaction.atomic():
            changed = User.objects.filter(pk=user.pk, email=change.old).update(email=change.new)
            # What allauth remembers of the old address would still open a reset of the password.
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
