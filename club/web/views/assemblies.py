"""Assemblies: the list, one assembly with its call and its papers, and the statute's rules of voting."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.accounts.letters import mail_folder_note
from club.assemblies import calling, convocation, door, minutes, voting
from club.dues import reminders
from club.exports import assemblies as papers
from club.models import Assembly, Club, Look
from club.privacy import access_log
from club.tables.files import FORMATS, file_name, table_file
from club.web import pages
from club.web.forms.assemblies import AssemblyForm, DeliveryForm, RulesForm, known_values
from club.web.guards import OfficerRequest, officers

LETTERS_A_PAGE = 50


def assembly_of(club: Club, assembly_id: int) -> Assembly:
    """The club's assembly with this id, else 404."""
    assembly = club.assemblies.filter(pk=assembly_id).select_related("rules", "club").first()
    if assembly is None:
        raise Http404
    return assembly


def assembly_page(
    request: OfficerRequest, club: Club, template: str, assembly: Assembly | None = None, **shown: Any
) -> HttpResponse:
    """A page of assemblies; never cached, because it may hold private data."""
    shown = {"assembly": assembly, "now": timezone.now(), **shown}
    answer = pages.page(request, club, f"club/assemblies/{template}", **shown)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@require_safe
@officers(Right.KEEP_REGISTER)
def list_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The assemblies, the newest first, and the rules of voting."""
    rules = voting.rules_of(club)
    convened = set(club.letters.exclude(assembly=None).values_list("assembly_id", flat=True).distinct())
    rows = [(one, one.pk in convened) for one in club.assemblies.order_by("-first_call_at", "-pk")]
    return assembly_page(request, club, "list.html", rows=rows, rules=rules)


@never_cache
@officers(Right.KEEP_REGISTER)
def new_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Adds an assembly."""
    rules = voting.rules_of(club)
    usual = {
        "title": _("Assemblea ordinaria dei soci"),
        "place": club.address or club.venue or club.city,
        "first_quorum": rules.first_quorum,
        "second_quorum": rules.second_quorum,
        "key": uuid4(),
    }
    form = AssemblyForm(request.POST or None, initial=usual)
    if form.is_valid():
        with pages.refusals_on(form, {"second-call-early": "second_day"}):
            key = form.cleaned_data["key"] or uuid4()
            assembly = calling.add(club, form.values(), key=key, by=request.user)
            messages.success(request, _("L'assemblea è scritta: ora si può convocare."))
            return redirect("assembly", club.slug, assembly.pk)
    return assembly_page(request, club, "write.html", form=form)


@never_cache
@officers(Right.KEEP_REGISTER)
def change_page(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """Changes an assembly that is not closed."""
    assembly = assembly_of(club, assembly_id)
    form = AssemblyForm(request.POST or None, initial=known_values(assembly))
    if form.is_valid():
        with pages.refusals_on(form, {"second-call-early": "second_day"}):
            version = form.cleaned_data["version"] or 0
            calling.change(club, assembly.pk, form.values(), version=version, by=request.user)
            messages.success(request, _("Salvato: chi era già convocato non lo sa ancora."))
            return redirect("assembly", club.slug, assembly.pk)
    is_called = assembly.letters.exists()
    return assembly_page(request, club, "write.html", assembly, form=form, is_called=is_called)


@require_POST
@officers(Right.KEEP_REGISTER)
def remove(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """Deletes an assembly that was written by mistake."""
    calling.remove(club, assembly_of(club, assembly_id).pk, by=request.user)
    messages.success(request, _("L'assemblea è tolta."))
    return redirect("club_assemblies", club.slug)


@require_safe
@officers(Right.KEEP_REGISTER)
def overview(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """An assembly: its call, its voters and the others, the attendances, and its minutes."""
    assembly = assembly_of(club, assembly_id)
    here = door.door(assembly)
    others = (one.member.person.pk for one in here.roll.others)
    access_log.record_list(club, request.user, others, Look.Page.ASSEMBLY)
    return assembly_page(
        request,
        club,
        "overview.html",
        assembly,
        roll=here.roll,
        count=here.count,
        letters=convocation.letter_counts(assembly),
        last=minutes.current(assembly),
        may_remove=not (here.attendances or assembly.letters.exists() or assembly.minutes.exists()),
    )


@require_safe
@officers(Right.KEEP_REGISTER)
def sheet_file(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The sheet that the voters sign."""
    assembly = assembly_of(club, assembly_id)
    table = papers.assembly_sheet(club, papers.sheet_of(assembly))
    access_log.record_list(
        club, request.user, (voter.member.person.pk for voter in table.rows), Look.Page.ASSEMBLY
    )
    name = file_name(table.title, table.source, "pdf")
    return pages.private_file(papers.assembly_pdf(table), "application/pdf", name, is_download=False)


# The letters that call the members.


@never_cache
@officers(Right.KEEP_REGISTER)
def letters_page(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The letters to be sent, with one as an example, and those sent; POST sends them."""
    assembly = assembly_of(club, assembly_id)
    if request.method == "POST":
        return _convene(request, club, assembly)
    today = timezone.localdate()
    waiting = [] if assembly.is_closed else convocation.drafts(assembly, again=False, today=today)
    sent = assembly.letters.select_related("person__kept_name").order_by(
        "person__search_key", "person", "-written_at", "-pk"
    )
    page_obj = pages.paged(request, sent, LETTERS_A_PAGE)
    example = next((each for each in waiting if each.email), waiting[0] if waiting else None)
    shown = [letter.person_id for letter in page_obj] + ([example.member.person.pk] if example else [])
    access_log.record_list(club, request.user, shown, Look.Page.ASSEMBLY)
    return assembly_page(
        request,
        club,
        "letters.html",
        assembly,
        waiting=waiting,
        by_email=sum(bool(each.email) for each in waiting),
        example=example,
        example_text=convocation.letter_texts(assembly, [example])[0] if example else "",
        counts=convocation.letter_counts(assembly),
        page_obj=page_obj,
        days_left=(assembly.day - today).days,
        delivery_form=DeliveryForm(initial={"on": today, "how": _("a mano")}),
        key=uuid4(),
        mail_note=mail_folder_note(),
    )


def _convene(request: OfficerRequest, club: Club, assembly: Assembly) -> HttpResponse:
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        return redirect("assembly_letters", club.slug, assembly.pk)
    letters = convocation.convene(
        club, assembly.pk, again="again" in request.POST, today=timezone.localdate(), key=key, by=request.user
    )
    sentence = ngettext("%(count)s convocazione scritta.", "%(count)s convocazioni scritte.", len(letters))
    messages.success(request, sentence % {"count": len(letters)})
    return redirect("assembly_letters", club.slug, assembly.pk)


@require_safe
@officers(Right.KEEP_REGISTER)
def letters_file(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The letters on paper that have not left yet, as a PDF; with `tutte`, all letters."""
    assembly = assembly_of(club, assembly_id)
    letters = assembly.letters.select_related("person").order_by("person__search_key", "pk")
    if "tutte" not in request.GET:
        letters = letters.filter(email="", delivered_on=None)
    printed = list(letters)
    if not printed:
        return redirect("assembly_letters", club.slug, assembly.pk)
    access_log.record_list(club, request.user, (each.person_id for each in printed), Look.Page.ASSEMBLY)
    body = reminders.letters_pdf(club, printed, title=assembly.title)
    return pages.private_file(body, "application/pdf", "convocazioni.pdf", is_download=False)


@require_POST
@officers(Right.KEEP_REGISTER)
def mark_delivered(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """Notes when and how the letters on paper left."""
    assembly, form = assembly_of(club, assembly_id), DeliveryForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi il giorno e come sono partite le lettere."))
        return redirect("assembly_letters", club.slug, assembly.pk)
    count = convocation.mark_delivered(
        club, assembly.pk, today=timezone.localdate(), by=request.user, **form.cleaned_data
    )
    sentence = ngettext("%(count)s lettera segnata.", "%(count)s lettere segnate.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("assembly_letters", club.slug, assembly.pk)


@require_safe
@officers(Right.KEEP_REGISTER)
def proof_file(request: OfficerRequest, club: Club, assembly_id: int, ending: str) -> HttpResponse:
    """The proof of sending: each letter with its address and when it left."""
    if ending not in ("pdf", "xlsx"):
        raise Http404
    assembly = assembly_of(club, assembly_id)
    table = papers.proof_of_sending(assembly)
    access_log.record_list(club, request.user, (each.person_id for each in table.rows), Look.Page.ASSEMBLY)
    name = file_name(table.title, table.source, ending)
    body = table_file(table, ending, FORMATS)
    return pages.private_file(body, FORMATS[ending].content_type, name, is_download=ending != "pdf")


@never_cache
@officers(Right.GIVE_ROLES)
def rules_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The statute's rules of votes, proxies and quorums, to read and to change."""
    form = RulesForm(request.POST or None, instance=voting.rules_of(club))
    if form.is_valid():
        voting.write_rules(club, form.cleaned_data, by=request.user)
        messages.success(request, _("Salvato: vale per le assemblee che non sono ancora cominciate."))
        return redirect("club_assemblies", club.slug)
    return assembly_page(request, club, "rules.html", form=form)
