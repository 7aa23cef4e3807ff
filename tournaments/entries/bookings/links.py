"""The signed link in a letter: its holder sees the booking and acts on it."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from club.public_urls import letter_url
from tournaments.errors import TournamentError
from tournaments.models import Booking

SALT = "tournaments.bookings"


class LinkRefused(TournamentError):
    """The link opens nothing: it was altered or cut, or its booking has been deleted."""


def token(booking: Booking) -> str:
    """The signed part of the link, the same in every letter of the booking."""
    return signing.Signer(salt=SALT).sign(f"{booking.pk}.{booking.nonce}").replace(":", "~")


def url(booking: Booking) -> str:
    """The whole link."""
    return address_of(booking, reverse("booking", args=[token(booking)]))


def address_of(booking: Booking, path: str) -> str:
    """The address of `path` for a letter: on `SITE_URL`, else on the site where the booking was made."""
    return f"{settings.SITE_URL or booking.origin}{path}"


def site_of(request: HttpRequest) -> str:
    """The base address for links in letters, without a path."""
    return letter_url(request, "/").rstrip("/")


def booking_of(text: str) -> Booking:
    """The booking of a link, with its evening and club. Raises LinkRefused. One query."""
    try:
        pk, nonce = signing.Signer(salt=SALT).unsign(text.replace("~", ":")).split(".", 1)
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
