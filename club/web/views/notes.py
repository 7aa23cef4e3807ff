"""Notes about a person: adding one, correcting it and removing it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club, Look, PersonNote
from club.privacy import access_log
from club.register import notebook
from club.web import pages
from club.web.forms import replace_sent
from club.web.forms.register import NoteForm
from club.web.guards import OfficerRequest, officers
from club.web.views.register import person_of


@require_POST
@officers(Right.KEEP_REGISTER)
def add(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Adds a note; a refused one stays in its form, on a page of its own."""
    person = person_of(club, person_id)
    form = NoteForm(request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            notebook.write(
                person.pk,
                club,
                text=cleaned["text"],
                on=cleaned["on"],
                today=timezone.localdate(),
                by=request.user,
                key=cleaned["key"],
            )
            messages.success(request, _("Nota scritta."))
            return redirect("register_person", club.slug, person.pk)
    return pages.register_page(request, club, "note.html", form=form, person=person)


@officers(Right.KEEP_REGISTER)
def correct_page(request: OfficerRequest, club: Club, note_id: int) -> HttpResponse:
    """Corrects a note, for its author and the owner; opening it is recorded as access."""
    note = _note(request, club, note_id)
    now = {"on": note.on, "text": note.text, "version": note.version}
    form = NoteForm(request.POST or None, initial=now)
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            notebook.correct(
                note.pk,
                club,
                text=cleaned["text"],
                on=cleaned["on"],
                version=cleaned["version"] or 0,
                today=timezone.localdate(),
                by=request.user,
            )
            messages.success(request, _("Nota corretta."))
            return redirect("register_person", club.slug, note.person_id)
    refusal = pages.refusal_of(form)
    if refusal and refusal.code == "changed-meanwhile":
        replace_sent(form, version=refusal.details["current"])
    access_log.record(club, request.user, [note.person], Look.Page.CORRECTION)
    return pages.register_page(request, club, "note.html", form=form, person=note.person, note=note)


@require_POST
@officers(Right.KEEP_REGISTER)
def remove(request: OfficerRequest, club: Club, note_id: int) -> HttpResponse:
    """Removes a note, for its author and the owner."""
    note = _note(request, club, note_id)
    version = request.POST.get("version", "")
    notebook.remove(note.pk, club, version=int(version) if version.isdecimal() else 0, by=request.user)
    messages.success(request, _("Nota tolta."))
    return redirect("register_person", club.slug, note.person_id)


def _note(request: OfficerRequest, club: Club, note_id: int) -> PersonNote:
    """The note with its person. 404 for a note of another club; refused to officers who may not change it."""
    notes = PersonNote.objects.select_related("person")
    note = get_object_or_404(notes, person__club=club, pk=note_id)
    notebook.verify_may_change(note, club, request.user)
    return note
