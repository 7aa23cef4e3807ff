"""The day of an assembly: members come in or are represented, and afterwards the minutes are written."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.assemblies import door, minutes
from club.assemblies.door import Door
from club.assemblies.voting import NonVoter, Voter
from club.errors import ClubError
from club.models import Attendance, Club, Look, Person
from club.person_names import plain
from club.privacy import access_log
from club.web import pages
from club.web.forms import replace_sent
from club.web.forms.assemblies import ApprovalForm, MinutesForm
from club.web.guards import OfficerRequest, officers
from club.web.views.assemblies import assembly_of, assembly_page

VOTERS_A_PAGE = 50


@dataclass(frozen=True)
class Row:
    """A voter at the door: the attendance if there is one, and the people represented."""

    voter: Voter
    attendance: Attendance | None
    represents: list[Person]

    @property
    def person(self) -> Person:
        return self.voter.member.person


@require_safe
@officers(Right.KEEP_REGISTER)
def door_page(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The voters, found by a few letters, with buttons that note them as present, and the quorum.

    With `delega` in the address, the buttons give the proxies to that member.
    """
    assembly = assembly_of(club, assembly_id)
    here = door.door(assembly)
    letters = request.GET.get("q", "")
    holder = here.roll.voters.get(pages.id_in(request.GET.get("delega", "")) or 0)
    kept = {"q": letters} | ({"delega": str(holder.member.person.pk)} if holder else {})
    page_obj = pages.paged(request, _matching(here, letters, holder), VOTERS_A_PAGE)
    access_log.record_list(club, request.user, (row.person.pk for row in page_obj), Look.Page.ASSEMBLY)
    return assembly_page(
        request,
        club,
        "door.html",
        assembly,
        count=here.count,
        most=here.roll.most_proxies,
        letters=letters,
        holder=holder,
        held=len(here.held_by(holder.member.person.pk)) if holder else 0,
        page_obj=page_obj,
        others=_others(here, letters),
        query=urlencode(kept),
    )


def _matching(here: Door, letters: str, holder: Voter | None) -> list[Row]:
    """The voters who match; for proxies to `holder`, those who are not there yet."""
    rows = []
    for key, voter in here.roll.voters.items():
        attendance = here.attendances.get(key)
        is_free = attendance is None and voter is not holder
        if _is_found(voter, letters) and (holder is None or is_free):
            rows.append(Row(voter, attendance, [one.person for one in here.held_by(key)]))
    return rows


def _others(here: Door, letters: str) -> list[NonVoter]:
    """The members without a vote who match, if some letters were written."""
    return [one for one in here.roll.others if letters.strip() and _is_found(one, letters)][:10]


def _is_found(one: Voter | NonVoter, letters: str) -> bool:
    words = plain(letters).split()
    if len(words) == 1 and words[0].isdecimal():
        return one.member.number == int(words[0])
    name = f" {one.member.person.search_key}"
    return all(f" {word}" in name for word in words)


@require_POST
@officers(Right.KEEP_REGISTER)
def attend(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """Notes a presence or a proxy, or takes one off; a refusal is shown above the list."""
    assembly = assembly_of(club, assembly_id)
    person = pages.id_in(request.POST.get("person", "")) or 0
    holder = pages.id_in(request.POST.get("holder", "")) or 0
    try:
        if "out" in request.POST:
            door.take_out(club, assembly.pk, person, by=request.user)
        elif "open" in request.POST:
            door.open_call(club, assembly.pk, pages.id_in(request.POST["open"]) or 0, by=request.user)
            messages.success(request, _("L'assemblea è aperta."))
        elif holder:
            made = door.record_proxy(club, assembly.pk, giver=person, holder=holder, by=request.user)
            sentence = _("%(name)s: delega scritta.") % {"name": made.person.full_name}
            messages.success(request, sentence)
        else:
            made = door.mark_present(club, assembly.pk, person, by=request.user)
            messages.success(request, _("%(name)s è presente.") % {"name": made.person.full_name})
    except ClubError as refusal:
        messages.error(request, str(refusal))
    kept = urlencode({name: value for name in ("q", "delega", "pagina") if (value := request.POST.get(name))})
    where = reverse("assembly_door", args=[club.slug, assembly.pk])
    return redirect(f"{where}?{kept}" if kept else where)


@never_cache
@officers(Right.KEEP_REGISTER)
def minutes_page(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The minutes: the text, to be saved, its earlier versions, and the approval."""
    assembly = assembly_of(club, assembly_id)
    last = minutes.current(assembly)
    text = last.text if last else minutes.beginning(door.door(assembly))
    number = last.number if last else 0
    form = MinutesForm(request.POST or None, initial={"text": text, "version": number})
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            minutes.save(club, assembly.pk, cleaned["text"], version=cleaned["version"], by=request.user)
            messages.success(request, _("Il verbale è salvato."))
            return redirect("assembly_minutes", club.slug, assembly.pk)
    refusal = pages.refusal_of(form)
    is_outdated = refusal is not None and refusal.code == "changed-meanwhile"
    if is_outdated:
        replace_sent(form, version=number)
    return assembly_page(
        request,
        club,
        "minutes.html",
        assembly,
        form=form,
        last=last,
        other=last if is_outdated else None,
        versions=assembly.minutes.order_by("-number"),
        approval_form=ApprovalForm(initial={"on": timezone.localdate(), "version": number}),
    )


@require_safe
@officers(Right.KEEP_REGISTER)
def minutes_version(request: OfficerRequest, club: Club, assembly_id: int, number: int) -> HttpResponse:
    """An earlier text of the minutes, to be read."""
    assembly = assembly_of(club, assembly_id)
    one = assembly.minutes.filter(number=number).first()
    if one is None:
        return redirect("assembly_minutes", club.slug, assembly.pk)
    return assembly_page(request, club, "minutes_version.html", assembly, one=one)


@require_POST
@officers(Right.KEEP_REGISTER)
def approve(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """Makes the minutes final."""
    assembly, form = assembly_of(club, assembly_id), ApprovalForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi il giorno in cui il verbale è stato approvato."))
        return redirect("assembly_minutes", club.slug, assembly.pk)
    today = timezone.localdate()
    minutes.approve(club, assembly.pk, today=today, by=request.user, **form.cleaned_data)
    messages.success(request, _("Il verbale è approvato: l'assemblea resta scritta così."))
    return redirect("assembly", club.slug, assembly.pk)


@require_safe
@officers(Right.KEEP_REGISTER)
def minutes_file(request: OfficerRequest, club: Club, assembly_id: int) -> HttpResponse:
    """The minutes on paper, with the members who took part."""
    assembly = assembly_of(club, assembly_id)
    there = list(assembly.attendances.values_list("person_id", flat=True))
    access_log.record_list(club, request.user, there, Look.Page.ASSEMBLY)
    name = f"verbale-{slugify(assembly.title)}-{assembly.day.isoformat()}.pdf"
    return pages.private_file(minutes.minutes_pdf(assembly), "application/pdf", name, is_download=False)
