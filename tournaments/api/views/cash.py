"""The cash of an evening, and the club's money by year."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club import cash_book
from club.access import Right
from club.api.parsing import validated
from club.api.permissions import KeepsAccounts
from club.cash_book import Money
from club.errors import NotFound
from club.models import CashBook, CashKind, CashMovement, Look, Means
from club.privacy import access_log
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.api.bodies.cash import CancelQuery, CashLineBody, CashQuery, CountBody, DuesBody
from tournaments.api.bodies.tournaments import ReopeningBody
from tournaments.api.permissions import KeepsCash
from tournaments.api.serializers.cash import (
    AccountsPeriodSerializer,
    AccountsSerializer,
    CashCountSerializer,
    CashLineSerializer,
    CashSerializer,
    CashYearSerializer,
    YearWithCashSerializer,
)
from tournaments.api.views.base import OfClub, OfTournament
from tournaments.entries import accounts, cash
from tournaments.presenters.cash import book_page, dues_page


class Cash(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(parameters=[CashQuery], responses=CashSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The cash of the evening: lines, balance, counts, fees, and the dues of its players.

        `letters` asks for the dues of other members by name. Only officers who keep the accounts see dues.
        """
        letters = validated(CashQuery, request.query_params.dict())["letters"]
        book = self.tournament.cash_book or CashBook(club=self.club)
        book.club = self.club
        page = book_page(book)
        dues = dues_page(self.tournament, letters if Right.KEEP_ACCOUNTS in self.rights else None)
        payers = [line.person_id for line in page.lines]
        people = [*payers, *(each.person.pk for each in dues.owing)]
        access_log.record_list(self.club, self.officer, people, Look.Page.CASH)
        shown = {
            "is_open": book.is_open,
            "balance": page.balance,
            "lines": page.lines,
            "counts": page.counts,
            "fees": cash.fees(self.tournament, queries.entries(self.tournament)),
            "dues": dues.owing,
        }
        return Response(CashSerializer(shown).data)


def _line_response(line: CashMovement) -> Response:
    return Response(CashLineSerializer(line).data, status=201)


class CashLines(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(request=CashLineBody, responses={201: CashLineSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Writes a line by hand: the float, a prize, other money in or out. Idempotent by `key`."""
        given = validated(CashLineBody, request.data)
        money = Money(CashKind(given["kind"]), given["cents"], Means(given["means"]), given["cause"])
        book = cash.book_of(self.tournament.pk)
        return _line_response(cash_book.write(book.pk, money, key=given["key"], by=self.officer))


class OneCashLine(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(parameters=[CancelQuery], responses={200: CashLineSerializer})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Cancels a line with an opposite one, which is returned; a receipt of the line is cancelled too.

        Only officers who keep the accounts may cancel a line with a receipt. Idempotent by `key`.
        """
        book = cash.written_book(self.tournament)
        cash.line_to_cancel(book, number, self.rights)
        given = validated(CancelQuery, request.query_params.dict())
        today = timezone.localdate()
        counter = cash_book.cancel(book.pk, number, today=today, by=self.officer, **given)
        return Response(CashLineSerializer(counter).data)


class CashDues(OfTournament):
    permission_classes = [KeepsAccounts]

    @extend_schema(request=DuesBody, responses={201: CashLineSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Takes a member's dues for a year into the evening's cash, with a receipt. Idempotent by `key`."""
        given = validated(DuesBody, request.data)
        years = self.club.years.filter(pk=given["year"])
        year = first_or_not_found(years, _("Il circolo non ha questo anno sociale."))
        people = self.club.people.filter(pk=given["person"])
        person = first_or_not_found(people, _("Questa persona non è del circolo."))
        line = cash_book.take_dues(
            cash.book_of(self.tournament.pk).pk,
            year,
            person,
            means=Means(given["means"]),
            key=given["key"],
            today=timezone.localdate(),
            by=self.officer,
        )
        return _line_response(line)


class CashCounting(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(request=CountBody, responses={201: CashCountSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Counts the drawer and closes the cash. Idempotent by `key`."""
        given = validated(CountBody, request.data)
        book = cash.book_of(self.tournament.pk)
        counted = cash_book.count(
            book.pk, given["counted_cents"], note=given["note"], key=given["key"], by=self.officer
        )
        return Response(CashCountSerializer(counted).data, status=201)


class ReopeningCash(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(request=ReopeningBody, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Reopens a cash that was counted, with a reason; the count is kept."""
        book = cash.written_book(self.tournament)
        given = validated(ReopeningBody, request.data)
        cash_book.reopen(book.pk, reason=given["reason"], by=self.officer)
        return Response(status=204)


class CashYears(OfClub):
    permission_classes = [KeepsAccounts]

    @extend_schema(responses=YearWithCashSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The years that have evenings with a cash book, the newest first."""
        return Response([{"year": year} for year in cash.years(self.club)])


class CashYear(OfClub):
    permission_classes = [KeepsAccounts]

    @extend_schema(responses=CashYearSerializer)
    def get(self, request: Request, slug: str, year: int) -> Response:
        """The evenings of a year, each with its income and expenses, and their sum."""
        return Response(CashYearSerializer(cash.totals_of(self.club, year)).data)


class AccountsPeriods(OfClub):
    permission_classes = [KeepsAccounts]

    @extend_schema(responses=AccountsPeriodSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The years with money, and the membership years that differ from them; the newest first."""
        return Response(AccountsPeriodSerializer(accounts.periods(self.club), many=True).data)


class Accounts(OfClub):
    permission_classes = [KeepsAccounts]

    @extend_schema(responses=AccountsSerializer)
    def get(self, request: Request, slug: str, period: str) -> Response:
        """The club's income and expenses of a calendar or a membership year, by source, means and month."""
        chosen = accounts.period_of(self.club, period)
        if chosen is None:
            raise NotFound(_("Il circolo non ha conti di questo periodo."))
        return Response(AccountsSerializer(accounts.accounts_of(self.club, chosen)).data)
