"""The officers' pages of a championship: settings, calendar, play-off, close."""

from collections.abc import Sequence
from dataclasses import astuple
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.access import Right
from club.history import log
from club.models import Club
from club.web.guards import OfficerRequest, form_page, officers, uncached_page
from club.web.pages import page, refusals_on
from tournaments.championships import (
    calendar,
    championship_service,
    play_off,
    rooms,
)
from tournaments.championships.team_standings import championship_of, championship_standings
from tournaments.models import Championship, Fixture
from tournaments.presenters.championships import championship_page
from tournaments.text.championship_wording import extra_breaks_sentence, overfull_sentence
from tournaments.text.log_wording import act_sentence
from tournaments.text.names import FOR_OFFICERS
from tournaments.web.forms.championship import (
    CalendarForm,
    ChampionshipSettingsForm,
    NewChampionshipForm,
    RemovalForm,
    StageForm,
)
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.desk.championship_pages import LAST_ACTS, MAY_REFEREE, done, one_form_page
from tournaments.web.views.desk.pages import go


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
    has_begun = calendar.has_begun(championship)
    own = {
        "championship": championship,
        "shown": shown,
        "teams": list(championship.teams.select_related("captain").prefetch_related("players")),
        "room_warnings": _room_warnings(championship, fixtures, has_begun=has_begun),
        "has_begun": has_begun,
        "may_delete": Right.GIVE_ROLES in request.rights,
        "may_draw_stage": bool(championship.qualifiers) and shown.known.is_group_stage_over
        and not shown.winner and all(each.is_decided for each in shown.known.play_off),
        "lines": lines,
    }  # fmt: skip
    return page(request, club, "desk/championships/championship.html", own)


def _room_warnings(championship: Championship, fixtures: Sequence[Fixture], *, has_begun: bool) -> list[str]:
    """Returns warnings: overfull rooms and, while the calendar can be redrawn, the breaks they cause."""
    if championship.closed_at:
        return []
    extra = 0 if has_begun else calendar.extra_breaks(championship, fixtures)
    return [
        *(overfull_sentence(*astuple(each)) for each in rooms.overfull(championship, fixtures)),
        *([extra_breaks_sentence(extra)] if extra else []),
    ]


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
            return done(request, championship, _("Il campionato è salvato."))
    return one_form_page(request, championship, form, _("Regole del campionato"), _("Salva"))


@form_page
@officers(Right.RUN_EVENING)
def draw(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Draws the calendar, with dates or without."""
    championship = championship_of(club.slug, championship_code)
    form = CalendarForm(request.POST or None, initial={"version": championship.version})
    if form.is_valid():
        given = form.cleaned_data
        with refusals_on(form):
            teams = list(championship.teams.filter(withdrawn_at=None))
            dates = form.days(calendar.rounds_of(championship, teams))
            calendar.draw(
                championship.pk,
                by=request.user,
                dates=dates,
                starts_at=given["starts_at"],
                version=given["version"],
            )
            if past := [day for day in dates if day < timezone.localdate()]:
                sentence = _("Ci sono date già passate, come il %(day)s: è giusto l'anno?")
                messages.warning(request, sentence % {"day": date_format(past[0], "j/n/Y")})
            return done(request, championship, _("Il calendario c'è."))
    text = _(
        "Si sorteggia in modo che ogni squadra giochi a turno in casa e fuori, e che due squadre della "
        "stessa sala non siano in casa insieme, nemmeno in gironi diversi, né quando il circolo ha un'altra "
        "serata nella stessa sala. Dove non si può, te lo dice. Finché non si è giocato, si può rifare."
    )
    if championship.fixtures.exists():
        text = f"{_calendar_lost_words()} {text}"
    return one_form_page(request, championship, form, _("Il calendario"), _("Sorteggia"), text=text)


def _calendar_lost_words() -> str:
    return _("Il calendario di adesso si perde, con le date spostate e le proposte dei capitani.")


@form_page
@officers(Right.RUN_EVENING)
def remove_calendar(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Removes a calendar without any match played, so that teams and groups can change."""
    championship = championship_of(club.slug, championship_code)
    form = RemovalForm(request.POST or None, initial={"version": championship.version})
    if form.is_valid():
        with refusals_on(form):
            calendar.remove(championship.pk, by=request.user, version=form.cleaned_data["version"])
            sentence = _("Il calendario non c'è più: cambia le squadre, poi sorteggialo di nuovo.")
            return done(request, championship, sentence)
    return one_form_page(
        request, championship, form, _("Togliere il calendario?"), _("Togli il calendario"),
        text=_calendar_lost_words() + " " + _("Le squadre restano."), is_danger=True,
    )  # fmt: skip


@form_page
@officers(Right.RUN_EVENING)
def draw_stage(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Makes the matches of the next stage of the play-off."""
    championship = championship_of(club.slug, championship_code)
    stage = play_off.stage_of(championship_standings(championship, individual=False))
    form = StageForm(
        request.POST or None,
        initial={"version": championship.version},
        has_third_place=stage is not None and stage.third_place is not None,
    )
    if form.is_valid():
        given = form.cleaned_data
        with refusals_on(form):
            play_off.draw_stage(
                championship.pk,
                by=request.user,
                on=given["date"],
                starts_at=given["starts_at"],
                third_place=given.get("third_place", False),
                version=given["version"],
            )
            return done(request, championship, _("Gli incontri dei play-off sono nel calendario."))
    text = _("Le prime di ogni girone, per teste di serie. Un incontro pari lo passa la meglio classificata.")
    return one_form_page(request, championship, form, _("I play-off"), _("Prepara gli incontri"), text=text)


@form_page
@officers(Right.RUN_EVENING)
def close(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Closes a championship, or opens it again with a reason."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if championship.closed_at is None:
        del form.fields["reason"]
    if form.is_valid():
        with refusals_on(form):
            if championship.closed_at is None:
                championship_service.close(championship.pk, by=request.user)
                return done(request, championship, _("Il campionato è concluso."))
            reason = form.cleaned_data["reason"]
            championship_service.reopen(championship.pk, by=request.user, reason=reason)
            return done(request, championship, _("Il campionato è di nuovo aperto."))
    title = _("Riaprire il campionato?") if championship.closed_at else _("Concludere il campionato?")
    action = _("Riapri") if championship.closed_at else _("Concludi")
    text = "" if championship.closed_at else _closing_words(championship)
    return one_form_page(request, championship, form, title, action, text=text)


def _closing_words(championship: Championship) -> str:
    """Returns what closing the championship means, and how many of its matches are still undecided."""
    known = championship_standings(championship, individual=False)
    left = sum(not each.is_decided for each in known.fixtures)
    means = _(
        "Da allora i capitani non consegnano e non confermano più niente. Si può riaprire, con un motivo."
    )
    if not left:
        return means
    words = ngettext(
        "C'è ancora %(left)s incontro da decidere.", "Ci sono ancora %(left)s incontri da decidere.", left
    )
    return f"{words % {'left': left}} {means}"


@form_page
@officers(Right.GIVE_ROLES)
def delete(request: OfficerRequest, club: Club, championship_code: str) -> HttpResponse:
    """Deletes a championship without any match played, with a reason. For the club's owner."""
    championship = championship_of(club.slug, championship_code)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            championship_service.delete(championship.pk, by=request.user, reason=form.cleaned_data["reason"])
            messages.success(request, _("Il campionato è eliminato: nel registro resta che cos'era."))
            return go("championships", club.slug)
    title = _("Eliminare «%(name)s»?") % {"name": championship}
    return one_form_page(request, championship, form, title, _("Elimina il campionato"), is_danger=True)
