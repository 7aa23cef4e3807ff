"""The signed link of a letter: who holds it sees the booking and acts on it."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from club.reaching import in_a_letter
from tournaments.errors import TournamentError
from tournaments.models import Booking

SALT = "tournaments.bookings"


class LinkRefused(TournamentError):
    """The link opens nothing: altered, cut, or of a booking that is kept no more."""


def word(booking: Booking) -> str:
    """What the link says: the same in every letter of the booking."""
    return signing.Signer(salt=SALT).sign(f"{booking.pk}.{booking.nonce}").replace(":", "~")


def address(booking: Booking) -> str:
    """The whole link: on `SITE_URL`, else on the site by which the person came."""
    return f"{settings.SITE_URL or booking.origin}{reverse('booking', args=[word(booking)])}"


def origin(request: HttpRequest) -> str:
    """The site as letters lead to it, without a path."""
    return in_a_letter(request, "/").rstrip("/")


def read(said: str) -> Booking:
    """The booking of a link, with its evening and club. Raises LinkRefused. One query."""
    try:
        pk, nonce = signing.Signer(salt=SALT).unsign(said.replace("~", ":")).split(".", 1)
        return Booking.objects.select_related("tournament__club", "joined_to", "entry", "notice").get(
            pk=int(pk), nonce=nonce
        )
    except (signing.BadSignature, ValueError, Booking.DoesNotExist):
        raise LinkRefused(
            "no-such-link",
            _(
                "Questo collegamento non vale: è stato copiato a metà, o la serata è passata da un pezzo. "
                "Aprilo dal messaggio, o scrivi al circolo."
            ),
        ) from None
