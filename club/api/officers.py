"""The base classes of views for a club's officers, and their answers that are files."""

from collections.abc import Collection, Iterable
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django.db.models import Model
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ClubView
from club.api.lists import ListView
from club.api.permissions import GivesRoles, KeepsAccounts, KeepsRegister
from club.errors import ClubInputRefused
from club.models import Category, Look, Person
from club.privacy import access_log
from club.queries import first_or_not_found
from club.tables import Table
from club.tables.files import FORMATS, file_name, table_file
from club.web import pages

Row = TypeVar("Row", bound=Model)

PDF = "application/pdf"
#: The description of an answer that is a file, for the schema.
PDF_FILE: Any = {(200, PDF): bytes}


def files(*endings: str) -> Any:
    """The description of an answer that is a table as a file of one of these endings, for the schema."""
    return {(200, FORMATS[ending].content_type): bytes for ending in endings}


class OfficerView(ClubView):
    """A view for officers of the club; the permission of a subclass says for which."""

    @cached_property
    def today(self) -> date:
        return timezone.localdate()

    def person(self, person_id: int, *, may_be_erased: bool = False) -> Person:
        """The person with particulars, own page and club. One query."""
        people = self.club.people.select_related("particulars", "club", "own_page")
        matching = people.filter(pk=person_id)
        if not may_be_erased:
            matching = matching.filter(erased_number=None)
        return first_or_not_found(matching, _("Fra le persone del circolo non c'è questa."))

    def known_people(self, people: Collection[int]) -> list[int]:
        """The ids of these people, each once and by name. Raises ClubInputRefused for one of another club."""
        ids = set(people)
        matching = self.club.people.filter(pk__in=ids, erased_number=None).order_by("search_key", "pk")
        known = list(matching.values_list("pk", flat=True))
        if len(known) < len(ids):
            sentence = _("Qualcuno di questi non è fra le persone del circolo: rileggi l'elenco.")
            raise ClubInputRefused("unknown-people", sentence, people=sorted(ids - set(known)))
        return known

    def category(self, category_id: int) -> Category:
        """The category that a body names. Raises ClubInputRefused for a category of another club."""
        category = self.club.categories.filter(pk=category_id).first()
        if category is None:
            raise ClubInputRefused("unknown-category", _("Il circolo non ha questa categoria."))
        return category

    def record(self, people: Iterable[int | None], page: Look.Page) -> None:
        """Records that the officer was shown the private data of these people, by their ids."""
        access_log.record_ids(self.club, self.officer, people, page)

    def record_list(self, people: Iterable[int | None], page: Look.Page) -> None:
        """Like `record`, but at most once a day for each person."""
        access_log.record_list(self.club, self.officer, people, page)


class RegisterView(OfficerView):
    """A view for the officers who keep the register."""

    permission_classes: list[type[BasePermission]] = [KeepsRegister]


class AccountsView(OfficerView):
    """A view for the officers who keep dues, receipts and reminders."""

    permission_classes: list[type[BasePermission]] = [KeepsAccounts]


class OwnerView(OfficerView):
    """A view for the owners of the club."""

    permission_classes: list[type[BasePermission]] = [GivesRoles]


class RecordedList(OfficerView, ListView[Row]):
    """A list with private data: each page that is read is recorded in the access log, once a day a person."""

    shown_as: ClassVar[Look.Page]
    #: The attribute of a row with the id of its person.
    person_attribute: ClassVar[str] = "person_id"

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset) or []
        self.record_list((getattr(row, self.person_attribute) for row in page), self.shown_as)
        return page


class RegisterList(RegisterView, RecordedList[Row]):
    """A list for the officers who keep the register."""


class AccountsList(AccountsView, RecordedList[Row]):
    """A list for the officers who keep dues, receipts and reminders."""


class FileView(OfficerView):
    """A view whose answer is a file, whatever type the client prefers; refusals are JSON."""

    #: A repeated request makes a private file again: it is not stored.
    keeps_answers = False

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


def pdf(body: bytes, name: str) -> HttpResponse:
    """A PDF with private data, never cached."""
    return pages.private_file(body, PDF, name, is_download=False)


def table_answer(table: Table, body: bytes, ending: str) -> HttpResponse:
    """The table as a file with private data, never cached; `body` is the file's content."""
    name = file_name(table.title, table.source, ending)
    return pages.private_file(body, FORMATS[ending].content_type, name, is_download=ending != "pdf")


def table_as_file(table: Table, ending: str) -> HttpResponse:
    """The table as a file of that ending, never cached."""
    return table_answer(table, table_file(table, ending, FORMATS), ending)


def done() -> Response:
    """The answer to an act that leaves nothing to show."""
    return Response(status=204)
