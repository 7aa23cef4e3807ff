"""The club's privacy at a glance, who looked at whom, and how long things are kept."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club import looks
from club.access import Right
from club.errors import ClubInputRefused
from club.models import Club, Erasure
from club.privacy import notices, retention
from club.privacy.forms import PeriodsForm
from club.privacy.renewals import to_ask
from club.views.access import may, officers

A_PAGE = 100
SHOWN = 200


@never_cache
@require_safe
@officers(Right.KEEP_REGISTER)
def privacy_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The informativa in force, whom to ask again, who was erased."""
    today = timezone.localdate()
    asked = to_ask(club, today)
    context = {
        "club": club,
        **may(request),
        "version": notices.current(club, today),
        "asked": asked[:SHOWN],
        "asked_total": len(asked),
        "erasures": Erasure.objects.filter(club=club)[:SHOWN],
    }
    return render(request, "club/privacy/club.html", context)


@never_cache
@require_safe
@officers(Right.GIVE_ROLES)
def looks_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Who looked at whose data, the newest first, a list opened as one line; of one officer if asked."""
    officer = request.GET.get("chi", "")
    of = {"club": club, **({"officer_name": officer} if officer else {})}
    found = Paginator(looks.opened(**of), A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "club": club,
        **may(request),
        "officer": officer,
        "officers": club.looks.order_by("officer_name").values_list("officer_name", flat=True).distinct(),
        "found": found,
        "rows": looks.told(club, found.object_list),
        "query": urlencode({"chi": officer}) if officer else "",
    }
    return render(request, "club/privacy/looks.html", context)


@never_cache
@officers(Right.GIVE_ROLES)
def retention_page(request: HttpRequest, club: Club) -> HttpResponse:
    """What would go next month, and the club's own times.

    Where there is no beat to make the round, opening this page makes it.
    """
    today = timezone.localdate()
    retention.apply(club, today)
    form = PeriodsForm(request.POST or None, periods=retention.periods(club))
    if request.method == "POST" and form.is_valid():
        try:
            retention.choose(club, form.cleaned_data, by=request.user)  # type: ignore[arg-type]
        except ClubInputRefused as refusal:
            form.add_error(str(refusal.details["kind"]), str(refusal))
        else:
            messages.success(request, _("Salvato: vale dal prossimo mese."))
            return redirect("club_retention", club.slug)
    on = retention.next_round(today)
    due = retention.preview(club, on)
    context = {
        "club": club,
        **may(request),
        "form": form,
        "on": on,
        "due": [(each, notices.told_months(each.months)) for each in due],
    }
    return render(request, "club/privacy/retention.html", context, status=422 if form.is_bound else 200)
