"""Acts on the people chosen in the register's list: a category, consents, cards, a comparison.

The URL has the list's filters, and either the people ticked or `tutti`, for all who match.
"""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club import membership_cards, selection
from club.access import Right
from club.dues import following
from club.membership_cards import cards_pdf, year_at
from club.models import Club, Look, Person
from club.privacy import access_log, consents
from club.register import lists
from club.selection import Chosen
from club.web import pages
from club.web.forms.privacy import ConsentsOfManyForm
from club.web.forms.register import ChangeManyForm, ListForm, PrintManyForm
from club.web.guards import OfficerRequest, form_page, officers

#: The names that the page of an act shows.
NAMED = 50


@form_page
@officers(Right.KEEP_REGISTER)
def change_category(request: OfficerRequest, club: Club) -> HttpResponse:
    """Changes the category of the chosen members from a day on."""
    chosen, listed = _chosen(request, club)
    today = timezone.localdate()
    form = ChangeManyForm(
        request.POST or None, club=club, initial={"since": today, "shown": chosen.fingerprint}
    )
    if form.is_valid():
        given = form.cleaned_data
        with pages.refusals_on(form, {"category-before-admission": "since", "in-the-future": "since"}):
            selection.verify_shown(chosen, given["shown"])
            changed, dues = following.change_category_of_many(
                club, chosen.ids, category=given["category"], since=given["since"],
                dues_follow=given["dues_follow"], today=today, by=request.user,
            )  # fmt: skip
            sentence = ngettext(
                "Categoria cambiata a %(n)s socio.", "Categoria cambiata a %(n)s soci.", changed
            ) % {"n": changed}
            if dues:
                sentence += " " + ngettext("Con %(n)s quota.", "Con %(n)s quote.", dues) % {"n": dues}
            messages.success(request, sentence)
            return _back(club, listed)
    return _page(request, club, chosen, listed, form, _("Cambia categoria"))


@form_page
@officers(Right.KEEP_REGISTER)
def record_consents(request: OfficerRequest, club: Club) -> HttpResponse:
    """Records the same answers of the chosen people, given by one document."""
    chosen, listed = _chosen(request, club)
    today = timezone.localdate()
    start = {"on": today, "shown": chosen.fingerprint, "key": uuid.uuid4()}
    form = ConsentsOfManyForm(request.POST or None, initial=start)
    if form.is_valid():
        given = form.cleaned_data
        with pages.refusals_on(form, {"document-missing": "document", "in-the-future": "on"}):
            selection.verify_shown(chosen, given["shown"])
            count = consents.record_for_many(
                club, chosen.ids, form.answers(), on=given["on"], how=given["how"],
                document=given["document"], today=today, by=request.user, key=given["key"],
            )  # fmt: skip
            sentence = ngettext(
                "Consensi di %(n)s persona scritti.", "Consensi di %(n)s persone scritti.", count
            )
            messages.success(request, sentence % {"n": count})
            return _back(club, listed)
    return _page(request, club, chosen, listed, form, _("Scrivi i consensi"))


@form_page
@officers(Right.KEEP_REGISTER)
def print_cards(request: OfficerRequest, club: Club) -> HttpResponse:
    """The sheets with the cards of the chosen people for the year of today; missing cards are issued."""
    chosen, listed = _chosen(request, club)
    today = timezone.localdate()
    year = year_at(list(club.years.select_related("club")), today)
    form = PrintManyForm(request.POST or None, initial={"shown": chosen.fingerprint})
    if year and form.is_valid():
        with pages.refusals_on(form):
            selection.verify_shown(chosen, form.cleaned_data["shown"])
            cards = membership_cards.prepare_for_print(year, chosen.ids, today=today, by=request.user)
            access_log.record_ids(club, request.user, chosen.ids, Look.Page.CARDS)
            body = cards_pdf(year, cards, today=today)
            name = f"tessere-{year.label.replace('/', '-')}.pdf"
            return pages.private_file(body, "application/pdf", name, is_download=False)
    return _page(request, club, chosen, listed, form, _("Stampa le tessere"), year=year, prints=True)


@require_safe
@officers(Right.KEEP_REGISTER)
def compare(request: OfficerRequest, club: Club) -> HttpResponse:
    """Leads to the comparison of the two people chosen, to be merged or told apart."""
    chosen, listed = _chosen(request, club)
    if len(chosen.ids) != 2:
        messages.error(request, _("Scegli due persone: si confrontano a due a due."))
        return _back(club, listed)
    return redirect("register_compare", club.slug, *sorted(chosen.ids))


def _chosen(request: OfficerRequest, club: Club) -> tuple[Chosen, ListForm]:
    """The chosen people in the order of their list, and the list's filters."""
    listed = ListForm(request.GET, club=club, today=timezone.localdate())
    book = lists.load_book(club)
    if "tutti" in request.GET:
        ids = selection.person_ids(club, listed.filters, listed.day, book)
    else:
        ticked = {int(each) for each in request.GET.getlist("scelti") if each.isascii() and each.isdecimal()}
        known = club.people.filter(pk__in=[each for each in ticked if each < 2**63], erased_number=None)
        ids = list(known.order_by("search_key", "pk").values_list("pk", flat=True))
    return Chosen(tuple(ids)), listed


def _page(
    request: OfficerRequest,
    club: Club,
    chosen: Chosen,
    listed: ListForm,
    form: forms.Form,
    title: str,
    **context: Any,
) -> HttpResponse:
    """The form of the act under the first names; back to the list if nobody is chosen."""
    if not chosen.ids:
        messages.error(request, _("Scegli almeno una persona."))
        return _back(club, listed)
    named = list(Person.objects.filter(pk__in=chosen.ids[:NAMED]).order_by("search_key", "pk"))
    access_log.record_list(club, request.user, (one.pk for one in named), Look.Page.REGISTER)
    return pages.register_page(
        request,
        club,
        "chosen.html",
        form=form,
        title=title,
        total=len(chosen.ids),
        named=named,
        more=len(chosen.ids) - len(named),
        query=listed.query(),
        **context,
    )


def _back(club: Club, listed: ListForm) -> HttpResponse:
    query = listed.query()
    return redirect(f"{reverse('register', args=[club.slug])}{f'?{query}' if query else ''}")
