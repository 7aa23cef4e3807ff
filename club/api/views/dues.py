"""The dues of a year, what one member owes, its payments and changes, and the arrears."""

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.dues import (
    DueAmountBody,
    DueCancellationBody,
    DueCategoryBody,
    ExemptionBody,
    PaymentBody,
)
from club.api.bodies.keys import DayQuery, ReasonBody
from club.api.filters import DueFilter
from club.api.officers import AccountsList, AccountsView
from club.api.parsing import validated
from club.api.serializers.dues import ArrearsSerializer, DueSerializer
from club.api.serializers.receipts import ReceiptSerializer
from club.api.views.years import YearView
from club.dues import changes, payments
from club.dues.members import arrears, with_member_numbers
from club.models import Due, Look, Means, Person
from club.queries import first_or_not_found


class Dues(AccountsList[Due], YearView):
    """The dues of a year, by name. Recorded in the access log."""

    queryset = Due.objects.all()
    serializer_class = DueSerializer
    filterset_class = DueFilter
    ordering = ("search_key", "pk")
    shown_as = Look.Page.DUES

    def get_queryset(self) -> QuerySet[Due]:
        dues = self.year().dues.with_paid().select_related("person__kept_name", "category", "receipt", "year")
        # A cursor reads its place from an attribute of the row.
        return with_member_numbers(dues).annotate(search_key=F("person__search_key"))


class DueView(YearView):
    """A view of what one member owes for a year, or of an act on it."""

    def owner(self) -> Person:
        return self.person(self.kwargs["person_id"], may_be_erased=True)

    def due(self) -> Due:
        dues = self.year().dues.with_paid().filter(person=self.kwargs["person_id"])
        matching = dues.select_related("person__kept_name", "category", "receipt", "year")
        return first_or_not_found(with_member_numbers(matching), _("La quota di questo anno non è scritta."))

    def answer(self, status: int = 200) -> Response:
        return Response(DueSerializer(self.due()).data, status=status)


class OneDue(DueView):
    @extend_schema(responses=DueSerializer)
    def get(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """The due of a member for a year. Recorded in the access log."""
        answer = self.answer()
        self.record([person_id], Look.Page.PAYMENT)
        return answer

    @extend_schema(request=None, responses=DueSerializer)
    def put(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Writes the due of a member who is not renewed yet; a due that is written stays as it is."""
        payments.renew_one(self.year(), self.owner(), today=self.today, by=self.officer)
        return self.answer()


class Payments(DueView):
    @extend_schema(request=PaymentBody, responses={201: ReceiptSerializer})
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Takes a payment of the dues, or of a part, and makes its receipt."""
        given, year, person = validated(PaymentBody, request.data), self.year(), self.owner()
        given.setdefault("paid_on", self.today)
        given["means"] = Means(given["means"])
        receipt = payments.pay(year, person, **given, today=self.today, by=self.officer)
        return Response(ReceiptSerializer(receipt).data, status=201)


class DueAmount(DueView):
    @extend_schema(request=DueAmountBody, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Sets what this member owes for the year, with a reason."""
        given = validated(DueAmountBody, request.data)
        changes.change_amount(self.due().pk, **given, by=self.officer)
        return self.answer()


class DueExemption(DueView):
    @extend_schema(request=ExemptionBody, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Exempts the member from what is still owed, by a resolution of the board."""
        given = validated(ExemptionBody, request.data)
        given.setdefault("resolved_on", self.today)
        changes.exempt(self.due().pk, **given, today=self.today, by=self.officer)
        return self.answer()


class DueCategory(DueView):
    @extend_schema(request=DueCategoryBody, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Sets the category of the due, and with it the category's amount of that year."""
        given = validated(DueCategoryBody, request.data)
        category = self.category(given["category"])
        changes.change_category(self.due().pk, category, shown=given["shown"], by=self.officer)
        return self.answer()


class DueCancellation(DueView):
    @extend_schema(request=DueCancellationBody, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Cancels the due: nothing is owed for the year."""
        given = validated(DueCancellationBody, request.data)
        changes.cancel(self.due().pk, **given, today=self.today, by=self.officer)
        return self.answer()


class DueRestoration(DueView):
    @extend_schema(request=None, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Takes back every change of the amount: the member owes what they owed at first."""
        changes.restore(self.due().pk, by=self.officer)
        return self.answer()


class DueNotPaid(DueView):
    @extend_schema(request=ReasonBody, responses=DueSerializer)
    def post(self, request: Request, slug: str, year_id: int, person_id: int) -> Response:
        """Marks as owed again a due that was recorded as paid before this register."""
        reason = validated(ReasonBody, request.data)["reason"]
        payments.mark_as_unpaid(self.year(), self.owner(), reason=reason, by=self.officer)
        return self.answer()


class AllArrears(AccountsView):
    @extend_schema(parameters=[DayQuery], responses=ArrearsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The members with overdue dues on a day, by name. Recorded in the access log."""
        day = validated(DayQuery, request.query_params).get("day", self.today)
        owing = arrears(self.club, day)
        self.record_list((each.person.pk for each in owing), Look.Page.DUES)
        return Response(ArrearsSerializer(owing, many=True).data)
