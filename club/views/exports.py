"""Lists of the club as files: the page that offers them, and each of them."""

from datetime import date
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from club import log, looks
from club.access import Right
from club.exports.assembly import Assembly
from club.exports.lists import LISTS, Asked, as_file, shown
from club.locking import lock
from club.models import Club, Look, MembershipYear
from club.register_forms import DayField
from club.tables.filenames import file_name
from club.tables.formats import FORMATS
from club.views.access import officers
from club.views.register import pages

MOST_PROXIES = 5


class AskedForm(forms.Form):
    """What the lists depend on; sent in the address, so that a list can be kept as a bookmark."""

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

    def asked(self) -> Asked:
        """What was asked; what was not, or cannot be, as the page begins with."""
        self.is_valid()
        said = {**self._otherwise, **{name: value for name, value in self.cleaned_data.items() if value}}
        day = said["giorno"]
        proxies = self.cleaned_data.get("deleghe")
        assembly = Assembly(
            day,
            said.get("titolo", ""),
            said.get("luogo", ""),
            1 if proxies is None else proxies,
            bool(said.get("in_regola")),
        )
        return Asked(day, said["anno"], int(said["solare"]), assembly)


#: The fields of the form that each kind of list depends on.
FIELDS_OF = {
    "day": ("giorno",),
    "year": ("anno", "giorno"),
    "receipts": ("solare",),
    "assembly": ("giorno", "titolo", "luogo", "deleghe", "in_regola"),
}


@require_safe
@officers(Right.KEEP_REGISTER)
def exports_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Each list with what it depends on and its formats."""
    today = timezone.localdate()
    offered = []
    for what, each in LISTS.items():
        form = AskedForm(club, today, prefix=what)
        offered.append((what, each, [form[name] for name in FIELDS_OF[each.of]]))
    return pages.page(request, club, "exports.html", offered=offered, has_years=club.years.exists())


@require_safe
@officers(Right.KEEP_REGISTER)
def take(request: HttpRequest, club: Club, what: str, ending: str) -> HttpResponse:
    """The list as a file. Who takes it is in the club's log, and whose private data are in it can ask."""
    listed = LISTS.get(what)
    if listed is None or ending not in listed.endings:
        raise Http404
    table = listed.table(club, AskedForm(club, timezone.localdate(), request.GET).asked(), ending)
    body = as_file(what, table, ending)
    with transaction.atomic():
        held = lock(club.pk)
        looks.note(held, request.user, shown(what, table), Look.Page.EXPORT)  # type: ignore[arg-type]
        after = {"list": table.title, "format": ending, "rows": len(list(table.rows))}
        log.write(held, request.user, "list.taken", after=after)  # type: ignore[arg-type]
    response = HttpResponse(body, content_type=FORMATS[ending].content_type)
    called = file_name(table.title, table.source, ending)
    response["Content-Disposition"] = content_disposition_header(ending != "pdf", called) or ""
    response["Cache-Control"] = "private, no-store"
    return response
