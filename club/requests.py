"""Types of requests as views see them, after the middleware and the view's guard."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from club.access import Right
from club.models import User


class PageRequest(HttpRequest):
    """A request for a page: `htmx` is true if it asks for a part, `rights` are the visitor's."""

    htmx: HtmxDetails
    rights: frozenset[Right]


class SignedInRequest(PageRequest):
    """A request whose sender is signed in."""

    user: User


class OfficerRequest(SignedInRequest):
    """A request that a guard let in: its sender is signed in and holds one of the needed rights."""
