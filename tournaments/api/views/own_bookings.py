"""A booking by its link, for its author without an account; and the evening of a membership card."""

from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from club.api.parsing import validated, validated_form
from club.errors import NotFound
from club.membership_cards import card_of_token
from tournaments import queries
from tournaments.api.bodies.bookings import PartnerBody, ProposalBody
from tournaments.api.serializers.bookings import OwnBookingSerializer
from tournaments.entries.bookings import confirmations, links, partners
from tournaments.entries.bookings.links import LinkRefused
from tournaments.models import Booking
from tournaments.presenters.bookings import facts, other_seekers, state_of
from tournaments.results import evening_codes
from tournaments.web.forms.booking import PartnerForm, ProposalForm
from tournaments.web.throttles import WrongLinks


class BySecret(ApiView):
    """A view whose address is a secret: its responses are not stored, and wrong addresses are limited."""

    keeps_answers = False
    permission_classes = [AllowAny]

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    def wrong(self, sentence: str) -> Exception:
        """Returns the refusal of a wrong address."""
        limit = WrongLinks()
        if not limit.allow_request(self.request):
            return Throttled(limit.wait())
        return NotFound(sentence)


class OfOwnBooking(BySecret):
    """A view under a booking, for the holder of its link."""

    @cached_property
    def booking(self) -> Booking:
        try:
            return links.booking_of(self.kwargs["booking_word"])
        except LinkRefused as refusal:
            raise self.wrong(str(refusal)) from None

    def own_response(self) -> Response:
        """Returns the booking as stored now."""
        booking = links.booking_of(self.kwargs["booking_word"])
        whole = booking.joined_to or booking
        whole.tournament = booking.tournament
        lets_in = facts(booking.tournament).openness.booking_state.lets_in
        shown = {
            "tournament": booking.tournament.code,
            "number": booking.number,
            "names": whole.names,
            "state": state_of(booking, whole),
            "team": whole.team,
            "position": queries.position_in_line(whole) if whole.line else 0,
            "may_change": lets_in and not whole.entry_id,
            "evening_code": evening_codes.code_of(whole.entry) if whole.entry else "",
            "others": other_seekers(booking).get("others", []),
        }
        return Response(OwnBookingSerializer(shown).data)


class OwnBooking(OfOwnBooking):
    @extend_schema(responses=OwnBookingSerializer)
    def get(self, request: Request, booking_word: str) -> Response:
        """The state of a booking; if the player has no partner, also the other players without one."""
        _exists = self.booking  # a wrong link is refused, and counted against its limit
        return self.own_response()

    @extend_schema(responses={200: OwnBookingSerializer})
    def delete(self, request: Request, booking_word: str) -> Response:
        """Cancels the booking: its place goes to the first on the waiting list. Idempotent."""
        confirmations.cancel(self.booking.pk)
        return self.own_response()


class ConfirmingOwnBooking(OfOwnBooking):
    @extend_schema(request=None, responses=OwnBookingSerializer)
    def post(self, request: Request, booking_word: str) -> Response:
        """Confirms the booking, which gets a place or a position on the waiting list."""
        confirmations.confirm(self.booking.pk)
        return self.own_response()


class OwnPartner(OfOwnBooking):
    @extend_schema(request=PartnerBody, responses=OwnBookingSerializer)
    def put(self, request: Request, booking_word: str) -> Response:
        """Changes the partner, or names one for a player without a partner."""
        booking = self.booking
        form = validated_form(PartnerForm(validated(PartnerBody, request.data)))
        confirmations.change_partner(booking.pk, form.player())
        return self.own_response()


class ProposingPartner(OfOwnBooking):
    @extend_schema(request=ProposalBody, responses=OwnBookingSerializer)
    def post(self, request: Request, booking_word: str, number: int) -> Response:
        """Sends a short message to another player without a partner, once."""
        booking = self.booking
        form = validated_form(ProposalForm(validated(ProposalBody, request.data)))
        partners.propose(booking.pk, number, form.cleaned_data["text"])
        return self.own_response()


class AcceptingPartner(OfOwnBooking):
    @extend_schema(request=None, responses=OwnBookingSerializer)
    def post(self, request: Request, booking_word: str, number: int) -> Response:
        """Accepts the proposal of another player: the two are a pair. Idempotent."""
        partners.accept(self.booking.pk, number)
        return self.own_response()


class CardEveningSerializer(serializers.Serializer[object]):
    """The evening in which the holder of a membership card is entered."""

    tournament = serializers.CharField()
    entry = serializers.IntegerField()
    code = serializers.CharField(help_text="For `Authorization: Evening CODE`.")


class EveningByCard(BySecret):
    @extend_schema(responses=CardEveningSerializer)
    def get(self, request: Request, card_word: str) -> Response:
        """The open evening in which the holder of the card is entered, by the word in the card's QR code."""
        card = card_of_token(card_word)
        if card is None:
            raise self.wrong(_("Questa tessera non apre nessuna serata."))
        entry = evening_codes.entry_of_person(card.person_id, timezone.localdate())
        if entry is None:
            raise NotFound(_("Con questa tessera non c'è un'iscrizione a una serata aperta."))
        shown = {"tournament": entry.tournament.code, "entry": entry.number}
        return Response({**shown, "code": evening_codes.code_of(entry)})
