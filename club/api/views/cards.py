"""Membership cards: their holders, the sheets as PDF, and voiding."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club import membership_cards
from club.api.bodies.receipts import PrintedCardsBody, VoidBody
from club.api.officers import PDF_FILE, FileView, RegisterView, pdf
from club.api.parsing import MOST, StrictBody, validated
from club.api.serializers.receipts import HolderSerializer
from club.api.serializers.register import CardSerializer
from club.errors import ClubInputRefused
from club.membership_cards import Show, Wanted, cards_pdf, holders
from club.models import Card, Look, MembershipYear
from club.queries import first_or_not_found

SHOWS = {"unprinted": Show.UNPRINTED, "printed": Show.PRINTED, "all": Show.ALL}


class HoldersQuery(StrictBody):
    """The membership year of the list; without `year`, the current one."""

    year = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="The id of a membership year."
    )
    show = serializers.ChoiceField(
        choices=[(word, show.label) for word, show in SHOWS.items()], default="all"
    )
    category = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    only_paid = serializers.BooleanField(default=False, help_text="Only people who have paid their dues.")
    letters = serializers.CharField(
        max_length=130, default="", allow_blank=True, help_text="Of anybody's name."
    )


class CardsView(RegisterView):
    """A view of the cards of a membership year."""

    def year(self, year_id: int | None) -> MembershipYear:
        years = list(self.club.years.select_related("club"))
        if year_id is None:
            year = membership_cards.year_at(years, self.today)
            if year is None:
                raise ClubInputRefused("no-year", _("Prima apri un anno sociale, in «Quote»."))
            return year
        return first_or_not_found(
            self.club.years.select_related("club").filter(pk=year_id),
            _("Il circolo non ha questo anno sociale."),
        )


class Cards(CardsView):
    @extend_schema(parameters=[HoldersQuery], responses=HolderSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The members of the year with and without a card, by name. Recorded in the access log."""
        given: dict[str, Any] = validated(HoldersQuery, request.query_params)
        wanted = Wanted(SHOWS[given["show"]], given.get("category"), given["only_paid"], given["letters"])
        shown = holders(self.year(given.get("year")), wanted, today=self.today)
        self.record_list((each.person.pk for each in shown), Look.Page.CARDS)
        return Response(HolderSerializer(shown, many=True).data)


class CardsFile(CardsView, FileView):
    @extend_schema(request=PrintedCardsBody, responses=PDF_FILE)
    def post(self, request: Request, slug: str, year_id: int) -> HttpResponse:
        """The sheets with these people's cards; missing cards are issued. Recorded in the access log."""
        people, year = (
            self.known_people(validated(PrintedCardsBody, request.data)["people"]),
            self.year(year_id),
        )
        cards = membership_cards.prepare_for_print(year, people, today=self.today, by=self.officer)
        self.record((card.person_id for card in cards), Look.Page.CARDS)
        body = cards_pdf(year, cards, today=self.today)
        return pdf(body, f"tessere-{year.label.replace('/', '-')}.pdf")


class CardVoid(RegisterView):
    @extend_schema(request=VoidBody, responses=CardSerializer)
    def post(self, request: Request, slug: str, card_id: int) -> Response:
        """Makes a card void; the next print replaces it."""
        reason = validated(VoidBody, request.data)["reason"]
        cards = Card.objects.filter(club=self.club, pk=card_id)
        card = first_or_not_found(cards, _("Il circolo non ha questa tessera."))
        voided = membership_cards.void(self.club, card.pk, reason=reason, today=self.today, by=self.officer)
        return Response(CardSerializer(voided).data)
