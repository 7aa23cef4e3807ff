"""The organiser's pages of seasons: creation, rules and evenings, final, deletion; the ratings' settings."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from club.history import former_keys
from club.models import Club, ClubLogEntry
from club.web import guards
from club.web.guards import OfficerRequest
from tournaments import seasons
from tournaments.errors import TournamentError
from tournaments.models import Season
from tournaments.players import rating_builds
from tournaments.queries import first_or_not_found
from tournaments.text.log_wording import act_sentence, field_name
from tournaments.text.season_wording import FIELDS
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.forms.season import (
    FinalForm,
    NewSeasonForm,
    RatingSettingsForm,
    SeasonForm,
    SeasonSettingsForm,
    usual_season,
)
from tournaments.web.refusals import status_of
from tournaments.web.views.desk import pages

LAST_ACTS = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.RUN_EVENING)
def new(request: OfficerRequest, club: Club) -> HttpResponse:
    """Creates a season, by default from September to June."""
    form = NewSeasonForm(request.POST or None, initial={**usual_season(), "key": uuid4()})
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        key, all_evenings = form.cleaned_data["key"], form.cleaned_data["all_evenings"]
        try:
            season = seasons.create(
                club.pk, by=request.user, key=key, all_evenings=all_evenings, **form.season_fields()
            )
        except TournamentError as refusal:
            status = _add_refusal(form, refusal)
        else:
            return pages.go("settings_season", club.slug, season.pk)
    return _page(request, club, "desk/seasons/new.html", form, status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.RUN_EVENING)
def change(request: OfficerRequest, club: Club, season_id: int) -> HttpResponse:
    """Changes a season's rules, and how much each evening counts."""
    season = _season_of(club, season_id)
    form = _settings_form(request, season)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        fields = {**form.season_fields(), "version": form.cleaned_data["version"], "evenings": form.weights()}
        try:
            seasons.change(season.pk, by=request.user, **fields)
        except TournamentError as refusal:
            status = _add_refusal(form, refusal)
        else:
            messages.success(request, _("La stagione è salvata."))
            return pages.go("settings_season", club.slug, season.pk)
    about_season = former_keys.mentions(club, Season, season.pk, "season")
    acts = club.log.filter(about_season).order_by("-number")[:LAST_ACTS]
    return _page(
        request,
        club,
        "desk/seasons/season.html",
        form,
        status,
        season=season,
        lines=[_line(act) for act in acts],
    )


def _settings_form(request: OfficerRequest, season: Season) -> SeasonSettingsForm:
    """Returns the form, with the club's evenings within the season and those that count already."""
    weights = seasons.evening_weights(season)
    evenings = season.club.tournaments.filter(date__range=(season.from_day, season.to_day))
    evenings |= season.club.tournaments.filter(code__in=weights)
    return SeasonSettingsForm(
        request.POST or None, instance=season, evenings=evenings.order_by("date", "pk"), weights=weights
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.RUN_EVENING)
def final(request: OfficerRequest, club: Club, season_id: int) -> HttpResponse:
    """Creates the season's final with the entries that qualified."""
    season = _season_of(club, season_id)
    usual = {
        "name": _("Finale: %(season)s") % {"season": season.name},
        "date": max(timezone.localdate(), season.to_day),
        "version": season.version,
    }
    form = FinalForm(request.POST or None, initial=usual)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = seasons.make_final(
                season.pk, by=request.user, name=given["name"], on=given["date"], version=given["version"]
            )
        except TournamentError as refusal:
            status = _add_refusal(form, refusal)
        else:
            return pages.go("entries", made.code)
    known = seasons.season_standings(season)
    qualified = [
        (row, " – ".join(known.people[person].full_name for person in row.players))
        for row in seasons.qualified(known)
    ]
    return _page(
        request,
        club,
        "desk/seasons/final.html",
        form,
        status,
        season=season,
        known=known,
        qualified=qualified,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.GIVE_ROLES)
def delete(request: OfficerRequest, club: Club, season_id: int) -> HttpResponse:
    """Deletes a season, with a reason. For the club's owner."""
    season = _season_of(club, season_id)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            seasons.delete(season.pk, by=request.user, reason=form.cleaned_data["reason"])
        except Season.DoesNotExist:
            raise Http404(_("Il circolo non ha questa stagione.")) from None
        messages.success(request, _("La stagione è eliminata: nel registro resta che cos'era."))
        return pages.go("seasons", club.slug)
    status = 422 if form.errors else 200
    return _page(request, club, "desk/seasons/deletion.html", form, status, season=season)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.RUN_EVENING)
def rating_settings(request: OfficerRequest, club: Club) -> HttpResponse:
    """Changes how many matches make a rating definitive, and after how long a player counts as inactive."""
    form = RatingSettingsForm(request.POST or None, instance=rating_builds.settings_of(club))
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            rating_builds.change(club.pk, **form.cleaned_data)
        except TournamentError as refusal:
            status = _add_refusal(form, refusal)
        else:
            messages.success(request, _("Salvato: le pagine dei giocatori seguono da subito."))
            return pages.go("rating_settings", club.slug)
    return _page(request, club, "desk/seasons/ratings.html", form, status)


def _season_of(club: Club, season_id: int) -> Season:
    seasons = club.seasons.select_related("club", "final").filter(pk=season_id)
    return first_or_not_found(seasons, _("Il circolo non ha questa stagione."))


def _add_refusal(form: Any, refusal: TournamentError) -> int:
    """Adds the refusal to the form and returns its status."""
    form.add_error(None, str(refusal))
    return status_of(refusal) or 409


def _page(
    request: OfficerRequest, club: Club, template: str, form: SeasonForm | Any, status: int, **own: Any
) -> HttpResponse:
    context = {"club": club, "form": form, **guards.may(request), **own}
    return render(request, template, context, status=status)


def _line(act: ClubLogEntry) -> dict[str, object]:
    """Returns an act with its sentence and the names of the changed fields."""
    changed = act.after if act.act == "season.changed" and act.after else {}
    # Sorted by name: PostgreSQL stores keys in an order of its own.
    names = sorted(str(FIELDS.get(key, field_name(key))) for key in changed)
    return {"act": act, "sentence": act_sentence(act.act, act.subject), "changed": ", ".join(names)}
