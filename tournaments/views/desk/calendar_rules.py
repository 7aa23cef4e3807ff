"""What the club says to who enters from a phone, and when it writes to them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from club.models import Club
from club.views import access as club_access
from tournaments.bookings import rules
from tournaments.bookings.terms import rules_of
from tournaments.forms.booking import RulesForm
from tournaments.views.desk import pages
from tournaments.wording import act_sentence


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def change(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's telephone, its notice, and its hours."""
    form = RulesForm(request.POST or None, instance=rules_of(club))
    if request.method == "POST" and form.is_valid():
        rules.change(club, by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        messages.success(request, _("Salvato: vale per le iscrizioni da adesso in poi."))
        return pages.go("calendar_rules", club.slug)
    labels = {name: field.label for name, field in form.fields.items()}
    acts = club.log.filter(act="calendar.changed").order_by("-number")[:20]
    lines = [(act, act_sentence(act.act, {}), _named(act.after, labels)) for act in acts]
    shown = {"club": club, "form": form, "lines": lines, **club_access.may(request)}
    return render(request, "desk/calendar_rules.html", shown, status=422 if form.errors else 200)


def _named(after: Any, labels: dict[str, Any]) -> str:
    """What of the rules changed, by the labels of the form."""
    return ", ".join(str(labels.get(name, name)) for name in (after or {}).get("fields", []))
