"""The officers' pages of the teams of a championship: players, captain's link, penalties, withdrawal."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.accounts.letters import mail_folder_note
from club.errors import NotFound, Refusal
from club.models import Club
from club.public_urls import absolute_url, letter_url, local_address_warning
from club.web.guards import OfficerRequest, form_page, officers
from club.web.pages import page, refusals_on
from tournaments.championships import (
    captain_codes,
    captain_letters,
    reports,
    teams,
)
from tournaments.championships.team_standings import championship_of, championship_standings, played_share
from tournaments.championships.teams import team_of
from tournaments.errors import TournamentError
from tournaments.web.forms.championship_teams import (
    NewPlayerForm,
    NewTeamForm,
    PenaltyForm,
    TeamSettingsForm,
    WithdrawalForm,
)
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.desk.championship_pages import MAY_REFEREE, done, one_form_page, team_desk
from tournaments.web.views.desk.pages import go


@form_page
@officers(Right.RUN_EVENING)
def new_team(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Enters a team with its players."""
    championship = championship_of(club.slug, championship_code)
    form = NewTeamForm(request.POST or None, championship=championship, initial={"key": uuid4()})
    if form.is_valid():
        players = form.players()
        with refusals_on(form):
            made = teams.add(
                championship.pk,
                by=request.user,
                players=players,
                captain=0 if players else None,
                key=form.cleaned_data["key"],
                **form.team_fields(),
            )
            messages.success(request, _("Squadra iscritta: dai al capitano il suo link."))
            return go("championship_team_desk", club.slug, championship_code, made.number)
    return one_form_page(request, championship, form, _("Nuova squadra"), _("Iscrivi la squadra"))


@form_page
@officers(Right.RUN_EVENING)
def team(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Changes a team; shows its players, its penalties and the captain's link."""
    championship = championship_of(club.slug, championship_code)
    team = team_of(championship, number)
    form = TeamSettingsForm(request.POST or None, championship=championship, team=team)
    if form.is_valid():
        with refusals_on(form):
            teams.change(championship.pk, number, by=request.user, **form.team_fields())
            messages.success(request, _("La squadra è salvata."))
            return go("championship_team_desk", club.slug, championship_code, number)
    link = reverse("captain", args=[captain_codes.code_of(team)])
    own = {
        "championship": championship,
        "team": team,
        "players": [place.person for place in team.players.select_related("person")],
        "penalties": list(team.penalties.all()),
        "captain_link": absolute_url(request, link),
        "has_address": bool(captain_letters.address(team)),
        "letter_warning": local_address_warning(request),
        "has_calendar": championship.fixtures.exists(),
    }
    return page(request, club, "desk/championships/team.html", own, form=form)


@form_page
@officers(Right.RUN_EVENING)
def add_player(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Adds a player to a team."""
    championship = championship_of(club.slug, championship_code)
    team = team_of(championship, number)
    form = NewPlayerForm(request.POST or None, club=club, initial={"key": uuid4()})
    if form.is_valid():
        with refusals_on(form):
            key = form.cleaned_data["key"]
            teams.add_player(championship.pk, number, form.player(), by=request.user, key=key)
            return go("championship_team_desk", club.slug, championship_code, number)
    return one_form_page(
        request, championship, form, _("Un giocatore per «%(team)s»") % {"team": team}, _("Aggiungi"),
        back=team_desk(championship, number),
    )  # fmt: skip


@require_POST
@officers(Right.RUN_EVENING)
def remove_player(
    request: OfficerRequest, club: Club, championship_code: str, number: int, person_id: int
) -> HttpResponse:
    """Removes a player from a team."""
    championship = championship_of(club.slug, championship_code)
    try:
        teams.remove_player(championship.pk, number, person_id, by=request.user)
    except (TournamentError, NotFound) as refusal:
        messages.error(request, str(refusal))
    return go("championship_team_desk", club.slug, championship_code, number)


@require_POST
@officers(Right.RUN_EVENING)
def renew_code(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Makes a new captain's link; the old one no longer works."""
    teams.renew_code(championship_of(club.slug, championship_code).pk, number, by=request.user)
    messages.success(request, _("Il link di prima non apre più niente: dai al capitano quello nuovo."))
    return go("championship_team_desk", club.slug, championship_code, number)


@require_POST
@officers(Right.RUN_EVENING)
def write_captain(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Sends the captain the link by e-mail and subscribes them to letters; or ends the subscription."""
    championship = championship_of(club.slug, championship_code)
    origin = "" if "stop" in request.POST else letter_url(request, "/").rstrip("/")
    try:
        teams.write_captain(championship.pk, number, origin=origin, by=request.user)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        sentence = (
            _("Il link va al capitano per e-mail.") if origin else _("Il capitano non riceve più messaggi.")
        )
        messages.success(request, " ".join(filter(None, (sentence, mail_folder_note() if origin else ""))))
    return go("championship_team_desk", club.slug, championship_code, number)


@form_page
@officers(Right.RUN_EVENING)
def withdraw(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Withdraws a team with a reason, and keeps or annuls its results.

    Before the calendar is drawn, the team is removed instead.
    """
    championship = championship_of(club.slug, championship_code)
    team = team_of(championship, number)
    share = played_share(championship_standings(championship, individual=False), team)
    form = WithdrawalForm(
        request.POST if request.method == "POST" else None,
        annuls=team.results_void if team.withdrawn_at else share is not None and share < 0.5,
        has_choice=share is not None,
    )
    if form.is_valid():
        with refusals_on(form):
            if share is None:
                teams.remove(championship.pk, number, by=request.user, **form.cleaned_data)
            else:
                teams.withdraw(championship.pk, number, by=request.user, **form.cleaned_data)
            return done(request, championship, _("%(team)s: ritirata.") % {"team": team})
    if share is None:
        text = _("Il calendario non c'è ancora: la squadra esce dal campionato.")
    else:
        text = _("Gli incontri che deve ancora giocare non si giocano.")
    if team.withdrawn_at:
        title, label = _("I risultati di «%(team)s», ritirata") % {"team": team}, _("Salva")
    else:
        title, label = _("Ritirare «%(team)s»?") % {"team": team}, _("Ritira la squadra")
    return one_form_page(
        request, championship, form, title, label,
        text=text, back=team_desk(championship, number), is_danger=True,
    )  # fmt: skip


@form_page
@officers(*MAY_REFEREE)
def penalise(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Takes points from a team in the standings."""
    championship = championship_of(club.slug, championship_code)
    team = team_of(championship, number)
    form = PenaltyForm(request.POST or None, initial={"key": uuid4()})
    if form.is_valid():
        with refusals_on(form):
            reports.penalise(championship.pk, number, by=request.user, **form.cleaned_data)
            return done(request, championship, _("Penalità scritta: la classifica la conta."))
    return one_form_page(
        request, championship, form, _("Penalità per «%(team)s»") % {"team": team}, _("Togli i punti")
    )


@form_page
@officers(*MAY_REFEREE)
def revoke_penalty(
    request: OfficerRequest, club: Club, championship_code: str, penalty_id: int
) -> HttpResponse:
    """Revokes a penalty, with a reason."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            reports.revoke_penalty(championship.pk, penalty_id, by=request.user, reason=reason)
            return done(request, championship, _("Penalità ritirata."))
    return one_form_page(request, championship, form, _("Ritirare la penalità?"), _("Ritira"))
