"""An evening called off, or held after all: one address, which asks for the other of the two."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from tournaments import calling_off
from tournaments.forms.asked import RequiredReasonForm
from tournaments.models import Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.views.desk.questions import Question, ask

CALL_OFF = (
    gettext_lazy("Annullare il torneo?"),
    gettext_lazy("Resta nel calendario, segnato come annullato, anche in quello di chi si è abbonato."),
    gettext_lazy("Annulla il torneo"),
)
HOLD = (
    gettext_lazy("Si gioca lo stesso?"),
    gettext_lazy("Il torneo torna nel calendario, anche in quello di chi si è abbonato."),
    gettext_lazy("Sì, si gioca"),
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def call_off(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The question with its reason, and what was answered done."""
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    is_off = tournament.called_off_at is not None
    if form.is_valid():
        verb = calling_off.hold if is_off else calling_off.call_off
        verb(tournament.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("settings_tournament", tournament.code)
    back = reverse("settings_tournament", args=[tournament.code])
    return ask(request, tournament, Question(*(HOLD if is_off else CALL_OFF), back), form, tab="settings")
