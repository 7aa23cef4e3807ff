"""Tessere: who has one of a year, the sheets to print, and a lost one made void."""

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import looks
from club.access import Right
from club.cards import making
from club.cards.listing import Show, Wanted, holders
from club.cards.paper import cards_pdf
from club.models import Card, Club, Look, MembershipYear
from club.views.access import may, officers

#: Twenty sheets: more would take a printer's whole drawer, and a form more than the server reads.
A_PAGE = 200


class ReasonForm(forms.Form):
    """Why a card is made void."""

    reason = forms.CharField(
        label=gettext_lazy("Perché"),
        max_length=200,
        widget=forms.TextInput(attrs={"class": "input"}),
        error_messages={"required": gettext_lazy("Scrivi perché annulli la tessera: per esempio, persa.")},
    )


@never_cache
@require_safe
@officers(Right.KEEP_REGISTER)
def cards_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Who has a card of the year and who has none, by category; ticked by hand or all together."""
    today = timezone.localdate()
    years = list(club.years.select_related("club"))
    year = next((each for each in years if str(each.pk) == request.GET.get("anno")), None) or _now(years)
    wanted = Wanted(
        _show(request.GET.get("mostra", "")),
        _number(request.GET.get("categoria", "")),
        "pagato" in request.GET,
        request.GET.get("q", ""),
    )
    shown = holders(year, wanted, today=today) if year else []
    found = Paginator(shown, A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "club": club,
        **may(request),
        "wanted": wanted,
        "years": years,
        "year": year,
        "shows": Show.choices,
        "categories": club.categories.all(),
        "found": found,
        "query": _query(request),
    }
    looks.note_list(club, request.user, (each.person.pk for each in found), Look.Page.CARDS)  # type: ignore[arg-type]
    return render(request, "club/cards/cards.html", context)


def _query(request: HttpRequest) -> str:
    """What was chosen, as the other pages of the list say it again."""
    chosen = request.GET.copy()
    chosen.pop("pagina", None)
    return chosen.urlencode()


def _now(years: list[MembershipYear]) -> MembershipYear | None:
    """The year that today is in, else the newest."""
    today = timezone.localdate()
    return next(
        (year for year in years if year.starts_on <= today <= year.ends_on), years[0] if years else None
    )


def _show(written: str) -> Show:
    return Show(written) if written in Show.values else Show.UNPRINTED


def _number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 18 else None


@require_POST
@officers(Right.KEEP_REGISTER)
def print_cards(request: HttpRequest, club: Club, year_id: int) -> HttpResponse:
    """The sheets of those ticked; who had no card has one from now."""
    year = get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)
    people = [number for each in request.POST.getlist("people") if (number := _number(each)) is not None]
    today = timezone.localdate()
    cards = making.for_print(year, people, today=today, by=request.user)  # type: ignore[arg-type]
    looks.note_ids(club, request.user, (card.person_id for card in cards), Look.Page.CARDS)  # type: ignore[arg-type]
    response = HttpResponse(cards_pdf(year, cards, today=today), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="tessere-{year.label.replace("/", "-")}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@never_cache
@officers(Right.KEEP_REGISTER)
def void_page(request: HttpRequest, club: Club, card_id: int) -> HttpResponse:
    """A lost card, asked about and made void; the next print gives another."""
    card = get_object_or_404(Card.objects.select_related("person"), club=club, pk=card_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason, today = form.cleaned_data["reason"], timezone.localdate()
        making.void(club, card.pk, reason=reason, today=today, by=request.user)  # type: ignore[arg-type]
        said = _("La tessera %(number)s di %(name)s non vale più: stampane un'altra.")
        messages.success(request, said % {"number": card.number, "name": card.person.full_name})
        return redirect("club_cards", club.slug)
    looks.note(club, request.user, [card.person], Look.Page.CARDS)  # type: ignore[arg-type]
    context = {"club": club, **may(request), "card": card, "form": form}
    return render(request, "club/cards/void.html", context, status=422 if form.is_bound else 200)
