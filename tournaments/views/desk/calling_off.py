"""An evening called off, or held after all: one address, which asks for the other of the two."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from club.accounts import letters as post_office
from tournaments import calling_off
from tournaments.bookings import announcing
from tournaments.forms.asked import CallingOffForm
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
    """The question with its reason, and what was answered done; refused where it has been done meanwhile."""
    is_off = tournament.called_off_at is not None
    form = CallingOffForm(request.POST if request.method == "POST" else None, initial={"holds": is_off})
    if form.is_valid():
        verb = calling_off.hold if form.cleaned_data["holds"] else calling_off.call_off
        verb(tournament.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("settings_tournament", tournament.code)
    title, text, action = HOLD if is_off else CALL_OFF
    said = " ".join(filter(None, (str(text), _who_hears(tournament))))
    back = reverse("settings_tournament", args=[tournament.code])
    return ask(request, tournament, Question(title, said, action, back), form, tab="settings")


def _who_hears(tournament: Tournament) -> str:
    """How many are written to, and how many there are whom only the organiser can tell. Two queries."""
    written, untold = announcing.hearers(tournament).count(), announcing.unreached(tournament).count()
    said = [_written_to(written, post_office.where())]
    if untold:
        said.append(
            ngettext(
                "%(count)s iscrizione è stata fatta al banco, senza indirizzo: avvisa tu.",
                "%(count)s iscrizioni sono state fatte al banco, senza indirizzo: avvisa tu.",
                untold,
            )
            % {"count": untold}
        )
    return " ".join(said)


def _written_to(count: int, nowhere: str) -> str:
    """`nowhere` says where letters stay on an installation that sends none."""
    if not count:
        return _("Nessuno si è iscritto dal telefono: non si scrive a nessuno.")
    if nowhere:
        said = ngettext(
            "Si è iscritta dal telefono %(count)s persona: avvisala tu, l'indirizzo è nell'elenco.",
            "Si sono iscritte dal telefono %(count)s persone: avvisale tu, gli indirizzi sono nell'elenco.",
            count,
        )
        return f"{said % {'count': count}} {nowhere}"
    said = ngettext(
        "Chi si è iscritto dal telefono lo sa subito, con il motivo: un messaggio a %(count)s persona.",
        "Chi si è iscritto dal telefono lo sa subito, con il motivo: un messaggio a %(count)s persone.",
        count,
    )
    return said % {"count": count}
