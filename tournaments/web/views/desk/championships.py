"""The officers' pages of a championship: settings, teams, calendar, matches, play-off."""

from collections.abc import Mapping
from types import MappingProxyType
from uuid import uuid4

from django.contrib import messages
from django.forms import Form, ModelForm
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.errors import Refusal
from club.history import log
from club.models import Club
from club.public_urls import absolute_url
from club.web.guards import OfficerRequest, form_page, officers, uncached_page
from club.web.pages import page, private_file, refusals_on
from tournaments.championships import (
    calendar,
    captain_codes,
    championship_service,
    line_ups,
    play_off,
    reports,
    teams,
)
from tournaments.championships.team_standings import championship_of
from tournaments.championships.teams import team_of
from tournaments.errors import TournamentError
from tournaments.exports import championship_tables
from tournaments.models import Championship, Fixture
from tournaments.presenters.championships import championship_page, fixture_page
from tournaments.text.log_wording import act_sentence
from tournaments.text.names import FOR_OFFICERS
from tournaments.web.forms.championship import (
    ApprovalForm,
    CalendarForm,
    ChampionshipSettingsForm,
    ForfeitForm,
    LineUpForm,
    MoveForm,
    NewChampionshipForm,
    NewPlayerForm,
    NewTeamForm,
    PenaltyForm,
    StageForm,
    TeamSettingsForm,
)
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.desk.pages import go
from tournaments.web.views.public.championships import played_of

LAST_ACTS = 30
MAY_REFEREE = (Right.ENTER_RESULTS, Right.RUN_EVENING)


@form_page
@officers(Right.RUN_EVENING)
def new(request: OfficerRequest, club: Club) -> HttpResponse:
    """Creates a championship."""
    form = NewChampionshipForm(request.POST or None, initial={"key": uuid4()})
    if form.is_valid():
        with refusals_on(form):
            made = championship_service.create(
                club.pk, by=request.user, key=form.cleaned_data["key"], **form.championship_fields()
            )
            return go("championship_desk", club.slug, made.code)
    return page(request, club, "desk/championships/new.html", form=form)


@uncached_page
@officers(*MAY_REFEREE)
def desk(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Shows what a championship needs next: teams, calendar, matches and reports, play-off."""
    championship = championship_of(club.slug, championship_code)
    shown = championship_page(championship, FOR_OFFICERS, individual=False)
    fixtures = [each.fixture for each in shown.known.fixtures]
    acts = club.log.filter(log.mentions(club, Championship, championship.pk, "championship"))
    lines = [(act, act_sentence(act.act, act.subject)) for act in acts.order_by("-number")[:LAST_ACTS]]
    own = {
        "championship": championship,
        "shown": shown,
        "teams": list(championship.teams.select_related("captain").prefetch_related("players")),
        "overfull": calendar.overfull(championship, fixtures),
        "may_delete": Right.GIVE_ROLES in request.rights,
        "may_draw_stage": bool(championship.qualifiers) and shown.known.is_group_stage_over
        and not shown.winner,
        "lines": lines,
    }  # fmt: skip
    return page(request, club, "desk/championships/championship.html", own)


@form_page
@officers(Right.RUN_EVENING)
def settings(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Changes the settings of a championship."""
    championship = championship_of(club.slug, championship_code)
    form = ChampionshipSettingsForm(request.POST or None, instance=championship)
    if form.is_valid():
        fields = {**form.championship_fields(), "version": form.cleaned_data["version"]}
        with refusals_on(form):
            championship_service.change(championship.pk, by=request.user, **fields)
            return _done(request, championship, _("Il campionato è salvato."))
    return _form(request, championship, form, _("Regole del campionato"), _("Salva"))


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
    return _form(request, championship, form, _("Nuova squadra"), _("Iscrivi la squadra"))


@form_page
@officers(Right.RUN_EVENING)
def team(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Changes a team; shows its players, its penalties and the captain's link."""
    championship = championship_of(club.slug, championship_code)
    found = team_of(championship, number)
    form = TeamSettingsForm(request.POST or None, championship=championship, team=found)
    if form.is_valid():
        with refusals_on(form):
            teams.change(championship.pk, number, by=request.user, **form.team_fields())
            messages.success(request, _("La squadra è salvata."))
            return go("championship_team_desk", club.slug, championship_code, number)
    link = reverse("captain", args=[captain_codes.code_of(found)])
    own = {
        "championship": championship,
        "team": found,
        "players": [place.person for place in found.players.select_related("person")],
        "penalties": list(found.penalties.all()),
        "captain_link": absolute_url(request, link),
        "has_calendar": championship.fixtures.exists(),
    }
    return page(request, club, "desk/championships/team.html", own, form=form)


@form_page
@officers(Right.RUN_EVENING)
def add_player(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Adds a player to a team."""
    championship = championship_of(club.slug, championship_code)
    found = team_of(championship, number)
    form = NewPlayerForm(request.POST or None, club=club, initial={"key": uuid4()})
    if form.is_valid():
        with refusals_on(form):
            key = form.cleaned_data["key"]
            teams.add_player(championship.pk, number, form.player(), by=request.user, key=key)
            return go("championship_team_desk", club.slug, championship_code, number)
    return _form(
        request, championship, form, _("Un giocatore per «%(team)s»") % {"team": found}, _("Aggiungi"),
        back=_team_desk(championship, number),
    )  # fmt: skip


@require_POST
@officers(Right.RUN_EVENING)
def remove_player(
    request: OfficerRequest, club: Club, championship_code: str, number: int, person_id: int
) -> HttpResponse:
    """Takes a player out of a team."""
    championship = championship_of(club.slug, championship_code)
    try:
        teams.remove_player(championship.pk, number, person_id, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    return go("championship_team_desk", club.slug, championship_code, number)


@require_POST
@officers(Right.RUN_EVENING)
def renew_code(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Makes a new captain's link; the one before opens nothing any more."""
    teams.renew_code(championship_of(club.slug, championship_code).pk, number, by=request.user)
    messages.success(request, _("Il link di prima non apre più niente: dai al capitano quello nuovo."))
    return go("championship_team_desk", club.slug, championship_code, number)


@form_page
@officers(Right.RUN_EVENING)
def withdraw(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Withdraws a team with a reason; before the calendar is drawn, takes it out."""
    championship = championship_of(club.slug, championship_code)
    found = team_of(championship, number)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            if championship.fixtures.exists():
                teams.withdraw(championship.pk, number, by=request.user, reason=form.cleaned_data["reason"])
            else:
                teams.remove(championship.pk, number, by=request.user)
            return _done(request, championship, _("%(team)s: ritirata.") % {"team": found})
    text = _("Quello che ha giocato resta; gli incontri che deve ancora giocare li perde a tavolino.")
    return _form(
        request, championship, form, _("Ritirare «%(team)s»?") % {"team": found}, _("Ritira la squadra"),
        text=text, back=_team_desk(championship, number), is_danger=True,
    )  # fmt: skip


@form_page
@officers(*MAY_REFEREE)
def penalise(request: OfficerRequest, club: Club, championship_code: str, number: int) -> HttpResponse:
    """Takes points from a team in the standings."""
    championship = championship_of(club.slug, championship_code)
    found = team_of(championship, number)
    form = PenaltyForm(request.POST or None, initial={"key": uuid4()})
    if form.is_valid():
        with refusals_on(form):
            reports.penalise(championship.pk, number, by=request.user, **form.cleaned_data)
            return _done(request, championship, _("Penalità scritta: la classifica la conta."))
    return _form(
        request, championship, form, _("Penalità per «%(team)s»") % {"team": found}, _("Togli i punti")
    )


@form_page
@officers(*MAY_REFEREE)
def revoke_penalty(
    request: OfficerRequest, club: Club, championship_code: str, penalty_id: int
) -> HttpResponse:
    """Takes a penalty back, with a reason."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            reports.revoke_penalty(championship.pk, penalty_id, by=request.user, reason=reason)
            return _done(request, championship, _("Penalità ritirata."))
    return _form(request, championship, form, _("Ritirare la penalità?"), _("Ritira"))


@form_page
@officers(Right.RUN_EVENING)
def draw(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Draws the calendar, with dates or without."""
    championship = championship_of(club.slug, championship_code)
    form = CalendarForm(request.POST or None, initial={"version": championship.version})
    if form.is_valid():
        given = form.cleaned_data
        with refusals_on(form):
            rounds = calendar.planned_rounds(championship, list(championship.teams.filter(withdrawn_at=None)))
            calendar.draw(
                championship.pk,
                by=request.user,
                dates=form.days(max(map(len, rounds.values()))),
                starts_at=given["starts_at"],
                version=given["version"],
            )
            return _done(request, championship, _("Il calendario c'è."))
    text = _(
        "Si sorteggia in modo che ogni squadra giochi a turno in casa e fuori, e che due squadre della "
        "stessa sala non siano in casa insieme. Finché non si è giocato, si può rifare."
    )
    return _form(request, championship, form, _("Il calendario"), _("Sorteggia"), text=text)


@uncached_page
@officers(*MAY_REFEREE)
def fixture(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Shows a match to officers: date, line-ups, report. A line-up stays secret until it may be seen."""
    championship = championship_of(club.slug, championship_code)
    played = played_of(championship, fixture_id)
    own = {
        "championship": championship,
        "shown": fixture_page(played, FOR_OFFICERS),
        "proposals": list(played.fixture.proposals.select_related("team").order_by("-pk")),
        "lines": _lines(club, played.fixture),
    }
    return page(request, club, "desk/championships/fixture.html", own)


@require_safe
@officers(*MAY_REFEREE)
def report(_request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Returns the report of a match as PDF, to be signed."""
    championship = championship_of(club.slug, championship_code)
    body = championship_tables.match_report(played_of(championship, fixture_id), dict(FOR_OFFICERS))
    return private_file(
        body, "application/pdf", f"referto-{championship_code}-{fixture_id}.pdf", is_download=False
    )


def _lines(club: Club, fixture: Fixture) -> list[tuple[object, str]]:
    acts = club.log.filter(log.mentions(club, Fixture, fixture.pk, "fixture")).order_by("-number")
    return [(act, act_sentence(act.act, act.subject)) for act in acts[:LAST_ACTS]]


@form_page
@officers(Right.RUN_EVENING)
def move(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Moves a match to another date."""
    championship, found = _fixture(club, championship_code, fixture_id)
    form = MoveForm(request.POST or None, initial=MoveForm.initial_of(found))
    if form.is_valid():
        with refusals_on(form):
            calendar.move(found.pk, by=request.user, **form.move_fields())
            return _done(request, championship, _("La data è cambiata."), found)
    return _form(request, championship, form, _("Sposta l'incontro"), _("Sposta"), fixture=found)


@form_page
@officers(Right.RUN_EVENING)
def line_up(
    request: OfficerRequest, club: Club, championship_code: str, fixture_id: int, number: int
) -> HttpResponse:
    """Takes a team's line-up from an officer: by telephone, or after the time."""
    championship, found = _fixture(club, championship_code, fixture_id)
    team = team_of(championship, number)
    form = LineUpForm(request.POST or None, team=team)
    if form.is_valid():
        with refusals_on(form):
            line_ups.give(found.pk, team, form.people(), by=request.user)
            return _done(request, championship, _("Formazione scritta."), found)
    return _form(
        request, championship, form, _("Formazione di «%(team)s»") % {"team": team}, _("Scrivi"),
        fixture=found,
    )  # fmt: skip


@require_POST
@officers(Right.RUN_EVENING)
def prepare(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Makes the tables of a match whose line-ups are in."""
    _championship, found = _fixture(club, championship_code, fixture_id)
    try:
        made = line_ups.prepare(found.pk, by=request.user)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return go("championship_fixture_desk", club.slug, championship_code, fixture_id)
    return go("rounds", made.code)


@form_page
@officers(*MAY_REFEREE)
def forfeit(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Decides a match by forfeit, or takes that decision back."""
    championship, found = _fixture(club, championship_code, fixture_id)
    form = ForfeitForm(request.POST or None, fixture=found)
    if form.is_valid():
        with refusals_on(form):
            reports.forfeit(found.pk, by=request.user, **form.cleaned_data)
            return _done(request, championship, _("Deciso: la classifica lo conta."), found)
    return _form(
        request, championship, form, _("Decidi a tavolino"), _("Decidi"), fixture=found, is_danger=True
    )


@form_page
@officers(*MAY_REFEREE)
def approve(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Approves the report of a match."""
    championship, found = _fixture(club, championship_code, fixture_id)
    form = ApprovalForm(request.POST or None, initial={"version": found.version})
    if form.is_valid():
        with refusals_on(form):
            reports.approve(
                found.pk,
                by=request.user,
                version=form.cleaned_data["version"],
                note=form.cleaned_data["note"],
            )
            return _done(request, championship, _("Referto approvato."), found)
    text = _(
        "Il torneo dell'incontro si conclude. Se poi correggi un risultato, il referto torna da confermare."
    )
    return _form(request, championship, form, _("Approva il referto"), _("Approva"), fixture=found, text=text)


@form_page
@officers(Right.RUN_EVENING)
def draw_stage(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Makes the matches of the next stage of the play-off."""
    championship = championship_of(club.slug, championship_code)
    form = StageForm(request.POST or None, initial={"version": championship.version})
    if form.is_valid():
        given = form.cleaned_data
        with refusals_on(form):
            play_off.draw_stage(
                championship.pk,
                by=request.user,
                on=given["date"],
                starts_at=given["starts_at"],
                version=given["version"],
            )
            return _done(request, championship, _("Gli incontri dei play-off sono nel calendario."))
    text = _("Le prime di ogni girone, per teste di serie. Un incontro pari lo passa la meglio classificata.")
    return _form(request, championship, form, _("I play-off"), _("Prepara gli incontri"), text=text)


@form_page
@officers(Right.RUN_EVENING)
def close(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Closes a championship, or opens it again with a reason."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if championship.closed_at is None:
        form.fields["reason"].required = False
        form.fields["reason"].widget.is_required = False
    if form.is_valid():
        with refusals_on(form):
            if championship.closed_at is None:
                championship_service.close(championship.pk, by=request.user)
                return _done(request, championship, _("Il campionato è concluso."))
            reason = form.cleaned_data["reason"]
            championship_service.reopen(championship.pk, by=request.user, reason=reason)
            return _done(request, championship, _("Il campionato è di nuovo aperto."))
    title = _("Riaprire il campionato?") if championship.closed_at else _("Concludere il campionato?")
    action = _("Riapri") if championship.closed_at else _("Concludi")
    return _form(request, championship, form, title, action)


@form_page
@officers(Right.GIVE_ROLES)
def delete(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Deletes a championship of which nothing was played, with a reason. For the club's owner."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            championship_service.delete(championship.pk, by=request.user, reason=form.cleaned_data["reason"])
            messages.success(request, _("Il campionato è eliminato: nel registro resta che cos'era."))
            return go("championships", club.slug)
    title = _("Eliminare «%(name)s»?") % {"name": championship}
    return _form(request, championship, form, title, _("Elimina il campionato"), is_danger=True)


def _fixture(club: Club, championship_code: str, fixture_id: int) -> tuple[Championship, Fixture]:
    championship = championship_of(club.slug, championship_code)
    return championship, played_of(championship, fixture_id).fixture


def _team_desk(championship: Championship, number: int) -> str:
    return reverse("championship_team_desk", args=[championship.club.slug, championship.code, number])


def _done(
    request: OfficerRequest, championship: Championship, sentence: str, fixture: Fixture | None = None
) -> HttpResponse:
    """Back to the page of the match, or of the championship, with the sentence."""
    messages.success(request, sentence)
    slug, code = championship.club.slug, championship.code
    if fixture is not None:
        return go("championship_fixture_desk", slug, code, fixture.pk)
    return go("championship_desk", slug, code)


def _form(
    request: OfficerRequest,
    championship: Championship,
    form: Form | ModelForm,  # type: ignore[type-arg]
    title: str,
    action: str,
    *,
    text: str = "",
    back: str = "",
    fixture: Fixture | None = None,
    is_danger: bool = False,
    **own: object,
) -> HttpResponse:
    """A page with one form: its title, a sentence, and the word on the button."""
    slug, code = championship.club.slug, championship.code
    if fixture is not None:
        back = reverse("championship_fixture_desk", args=[slug, code, fixture.pk])
    shown: Mapping[str, object] = MappingProxyType(
        {
            "championship": championship,
            "title": title,
            "action": action,
            "text": text,
            "back_url": back or reverse("championship_desk", args=[slug, code]),
            "back_name": f"{fixture.home} – {fixture.away}" if fixture else str(championship),
            "is_danger": is_danger,
            **own,
        }
    )
    return page(request, championship.club, "desk/championships/form.html", shown, form=form)
