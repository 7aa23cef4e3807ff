"""Other acts on entries: many at once, a pasted list, seeds, fees, names, phones, cards."""

from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from club.public_urls import absolute_url
from tournaments import queries, seasons
from tournaments.api.bodies.entries import (
    CardBody,
    EntriesBody,
    FeeBody,
    GuestNameBody,
    ListBody,
    NameConsentBody,
    SeasonChoiceBody,
)
from tournaments.api.permissions import KeepsCash, RunsEvening
from tournaments.api.serializers.cash import CashLineSerializer
from tournaments.api.serializers.players import PlayedSerializer, TallySerializer
from tournaments.api.serializers.tournaments import EntrySerializer
from tournaments.api.views.base import OfTournament
from tournaments.api.views.tournaments import player
from tournaments.entries import cash, check_in, guests
from tournaments.entries.guests import NewEntry
from tournaments.errors import TournamentError
from tournaments.models import EntryPlayer
from tournaments.presenters.duels import EntriesDuel as EntriesDuelOf
from tournaments.presenters.duels import entries_duel
from tournaments.results import evening_codes
from tournaments.web.forms.pasted import PastedList, PastedPlayer, PastedRow


class BulkEntries(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=EntriesBody, responses={201: EntrySerializer(many=True)})
    def post(self, request: Request, code: str) -> Response:
        """Makes many entries: all of them, or none.

        In a refusal, `row` is the number of the refused entry in the list, from 1. Idempotent by `key`.
        """
        given = validated(EntriesBody, request.data)
        new_entries = [self._new_entry(row, fields) for row, fields in enumerate(given["entries"], 1)]
        key = given.get("key") or uuid4()
        made = guests.enter_many(self.tournament.pk, new_entries, by=self.actor, key=key)
        entries = queries.entries(self.tournament).filter(pk__in=[entry.pk for entry in made])
        return Response(EntrySerializer(entries, many=True, context=self.reading).data, status=201)

    def _new_entry(self, row: int, fields: dict[str, Any]) -> NewEntry:
        others = {name: value for name, value in fields.items() if name != "players"}
        try:
            return NewEntry([player(self.club, each) for each in fields["players"]], **others)
        except TournamentError as refusal:
            refusal.details["row"] = row
            raise


class CandidateSerializer(serializers.Serializer[Any]):
    """A person that a name may mean; `entry` is the number of the person's entry, if there is one."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True)


class ReadPlayerSerializer(serializers.Serializer[Any]):
    """A name of the list: a known `person`, a new guest, or one of `candidates`."""

    last_name = serializers.CharField()
    first_name = serializers.CharField(allow_blank=True)
    person = serializers.IntegerField(allow_null=True)
    is_new = serializers.BooleanField()
    candidates = CandidateSerializer(many=True)


class ReadRowSerializer(serializers.Serializer[Any]):
    """A line of the list: ready to be entered, or refused, or with a name that fits several people."""

    row = serializers.IntegerField()
    line = serializers.CharField()
    is_ready = serializers.BooleanField()
    refusal = serializers.CharField(allow_blank=True)
    players = ReadPlayerSerializer(many=True)


class ReadList(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=ListBody, responses=ReadRowSerializer(many=True))
    def post(self, request: Request, code: str) -> Response:
        """Reads a pasted list and returns the people that each line means. Nothing is stored.

        Afterwards POST `bulk/` with the chosen people to make the entries.
        """
        pasted = QueryDict(mutable=True)
        pasted["text"] = validated(ListBody, request.data)["text"]
        return Response([_row(each) for each in PastedList(self.tournament, pasted).rows])


def _row(row: PastedRow) -> dict[str, object]:
    return {
        "row": row.number,
        "line": row.line,
        "is_ready": row.is_ready,
        "refusal": row.refusal,
        "players": [_read_player(each) for each in row.players],
    }


def _read_player(read: PastedPlayer) -> dict[str, object]:
    return {
        "last_name": read.name.last_name,
        "first_name": read.name.first_name,
        "person": read.meant.person.pk if read.meant.person else None,
        "is_new": read.is_new,
        "candidates": [
            {"person": each.person.pk, "name": each.name, "entry": each.taken} for each in read.choices
        ],
    }


class SeedFromSeason(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=SeasonChoiceBody, responses=EntrySerializer(many=True))
    def post(self, request: Request, code: str) -> Response:
        """Seeds the entries in the order of a season's standings, before the first draw."""
        given = validated(SeasonChoiceBody, request.data)
        seasons.seed_from_season(self.tournament.pk, given["season"], by=self.actor)
        entries = queries.entries(self.tournament)
        return Response(EntrySerializer(entries, many=True, context=self.reading).data)


class EntryFee(OfTournament):
    permission_classes = [KeepsCash]

    @extend_schema(request=FeeBody, responses={201: CashLineSerializer})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Takes the fee of an entry, whole or in part, into the evening's cash. Idempotent by `key`."""
        given = validated(FeeBody, request.data)
        line = cash.collect(self.tournament.pk, self.entry(number).number, by=self.officer, **given)
        return Response(CashLineSerializer(line).data, status=201)


class EntryPlayerSerializer(serializers.ModelSerializer[EntryPlayer]):
    """A player of an entry; only the names of guests can be corrected here."""

    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.full_name")
    last_name = serializers.CharField(source="person.last_name")
    first_name = serializers.CharField(source="person.first_name")
    is_guest = serializers.BooleanField(source="person.is_guest")
    may_be_named = serializers.BooleanField(
        source="person.may_be_named", help_text="Whether the full name may be shown in public results."
    )

    class Meta:
        model = EntryPlayer
        fields = ["person", "name", "last_name", "first_name", "is_guest", "may_be_named"]


class OfPlayers(OfTournament):
    """A view under the players of an entry."""

    permission_classes = [RunsEvening]

    def players(self, number: int) -> QuerySet[EntryPlayer]:
        return self.entry(number).players.select_related("person").order_by("position")

    def player_response(self, number: int, person_id: int) -> Response:
        return Response(EntryPlayerSerializer(self.players(number).get(person=person_id)).data)


class EntryPlayers(OfPlayers):
    @extend_schema(responses=EntryPlayerSerializer(many=True))
    def get(self, request: Request, code: str, number: int) -> Response:
        """The players of an entry, as people of the club."""
        return Response(EntryPlayerSerializer(self.players(number), many=True).data)


class OneEntryPlayer(OfPlayers):
    @extend_schema(request=GuestNameBody, responses=EntryPlayerSerializer)
    def patch(self, request: Request, code: str, number: int, person_id: int) -> Response:
        """Corrects the name of a guest, in every evening; the club's log records it."""
        given = validated(GuestNameBody, request.data)
        today = timezone.localdate()
        guests.rename(self.tournament.pk, number, person_id, today=today, by=self.officer, **given)
        return self.player_response(number, person_id)


class NameConsent(OfPlayers):
    @extend_schema(request=NameConsentBody, responses=EntryPlayerSerializer)
    def put(self, request: Request, code: str, number: int, person_id: int) -> Response:
        """Records whether the player consents to the full name in public results; also after the evening."""
        given = validated(NameConsentBody, request.data)
        check_in.record_name_consent(
            self.tournament, number, person_id, is_given=given["is_given"], by=self.officer, key=uuid4()
        )
        return self.player_response(number, person_id)


class PhoneSerializer(serializers.Serializer[Any]):
    """The evening code of an entry, and the address that opens its evening on a phone."""

    entry = serializers.IntegerField()
    code = serializers.CharField(help_text="For `Authorization: Evening CODE`.")
    address = serializers.CharField(help_text="To be shown as a QR code.")


class EntryPhone(OfTournament):
    readers = frozenset()
    keeps_answers = False
    permission_classes = [RunsEvening]

    @extend_schema(responses=PhoneSerializer)
    def get(self, request: Request, code: str, number: int) -> Response:
        """The evening code of an entry, for the phone of its players."""
        return self._phone(request, number)

    @extend_schema(request=None, responses=PhoneSerializer)
    def post(self, request: Request, code: str, number: int) -> Response:
        """Replaces the evening code by a new one; the old one no longer works."""
        evening_codes.renew(self.tournament.pk, self.entry(number).number, by=self.actor)
        return self._phone(request, number)

    def _phone(self, request: Request, number: int) -> Response:
        code = evening_codes.code_of(self.entry(number))
        address = absolute_url(request._request, reverse("evening", args=[code]))
        return Response({"entry": number, "code": code, "address": address})


class ArrivalSerializer(serializers.Serializer[Any]):
    """The outcome of reading a card: its holder, the holder's entry, and what the desk should check."""

    outcome = serializers.ChoiceField(
        source="outcome.value", choices=[each.value for each in check_in.Outcome]
    )
    sentence = serializers.CharField(allow_blank=True)
    person = serializers.CharField(source="person.full_name", default=None, allow_null=True)
    entry = serializers.IntegerField(source="entry.number", default=None, allow_null=True)
    is_expired = serializers.BooleanField()
    is_not_yet = serializers.BooleanField()
    owes = serializers.SerializerMethodField(help_text="Cents of dues that the holder owes.")

    def get_owes(self, arrival: check_in.Arrival) -> int:
        return sum(due.owed_cents for due in arrival.dues)


class Scan(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=CardBody, responses=ArrivalSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Reads a membership card and checks in the entry of its holder. Idempotent."""
        text = validated(CardBody, request.data)["code"]
        arrival = check_in.scan(self.tournament, text, by=self.actor, today=timezone.localdate())
        return Response(ArrivalSerializer(arrival).data)


class EntriesDuelSerializer(serializers.Serializer[EntriesDuelOf]):
    """Two entries against each other: their matches of the evening, the newest first."""

    one = serializers.CharField()
    other = serializers.CharField()
    tally = TallySerializer()
    meetings = PlayedSerializer(many=True)


class EntriesDuel(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=EntriesDuelSerializer)
    def get(self, request: Request, code: str, number: int, other: int) -> Response:
        """The matches of the evening between two entries, and their balance."""
        duel = entries_duel(self.tournament, number, other, self.reading)
        return Response(EntriesDuelSerializer(duel).data)
