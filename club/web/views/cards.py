"""Membership cards: the list of a year, the sheets to print, and voiding a lost card."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from club import membership_cards
from club.access import Right
from club.membership_cards import Show, Wanted, cards_pdf, holders
from club.models import Card, Club, Look, MembershipYear
from club.privacy import access_log
from club.web import pages
from club.web.guards import OfficerRequest, officers, uncached_page

#: Twenty sheets: more would use up a printer's paper and exceed a form's limits.
A_PAGE = 200


class ReasonForm(forms.Form):
    """Why a card is voided."""

    reason = forms.CharField(
        label=gettext_lazy("Perché"),
        max_length=200,
        widget=forms.TextInput(attrs={"class": "input"}),
        error_messages={"required": gettext_lazy("Scrivi perché annulli la tessera: per esempio, persa.")},
    )


@uncached_page
@officers(Right.KEEP_REGISTER)
def cards_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """People with and without a card of the year, by category, to be ticked one by one or all together."""
    today = timezone.localdate()
    years = list(club.years.select_related("club"))
    year = next((each for each in years if str(each.pk) == request.GET.get("anno")), None)
    year = year or membership_cards.year_at(years, today)
    wanted = Wanted(
        _show(request.GET.get("mostra", "")),
        _number(request.GET.get("categoria", "")),
        "pagato" in request.GET,
        request.GET.get("q", ""),
    )
    shown = holders(year, wanted, today=today) if year else []
    page_obj = pages.paged(request, shown, A_PAGE)
    context = {
        "wanted": wanted,
        "years": years,
        "year": year,
        "shows": Show.choices,
        "categories": club.categories.all(),
        "page_obj": page_obj,
        "query": _query(request),
    }
    access_log.record_list(club, request.user, (each.person.pk for each in page_obj), Look.Page.CARDS)
    return pages.page(request, club, "club/cards/cards.html", context)


def _query(request: OfficerRequest) -> str:
    """The filters, for the links to other pages of the list."""
    chosen = request.GET.copy()
    chosen.pop("pagina", None)
    return chosen.urlencode()


def _show(written: str) -> Show:
    return Show(written) if written in Show.values else Show.UNPRINTED


def _number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 18 else None


@require_POST
@officers(Right.KEEP_REGISTER)
def print_cards(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    """The sheets of the ticked people; missing cards are issued."""
    year = get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)
    people = [number for each in request.POST.getlist("people") if (number := _number(each)) is not None]
    today = timezone.localdate()
    cards = membership_cards.prepare_for_print(year, people, today=today, by=request.user)
    access_log.record_ids(club, request.user, (card.person_id for card in cards), Look.Page.CARDS)
    name = f"tessere-{year.label.replace('/', '-')}.pdf"
    return pages.private_file(cards_pdf(year, cards, today=today), "application/pdf", name, is_download=False)


@never_cache
@officers(Right.KEEP_REGISTER)
def void_page(request: OfficerRequest, club: Club, card_id: int) -> HttpResponse:
    """Asks for the reason and voids a card; the next print replaces it."""
    card = get_object_or_404(Card.objects.select_related("person"), club=club, pk=card_id)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason, today = form.cleaned_data["reason"], timezone.localdate()
        membership_cards.void(club, card.pk, reason=reason, today=today, by=request.user)
        sentence = _("La tessera %(number)s di %(name)s non vale più: stampane un'altra.")
        messages.success(request, sentence % {"number": card.number, "name": card.person.full_name})
        return redirect("club_cards", club.slug)
    access_log.record(club, request.user, [card.person], Look.Page.CARDS)
    return pages.page(request, club, "club/cards/void.html", form=form, card=card)
