"""The first club of a new installation: nobody can sign in yet, so its code opens the page that makes it."""

import hashlib
import hmac
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from club.accounts.roles import CreatedClub, create_club
from club.errors import ClubError, ClubInputRefused
from club.models import Club, User
from club.models.member import TOKEN_LETTERS

CODE_LENGTH: Final = 8
#: The short address of the club of `play-evening`, which nobody owns.
TRIAL: Final = "prova"


def is_new() -> bool:
    """Whether the installation has no account and no club but the one in which `play-evening` tries things.
    Two queries."""
    return not Club.objects.exclude(slug=TRIAL).exists() and not User.objects.exists()


def start_code() -> str:
    """Eight letters that only the installation's own machine shows."""
    digest = hmac.digest(b"criccone.welcome" + settings.SECRET_KEY.encode(), b"", hashlib.sha256)
    return "".join(TOKEN_LETTERS[byte % len(TOKEN_LETTERS)] for byte in digest[:CODE_LENGTH])


def verify_code(code: str) -> None:
    """Raises ClubInputRefused ``wrong-code`` for a code that is not this installation's."""
    typed = "".join(code.split()).replace("-", "").upper()
    if not hmac.compare_digest(typed.encode(), start_code().encode()):
        raise ClubInputRefused(
            "wrong-code",
            _("Il codice non è di questa installazione: leggilo dove parte il programma."),
        )


@transaction.atomic
def create_first_club(name: str, email: str, password: str, *, code: str) -> CreatedClub:
    """The installation's first club with its owner, as `create_club`.

    Raises ClubInputRefused for a wrong code, ClubError ``not-new`` once there is a club or an account, and
    ClubCreationRefused as `create_club`.
    """
    verify_code(code)
    if not is_new():
        raise ClubError("not-new", _("Questa installazione ha già un circolo: entra, o usa restore_club."))
    return create_club(name, email, password)
