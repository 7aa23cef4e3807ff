"""One person of the register: everything about them, on one page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from club import former, looks, wording
from club.access import Right
from club.models import Club, ClubLogEntry, Look, Person
from club.register import checks, reading
from club.register.roll import State
from club.register.written import of
from club.register_forms import ChangeCategoryForm, EndForm, RequestForm, UndoEndForm
from club.views.access import officers
from club.views.register import pages

HISTORY = 50
LOOKS = 10


def person_of(club: Club, person_id: int) -> Person:
    """The person with the particulars; 404 for one of another club, and for one erased. One query."""
    found = Person.objects.select_related("particulars")
    return get_object_or_404(found, club=club, pk=person_id, erased_number=None)


@require_safe
@officers(Right.KEEP_REGISTER)
def show(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """What the register says, the times as a member with what can be done, the history, who looked."""
    person = get_object_or_404(Person.objects.select_related("particulars"), club=club, pk=person_id)
    looks.note(club, request.user, [person], Look.Page.PERSON)  # type: ignore[arg-type]
    today = timezone.localdate()
    book = reading.book(club, of=person)
    times = list(person.memberships.order_by("-requested_on", "-pk").prefetch_related("spells__category"))
    standing = book.standing(person.pk, today)
    last = times[0] if times else None
    return pages.page(
        request,
        club,
        "person.html",
        person=person,
        written=of(person),
        doubts=[checks.DOUBTS[doubt] for doubt in checks.doubts_of(of(person))],
        standing=standing,
        times=times,
        numbers=person.numbers.all(),
        cards=person.cards.all(),
        can_ask=person.erased_number is None
        and standing.state in (State.LEFT, State.OUTSIDE)
        and not (last and last.is_request),
        last=last,
        request_form=RequestForm(initial={"on": today}),
        end_form=EndForm(initial={"version": last.version, "on": today}) if last else None,
        undo_form=UndoEndForm(initial={"version": last.version}) if last else None,
        category_form=ChangeCategoryForm(club=club, initial={"version": last.version, "since": today})
        if last
        else None,
        lines=wording.told(_history(club, person)),
        looks=person.looks.all()[:LOOKS],
    )


def _history(club: Club, person: Person) -> list[ClubLogEntry]:
    """What the log tells of the person, the newest first."""
    theirs = former.mentions(club, Person, person.pk, "person", "other")
    return list(club.log.filter(theirs).order_by("-number")[:HISTORY])
