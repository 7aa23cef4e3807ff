"""The club's tournaments: list, creation, settings, ranking, closing, calling off, log."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.access import Right, holders
from club.accounts import letters
from club.days import written_out
from club.history.hash_chain import EntryRow, first_broken
from club.models import Club, SampleClub
from club.money import euros
from club.web import guards, officer_desk
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments.entries import cash
from tournaments.entries.bookings import evening_changes
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import RoundState, Tournament
from tournaments.presenters.tournaments import shown_ranking
from tournaments.standings import ranking_service
from tournaments.text import log_wording
from tournaments.web.forms.ranking import RankingForm
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.forms.tournament import BY_PHONE, CallingOffForm, SettingsForm, TournamentForm, proposal
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages
from tournaments.web.views.desk.pages import Question, ask


@uncached_page
@login_required
def desk(request: OfficerRequest) -> HttpResponse:
    """Redirects officers to their club's desk, or lets them choose among several clubs."""
    clubs = list(Club.objects.filter(roles__user=request.user, sample=None).distinct())
    if len(clubs) == 1:
        return redirect("club_desk", clubs[0].slug)
    return render(request, "desk/tournaments/clubs.html", {"clubs": clubs})


#: The open evenings that a desk shows.
MOST_OPEN = 5


@uncached_page
@guards.officers(*Right)
def club_desk(request: OfficerRequest, club: Club) -> HttpResponse:
    """Shows the open evenings and the officer's open tasks; to owners also the steps of setting up."""
    today = timezone.localdate()
    may = guards.may(request)
    shown: dict[str, object] = {}
    if may["may_enter"]:
        shown["evenings"] = [(each, written_out(each.date)) for each in _open_evenings(club)]
    if may["may_keep_register"]:
        matters = list(officer_desk.register_matters(club, today))
        if may["may_give_roles"]:
            matters = [*officer_desk.webhook_matters(club), *matters]
        shown["matters"] = matters
    if may["may_give_roles"]:
        steps = officer_desk.setup_steps(club, request.user)
        shown["steps"] = [] if all(step.is_done for step in steps) else steps
        shown["has_played"] = club.tournaments.exists()
        shown["is_sample"] = SampleClub.objects.filter(club=club).exists()
    return club_pages.page(request, club, "desk/tournaments/club_desk.html", shown)


def _open_evenings(club: Club) -> QuerySet[Tournament]:
    """Returns the evenings not over yet; `to_confirm` counts the bookings that the desk has to confirm."""
    unconfirmed = Q(bookings__confirmed_at=None, bookings__email="", bookings__ended_at=None)
    return (
        club.tournaments.filter(closed_at=None, called_off_at=None)
        .annotate(to_confirm=Count("bookings", filter=unconfirmed))
        .order_by("date", "starts_at", "id")[:MOST_OPEN]
    )


@uncached_page
@guards.officers(Right.ENTER_RESULTS)
def club_tournaments(request: OfficerRequest, club: Club) -> HttpResponse:
    """Lists the club's last hundred tournaments, the newest first."""
    shown: dict[str, object] = {"tournaments": club.tournaments.all()[:100]}
    if not shown["tournaments"]:
        shown["organisers"] = [name for each in holders(club, (Right.RUN_EVENING,)) for name in each.names]
    return club_pages.page(request, club, "desk/tournaments/tournaments.html", shown)


@form_page
@guards.officers(Right.RUN_EVENING)
def new(request: OfficerRequest, club: Club) -> HttpResponse:
    """Creates a tournament, from the Accademia's defaults."""
    form = TournamentForm(request.POST or None, initial=proposal())
    if form.is_valid():
        given = dict(form.cleaned_data)
        name, on = given.pop("name"), given.pop("date")
        with club_pages.refusals_on(form):
            tournament = lifecycle.create(club, name=name, on=on, by=pages.actor(request), **given)
            return pages.go("entries", tournament.code)
    _add_letters_notice(request, form)
    return club_pages.page(
        request, club, "desk/tournaments/new.html", form=form, status=422 if form.errors else 200
    )


@form_page
@officers(Right.RUN_EVENING)
def settings(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Changes the settings that can still be changed."""
    # Validation fills the form's instance, so it gets a copy, and the page shows the stored values.
    form = SettingsForm(request.POST or None, instance=Tournament.objects.get(pk=tournament.pk))
    if form.is_valid():
        with club_pages.refusals_on(form):
            lifecycle.change(tournament.pk, by=pages.actor(request), **form.cleaned_data)
            messages.success(request, _("Le impostazioni del torneo sono salvate."))
            return pages.go("settings_tournament", tournament.code)
    _add_letters_notice(request, form)
    status = club_pages.status_of(form)
    return pages.page(
        request, tournament, "desk/tournaments/settings.html", "settings", status=status, form=form
    )


def _add_letters_notice(request: OfficerRequest, form: TournamentForm | SettingsForm) -> None:
    """Adds the address that letters will link to, to the help text of the box for online bookings."""
    if "takes_bookings" in form.fields:
        form.fields["takes_bookings"].help_text = f"{BY_PHONE} {letters.letters_notice(request)}"


CLOSING = gettext_lazy(
    "La classifica diventa finale. Per correggere un risultato si potrà riaprire, dicendo perché."
)


def _unpaid(tournament: Tournament) -> str:
    """Returns the sentence about the fees still to be taken; "" where all are paid. Two queries."""
    owed = cash.unpaid(tournament)
    if not owed:
        return ""
    sentence = ngettext(
        "Non ha pagato la quota il n. %(numbers)s: restano da incassare %(sum)s, nella pagina «Cassa».",
        "Non hanno pagato la quota i n. %(numbers)s: restano da incassare %(sum)s, nella pagina «Cassa».",
        len(owed),
    )
    return sentence % {"numbers": ", ".join(map(str, sorted(owed))), "sum": euros(sum(owed.values()))}


@form_page
@officers(Right.RUN_EVENING)
def close(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Closes the tournament, after asking; if it cannot be closed yet, the question says why."""
    if request.method == "POST":
        lifecycle.close(tournament.pk, by=pages.actor(request))
        return pages.go("rounds", tournament.code)
    try:
        lifecycle.verify_may_close(tournament)
    except TournamentError as refusal:
        question = Question(gettext_lazy("Non si può ancora concludere"), str(refusal), "", "rounds")
        return ask(request, tournament, question, tab="rounds")
    question = Question(
        gettext_lazy("Concludere il torneo?"),
        f"{_unpaid(tournament)} {CLOSING}".strip(),
        gettext_lazy("Concludi il torneo"),
        "rounds",
        danger=False,
    )
    return ask(request, tournament, question, tab="rounds")


@form_page
@officers(Right.RUN_EVENING)
def reopen(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Reopens the tournament, with a reason for the log."""
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        lifecycle.reopen(tournament.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("rounds", tournament.code)
    question = Question(
        gettext_lazy("Riaprire il torneo?"),
        gettext_lazy("La classifica torna provvisoria: si potranno correggere i risultati."),
        gettext_lazy("Riapri il torneo"),
        "rounds",
    )
    return ask(request, tournament, question, form, tab="rounds")


CALL_OFF = (
    gettext_lazy("Annullare il torneo?"),
    gettext_lazy("Resta nel calendario, segnato come annullato, anche in quello di chi si è abbonato."),
    gettext_lazy("Annulla il torneo"),
)
HOLD = (
    gettext_lazy("Si gioca lo stesso?"),
    gettext_lazy("Il torneo torna nel calendario, anche in quello di chi si è abbonato."),
    gettext_lazy("Sì, si gioca"),
)


@form_page
@officers(Right.RUN_EVENING)
def call_off(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Calls the tournament off, or reverses that; after asking, with a reason.

    Refused if another officer has done it in the meantime.
    """
    is_off = tournament.called_off_at is not None
    form = CallingOffForm(request.POST if request.method == "POST" else None, initial={"holds": is_off})
    if form.is_valid():
        verb = lifecycle.hold if form.cleaned_data["holds"] else lifecycle.call_off
        verb(tournament.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("settings_tournament", tournament.code)
    title, text, action = HOLD if is_off else CALL_OFF
    explanation = " ".join(filter(None, (str(text), _recipients(tournament))))
    question = Question(title, explanation, action, "settings_tournament")
    return ask(request, tournament, question, form, tab="settings")


def _recipients(tournament: Tournament) -> str:
    """Returns sentences that count the people who get a letter and those whom the organiser must tell.

    Three queries.
    """
    written, unreached, to_ring = (
        evening_changes.recipients(tournament).count(),
        evening_changes.unreached_entries(tournament).count(),
        evening_changes.by_phone_alone(tournament).count(),
    )
    sentences = [_written_to(written, letters.mail_folder_note())]
    if unreached:
        sentences.append(
            ngettext(
                "%(count)s iscrizione è stata fatta al banco, senza indirizzo: avvisa tu.",
                "%(count)s iscrizioni sono state fatte al banco, senza indirizzo: avvisa tu.",
                unreached,
            )
            % {"count": unreached}
        )
    if to_ring:
        sentences.append(
            ngettext(
                "%(count)s iscrizione ha solo il telefono: chiama tu.",
                "%(count)s iscrizioni hanno solo il telefono: chiama tu.",
                to_ring,
            )
            % {"count": to_ring}
        )
    return " ".join(sentences)


def _written_to(count: int, folder_note: str) -> str:
    """Returns the sentence that counts the people who get a letter.

    `folder_note` says where an installation without e-mail leaves its letters; empty in other installations.
    """
    if not count:
        return _("Nessuno si è iscritto dal telefono: non si scrive a nessuno.")
    if folder_note:
        sentence = ngettext(
            "Si è iscritta dal telefono %(count)s persona: avvisala tu, l'indirizzo è nell'elenco.",
            "Si sono iscritte dal telefono %(count)s persone: avvisale tu, gli indirizzi sono nell'elenco.",
            count,
        )
        return f"{sentence % {'count': count}} {folder_note}"
    sentence = ngettext(
        "Chi si è iscritto dal telefono lo sa subito, con il motivo: un messaggio a %(count)s persona.",
        "Chi si è iscritto dal telefono lo sa subito, con il motivo: un messaggio a %(count)s persone.",
        count,
    )
    return sentence % {"count": count}


@form_page
@officers(Right.RUN_EVENING)
def choose_ranking(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Changes the ranking: criteria in order, scale, victory points; a preset's button sets its criteria."""
    form = RankingForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        with club_pages.refusals_on(form, {"reason-missing": "reason"}):
            ranking_service.choose(tournament.pk, by=pages.actor(request), **form.chosen())
            messages.success(request, _("La classifica si fa così da adesso."))
            return pages.go("ranking", tournament.code)
    current = shown_ranking(tournament)
    return pages.page(
        request,
        tournament,
        "desk/tournaments/ranking.html",
        "settings",
        status=club_pages.status_of(form),
        form=form,
        ranking=current,
        presets=[(key, name, key == current.preset) for key, name in ranking_service.NAMES.items()],
        settled=tournament.rounds.filter(state=RoundState.SETTLED).exists(),
    )


ACTS_A_PAGE = 100


@uncached_page
@officers(Right.ENTER_RESULTS)
def show_log(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows a page of the log, newest first, and whether its hash chain holds.

    The whole chain is verified each time: a hundred thousand acts take a second.
    """
    entries = tournament.log.order_by("number").values_list(*EntryRow._fields)
    broken = first_broken(map(EntryRow._make, entries.iterator()))
    page_obj = club_pages.paged(request, tournament.log.order_by("-number"), ACTS_A_PAGE)
    lines = log_wording.log_lines(page_obj)
    return pages.page(
        request, tournament, "desk/log.html", "log", lines=lines, page_obj=page_obj, broken=broken
    )
