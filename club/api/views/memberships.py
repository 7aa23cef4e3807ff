"""Memberships: requests, answered by one resolution of the board, and changes of one membership."""

from dataclasses import replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.keys import ReasonAndVersionBody
from club.api.bodies.memberships import (
    AdmissionBody,
    AmendmentBody,
    CategoryChangeBody,
    EndBody,
    RefusalBody,
    RequestBody,
)
from club.api.bodies.register import CategoryOfManyBody
from club.api.officers import RegisterList, RegisterView, done
from club.api.parsing import validated
from club.api.serializers.register import DoneToManySerializer, MembershipSerializer
from club.dues import following
from club.models import Look, Membership
from club.queries import first_or_not_found
from club.register import amendments, membership, mistakes
from club.register.amendments import Dates


class MembershipRequests(RegisterList[Membership]):
    """The requests that wait for the board, the oldest first. Recorded in the access log."""

    queryset = Membership.objects.all()
    serializer_class = MembershipSerializer
    ordering = ("requested_on", "pk")
    shown_as = Look.Page.REGISTER

    def get_queryset(self) -> QuerySet[Membership]:
        waiting = self.club.memberships.filter(admitted_on=None, ended_on=None)
        return waiting.prefetch_related("spells__category")

    @extend_schema(request=RequestBody, responses={201: MembershipSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Writes a person's request; a second request returns the first one."""
        given = validated(RequestBody, request.data)
        person, on = self.person(given["person"]), given.get("on", self.today)
        requested = membership.request(person, on=on, today=self.today, by=self.officer)
        return Response(MembershipSerializer(requested).data, status=201)


class Admissions(RegisterView):
    @extend_schema(request=AdmissionBody, responses=MembershipSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Admits these people by one resolution of the board, all or none."""
        given = validated(AdmissionBody, request.data)
        admitted = membership.admit(
            self.club,
            given["requests"],
            on=given.get("on", self.today),
            resolution=given["resolution"],
            category=self.category(given["category"]),
            today=self.today,
            by=self.officer,
        )
        return Response(MembershipSerializer(admitted, many=True).data)


class Refusals(RegisterView):
    @extend_schema(request=RefusalBody, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Refuses these requests with the board's reason, all or none."""
        given = validated(RefusalBody, request.data)
        membership.refuse(
            self.club,
            given["requests"],
            on=given.get("on", self.today),
            reason=given["reason"],
            today=self.today,
            by=self.officer,
        )
        return done()


class MembershipView(RegisterView):
    """A view of one membership, or of an act on it."""

    def membership(self) -> Membership:
        memberships = self.club.memberships.select_related("person").prefetch_related("spells__category")
        matching = memberships.filter(pk=self.kwargs["membership_id"])
        return first_or_not_found(matching, _("Nel libro non c'è questa iscrizione."))

    def answer(self) -> Response:
        return Response(MembershipSerializer(self.membership()).data)


class OneMembership(MembershipView):
    @extend_schema(responses=MembershipSerializer)
    def get(self, request: Request, slug: str, membership_id: int) -> Response:
        """A membership with its dates. Recorded in the access log."""
        one = self.membership()
        self.record([one.person_id], Look.Page.PERSON)
        return Response(MembershipSerializer(one).data)

    @extend_schema(request=AmendmentBody, responses=MembershipSerializer)
    def patch(self, request: Request, slug: str, membership_id: int) -> Response:
        """Corrects the dates or the resolution, with a reason."""
        given, one = validated(AmendmentBody, request.data), self.membership()
        guards = {name: given.pop(name) for name in ("version", "reason")}
        amendments.amend(
            one.pk, self.club, replace(_dates(one), **given), **guards, today=self.today, by=self.officer
        )
        self.record([one.person_id], Look.Page.CORRECTION)
        return self.answer()


def _dates(one: Membership) -> Dates:
    return Dates(
        requested_on=one.requested_on,
        admitted_on=one.admitted_on,
        resolution=one.resolution,
        ended_on=one.ended_on,
        end_cause=one.end_cause,
    )


class MembershipEnd(MembershipView):
    @extend_schema(request=EndBody, responses=MembershipSerializer)
    def post(self, request: Request, slug: str, membership_id: int) -> Response:
        """Ends a membership, with day and cause."""
        given, one = validated(EndBody, request.data), self.membership()
        given.setdefault("on", self.today)
        membership.end(one.pk, self.club, **given, today=self.today, by=self.officer)
        return self.answer()


class MembershipUndoEnd(MembershipView):
    @extend_schema(request=ReasonAndVersionBody, responses=MembershipSerializer)
    def post(self, request: Request, slug: str, membership_id: int) -> Response:
        """Reopens a membership that was ended by mistake."""
        given, one = validated(ReasonAndVersionBody, request.data), self.membership()
        membership.undo_end(one.pk, self.club, **given, by=self.officer)
        return self.answer()


class MembershipMistake(MembershipView):
    @extend_schema(request=ReasonAndVersionBody, responses=MembershipSerializer)
    def post(self, request: Request, slug: str, membership_id: int) -> Response:
        """Marks a membership as written by mistake: it no longer counts."""
        given, one = validated(ReasonAndVersionBody, request.data), self.membership()
        mistakes.mark(one.pk, self.club, **given, today=self.today, by=self.officer)
        return self.answer()


class MembershipUndoMistake(MembershipView):
    @extend_schema(request=ReasonAndVersionBody, responses=MembershipSerializer)
    def post(self, request: Request, slug: str, membership_id: int) -> Response:
        """Takes back the mark of a mistake: the membership counts again."""
        given, one = validated(ReasonAndVersionBody, request.data), self.membership()
        mistakes.undo(one.pk, self.club, **given, by=self.officer)
        return self.answer()


class MembershipCategory(MembershipView):
    @extend_schema(request=CategoryChangeBody, responses=MembershipSerializer)
    def post(self, request: Request, slug: str, membership_id: int) -> Response:
        """Changes the category from a day on; the dues stay as they are (see the due's category)."""
        given, one = validated(CategoryChangeBody, request.data), self.membership()
        membership.change_category(
            one.pk,
            self.club,
            version=given["version"],
            category=self.category(given["category"]),
            since=given.get("since", self.today),
            today=self.today,
            by=self.officer,
        )
        return self.answer()


class CategoryOfMany(RegisterView):
    @extend_schema(request=CategoryOfManyBody, responses=DoneToManySerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Changes the category of many members from a day on, all or none."""
        given = validated(CategoryOfManyBody, request.data)
        changed, dues = following.change_category_of_many(
            self.club,
            self.known_people(given["people"]),
            category=self.category(given["category"]),
            since=given.get("since", self.today),
            dues_follow=given["dues_follow"],
            today=self.today,
            by=self.officer,
        )
        return Response(DoneToManySerializer({"people": changed, "dues": dues}).data)
