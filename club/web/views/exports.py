"""Files to download: the lists of a club, and the archive by which it is handed over."""

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import uuid4

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from club import selection
from club.access import Right
from club.errors import ClubError
from club.exports.assemblies import Sheet
from club.exports.lists import LISTS, ListParameters, as_file, people_shown, record_download
from club.exports.members import people_listed
from club.handover import archive_writer, encryption
from club.history import log_wording
from club.models import Club, Handover, MembershipYear, Person
from club.register import lists
from club.slices import Progress
from club.tables import Table
from club.tables.files import FORMATS, file_name, table_file
from club.web import pages
from club.web.forms import DayField, choice_field, rows_field
from club.web.forms.handover import PassphraseForm
from club.web.forms.register import ListForm
from club.web.guards import OfficerRequest, form_page, officers

MOST_PROXIES = 5


class ParametersForm(forms.Form):
    """The parameters of the lists; in the URL, so that a list can be bookmarked."""

    giorno = DayField(label=gettext_lazy("Al giorno"), required=False)
    anno = forms.ModelChoiceField(
        MembershipYear.objects.none(), label=gettext_lazy("Anno sociale"), required=False, empty_label=None
    )
    solare = forms.TypedChoiceField(label=gettext_lazy("Anno solare"), coerce=int, required=False)
    titolo = forms.CharField(
        label=gettext_lazy("Titolo"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Per esempio «Assemblea ordinaria»."),
    )
    luogo = forms.CharField(label=gettext_lazy("Luogo"), max_length=80, required=False)
    deleghe = forms.IntegerField(
        label=gettext_lazy("Deleghe per socio, al massimo"),
        min_value=0,
        max_value=MOST_PROXIES,
        required=False,
        help_text=gettext_lazy("Vuoto: quante ne permette lo statuto, o la legge."),
    )
    in_regola = forms.BooleanField(label=gettext_lazy("Senza i morosi di quel giorno"), required=False)

    def __init__(self, club: Club, today: date, data: Any = None, *, prefix: str = "id") -> None:
        years = list(club.receipts.order_by("-year").values_list("year", flat=True).distinct()) or [
            today.year
        ]
        first = club.years.first()
        initial = {"giorno": today, "anno": first, "solare": years[0], "luogo": club.city}
        super().__init__(data, initial=initial, auto_id=f"{prefix}-%s")
        rows_field(self, "anno").queryset = club.years.all()
        choice_field(self, "solare").choices = [(year, year) for year in years]
        self._otherwise = {**initial, "today": today}

    def parameters(self) -> ListParameters:
        """The parameters; defaults replace missing and invalid ones."""
        self.is_valid()
        values = {**self._otherwise, **{name: value for name, value in self.cleaned_data.items() if value}}
        day = values["giorno"]
        assembly = Sheet(
            day,
            values.get("titolo", ""),
            values.get("luogo", ""),
            self.cleaned_data.get("deleghe"),
            bool(values.get("in_regola")),
        )
        return ListParameters(day, values["anno"], int(values["solare"]), assembly)


#: The form's fields that each kind of list needs.
FIELDS_OF = {
    "day": ("giorno",),
    "year": ("anno", "giorno"),
    "receipts": ("solare",),
    "assembly": ("giorno", "titolo", "luogo", "deleghe", "in_regola"),
}


@require_safe
@officers(Right.KEEP_REGISTER)
def exports_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The lists, each with its parameters and formats."""
    today = timezone.localdate()
    offered = []
    for name, each in LISTS.items():
        form = ParametersForm(club, today, prefix=name)
        offered.append((name, each, [form[field] for field in FIELDS_OF[each.scope]]))
    return pages.register_page(request, club, "exports.html", offered=offered, has_years=club.years.exists())


@require_safe
@officers(Right.KEEP_REGISTER)
def export_list(request: OfficerRequest, club: Club, list_name: str, ending: str) -> HttpResponse:
    """A list as a file. The download is logged, and recorded for each person with private data in it."""
    listed = LISTS.get(list_name)
    if listed is None or ending not in listed.endings:
        raise Http404
    table = listed.table(club, ParametersForm(club, timezone.localdate(), request.GET).parameters(), ending)
    body = as_file(list_name, table, ending)
    return download(request, club, table, body, ending, people_shown(list_name, table))


@require_safe
@officers(Right.KEEP_REGISTER)
def export_register(request: OfficerRequest, club: Club, ending: str) -> HttpResponse:
    """The register's list as the page shows it, with its filters and its order, as a file."""
    if ending not in ("xlsx", "csv", "pdf"):
        raise Http404
    form = ListForm(request.GET, club=club, today=timezone.localdate())
    book = lists.load_book(club)
    rows = selection.list_rows(
        club, selection.person_ids(club, form.filters, form.day, book), form.day, book, with_particulars=True
    )
    table = people_listed(club, rows, form.day, is_paper=ending == "pdf")
    body = table_file(table, ending, FORMATS)
    return download(request, club, table, body, ending, [row.person for row in rows])


def download(
    request: OfficerRequest, club: Club, table: Table, body: bytes, ending: str, shown: Iterable[Person]
) -> HttpResponse:
    """The file, after the download was logged and recorded for each person with private data in it."""
    record_download(club, table, ending, shown, by=request.user)
    name = file_name(table.title, table.source, ending)
    return pages.private_file(body, FORMATS[ending].content_type, name, is_download=ending != "pdf")


# Handing over a club: its archive requested and downloaded here, or restored on a new installation.

ACTS = ("club.handed-over", "club.restored")
LOG_LINES = 10


@form_page
@officers(Right.GIVE_ROLES)
@reauthentication_required(allow_get=True, app="allauth.account")
def handover_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The archive being made or ready, and earlier downloads; POST requests one.

    POST requires a recent sign-in, because the archive holds all data of the club.
    """
    if request.method == "POST":
        archive_writer.request_archive(club, by=request.user)
        return redirect("handover", club.slug)
    archive_writer.forget_old()
    return _handover_page(request, club, PassphraseForm(initial={"key": uuid4()}))


@form_page
@officers(Right.GIVE_ROLES)
def export_archive(request: OfficerRequest, club: Club) -> HttpResponse:
    """Downloads the ready archive, encrypted with the passphrase; GET redirects to the page.

    No new sign-in is required here: allauth would store the posted passphrase meanwhile. The officer signed
    in again to request the archive.
    """
    if request.method != "POST":
        return redirect("handover", club.slug)
    form = PassphraseForm(request.POST)
    if not form.is_valid():
        return _handover_page(request, club, form, status=422)
    cleaned = form.cleaned_data
    try:
        sealed = archive_writer.fetch_archive(
            club, cleaned["passphrase"], key=cleaned["key"], by=request.user
        )
    except ClubError as refusal:
        messages.error(request, str(refusal))
        return _handover_page(request, club, PassphraseForm(initial={"key": uuid4()}), status=409)
    name = archive_writer.archive_file_name(club.slug)
    return pages.file_of(sealed, "application/octet-stream", name, is_download=True)


def _handover_page(
    request: OfficerRequest, club: Club, form: PassphraseForm, *, status: int = 200
) -> HttpResponse:
    made = Handover.objects.filter(club=club).defer("body").first()
    is_mine = made is not None and made.asked_by_id == request.user.pk
    progress = archive_writer.making_progress(made) if made and made.is_running else Progress()
    counts: dict[str, int] = made.counts if made else {}
    context = {
        "made": made,
        "is_mine": is_mine,
        "done": progress.done,
        "total": progress.total,
        "suggestion": encryption.suggested_passphrase(),
        "lines": log_wording.log_lines(club.log.filter(act__in=ACTS).order_by("-number")[:LOG_LINES]),
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    return pages.page(request, club, "club/handover.html", context, form=form, status=status)
