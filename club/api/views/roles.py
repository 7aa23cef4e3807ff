"""Officers: their roles, the invitations to take some, and the second factor."""

from allauth.core import ratelimit
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts import letters, roles, second_factor_policy
from club.accounts.letters import send_invitation, tell_of_roles
from club.api.bodies.accounts import InvitationBody, RolesBody, SecondFactorBody
from club.api.officers import OfficerView, done
from club.api.parsing import validated
from club.api.permissions import ChangesRoles, LeavesRoles
from club.api.serializers.roles import (
    InvitationSerializer,
    OfficersSerializer,
    RoleLineSerializer,
    SentInvitationSerializer,
)
from club.email_addresses import canonical
from club.models import Club, Invitation, User
from club.public_urls import letter_url
from club.queries import first_or_not_found


class RolesView(OfficerView):
    """A view of everybody's roles."""

    permission_classes: list[type[BasePermission]] = [ChangesRoles]


class Officers(RolesView):
    @extend_schema(responses=OfficersSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The officers with their roles, by name, and whether they need a second factor."""
        return Response(officers_answer(self.club))


def officers_answer(club: Club) -> object:
    held = roles.officers(club)
    with_factor = second_factor_policy.users_with_second_factor(officer for officer, _kinds in held)
    shown = [
        {"officer": officer, "roles": kinds, "has_second_factor": officer.pk in with_factor}
        for officer, kinds in held
    ]
    answer = {"requires_second_factor": club.requires_second_factor, "officers": shown}
    return OfficersSerializer(answer).data


class OneOfficer(RolesView):
    @extend_schema(request=RolesBody, responses=OfficersSerializer)
    def put(self, request: Request, slug: str, user_id: int) -> Response:
        """Sets all roles of an officer; without any, the officer is dismissed."""
        given = validated(RolesBody, request.data)
        users = User.objects.filter(roles__club=self.club, pk=user_id).distinct()
        user = first_or_not_found(users, _("Questa persona non lavora per il circolo."))
        before, kinds = roles.held_by(self.club, user), given["kinds"]
        roles.assign(self.club, user, kinds, by=self.officer, was=given.get("was"))
        tell_of_roles(user, self.club, set(kinds) - set(before))
        return Response(officers_answer(self.club))


class OwnRoles(OfficerView):
    permission_classes = [LeavesRoles]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Gives the sender's own roles back; refused for the only owner."""
        roles.leave(self.club, self.officer)
        return done()


class RoleHistory(RolesView):
    @extend_schema(responses=RoleLineSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The last acts on roles, the newest first."""
        return Response(RoleLineSerializer(roles.role_history(self.club), many=True).data)


class SecondFactor(RolesView):
    @extend_schema(request=SecondFactorBody, responses=OfficersSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Sets whether officers need a second factor; refused to an owner who has none."""
        required = validated(SecondFactorBody, request.data)["requires_second_factor"]
        second_factor_policy.require_second_factor(self.club, required=required, by=self.officer)
        return Response(officers_answer(Club.objects.get(pk=self.club.pk)))


class InvitationView(RolesView):
    """A view that sends letters of invitation."""

    def throttle_letter(self, key: str) -> None:
        """Raises Throttled (429) if a letter with this key left a short time ago."""
        if not ratelimit.consume(self.request._request, action="confirm_email", key=key):
            raise Throttled(detail=_("Il messaggio è partito da poco: aspetta qualche minuto."))

    def sent(self, invitation: Invitation, token: str, status: int) -> Response:
        """Sends the letter; the invitation stands even if the mail server does not take it."""
        url = letter_url(self.request._request, reverse("invitation", args=[token]))
        try:
            send_invitation(invitation, url, by=self.officer)
        except letters.NotSent:
            invitation.is_sent = False  # type: ignore[attr-defined]
        else:
            invitation.is_sent = True  # type: ignore[attr-defined]
        return Response(SentInvitationSerializer(invitation).data, status=status)


class Invitations(InvitationView):
    @extend_schema(responses=InvitationSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The invitations that nobody has accepted yet."""
        return Response(InvitationSerializer(self.club.invitations.all(), many=True).data)

    @extend_schema(request=InvitationBody, responses={201: SentInvitationSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Invites somebody by letter to take roles; it replaces an invitation to the same address."""
        given = validated(InvitationBody, request.data)
        self.throttle_letter(f"invitation to {canonical(given['email'])}")
        invitation, token = roles.invite(self.club, **given, by=self.officer)
        return self.sent(invitation, token, 201)


class OneInvitation(InvitationView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Withdraws an invitation: its letter is no longer valid."""
        roles.withdraw(self.club, invitation_id, by=self.officer)
        return done()


class InvitationAgain(InvitationView):
    @extend_schema(request=None, responses=SentInvitationSerializer)
    def post(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Sends the letter again, with a new deadline."""
        self.throttle_letter(f"invitation-{invitation_id}")
        invitation, token = roles.send_again(self.club, invitation_id, by=self.officer)
        return self.sent(invitation, token, 200)
