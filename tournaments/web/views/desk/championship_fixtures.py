"""The officers' pages of a match of a championship: date, line-ups, report, forfeit."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.errors import Refusal
from club.history import log
from club.models import Club
from club.web.guards import OfficerRequest, form_page, officers, uncached_page
from club.web.pages import page, private_file, refusals_on
from tournaments.championships import (
    line_ups,
    match_dates,
    reports,
)
from tournaments.championships.team_standings import championship_of, played_of
from tournaments.championships.teams import team_of
from tournaments.entries import elsewhere
from tournaments.exports import championship_tables
from tournaments.models import Championship, Fixture
from tournaments.presenters.championships import fixture_line, fixture_page, state_words
from tournaments.text.championship_wording import lapse_sentence
from tournaments.text.log_wording import act_sentence
from tournaments.text.names import FOR_OFFICERS
from tournaments.web.forms.championship_fixtures import ApprovalForm, ForfeitForm, LineUpForm, MoveForm
from tournaments.web.views.desk.championship_pages import (
    LAST_ACTS,
    MAY_REFEREE,
    done,
    one_form_page,
    renew_if_outdated,
)
from tournaments.web.views.desk.pages import go


@uncached_page
@officers(*MAY_REFEREE)
def fixture(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Shows a match to officers: date, line-ups, report. A line-up stays secret until it may be seen."""
    championship = championship_of(club.slug, championship_code)
    played = played_of(championship, fixture_id)
    own = {
        "championship": championship,
        "shown": fixture_page(played, FOR_OFFICERS),
        "is_movable": not championship.closed_at and not match_dates.immovable(played.fixture),
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
    championship, fixture = _fixture(club, championship_code, fixture_id)
    if request.method == "GET" and (refusal := match_dates.immovable(fixture)):
        messages.error(request, str(refusal))
        return go("championship_fixture_desk", club.slug, championship_code, fixture_id)
    form = MoveForm(request.POST or None, initial=MoveForm.initial_of(fixture))
    if form.is_valid():
        with refusals_on(form):
            match_dates.move(fixture.pk, by=request.user, **form.move_fields())
            return done(request, championship, _("La data è cambiata."), fixture)
    renew_if_outdated(form, version=fixture.version)
    return one_form_page(
        request,
        championship,
        form,
        _("Sposta l'incontro"),
        _("Sposta"),
        text=_lapsing_proposals(fixture),
        fixture=fixture,
    )


def _lapsing_proposals(fixture: Fixture) -> str:
    """Returns which open proposals of captains lapse with a move or a swap; empty if there are none."""
    proposals = match_dates.open_proposals([fixture, *match_dates.other_leg(fixture)])
    sentences = []
    if own := proposals.pop(fixture.pk, None):
        sentences.append(lapse_sentence(own.team.name, own.date))
    if proposals:
        sentences.append(
            _("L'altro incontro fra le due ha una proposta aperta: se inverti il campo, cade anche quella.")
        )
    return " ".join(sentences)


@form_page
@officers(Right.RUN_EVENING)
def line_up(
    request: OfficerRequest, club: Club, championship_code: str, fixture_id: int, number: int
) -> HttpResponse:
    """Stores a line-up that an officer gives for a team: told by telephone, or late."""
    championship, fixture = _fixture(club, championship_code, fixture_id)
    team = team_of(championship, number)
    form = LineUpForm(request.POST or None, team=team)
    text = ""
    if fixture.date:
        of_team = elsewhere.of_people(fixture, team.players.values_list("person", flat=True), fixture.date)
        text = elsewhere.sentence(of_team)
    if form.is_valid():
        with refusals_on(form):
            line_ups.give(fixture.pk, team, form.people(), by=request.user)
            return done(request, championship, _("Formazione scritta."), fixture)
    return one_form_page(
        request, championship, form, _("Formazione di «%(team)s»") % {"team": team}, _("Scrivi"),
        text=text, fixture=fixture,
    )  # fmt: skip


@require_POST
@officers(Right.RUN_EVENING)
def prepare(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Makes the tables of a match whose line-ups are in."""
    _championship, fixture = _fixture(club, championship_code, fixture_id)
    try:
        made = line_ups.prepare(fixture.pk, by=request.user)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return go("championship_fixture_desk", club.slug, championship_code, fixture_id)
    return go("rounds", made.code)


@form_page
@officers(*MAY_REFEREE)
def forfeit(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Decides a match by forfeit, or revokes the forfeit."""
    championship = championship_of(club.slug, championship_code)
    played = played_of(championship, fixture_id)
    fixture = played.fixture
    form = ForfeitForm(request.POST or None, fixture=fixture)
    if form.is_valid():
        with refusals_on(form):
            reports.forfeit(fixture.pk, by=request.user, **form.cleaned_data)
            return done(request, championship, _("Deciso: la classifica lo conta."), fixture)
    renew_if_outdated(form, version=fixture.version)
    return one_form_page(
        request, championship, form, _("Decidi a tavolino"), _("Decidi"), fixture=fixture, is_danger=True,
        text=_("Adesso: %(state)s.") % {"state": state_words(played)},
    )  # fmt: skip


@form_page
@officers(*MAY_REFEREE)
def approve(request: OfficerRequest, club: Club, championship_code: str, fixture_id: int) -> HttpResponse:
    """Approves the report of a match."""
    championship = championship_of(club.slug, championship_code)
    played = played_of(championship, fixture_id)
    fixture = played.fixture
    seen = fixture.tournament.results_version if fixture.tournament else 0
    form = ApprovalForm(request.POST or None, initial={"version": fixture.version, "results": seen})
    if form.is_valid():
        with refusals_on(form):
            reports.approve(
                fixture.pk,
                by=request.user,
                version=form.cleaned_data["version"],
                results=form.cleaned_data["results"],
                note=form.cleaned_data["note"],
            )
            return done(request, championship, _("Referto approvato."), fixture)
    renew_if_outdated(form, version=fixture.version, results=seen)
    text = _(
        "Il torneo dell'incontro si conclude. Se poi correggi un risultato, il referto torna da confermare."
    )
    if score := fixture_line(played, club.slug, championship_code).score:
        text = f"{fixture.home} – {fixture.away} {score}. {text}"
    return one_form_page(
        request, championship, form, _("Approva il referto"), _("Approva"), fixture=fixture, text=text
    )


def _fixture(club: Club, championship_code: str, fixture_id: int) -> tuple[Championship, Fixture]:
    championship = championship_of(club.slug, championship_code)
    return championship, played_of(championship, fixture_id).fixture
