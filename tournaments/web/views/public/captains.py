"""The captain's pages, opened by the team's link without an account: line-up, date, match report."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.errors import NotFound, Refusal
from club.web.guards import PageRequest, form_page, uncached_page
from club.web.pages import refusals_on, status_of
from tournaments.championships import (
    captain_codes,
    championship_service,
    line_ups,
    match_dates,
    reports,
)
from tournaments.championships.team_standings import Played, played_of
from tournaments.models import DateProposal, Fixture, Team
from tournaments.presenters.championships import championship_page, fixture_page, team_page
from tournaments.results.codes import CodeRefused
from tournaments.text.names import FOR_OFFICERS, PUBLIC
from tournaments.web.forms.championship_fixtures import LineUpForm, ProposalForm
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.desk.pages import go
from tournaments.web.views.tables.table_access import explain

View = Callable[..., HttpResponseBase]
CaptainView = Callable[Concatenate[PageRequest, Team, ...], HttpResponseBase]


def by_captain(view: CaptainView) -> View:
    """Passes the team of the code to the view; explains an invalid code (403)."""

    @wraps(view)
    def run(request: PageRequest, captain_code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            team = captain_codes.team_of(captain_code)
        except CodeRefused as refused:
            return explain(request, refused, renews=False)
        return view(request, team, *args, **kwargs)

    return run


@uncached_page
@by_captain
def captain(request: PageRequest, team: Team) -> HttpResponse:
    """Shows the captain the team's matches, first those that wait for an answer."""
    page = championship_page(team.championship, PUBLIC, individual=False)
    known = team_page(page, team, FOR_OFFICERS)
    done = [
        line
        for line in known.matches
        if line.played.is_void or line.fixture.lost_by or line.played.report == "approved"
    ]
    matches = _matches(team, [line.played for line in known.matches if line not in done])
    # Shown in full: matches that wait for an answer or for the referee, and the next match.
    in_full = sum(bool(match["waits"] or match["played"].is_over) for match in matches) + 1
    return _page(
        request,
        team,
        "captain.html",
        shown=known,
        matches=matches[:in_full],
        later=matches[in_full:],
        done=done,
    )


def _matches(team: Team, ahead: Sequence[Played]) -> list[dict[str, Any]]:
    """Returns what the captain may do about each match; matches that wait for the captain come first.

    At most eight queries.
    """
    fixtures = [each.fixture for each in ahead]
    is_closed = team.championship.closed_at is not None
    line_ups.prefetch(fixtures)
    proposals, begun = match_dates.open_proposals(fixtures), championship_service.begun(fixtures)
    asked_again, now = match_dates.asked_again(team.championship.club), timezone.now()
    return sorted(
        (
            _match(
                each,
                team,
                now,
                proposal=None if is_closed or each.fixture.pk in begun else proposals.get(each.fixture.pk),
                has_begun=each.fixture.pk in begun,
                has_asked_again=each.fixture.pk in asked_again,
            )
            for each in ahead
        ),
        key=lambda match: (
            not match["waits"],
            not match["played"].is_over,
            match["fixture"].date or date.max,
        ),
    )


def _match(
    played: Played,
    team: Team,
    now: datetime,
    *,
    proposal: DateProposal | None,
    has_begun: bool,
    has_asked_again: bool,
) -> dict[str, Any]:
    """Returns what the captain may do about a match; `waits` is true if it waits for the captain's answer."""
    fixture = played.fixture
    side = fixture.side_of(team.pk)
    shown = fixture_page(played, PUBLIC, team=team, now=now)
    own, other = (shown.home, shown.away) if side == Fixture.HOME else (shown.away, shown.home)
    closes_at = fixture.line_ups_close_at
    takes_line_up = _takes_line_up(fixture, now)
    is_closed = fixture.championship.closed_at is not None
    has_confirmed = shown.home_confirmed if side == Fixture.HOME else shown.away_confirmed
    return {
        "page": shown,
        "fixture": fixture,
        "played": played,
        "own": own,
        "other": other,
        "closes_at": closes_at,
        "takes_line_up": takes_line_up,
        "is_asked_again": takes_line_up and not own.is_given and has_asked_again,
        "proposal": proposal,
        "is_movable": not has_begun and not is_closed,
        "has_begun": has_begun,
        "has_confirmed": has_confirmed,
        "waits": (played.is_over and not has_confirmed and not is_closed)
        or (proposal is not None and proposal.team_id != team.pk),
    }


def _takes_line_up(fixture: Fixture, now: datetime) -> bool:
    """Whether a captain may still give or change a line-up."""
    closes_at = fixture.line_ups_close_at
    is_open = fixture.championship.closed_at is None and fixture.tournament_id is None
    return is_open and not fixture.lost_by and (closes_at is None or now < closes_at)


@form_page
@by_captain
def line_up(request: PageRequest, team: Team, fixture_id: int) -> HttpResponse:
    """Stores the team's line-up for a match."""
    played = _played(team, fixture_id)
    if request.method == "GET" and not _takes_line_up(played.fixture, timezone.now()):
        messages.error(request, _("Per questo incontro la formazione non si consegna più."))
        return _back(team)
    given = played.fixture.line_ups.filter(team=team).first()
    chosen = list(given.players.values_list("person", flat=True)) if given else []
    form = LineUpForm(request.POST or None, team=team, chosen=chosen)
    if form.is_valid():
        with refusals_on(form):
            line_ups.give(fixture_id, team, form.people())
            messages.success(request, _("Formazione consegnata."))
            return _back(team)
    return _form_page(
        request, team, form, _("La formazione"), _("Consegna la formazione"), played,
        text=_("L'altra squadra la vede soltanto quando ci sono tutte e due, o quando il tempo è finito."),
    )  # fmt: skip


@form_page
@by_captain
def propose_date(request: PageRequest, team: Team, fixture_id: int) -> HttpResponse:
    """Proposes another date for a match to the other captain."""
    played = _played(team, fixture_id)
    if request.method == "GET" and championship_service.is_begun(played.fixture):
        messages.error(request, match_dates.begun_words())
        return _back(team)
    form = ProposalForm(request.POST or None, initial=ProposalForm.initial_of(played.fixture))
    if form.is_valid():
        with refusals_on(form):
            match_dates.propose(fixture_id, team, **form.move_fields())
            messages.success(request, _("Proposta fatta: risponde il capitano dell'altra squadra."))
            return _back(team)
    return _form_page(request, team, form, _("Un'altra data"), _("Proponi"), played)


@require_POST
@by_captain
def answer_date(request: PageRequest, team: Team, fixture_id: int) -> HttpResponse:
    """Accepts or refuses the other captain's proposal, or withdraws the captain's own."""
    accepts = request.POST.get("answer") == "accept"
    done = _("La data è cambiata.") if accepts else _("La proposta è caduta: la data resta.")
    seen = _number(request, "version")
    _act(
        request,
        lambda: match_dates.answer(_played(team, fixture_id).fixture.pk, team, accepts=accepts, version=seen),
        done,
    )
    return _back(team)


@require_POST
@by_captain
def confirm_report(request: PageRequest, team: Team, fixture_id: int) -> HttpResponse:
    """Confirms the report of a match with the results that the page showed."""
    results = _number(request, "results")
    _act(
        request,
        lambda: reports.confirm(_played(team, fixture_id).fixture.pk, team, results=results),
        _("Referto confermato."),
    )
    return _back(team)


@form_page
@by_captain
def contest_report(request: PageRequest, team: Team, fixture_id: int) -> HttpResponse:
    """Contests the report of a match: the referee decides."""
    played = _played(team, fixture_id)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            reports.contest(fixture_id, team, reason=form.cleaned_data["reason"])
            messages.success(request, _("Contestato: decide l'arbitro."))
            return _back(team)
    return _form_page(request, team, form, _("Contesta il referto"), _("Contesta"), played)


def _number(request: PageRequest, name: str) -> int:
    """Returns the number that the page sent; without one -1, which is no version."""
    written = request.POST.get(name, "")
    return int(written) if written.isdecimal() and len(written) < 10 else -1


def _act(request: PageRequest, act: Callable[[], object], done: str) -> None:
    """Does the act; a refusal becomes a message of the page."""
    try:
        act()
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)


def _played(team: Team, fixture_id: int) -> Played:
    """Returns a match of the team. Raises NotFound for a match of other teams."""
    played = played_of(team.championship, fixture_id)
    if not played.fixture.side_of(team.pk):
        raise NotFound(_("Questo incontro è di altre squadre."))
    return played


def _back(team: Team) -> HttpResponse:
    return go("captain", captain_codes.code_of(team))


def _form_page(
    request: PageRequest, team: Team, form: Form, title: str, action: str, played: Played, text: str = ""
) -> HttpResponse:
    return _page(
        request, team, "captain_form.html", status=status_of(form),
        form=form, title=title, action=action, text=text, fixture=played.fixture,
    )  # fmt: skip


def _page(
    request: PageRequest, team: Team, template: str, *, status: int = 200, **shown: object
) -> HttpResponse:
    context = {
        "club": team.championship.club,
        "championship": team.championship,
        "team": team,
        "captain_code": captain_codes.code_of(team),
        **shown,
    }
    response = render(request, f"public/championships/{template}", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
