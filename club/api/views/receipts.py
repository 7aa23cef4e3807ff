"""Receipts: listed, made, cancelled, printed and sent; and the association that they name."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club import cash_book, receipts
from club.api.bodies.keys import ReasonAndKeyBody
from club.api.bodies.receipts import (
    AssociationBody,
    LabelsQuery,
    ReceiptBody,
    ReceiptLettersBody,
    payment_of,
)
from club.api.filters import ReceiptFilter
from club.api.officers import PDF_FILE, AccountsList, AccountsView, FileView, OwnerView, pdf
from club.api.parsing import validated
from club.api.serializers.letters import EnvelopesSerializer, LetterSerializer
from club.api.serializers.receipts import AssociationSerializer, ReceiptSerializer
from club.dues import receipt_letters
from club.errors import ClubInputRefused
from club.models import CashBook, Club, Look, Person, Receipt
from club.queries import first_or_not_found
from club.receipts import receipt_pdf, receipts_pdf
from club.receipts.association import FIELDS


class Receipts(AccountsList[Receipt]):
    """The receipts, the newest first. Recorded in the access log."""

    queryset = Receipt.objects.all()
    serializer_class = ReceiptSerializer
    filterset_class = ReceiptFilter
    ordering = ("-issued_on", "-number", "-pk")
    shown_as = Look.Page.RECEIPTS

    def get_queryset(self) -> QuerySet[Receipt]:
        return self.club.receipts.select_related("cancels", "cancelled_by", "due__year")

    @extend_schema(request=ReceiptBody, responses={201: ReceiptSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Makes a receipt for a payment other than dues; with `cash_book`, into that evening's cash book."""
        given = validated(ReceiptBody, request.data)
        given.setdefault("paid_on", self.today)
        payment = payment_of(given, self._payer(given.get("person")))
        common: dict[str, Any] = {"key": given["key"], "today": self.today, "by": self.officer}
        book = given.get("cash_book")
        receipt = (
            cash_book.take_with_receipt(self._book(book).pk, payment, **common)
            if book
            else receipts.write(self.club, payment, **common)
        )
        return Response(ReceiptSerializer(receipt).data, status=201)

    def _payer(self, person_id: int | None) -> Person | None:
        return None if person_id is None else self.person(person_id)

    def _book(self, book_id: int) -> CashBook:
        books = CashBook.objects.filter(club=self.club, pk=book_id)
        return first_or_not_found(books, _("Il circolo non ha questa cassa."))


class ReceiptView(AccountsView):
    """A view of one receipt, or of an act on it."""

    def receipt(self) -> Receipt:
        receipts_ = self.club.receipts.select_related("person", "cancels", "cancelled_by", "due__year")
        matching = receipts_.filter(year=self.kwargs["year"], number=self.kwargs["number"])
        return first_or_not_found(matching, _("Il circolo non ha questa ricevuta."))


class OneReceipt(ReceiptView):
    @extend_schema(responses=ReceiptSerializer)
    def get(self, request: Request, slug: str, year: int, number: int) -> Response:
        """A receipt. Recorded in the access log."""
        receipt = self.receipt()
        self.record([receipt.person_id], Look.Page.RECEIPT)
        return Response(ReceiptSerializer(receipt).data)


class ReceiptCancel(ReceiptView):
    @extend_schema(request=ReasonAndKeyBody, responses={201: ReceiptSerializer})
    def post(self, request: Request, slug: str, year: int, number: int) -> Response:
        """Cancels a receipt by a counter-entry, which is returned; its dues are owed again."""
        given = validated(ReasonAndKeyBody, request.data)
        self.receipt()
        counter = cash_book.cancel_receipt(
            self.club, year, number, **given, today=self.today, by=self.officer
        )
        return Response(ReceiptSerializer(counter).data, status=201)


class ReceiptFile(ReceiptView, FileView):
    @extend_schema(responses=PDF_FILE)
    def get(self, request: Request, slug: str, year: int, number: int) -> HttpResponse:
        """Both copies of a receipt on one page. Recorded in the access log."""
        receipt = self.receipt()
        self.record([receipt.person_id], Look.Page.RECEIPT)
        return pdf(receipt_pdf(receipt), f"ricevuta-{year}-{number}.pdf")


class ReceiptsView(AccountsView):
    """A view of receipts that a body names by their labels."""

    def chosen(self, labels: list[str]) -> list[Receipt]:
        chosen = receipts.chosen(self.club, labels)
        missing = sorted(set(labels) - {receipt.label for receipt in chosen})
        if missing:
            sentence = _("Il circolo non ha queste ricevute: %(labels)s.")
            labelled = ", ".join(missing[:5])
            raise ClubInputRefused("unknown-receipts", sentence % {"labels": labelled}, receipts=missing)
        return chosen


class ReceiptsFile(ReceiptsView, FileView):
    @extend_schema(request=LabelsQuery, responses=PDF_FILE)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """These receipts as one PDF, a page each. Recorded in the access log."""
        chosen = self.chosen(validated(LabelsQuery, request.data)["receipts"])
        self.record((receipt.person_id for receipt in chosen), Look.Page.RECEIPT)
        return pdf(receipts_pdf(chosen), "ricevute.pdf")


class ReceiptLettersPreview(ReceiptsView):
    keeps_answers = False

    @extend_schema(request=LabelsQuery, responses=EnvelopesSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """The people to whom these receipts would go. Nothing is sent; recorded in the access log."""
        chosen = self.chosen(validated(LabelsQuery, request.data)["receipts"])
        self.record_list((receipt.person_id for receipt in chosen), Look.Page.RECEIPTS)
        return Response(EnvelopesSerializer(receipt_letters.envelopes(self.club, chosen)).data)


class ReceiptLetters(ReceiptsView):
    keeps_answers = False

    @extend_schema(request=ReceiptLettersBody, responses={201: LetterSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Sends these receipts by e-mail, one letter to each person with an address."""
        given = validated(ReceiptLettersBody, request.data)
        labels = [receipt.label for receipt in self.chosen(given["receipts"])]
        letters = receipt_letters.send(self.club, labels, key=given["key"], by=self.officer)
        self.record_list((each.person_id for each in letters), Look.Page.RECEIPTS)
        return Response(LetterSerializer(letters, many=True).data, status=201)


class Association(OwnerView):
    @extend_schema(responses=AssociationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The association as receipts describe it, and when its year begins."""
        return Response(AssociationSerializer(self.club).data)

    @extend_schema(request=AssociationBody, responses=AssociationSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the association's data, for receipts from now on."""
        given = validated(AssociationBody, request.data)
        known = {name: getattr(self.club, name) for name in FIELDS}
        club = Club.objects.get(pk=self.club.pk)
        described = receipts.describe(club, by=self.officer, **{**known, **given})
        return Response(AssociationSerializer(described).data)
