"""The base class of views under a club.

Permissions run before the method and look up the club, so that an unknown URL is a 404 for everybody.
"""

from functools import cached_property
from typing import ClassVar, cast

from django.utils.translation import gettext as _
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from club.access import READERS, Right, narrowed, rights
from club.api import rates
from club.api.query_parameters import declared_parameters, refuse_unknown_parameters
from club.api.refused_parts import refuse_other_etag, refuse_unread_body
from club.models import Club, DeviceToken, User
from club.queries import first_or_not_found


class ApiView(APIView):
    """A view that refuses query parameters and bodies that its schema does not declare.

    Headers of every answer give the limits of the view's `throttle_classes`.
    """

    @cached_property
    def throttles(self) -> list[BaseThrottle]:
        return super().get_throttles()

    def get_throttles(self) -> list[BaseThrottle]:
        return self.throttles

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        finalized: Response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in rates.headers_of(self.throttles).items():
            finalized.headers.setdefault(name, value)
        return finalized

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if not isinstance(self, ListModelMixin) or request.method not in SAFE_METHODS:
            refuse_unknown_parameters(request, set(declared_parameters(self)))
        refuse_unread_body(self, request)
        refuse_other_etag(self, request)


class ClubView(ApiView):
    """A view under a club. Two queries: the club, and the sender's roles in it."""

    #: The scopes whose tokens may only read the view. A view is closed to them (an empty set) if its answer
    #: has a code or a link that opens more.
    readers: ClassVar[frozenset[str]] = READERS

    @cached_property
    def club(self) -> Club:
        clubs = Club.objects.filter(slug=self.kwargs["slug"])
        return first_or_not_found(clubs, _("Nessun circolo ha questo indirizzo."))

    @cached_property
    def rights(self) -> frozenset[Right]:
        """The sender's rights in the club, narrowed by the scopes of a device's token."""
        is_reading = self.request.method in SAFE_METHODS
        return self.rights_by(self.readers if is_reading else frozenset())

    def rights_by(self, readers: frozenset[str]) -> frozenset[Right]:
        """The sender's rights, where tokens with one of the scopes `readers` may read."""
        device = self.request.auth
        if not self._held or not isinstance(device, DeviceToken):
            return self._held
        return narrowed(self._held, device, self.club, readers=readers)

    @cached_property
    def rights_to_change(self) -> frozenset[Right]:
        """The sender's rights without those of a token that only reads."""
        return self.rights_by(frozenset())

    @cached_property
    def _held(self) -> frozenset[Right]:
        return rights(self.request.user, self.club)

    @property
    def officer(self) -> User:
        """The account that acts, after the permission has been checked."""
        return cast(User, self.request.user)
