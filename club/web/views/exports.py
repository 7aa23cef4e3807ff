"""The lists to download."""

from datetime import date
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from club.access import Right
from club.exports.lists import LISTS, Assembly, ListParameters, as_file, people_shown
from club.history import log
from club.history.log import lock
from club.models import Club, Look, MembershipYear
from club.privacy import access_log
from club.tables.files import FORMATS, file_name
from club.web import pages
from club.web.forms import DayField
from club.web.guards import OfficerRequest, officers

MOST_PROXIES = 5


class AskedForm(forms.Form):
    """The parameters of the lists; in the URL, so that a list can be bookmarked."""

    giorno = DayField(label=_("Al giorno"), required=False)
    anno = forms.ModelChoiceField(
        MembershipYear.objects.none(), label=_("Anno sociale"), required=False, empty_label=None
    )
    solare = forms.TypedChoiceField(label=_("Anno solare"), coerce=int, required=False)
    titolo = forms.CharField(
        label=_("Titolo"), max_length=80, required=False, help_text=_("Per esempio «Assemblea ordinaria».")
    )
    luogo = forms.CharField(label=_("Luogo"), max_length=80, required=False)
    deleghe = forms.IntegerField(
        label=_("Deleghe per socio, al massimo"),
        min_value=0,
        max_value=MOST_PROXIES,
        required=False,
        initial=1,
        help_text=_("Quante ne permette lo statuto."),
    )
    in_regola = forms.BooleanField(label=_("Senza i morosi di quel giorno"), required=False)

    def __init__(self, club: Club, today: date, data: Any = None, *, prefix: str = "id") -> None:
        years = list(club.receipts.order_by("-year").values_list("year", flat=True).distinct()) or [
            today.year
        ]
        first = club.years.first()
        initial = {"giorno": today, "anno": first, "solare": years[0], "luogo": club.city}
        super().__init__(data, initial=initial, auto_id=f"{prefix}-%s")
        self.fields["anno"].queryset = club.years.all()  # type: ignore[attr-defined]
        self.fields["solare"].choices = [(year, year) for year in years]  # type: ignore[attr-defined]
        self._otherwise = {**initial, "today": today}

    def parameters(self) -> ListParameters:
        """The parameters; defaults replace missing and invalid ones."""
        self.is_valid()
        values = {**self._otherwise, **{name: value for name, value in self.cleaned_data.items() if value}}
        day = values["giorno"]
        proxies = self.cleaned_data.get("deleghe")
        assembly = Assembly(
            day,
            values.get("titolo", ""),
            values.get("luogo", ""),
            1 if proxies is None else proxies,
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
        form = AskedForm(club, today, prefix=name)
        offered.append((name, each, [form[field] for field in FIELDS_OF[each.scope]]))
    return pages.register_page(request, club, "exports.html", offered=offered, has_years=club.years.exists())


@require_safe
@officers(Right.KEEP_REGISTER)
def export_list(request: OfficerRequest, club: Club, list_name: str, ending: str) -> HttpResponse:
    """A list as a file. The download is logged, and recorded for each person with private data in it."""
    listed = LISTS.get(list_name)
    if listed is None or ending not in listed.endings:
        raise Http404
    table = listed.table(club, AskedForm(club, timezone.localdate(), request.GET).parameters(), ending)
    body = as_file(list_name, table, ending)
    with transaction.atomic():
        held = lock(club.pk)
        access_log.record(held, request.user, people_shown(list_name, table), Look.Page.EXPORT)
        after = {"list": table.title, "format": ending, "rows": len(list(table.rows))}
        log.write(held, request.user, "list.taken", after=after)
    called = file_name(table.title, table.source, ending)
    return pages.private_file(body, FORMATS[ending].content_type, called, is_download=ending != "pdf")
