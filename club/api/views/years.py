"""Membership years: opened and closed, their amounts, and the renewals of all members."""

from datetime import date
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.dues import AmountsBody, ShownBody, YearBody
from club.api.officers import AccountsView
from club.api.parsing import validated
from club.api.serializers.dues import (
    AmountsPreviewSerializer,
    AmountsSetSerializer,
    RenewalPlanSerializer,
    WrittenSerializer,
    YearSerializer,
)
from club.dues import members, years
from club.models import Look, MembershipYear
from club.queries import first_or_not_found


class YearView(AccountsView):
    """A view of one membership year, or of an act on it."""

    def year(self) -> MembershipYear:
        matching = self.club.years.select_related("club").filter(pk=self.kwargs["year_id"])
        return first_or_not_found(matching, _("Il circolo non ha questo anno sociale."))


class Years(AccountsView):
    @extend_schema(responses=YearSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The membership years with their amounts, the newest first."""
        return Response(YearSerializer(self.club.years.prefetch_related("amounts"), many=True).data)

    @extend_schema(request=YearBody, responses={201: YearSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Opens a year with the amounts of the year before; one that is open already stays as it is."""
        given = validated(YearBody, request.data)
        first = given["first"]
        due_on = given.get("due_on") or years.usual_term(date(first, self.club.year_start, 1))
        year = years.open_year(self.club, first, due_on=due_on, by=self.officer)
        return Response(YearSerializer(year).data, status=201)


class OneYear(YearView):
    @extend_schema(responses=YearSerializer)
    def get(self, request: Request, slug: str, year_id: int) -> Response:
        """A membership year with its amounts."""
        return Response(YearSerializer(self.year()).data)


class YearClose(YearView):
    @extend_schema(request=None, responses=YearSerializer)
    def post(self, request: Request, slug: str, year_id: int) -> Response:
        """Closes a year: no more renewals, but arrears may still be paid."""
        year = years.close_year(self.year(), today=self.today, by=self.officer)
        return Response(YearSerializer(year).data)


class YearReopen(YearView):
    @extend_schema(request=None, responses=YearSerializer)
    def post(self, request: Request, slug: str, year_id: int) -> Response:
        """Reopens a year that was closed too early."""
        return Response(YearSerializer(years.reopen_year(self.year(), by=self.officer)).data)


class YearAmounts(YearView):
    @extend_schema(request=AmountsBody, responses=AmountsSetSerializer)
    def put(self, request: Request, slug: str, year_id: int) -> Response:
        """Sets the amounts of these categories; those that are left out stay."""
        given, year = validated(AmountsBody, request.data), self.year()
        changed = years.set_amounts(
            year,
            {each["category"]: each["cents"] for each in given["amounts"]},
            by=self.officer,
            shown=given.get("shown"),
            based_on=given.get("based_on"),
        )
        return Response(AmountsSetSerializer({"year": self.year(), "dues": changed}).data)


class AmountsPreview(YearView):
    keeps_answers = False

    @extend_schema(request=AmountsBody, responses=AmountsPreviewSerializer)
    def post(self, request: Request, slug: str, year_id: int) -> Response:
        """The dues that these amounts would change if `shown` is sent with them. Nothing is stored."""
        given, year = validated(AmountsBody, request.data), self.year()
        cents = {each["category"]: each["cents"] for each in given["amounts"]}
        changes = years.amount_changes(year, cents)
        preview = {"changes": changes, "shown": years.fingerprint(changes)}
        return Response(AmountsPreviewSerializer(preview).data)


class Renewals(YearView):
    @extend_schema(responses=RenewalPlanSerializer)
    def get(self, request: Request, slug: str, year_id: int) -> Response:
        """The members to be renewed with their amounts, and the renewals made. Recorded as access."""
        year = self.year()
        plan = members.plan(year, today=self.today)
        self.record_list((each.member.person.pk for each in plan.renewals), Look.Page.DUES)
        answer = {
            "renewals": plan.renewals,
            "cents": plan.cents,
            "done": plan.done,
            "fingerprint": plan.fingerprint,
            "done_renewals": members.done_renewals(year),
        }
        return Response(RenewalPlanSerializer(answer).data)

    @extend_schema(request=ShownBody, responses=WrittenSerializer)
    def post(self, request: Request, slug: str, year_id: int) -> Response:
        """Writes the dues of all members of the plan that was shown, or none."""
        shown, year = validated(ShownBody, request.data)["shown"], self.year()
        written = members.renew(year, shown=shown, today=self.today, by=self.officer)
        return Response(WrittenSerializer({"count": written}).data)


class OneRenewal(YearView):
    @extend_schema(responses={200: WrittenSerializer})
    def delete(self, request: Request, slug: str, year_id: int, renewal: UUID) -> Response:
        """Takes a renewal of all members back, while nothing of it is paid."""
        undone = members.undo_renewal(self.year(), renewal, by=self.officer)
        return Response(WrittenSerializer({"count": undone}).data)
