"""What is done to one pair of the list."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.access import Right
from tournaments import entries
from tournaments.entry_wording import by_entry
from tournaments.errors import InputRefused
from tournaments.forms.asked import DescriptionForm, ReasonForm, TableForm
from tournaments.models import Entry, Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.views.desk.entries import row
from tournaments.views.desk.questions import Question, ask


@require_POST
@officers(Right.RUN_EVENING)
def check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return row(
        request, tournament, entries.check_in(tournament.pk, number, present=True, by=pages.actor(request))
    )


@require_POST
@officers(Right.RUN_EVENING)
def check_out(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return row(
        request, tournament, entries.check_in(tournament.pk, number, present=False, by=pages.actor(request))
    )


@require_POST
@officers(Right.RUN_EVENING)
def back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A withdrawn pair that returns."""
    return row(
        request, tournament, entries.withdraw(tournament.pk, number, withdrawn=False, by=pages.actor(request))
    )


@require_POST
@officers(Right.RUN_EVENING)
def table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The table where the pair stays, or none."""
    form = TableForm(request.POST)
    if not form.is_valid():
        raise InputRefused("no-such-table", _("Il tavolo fisso è un numero da 1 a 999: riscrivilo."))
    by = pages.actor(request)
    return row(
        request, tournament, entries.fix_table(tournament.pk, number, form.cleaned_data["table"], by=by)
    )


@require_POST
@officers(Right.RUN_EVENING)
@transaction.atomic
def describe(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pair's testa di serie, and the circolo it comes from."""
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        raise InputRefused("no-such-seed", _("La testa di serie è un numero da 1 a 999: riscrivilo."))
    by = pages.actor(request)
    entries.seed(tournament.pk, number, form.cleaned_data["seed"], by=by)
    return row(
        request, tournament, entries.come_from(tournament.pk, number, form.cleaned_data["circle"], by=by)
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def withdraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A pair that goes home: asked first, with the reason for the log."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        entries.withdraw(tournament.pk, number, withdrawn=True, by=pages.actor(request), reason=reason)
        return pages.go("entries", tournament.code, anchor=f"coppia-{number}")
    question = Question(
        by_entry(tournament, _("Ritirare la coppia %(number)s?"), _("Ritirare il giocatore %(number)s?"))
        % {"number": number},
        _("%(names)s: i risultati già giocati restano, dal prossimo turno non avrà più un tavolo.")
        % {"names": _names(tournament, number)},
        by_entry(tournament, _("Ritira la coppia"), _("Ritira il giocatore")),
        _list(tournament),
    )
    return ask(request, tournament, question, form, tab="entries")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A pair written by mistake, off the list once the organiser has said yes."""
    if request.method == "POST":
        entries.remove(tournament.pk, number, by=pages.actor(request))
        return pages.go("entries", tournament.code)
    question = Question(
        by_entry(tournament, _("Togliere la coppia %(number)s?"), _("Togliere il giocatore %(number)s?"))
        % {"number": number},
        _("%(names)s: l'iscrizione sparisce dall'elenco, il registro la ricorda.")
        % {"names": _names(tournament, number)},
        by_entry(tournament, _("Togli la coppia"), _("Togli il giocatore")),
        _list(tournament),
    )
    return ask(request, tournament, question, tab="entries")


def _names(tournament: Tournament, number: int) -> str:
    entry = tournament.entries.filter(number=number).prefetch_related("players__person").first()
    if entry is None:
        raise InputRefused("no-entry", entries.unknown(tournament, number))
    return _joined(entry)


def _joined(entry: Entry) -> str:
    return entries.names([player.person for player in entry.players.all()])


def _list(tournament: Tournament) -> str:
    return reverse("entries", args=[tournament.code])
