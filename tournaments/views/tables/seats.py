"""Who leaves a table: a player replaced by another, the player back in place, a pair that goes home."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import entries, substitutions
from tournaments.entry_wording import by_entry
from tournaments.errors import TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.ruling import whom
from tournaments.forms.seats import SubstitutionForm, WithdrawalForm
from tournaments.models import Substitution
from tournaments.refusals import status_of
from tournaments.scores.shapes import seat_name
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.pages import table_context

Sentence = str | Promise


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: HttpRequest, door: Door) -> HttpResponse:
    """Somebody sits in for one of the four, with the reason that the log keeps."""
    verify_may_correct(door)
    form = SubstitutionForm(_data(request), club=door.tournament.club, seats=_seats(door))

    def act() -> str:
        given = form.cleaned_data
        made = substitutions.sit_in(
            door.match, given["position"], form.who(), by=door.by, reason=given["reason"]
        )
        facts = {"name": made.substitute.full_name, "replaced": made.replaced.full_name}
        return _("%(name)s gioca al posto di %(replaced)s.") % facts

    said = by_entry(
        door.tournament,
        _(
            "Chi sostituisce non può giocare in un'altra coppia. "
            "Se gioca più di metà dei turni, la coppia è fuori dai premi."
        ),
        _(
            "Chi sostituisce non può giocare in questo torneo anche per sé. "
            "Se gioca più di metà dei turni, chi è sostituito è fuori dai premi."
        ),
    )
    return _asked(request, door, form, gettext_lazy("Sostituzione"), said, gettext_lazy("Sostituisci"), act)


@require_POST
def end_substitution(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """The player back in place."""
    verify_may_correct(door)
    made = Substitution.objects.filter(pk=number, entry__seats__match=door.match).first()
    if made is None:
        raise Http404(_("A questo tavolo non c'è quella sostituzione."))
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi il motivo: resta nel registro."))
        return _back(door)
    try:
        ended = substitutions.take_back(made, by=door.by, reason=form.cleaned_data["reason"])
    except TournamentError as refused:
        messages.error(request, str(refused))
        return _back(door)
    if ended.until_turn:
        messages.success(request, _("Il titolare torna dal turno %(turn)s.") % {"turn": ended.until_turn + 1})
    else:
        messages.success(request, _("Il titolare è di nuovo al suo posto."))
    return _back(door)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, door: Door) -> HttpResponse:
    """A pair of this table goes home, or one who plays for himself."""
    verify_may_correct(door)
    leaving = sheet.players_apart(door) or sheet.side_names(sheet.read(door))
    form = WithdrawalForm(_data(request), sides=leaving)

    def act() -> str:
        given, reason = whom(form.cleaned_data["side"]), form.cleaned_data["reason"]
        number = _number(door, *given)
        entries.withdraw(door.tournament.pk, number, withdrawn=True, by=door.by, reason=reason)
        said = by_entry(
            door.tournament,
            _("La coppia %(number)s è ritirata: dal prossimo turno non avrà un tavolo."),
            _("Il giocatore %(number)s è ritirato: dal prossimo turno non avrà un tavolo."),
        )
        return said % {"number": number}

    said = by_entry(
        door.tournament,
        _(
            "I risultati già giocati restano. "
            "Se la partita non è finita, agli avversari va il punteggio del riposo."
        ),
        _(
            "I risultati già giocati restano. "
            "Se la partita non è finita, a chi resta va il punteggio del riposo."
        ),
    )
    title = by_entry(door.tournament, _("Ritiro di una coppia"), _("Ritiro di un giocatore"))
    action = by_entry(door.tournament, _("Ritira la coppia"), _("Ritira il giocatore"))
    return _asked(request, door, form, title, said, action, act)


def _number(door: Door, side: str, number: int | None) -> int:
    """The entry's, of a side that is one or of the player named."""
    return number or next(seat.entry.number for seat in door.match.seats.all() if seat.side == side)


def verify_may_correct(door: Door) -> None:
    """404 for who may not rule at this table: the address is not for them."""
    if not door.may_correct:
        raise Http404(_("In questo turno quel tavolo non c'è."))


def _data(request: HttpRequest) -> object:
    return request.POST if request.method == "POST" else None


def _seats(door: Door) -> dict[str, str]:
    names = {seat.position: seat.person.full_name for seat in door.match.seats.all()}
    return {seat: f"{names[seat]} ({seat_name(seat)})" for seat in door.match.play.positions}


def _asked(
    request: HttpRequest,
    door: Door,
    form: Form,
    title: Sentence,
    said: Sentence,
    action: Sentence,
    act: Callable[[], str],
) -> HttpResponse:
    """The form, the act once it is filled, or why the act is refused."""
    status, refused = (422 if form.is_bound and not form.is_valid() else 200), ""
    if form.is_bound and form.is_valid():
        try:
            messages.success(request, act())
            return _back(door)
        except TournamentError as refusal:
            status, refused = status_of(refusal) or 409, str(refusal)
    shown = {"form": form, "title": title, "said": said, "action": action, "refused": refused}
    return render(request, "table/seats.html", {**table_context(door), **shown}, status=status)


def _back(door: Door) -> HttpResponse:
    response = redirect(door.url())
    response.status_code = 303
    return response
