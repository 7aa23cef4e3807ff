"""The base class of views under a club.

Permissions run before the method and look up the club, so that an unknown URL is a 404 for everybody.
"""

from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _
from rest_framework.views import APIView

from club.access import Right, rights
from club.models import Club, User
from club.queries import first_or_not_found


class ClubView(APIView):
    """A view under a club. Two queries: the club, and the sender's roles in it."""

    @cached_property
    def club(self) -> Club:
        clubs = Club.objects.filter(slug=self.kwargs["slug"])
        return first_or_not_found(clubs, _("Nessun circolo ha questo indirizzo."))

    @cached_property
    def rights(self) -> frozenset[Right]:
        return rights(self.request.user, self.club)

    @property
    def officer(self) -> User:
        """The account that acts, after the permission has been checked."""
        return cast(User, self.request.user)
