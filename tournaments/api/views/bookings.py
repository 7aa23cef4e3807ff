"""Online bookings at the desk, and the club's rules for them."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.lists import ListView
from club.api.parsing import validated, validated_form
from tournaments.api.bodies.bookings import (
    AcceptanceBody,
    AddressBody,
    BookingBody,
    CalendarRulesBody,
    JoinBody,
    RefusalQuery,
)
from tournaments.api.permissions import BooksOrRunsEvening, RunsEvening
from tournaments.api.serializers.bookings import (
    AcceptedSerializer,
    AskedSerializer,
    BookingSerializer,
    BookingTermsSerializer,
    CalendarRulesSerializer,
)
from tournaments.api.serializers.tournaments import EntrySerializer
from tournaments.api.views.base import OfClub, OfTournament
from tournaments.entries.bookings import acceptance, confirmations, links, partners, requests, terms
from tournaments.models import Booking
from tournaments.presenters.bookings import booking_lines, facts, living_bookings, note_reading
from tournaments.web.forms.booking import BookingForm
from tournaments.web.views.public.bookings import LIMITS


class Bookings(OfTournament, ListView[Booking]):
    """The bookings that are not entries yet, in the order of arrival. The access log records the reading."""

    permission_classes = [BooksOrRunsEvening]
    serializer_class = BookingSerializer  # type: ignore[assignment]  # of lines, which are made of a page
    ordering = ("pk",)
    queryset = Booking.objects.all()

    def get_queryset(self) -> QuerySet[Booking]:
        return living_bookings(self.tournament, timezone.now())

    def paginate_queryset(self, queryset: Any) -> Any:
        lines = booking_lines(self.tournament, super().paginate_queryset(queryset) or [])
        note_reading(self.tournament, lines, self.officer)
        return lines

    @extend_schema(request=BookingBody, responses={202: AskedSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Books a place. Open to everybody: the author confirms with the link in a letter.

        The response does not reveal whether the address has a booking already. If the club allows a booking
        without an e-mail address, the response has its `word`, and the club confirms by telephone.
        Idempotent by `key`.
        """
        given = validated(BookingBody, request.data)
        rules = terms.rules_of(self.club)
        key = given.pop("key", None)
        form = validated_form(
            BookingForm(
                given,
                tournament=self.tournament,
                informed=terms.current_notice(rules),
                takes_phone_alone=rules.takes_phone_alone,
            )
        )
        for limit in LIMITS:
            if not (throttle := limit()).allow_request(request):
                raise Throttled(throttle.wait())
        booking = requests.submit(
            self.tournament.pk,
            form.request(),
            language=get_language() or "it",
            origin=links.site_of(request._request),
            key=key,
        )
        word = links.token(booking) if booking and not booking.email else ""
        return Response({"word": word}, status=202)


class BookingTerms(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=BookingTermsSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Whether the evening takes bookings, its places, and the notice that a booking must accept."""
        shown = facts(self.tournament)
        notice = terms.current_notice(shown.rules)
        named = partners.looking(self.tournament).filter(is_named_to_others=True)
        data = {
            **vars(shown),
            "has_partners": not self.tournament.is_individual,
            "teams": list(self.tournament.teams) if self.tournament.is_challenge else [],
            "notice": notice.words,
            "informed_by": notice.mark,
            "looking": [booking.name for booking in named],
        }
        return Response(BookingTermsSerializer(data).data)


class OfBookings(OfTournament):
    """A view under the bookings of an evening, for its desk."""

    permission_classes = [RunsEvening]

    def booking(self, number: int) -> Booking:
        return acceptance.booking_numbered(self.tournament, number)

    def line_response(self, booking: Booking) -> Response:
        stored = self.tournament.bookings.prefetch_related("joined").get(pk=booking.pk)
        lines = booking_lines(self.tournament, [stored])
        note_reading(self.tournament, lines, self.officer)
        return Response(BookingSerializer(lines[0]).data)


class OneBooking(OfBookings):
    @extend_schema(request=AddressBody, responses=BookingSerializer)
    def patch(self, request: Request, code: str, number: int) -> Response:
        """Corrects the e-mail address: a new letter goes there, and links in older letters expire."""
        booking = self.booking(number)
        given = validated(AddressBody, request.data)
        return self.line_response(confirmations.readdress(booking.pk, given["email"], by=self.actor))

    @extend_schema(parameters=[RefusalQuery], responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Removes or refuses a booking; a `reason` is needed for the letter."""
        booking = self.booking(number)
        given = validated(RefusalQuery, request.query_params.dict())
        confirmations.remove(booking.pk, by=self.actor, reason=given["reason"])
        return Response(status=204)


class AcceptingBooking(OfBookings):
    @extend_schema(request=AcceptanceBody, responses={201: EntrySerializer})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Makes an entry of a booking. Refused if a name fits several people; then POST the entry."""
        given = validated(AcceptanceBody, request.data)
        entry = acceptance.accept(self.tournament.pk, number, by=self.actor, **given)
        return Response(EntrySerializer(self.entry(entry.number), context=self.reading).data, status=201)


class AcceptingBookings(OfBookings):
    @extend_schema(request=None, responses=AcceptedSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Makes an entry of every confirmed booking with a place; returns why others were left."""
        made, left = acceptance.accept_all(self.tournament.pk, by=self.actor)
        return Response({"entries": made, "left": left})


class ConfirmingBooking(OfBookings):
    @extend_schema(request=None, responses=BookingSerializer)
    def post(self, request: Request, code: str, number: int) -> Response:
        """Confirms a booking for its author, who has telephoned: it gets a place, or waits for one."""
        return self.line_response(confirmations.confirm(self.booking(number).pk, by=self.actor))


class JoiningBookings(OfBookings):
    @extend_schema(request=JoinBody, responses=BookingSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Makes a pair of two players who look for a partner; both get a letter."""
        given = validated(JoinBody, request.data)
        return self.line_response(
            partners.join(self.tournament.pk, given["first"], given["second"], by=self.actor)
        )


class Calendar(OfClub):
    permission_classes = [RunsEvening]

    @extend_schema(responses=CalendarRulesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's rules for online bookings."""
        return Response(CalendarRulesSerializer(terms.rules_of(self.club)).data)

    @extend_schema(request=CalendarRulesBody, responses=CalendarRulesSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the club's rules for online bookings; they apply to bookings from now on."""
        given = validated(CalendarRulesBody, request.data)
        return Response(CalendarRulesSerializer(terms.change_rules(self.club, by=self.officer, **given)).data)
