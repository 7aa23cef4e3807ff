"""The organiser's pages of a season: a new one, its rules and evenings, its final; the ratings' settings."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club import former
from club.access import Right
from club.models import Club, ClubLogEntry
from club.views import access as club_access
from tournaments import rating_builds, season_keeping
from tournaments.errors import TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.season import (
    FinalForm,
    NewSeasonForm,
    RatingSettingsForm,
    SeasonForm,
    SeasonSettingsForm,
    usual_season,
)
from tournaments.models import Season
from tournaments.refusals import status_of
from tournaments.season_wording import FIELDS
from tournaments.views.desk import pages
from tournaments.wording import act_sentence, field_name

LAST_ACTS = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """A new season, from September to June unless it is said otherwise."""
    form = NewSeasonForm(request.POST or None, initial={**usual_season(), "key": uuid4()})
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("key", "all_evenings")}
        try:
            season = season_keeping.create(club.pk, by=_user(request), **given, **form.told())
        except TournamentError as refusal:
            status = _refused(form, refusal)
        else:
            return pages.go("settings_season", club.slug, season.pk)
    return _page(request, club, "desk/new_season.html", form, status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def change(request: HttpRequest, club: Club, season_id: int) -> HttpResponse:
    """A season's rules, and which evenings count how much."""
    season = _found(club, season_id)
    form = _settings_form(request, season)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        said = {**form.told(), "version": form.cleaned_data["version"], "evenings": form.weights()}
        try:
            season_keeping.change(season.pk, by=_user(request), **said)
        except TournamentError as refusal:
            status = _refused(form, refusal)
        else:
            messages.success(request, _("La stagione è salvata."))
            return pages.go("settings_season", club.slug, season.pk)
    of_season = former.mentions(club, Season, season.pk, "season")
    acts = club.log.filter(of_season).order_by("-number")[:LAST_ACTS]
    return _page(
        request, club, "desk/season.html", form, status, season=season, lines=[_line(act) for act in acts]
    )


def _settings_form(request: HttpRequest, season: Season) -> SeasonSettingsForm:
    """With the club's evenings of the season's days, and those that count already."""
    weights = season_keeping.weights_of(season)
    evenings = season.club.tournaments.filter(date__range=(season.from_day, season.to_day))
    evenings |= season.club.tournaments.filter(code__in=weights)
    return SeasonSettingsForm(
        request.POST or None, instance=season, evenings=evenings.order_by("date", "pk"), weights=weights
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def final(request: HttpRequest, club: Club, season_id: int) -> HttpResponse:
    """The season's final, made of those who qualified."""
    season = _found(club, season_id)
    usual = {
        "name": _("Finale: %(season)s") % {"season": season.name},
        "date": max(timezone.localdate(), season.to_day),
        "version": season.version,
    }
    form = FinalForm(request.POST or None, initial=usual)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            made = season_keeping.make_final(
                season.pk, by=_user(request), name=said["name"], on=said["date"], version=said["version"]
            )
        except TournamentError as refusal:
            status = _refused(form, refusal)
        else:
            return pages.go("entries", made.code)
    known = season_keeping.read(season)
    qualified = [
        (row, " – ".join(known.people[person].full_name for person in row.who))
        for row in season_keeping.qualified(known)
    ]
    return _page(
        request, club, "desk/season_final.html", form, status, season=season, known=known, qualified=qualified
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.GIVE_ROLES)
def delete(request: HttpRequest, club: Club, season_id: int) -> HttpResponse:
    """The club's owner takes a season away, and says why."""
    season = _found(club, season_id)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            season_keeping.delete(season.pk, by=_user(request), reason=form.cleaned_data["reason"])
        except Season.DoesNotExist:
            raise Http404(_("Il circolo non ha questa stagione.")) from None
        messages.success(request, _("La stagione è eliminata: nel registro resta che cos'era."))
        return pages.go("seasons", club.slug)
    status = 422 if form.errors else 200
    return _page(request, club, "desk/season_deletion.html", form, status, season=season)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.RUN_EVENING)
def rating_settings(request: HttpRequest, club: Club) -> HttpResponse:
    """From how many matches on a rating is sure, and after how many days a player is inactive."""
    form = RatingSettingsForm(request.POST or None, instance=rating_builds.settings_of(club))
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            rating_builds.change(club.pk, **form.cleaned_data)
        except TournamentError as refusal:
            status = _refused(form, refusal)
        else:
            messages.success(request, _("Salvato: le pagine dei giocatori seguono da subito."))
            return pages.go("rating_settings", club.slug)
    return _page(request, club, "desk/rating_settings.html", form, status)


def _found(club: Club, season_id: int) -> Season:
    season = club.seasons.select_related("club", "final").filter(pk=season_id).first()
    if season is None:
        raise Http404(_("Il circolo non ha questa stagione."))
    return season


def _user(request: HttpRequest) -> Any:
    return request.user


def _refused(form: Any, refusal: TournamentError) -> int:
    """The refusal as an error of the form; its status."""
    form.add_error(None, str(refusal))
    return status_of(refusal) or 409


def _page(
    request: HttpRequest, club: Club, template: str, form: SeasonForm | Any, status: int, **own: Any
) -> HttpResponse:
    shown = {"club": club, "form": form, **club_access.may(request), **own}
    return render(request, template, shown, status=status)


def _line(act: ClubLogEntry) -> dict[str, Any]:
    """The act as the page tells it: who, what, and the names of what changed."""
    changed = act.after if act.act == "season.changed" and act.after else {}
    # By name: PostgreSQL keeps the keys of what it stored in an order of its own.
    names = sorted(str(FIELDS.get(key, field_name(key))) for key in changed)
    return {"act": act, "sentence": act_sentence(act.act, act.subject), "changed": ", ".join(names)}
