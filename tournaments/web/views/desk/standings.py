"""The standings for officers on page and paper, the prize-giving, and the organiser's pages of seasons."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.history import log
from club.models import Club, ClubLogEntry
from club.queries import first_or_not_found
from club.web import guards
from club.web.guards import OfficerRequest, form_page, uncached_page
from club.web.pages import page, private_file, refusals_on
from tournaments import queries, seasons
from tournaments.exports import printing
from tournaments.models import RoundState, Season, Tournament
from tournaments.players import rating_builds
from tournaments.presenters.pair_page import pair_page
from tournaments.presenters.races import prize_giving
from tournaments.presenters.standings import provisional, shown_standings, standings_after
from tournaments.text.log_wording import act_sentence, field_name
from tournaments.text.names import FOR_OFFICERS, officers_reading, unknown_entry
from tournaments.text.season_wording import FIELDS
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.forms.season import (
    FinalForm,
    NewSeasonForm,
    RatingSettingsForm,
    SeasonSettingsForm,
    usual_season,
)
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages


@uncached_page
@officers(*Right)
def show(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the settled standings, or the interim ones for `?adesso` while a round is played.

    htmx polls with the version `seen`, and gets 204 while nothing changes.
    """
    version = queries.live_version(tournament)
    if pages.is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    is_interim = "adesso" in request.GET
    given = (provisional if is_interim else standings_after)(tournament, officers_reading(request.rights))
    shown = {
        "standings": shown_standings(given) if given else None,
        "is_interim": is_interim,
        "is_playing": tournament.rounds.filter(state=RoundState.PLAYING).exists(),
        "live_version": version,
    }
    template = "desk/standings/part.html" if pages.is_fragment(request) else "desk/standings/standings.html"
    return pages.page(request, tournament, template, "results", shown)


@uncached_page
@officers(*Right)
def pair(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Shows the evening of one entry, like its public page but with full names."""
    entries = queries.entries(tournament).filter(number=number)
    entry = first_or_not_found(entries, unknown_entry(tournament, number))
    shown = {**vars(pair_page(tournament, entry, officers_reading(request.rights))), "pair_view": "desk_pair"}
    return pages.page(request, tournament, "desk/standings/pair.html", "results", shown)


@require_safe
@officers(*Right)
def paper(_request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Returns the standings as PDF, marked as the copy of the Giuria."""
    body = printing.standings_pdf(tournament, dict(FOR_OFFICERS))
    name = f"classifica-giuria-{tournament.code}.pdf"
    return private_file(body, "application/pdf", name, is_download=False)


@uncached_page
@officers(Right.RUN_EVENING)
def prizes(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the prize-giving on the wall, one place at a time, with the public names."""
    shown = {"tournament": tournament, "club": tournament.club, "giving": prize_giving(tournament)}
    return render(request, "desk/standings/prizes.html", shown)


# The organiser's pages of seasons: creation, rules and evenings, final, deletion; the ratings' settings.

LAST_ACTS = 30


@form_page
@guards.officers(Right.RUN_EVENING)
def new(request: OfficerRequest, club: Club) -> HttpResponse:
    """Creates a season, by default from September to June."""
    form = NewSeasonForm(request.POST or None, initial={**usual_season(), "key": uuid4()})
    if form.is_valid():
        key, all_evenings = form.cleaned_data["key"], form.cleaned_data["all_evenings"]
        with refusals_on(form):
            season = seasons.create(
                club.pk, by=request.user, key=key, all_evenings=all_evenings, **form.season_fields()
            )
            return pages.go("settings_season", club.slug, season.pk)
    return page(request, club, "desk/seasons/new.html", form=form)


@form_page
@guards.officers(Right.RUN_EVENING)
def change(request: OfficerRequest, club: Club, season_id: int) -> HttpResponse:
    """Changes a season's rules, and how much each evening counts."""
    season = _season_of(club, season_id)
    form = _settings_form(request, season)
    if form.is_valid():
        fields = {**form.season_fields(), "version": form.cleaned_data["version"], "evenings": form.weights()}
        with refusals_on(form):
            seasons.change(season.pk, by=request.user, **fields)
            messages.success(request, _("La stagione è salvata."))
            return pages.go("settings_season", club.slug, season.pk)
    about_season = log.mentions(club, Season, season.pk, "season")
    acts = club.log.filter(about_season).order_by("-number")[:LAST_ACTS]
    return page(
        request,
        club,
        "desk/seasons/season.html",
        form=form,
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


@form_page
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
    if form.is_valid():
        given = form.cleaned_data
        with refusals_on(form):
            made = seasons.make_final(
                season.pk, by=request.user, name=given["name"], on=given["date"], version=given["version"]
            )
            return pages.go("entries", made.code)
    known = seasons.season_standings(season)
    qualified = [
        (row, " – ".join(known.people[person].full_name for person in row.players))
        for row in seasons.qualified(known)
    ]
    return page(
        request,
        club,
        "desk/seasons/final.html",
        form=form,
        season=season,
        known=known,
        qualified=qualified,
    )


@form_page
@guards.officers(Right.GIVE_ROLES)
def delete(request: OfficerRequest, club: Club, season_id: int) -> HttpResponse:
    """Deletes a season, with a reason. For the club's owner."""
    season = _season_of(club, season_id)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        seasons.delete(season.pk, by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("La stagione è eliminata: nel registro resta che cos'era."))
        return pages.go("seasons", club.slug)
    return page(request, club, "desk/seasons/deletion.html", form=form, season=season)


@form_page
@guards.officers(Right.RUN_EVENING)
def rating_settings(request: OfficerRequest, club: Club) -> HttpResponse:
    """Changes how many matches make a rating definitive, and after how long a player counts as inactive."""
    form = RatingSettingsForm(request.POST or None, instance=rating_builds.settings_of(club))
    if form.is_valid():
        with refusals_on(form):
            rating_builds.change(club.pk, **form.cleaned_data)
            messages.success(request, _("Salvato: le pagine dei giocatori seguono da subito."))
            return pages.go("rating_settings", club.slug)
    return page(request, club, "desk/seasons/ratings.html", form=form)


@require_POST
@guards.officers(Right.KEEP_REGISTER)
def set_rating_objection(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Records that the person objects to having a rating, or no longer does."""
    person = first_or_not_found(
        club.people.filter(pk=person_id, erased_number=None), _("Questa persona non è del circolo.")
    )
    objects = "objects" in request.POST
    rating_builds.set_objection(club, person.pk, objects=objects, today=timezone.localdate(), by=request.user)
    messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
    return pages.go("register_consents", club.slug, person.pk)


def _season_of(club: Club, season_id: int) -> Season:
    seasons = club.seasons.select_related("club", "final").filter(pk=season_id)
    return first_or_not_found(seasons, _("Il circolo non ha questa stagione."))


def _line(act: ClubLogEntry) -> dict[str, object]:
    """Returns an act with its sentence and the names of the changed fields."""
    changed = act.after if act.act == "season.changed" and act.after else {}
    # Sorted by name: PostgreSQL stores keys in an order of its own.
    names = sorted(str(FIELDS.get(key, field_name(key))) for key in changed)
    return {"act": act, "sentence": act_sentence(act.act, act.subject), "changed": ", ".join(names)}
