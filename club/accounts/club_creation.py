"""Creates a club with the account of its owner."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from club.email_addresses import with_address
from club.models import Club, Role, RoleKind, User


class ClubCreationRefused(ValueError):
    """The club or its owner cannot be created; the message names the reason and the remedy."""


@dataclass(frozen=True)
class CreatedClub:
    club: Club
    owner: User


_STARTS: list[Callable[[Club], None]] = []


def register_start(start: Callable[[Club], None]) -> None:
    """Registers, when an app starts, what it gives to every new club, in the transaction that creates it."""
    _STARTS.append(start)


@transaction.atomic
def create_club(club_name: str, email: str, password: str) -> CreatedClub:
    """A new club, and a new account with every role in it, as in a small club one person does everything.

    Raises ClubCreationRefused for a name or address already in use or malformed, and for a weak password.
    """
    slug = slugify(club_name)[:60]
    _verify_club(club_name, slug)
    _verify_owner(email, password)
    club = Club.objects.create(name=club_name.strip(), slug=slug)
    owner = User.objects.create_user(email, password)
    Role.objects.bulk_create(Role(club=club, user=owner, kind=kind) for kind in RoleKind)
    for start in _STARTS:
        start(club)
    return CreatedClub(club, owner)


def _verify_club(name: str, slug: str) -> None:
    if not slug or len(name) > 120:
        raise ClubCreationRefused(_("Il nome del circolo va da 1 a 120 caratteri, con almeno una lettera."))
    if Club.objects.filter(slug=slug).exists():
        raise ClubCreationRefused(
            _("C'è già un circolo con il nome «%(name)s»: scegline un altro.") % {"name": name}
        )


def _verify_owner(email: str, password: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        raise ClubCreationRefused(_("«%(email)s» non è un indirizzo e-mail.") % {"email": email}) from None
    if with_address(User.objects.all(), email).exists():
        raise ClubCreationRefused(
            _("%(email)s ha già un accesso: un titolare nuovo vuole un altro indirizzo.") % {"email": email}
        )
    try:
        validate_password(password, User(email=email))
    except ValidationError as weak:
        raise ClubCreationRefused(" ".join(weak.messages)) from weak
