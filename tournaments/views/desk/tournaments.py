"""The club's evenings: which there are, a new one, and what can still be changed of one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club import reaching
from club.access import Right, rights
from club.models import Club
from club.views import access as club_access
from tournaments import evenings
from tournaments.errors import TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.tournament import BY_PHONE, SettingsForm, TournamentForm, proposal
from tournaments.models import Tournament
from tournaments.refusals import status_of
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.views.desk.questions import Question, ask


@never_cache
@require_safe
@login_required
def desk(request: HttpRequest) -> HttpResponse:
    """The officer's own way in: straight to the work of the only club, or the choice among several."""
    clubs = Club.objects.filter(roles__user=request.user).distinct()  # type: ignore[misc]
    doors = [(club, _door(request, club)) for club in clubs]
    if len(doors) == 1:
        return redirect(doors[0][1])
    return render(request, "desk/clubs.html", {"doors": doors})


def _door(request: HttpRequest, club: Club) -> str:
    """Where the officer's work in the club begins: its evenings, or its people for who keeps the register."""
    evening = Right.ENTER_RESULTS in rights(request.user, club)
    return reverse("club_tournaments" if evening else "club_people", args=[club.slug])


@never_cache
@require_safe
@club_access.officers(Right.ENTER_RESULTS)
def club_tournaments(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's evenings, the newest first."""
    shown = {"club": club, "tournaments": club.tournaments.all()[:100]}
    return render(request, "desk/tournaments.html", {**shown, **club_access.may(request)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """A new evening, from the Accademia's defaults."""
    form = TournamentForm(request.POST or None, initial=proposal())
    if request.method == "POST" and form.is_valid():
        given = dict(form.cleaned_data)
        name, on = given.pop("name"), given.pop("date")
        try:
            tournament = evenings.create(club, name=name, on=on, by=pages.actor(request), **given)
        except TournamentError as refusal:
            form.add_error(None, str(refusal))
        else:
            return pages.go("entries", tournament.code)
    _say_where_letters_lead(request, form)
    shown = {"club": club, "form": form, **club_access.may(request)}
    return render(request, "desk/new.html", shown, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can still be changed."""
    # The form fills its instance as it validates: it gets one of its own, the page shows what is stored.
    form = SettingsForm(request.POST or None, instance=Tournament.objects.get(pk=tournament.pk))
    if request.method != "POST" or not form.is_valid():
        return _settings(request, tournament, form, 422 if form.errors else 200)
    try:
        evenings.change(tournament.pk, by=pages.actor(request), **form.cleaned_data)
    except TournamentError as refusal:
        form.add_error(None, str(refusal))
        return _settings(request, tournament, form, status_of(refusal) or 409)
    messages.success(request, _("Le impostazioni del torneo sono salvate."))
    return pages.go("settings_tournament", tournament.code)


def _settings(request: HttpRequest, tournament: Tournament, form: SettingsForm, status: int) -> HttpResponse:
    _say_where_letters_lead(request, form)
    return pages.page(request, tournament, "settings.html", "settings", status=status, form=form)


def _say_where_letters_lead(request: HttpRequest, form: TournamentForm | SettingsForm) -> None:
    """At the box that turns letters on: which address they will carry."""
    if "takes_bookings" in form.fields:
        form.fields["takes_bookings"].help_text = f"{BY_PHONE} {reaching.told(request)}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The evening over, once the organiser has said yes."""
    if request.method == "POST":
        evenings.close(tournament.pk, by=pages.actor(request))
        return pages.go("rounds", tournament.code)
    question = Question(
        gettext_lazy("Concludere il torneo?"),
        gettext_lazy(
            "La classifica diventa finale. Per correggere un risultato si potrà riaprire, dicendo perché."
        ),
        gettext_lazy("Concludi il torneo"),
        reverse("rounds", args=[tournament.code]),
        danger=False,
    )
    return ask(request, tournament, question, tab="rounds")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament open again, with the reason that the log keeps."""
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        evenings.reopen(tournament.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("rounds", tournament.code)
    question = Question(
        gettext_lazy("Riaprire il torneo?"),
        gettext_lazy("La classifica torna provvisoria: si potranno correggere i risultati."),
        gettext_lazy("Riapri il torneo"),
        reverse("rounds", args=[tournament.code]),
    )
    return ask(request, tournament, question, form, tab="rounds")
