"""A member's own page, opened by a link without an account; and the officer's switch for it.

The link is all that is needed, so the page shows one person alone, and neither caches nor search engines keep
it. Nothing limits the attempts: a link cannot be guessed, and a limit by address would close the page to a
whole club.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club import membership_cards
from club.access import Right
from club.dues import page_letter, reminders
from club.dues.members import Arrears
from club.errors import ClubError, ClubInputRefused
from club.models import Card, Club, Consent, Person
from club.privacy import consents, guardians
from club.public_urls import letter_url, qr_inline
from club.register import data_requests, lists, own_pages
from club.register.person_data import person_data_of
from club.web import pages
from club.web.forms.privacy import OwnConsentForm
from club.web.forms.register import CorrectionRequestForm, LetterKeyForm
from club.web.guards import OfficerRequest, officers
from club.web.views.register import person_of

#: The newest requests that the page shows with their answers.
REQUESTS = 5

View = Callable[..., HttpResponseBase]


def by_link(view: View) -> View:
    """Passes the person of the link to the view; a link that opens nothing gets a page with advice."""

    @wraps(view)
    def run(request: HttpRequest, slug: str, own_word: str, **words: Any) -> HttpResponseBase:
        try:
            person = own_pages.page_of(slug, own_word).person
        except ClubError as refusal:
            answer: HttpResponseBase = render(
                request, "booking/no_link.html", {"sentence": str(refusal)}, status=404
            )
        else:
            answer = view(request, person, own_word, **words)
        answer.headers["Cache-Control"] = "private, no-store"
        answer.headers["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return run


@require_safe
@by_link
def own_page(request: HttpRequest, person: Person, own_word: str) -> HttpResponse:
    """Shows what the person owes, the card, and the data in the register."""
    return _page(request, person, own_word)


@require_POST
@by_link
def ask(request: HttpRequest, person: Person, own_word: str) -> HttpResponse:
    """Sends the officers a request to correct the data; a refused one stays in its form."""
    form = CorrectionRequestForm(request.POST)
    if form.is_valid():
        with pages.refusals_on(form):
            data_requests.ask(person, **form.cleaned_data)
            messages.success(request, _("La richiesta è arrivata al circolo."))
            return redirect("own_page", person.club.slug, own_word)
    return _page(request, person, own_word, form)


@require_POST
@by_link
def consent(request: HttpRequest, person: Person, own_word: str) -> HttpResponse:
    """Writes the yes or the no that the person gives, by the pressed button."""
    form = OwnConsentForm(request.POST)
    if not form.is_valid():
        raise ClubInputRefused("form", _("Ricarica la pagina e scegli di nuovo."))
    cleaned = form.cleaned_data
    consents.record_by_oneself(
        person.pk,
        person.club,
        Consent.About(cleaned["about"]),
        is_given=cleaned["answer"] == "yes",
        today=timezone.localdate(),
        key=cleaned["key"],
    )
    messages.success(request, _("Scritto: vale da oggi."))
    return redirect("own_page", person.club.slug, own_word)


def _page(
    request: HttpRequest, person: Person, own_word: str, form: CorrectionRequestForm | None = None
) -> HttpResponse:
    today = timezone.localdate()
    dues = list(
        person.dues.with_paid().select_related("year", "category", "receipt").order_by("-year__starts_on")
    )
    owed = [due for due in reversed(dues) if due.owed_cents and not due.cancelled_on]
    owing = Arrears(person, tuple(owed))
    card = _card(person)
    context = {
        "club": person.club,
        "person": person,
        "word": own_word,
        "standing": lists.load_book(person.club, only=person).standing(person.pk, today),
        "written": person_data_of(person),
        "dues": [(due, due.due_on or due.year.due_on) for due in dues],
        "owed_cents": owing.cents,
        "how_to_pay": reminders.how_to_pay(person.club, owing) if owed else "",
        "card": card,
        "qr": qr_inline(membership_cards.code_content(card)) if card else "",
        "requests": person.data_requests.order_by("-asked_at", "-pk")[:REQUESTS],
        "consents": [(one, uuid4()) for one in consents.current_consents(person, today)],
        "is_minor": guardians.is_minor(person, today),
        "form": form or CorrectionRequestForm(initial={"key": uuid4()}),
    }
    pages.focus_first_error(form)
    return render(request, "club/own_page.html", context, status=pages.status_of(form))


def _card(person: Person) -> Card | None:
    """The person's card that is valid today, or else the next one."""
    today = timezone.localdate()
    cards = person.cards.filter(Q(revoked_on=None), valid_until__gte=today)
    return cards.order_by("valid_from", "pk").first()


@require_POST
@officers(Right.KEEP_REGISTER)
def switch(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Gives the person a new link, or sends it or makes it void, by the pressed button."""
    person = person_of(club, person_id)
    if request.POST.get("act") == "void":
        own_pages.switch_off(person, by=request.user)
        messages.success(request, _("Il collegamento non apre più niente."))
    elif request.POST.get("act") == "send":
        return _send(request, club, person)
    else:
        origin = letter_url(request, "/").rstrip("/")
        own_pages.switch_on(person.pk, club, origin=origin, today=timezone.localdate(), by=request.user)
        messages.success(request, _("Il collegamento è pronto: chi lo ha vede la pagina di questa persona."))
    return redirect("register_person", club.slug, person.pk)


def _send(request: OfficerRequest, club: Club, person: Person) -> HttpResponse:
    """Sends the link by e-mail, or leads to the letter to print."""
    form = LetterKeyForm(request.POST)
    if not form.is_valid():
        raise ClubInputRefused("form", _("Ricarica la pagina e manda di nuovo la lettera."))
    letter = page_letter.send(person.pk, club, key=form.cleaned_data["key"], by=request.user)
    if not letter.email:
        messages.success(request, _("La lettera è pronta: stampala e consegnala."))
        return redirect("club_letters", club.slug, letter.key)
    messages.success(request, _("La lettera parte per %(email)s.") % {"email": letter.email})
    return redirect("register_person", club.slug, person.pk)


@require_POST
@officers(Right.KEEP_REGISTER)
def answer(request: OfficerRequest, club: Club, request_id: int) -> HttpResponse:
    """Closes a member's request for a correction, by the pressed button."""
    answered = data_requests.answer(request_id, club, given=request.POST.get("answer", ""), by=request.user)
    messages.success(request, _("La richiesta è %(answer)s.") % {"answer": answered.get_answer_display()})
    return redirect("register_person", club.slug, answered.person_id)
