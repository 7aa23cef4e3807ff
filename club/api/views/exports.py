"""Files to download: the lists of a club, and the archive by which it is handed over."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from club import selection
from club.access import Right
from club.api.base import ClubView
from club.api.bodies.exports import FileQuery, HandoverBody, PassphraseBody
from club.api.filters import RegisterFilter
from club.api.officers import FileView, OfficerView, OwnerView, files, table_answer
from club.api.parsing import validated
from club.api.permissions import Holds, refused, scope_missing
from club.api.query_parameters import refuse_unknown_parameters
from club.api.serializers.exports import HandoverSerializer, ListSerializer
from club.api.views.register import RegisterDay
from club.errors import NotFound
from club.exports.assemblies import Sheet
from club.exports.lists import LISTS, ListParameters, as_file, people_shown, record_download
from club.exports.members import people_listed
from club.handover import archive_writer, encryption
from club.models import Handover, MembershipYear, User
from club.queries import first_or_not_found
from club.slices import Progress
from club.tables.files import FORMATS, table_file
from club.web import pages

#: The names of the lists in the API, and in `club.exports.lists`.
NAMES = {
    "members": "soci",
    "memberships": "libro",
    "arrears": "morosi",
    "year": "anno",
    "counts": "numeri",
    "receipts": "ricevute",
    "assembly": "assemblea",
}
#: The lists in which there is money; the others are of the register.
MONEY_LISTS = frozenset({"arrears", "year", "receipts"})
ENDINGS = ("csv", "xlsx", "pdf")


def right_for(name: str) -> Right:
    return Right.KEEP_ACCOUNTS if name in MONEY_LISTS else Right.KEEP_REGISTER


class KeepsLists(Holds):
    """Admits officers who keep the register or the accounts. Each list needs the right for it."""

    needed = frozenset({Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS})

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        name = view.kwargs.get("name")
        needed = {right_for(name)} if name in NAMES else self.needed
        return bool(needed & view.rights) or refused(request, view)


class Lists(OfficerView):
    permission_classes = [KeepsLists]

    @extend_schema(responses=ListSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The lists that the sender can download as files, with their formats and addresses."""
        shown = [
            {"name": name, "list": LISTS[page_name], "urls": self._urls(name, LISTS[page_name].endings)}
            for name, page_name in NAMES.items()
            if right_for(name) in self.rights
        ]
        return Response(ListSerializer(shown, many=True).data)

    def _urls(self, name: str, endings: tuple[str, ...]) -> list[str]:
        here = self.request.build_absolute_uri(self.request.path)
        return [f"{here}{name}.{ending}" for ending in endings]


class ListFile(FileView):
    permission_classes = [KeepsLists]

    @extend_schema(parameters=[FileQuery], responses=files(*ENDINGS))
    def get(self, request: Request, slug: str, name: str, ending: str) -> HttpResponse:
        """A list as a file. Logged, and recorded for each person with private data in it."""
        listed = LISTS.get(NAMES.get(name, ""))
        if listed is None or ending not in listed.endings:
            raise NotFound(_("Questo elenco non c'è, o non in questo formato."))
        given = validated(FileQuery, request.query_params)
        if given["without_arrears"] and Right.KEEP_ACCOUNTS not in self.rights:
            raise scope_missing()  # compared with the whole sheet, it would reveal who owes
        table = listed.table(self.club, self._parameters(given), ending)
        body = as_file(NAMES[name], table, ending)
        shown = people_shown(NAMES[name], table)
        record_download(self.club, table, ending, shown, by=self.officer)
        return table_answer(table, body, ending)

    def _parameters(self, given: dict[str, Any]) -> ListParameters:
        """The parameters; defaults replace those that are missing, as on the page."""
        day = given.get("day", self.today)
        years = self.club.receipts.order_by("-year").values_list("year", flat=True)
        sheet = Sheet(
            day,
            given.get("title", ""),
            given.get("place", self.club.city),
            given.get("proxies"),
            given["without_arrears"],
        )
        calendar_year = given.get("calendar_year") or years.first() or self.today.year
        return ListParameters(day, self._year(given.get("year")), calendar_year, sheet)

    def _year(self, year_id: int | None) -> MembershipYear | None:
        if year_id is None:
            return self.club.years.first()
        matching = self.club.years.filter(pk=year_id)
        return first_or_not_found(matching, _("Il circolo non ha questo anno sociale."))


#: The filters of the register's list, as query parameters of its file.
REGISTER_PARAMETERS = [
    OpenApiParameter(name, description=str(one.label)) for name, one in RegisterFilter.base_filters.items()
]


class RegisterFile(RegisterDay, FileView):
    @extend_schema(parameters=REGISTER_PARAMETERS, responses=files(*ENDINGS))
    def get(self, request: Request, slug: str, ending: str) -> HttpResponse:
        """The people of the register as a file, with the filters of the list. Logged, and recorded."""
        if ending not in ENDINGS:
            raise NotFound(_("Questo elenco non c'è, o non in questo formato."))
        refuse_unknown_parameters(request, set(RegisterFilter.base_filters))
        chosen = RegisterFilter(request.query_params, queryset=self.club.people.all(), request=request)
        if not chosen.is_valid():
            raise serializers.ValidationError(chosen.errors)
        ids = list(chosen.qs.order_by("search_key", "pk").values_list("pk", flat=True))
        rows = selection.list_rows(self.club, ids, self.day, self.book, with_particulars=True)
        table = people_listed(self.club, rows, self.day, is_paper=ending == "pdf")
        body = table_file(table, ending, FORMATS)
        record_download(self.club, table, ending, [row.person for row in rows], by=self.officer)
        return table_answer(table, body, ending)


class OneHandover(OwnerView):
    keeps_answers = False

    @extend_schema(responses=HandoverSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The archive being made or ready: its `state`, and how many of its rows are `done`."""
        archive_writer.forget_old()
        made = Handover.objects.filter(club=self.club).defer("body")
        return self._answer(first_or_not_found(made, _("Nessun archivio è in preparazione: chiedilo.")))

    @extend_schema(request=HandoverBody, responses={202: HandoverSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Requests the archive of the club with the sender's password; poll it until it is ready."""
        password = validated(HandoverBody, request.data)["password"]
        _verify_password(request, password)
        archive_writer.request_archive(self.club, by=self.officer)
        made = Handover.objects.filter(club=self.club).defer("body").get()
        answer = self._answer(made, status=202)
        answer.headers["Location"] = request.path
        return answer

    def _answer(self, made: Handover, status: int = 200) -> Response:
        progress = archive_writer.making_progress(made) if made.is_running else Progress()
        if made.is_ready:
            rows = sum(made.counts.values())
            progress = Progress(rows, rows)
        shown = {
            "handover": made,
            "is_mine": made.asked_by_id == self.officer.pk,
            "progress": progress,
            "suggestion": encryption.suggested_passphrase(),
        }
        return Response(HandoverSerializer(shown).data, status=status)


def _verify_password(request: Request, password: str) -> None:
    """Refuses a wrong password of the sender, under the limits of the login page."""
    django_request, user = request._request, cast(User, request.user)
    adapter = get_adapter(django_request)
    known = adapter.authenticate(django_request, email=user.email, password=password)
    if known is None or known.pk != user.pk:
        raise PermissionDenied(_("La password non è questa: riscrivila."), code="password-wrong")


class HandoverFile(OwnerView, FileView):
    @extend_schema(request=PassphraseBody, responses={(200, "application/octet-stream"): bytes})
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Downloads the ready archive, encrypted with the passphrase, for its requester. Logged."""
        given = validated(PassphraseBody, request.data)
        sealed = archive_writer.fetch_archive(
            self.club, given["passphrase"], key=given["key"], by=self.officer
        )
        name = archive_writer.archive_file_name(self.club.slug)
        return pages.private_file(sealed, "application/octet-stream", name, is_download=True)
