"""Entries: made, changed, checked in, removed."""

from datetime import date
from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import Club, Person
from tournaments import queries
from tournaments.actors import Actor
from tournaments.api.bodies.people import ChangedEntryBody, EntryBody
from tournaments.api.parsing import validated
from tournaments.api.permissions import ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.tournaments import EntrySerializer
from tournaments.api.views.base import OfTournament
from tournaments.entries import entries, guests
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused
from tournaments.models import Entry


class Entries(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=EntrySerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """Every entry by number, also those absent or withdrawn."""
        entries = queries.entries(self.tournament)
        return Response(EntrySerializer(entries, many=True, context=self.reading).data)

    @extend_schema(request=EntryBody, responses={201: EntrySerializer})
    def post(self, request: Request, code: str) -> Response:
        """Makes an entry of people of the club or of new guests. A refusal leaves no guest behind."""
        fields = validated(EntryBody, request.data)
        players = [player(self.club, each) for each in fields.pop("players")]
        entry = guests.enter(self.tournament.pk, players, by=self.actor, **fields)
        return Response(EntrySerializer(self.entry(entry.number), context=self.reading).data, status=201)


class OneEntry(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=EntrySerializer)
    def get(self, request: Request, code: str, number: int) -> Response:
        """One entry."""
        return Response(EntrySerializer(self.entry(number), context=self.reading).data)

    @extend_schema(request=ChangedEntryBody, responses=EntrySerializer)
    def patch(self, request: Request, code: str, number: int) -> Response:
        """Checks an entry in or out, withdraws or returns it, sets table, seed or home club; all or none."""
        given = validated(ChangedEntryBody, request.data)
        _change(self.entry(number), given, self.actor)
        return Response(EntrySerializer(self.entry(number), context=self.reading).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Removes an entry made by mistake; refused once it has been drawn."""
        entries.remove(self.tournament.pk, self.entry(number).number, by=self.actor)
        return Response(status=204)


class AllPresent(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=EntrySerializer(many=True))
    def post(self, request: Request, code: str) -> Response:
        """Checks in every entry that has not withdrawn."""
        entries.check_in_all(self.tournament.pk, by=self.actor)
        every_entry = queries.entries(self.tournament)
        return Response(EntrySerializer(every_entry, many=True, context=self.reading).data)


class EntryChange(TypedDict, total=False):
    """The fields of `ChangedEntryBody` that were sent; `reason` comes with `withdrawn`."""

    present: bool
    fixed_table: int | None
    seed: int | None
    circle: str
    withdrawn: bool
    reason: str


class NamedPlayer(TypedDict, total=False):
    """The fields of `PlayerBody` that were sent: `person`, or the names of a guest."""

    person: int
    last_name: str
    first_name: str
    name_consent_on: date | None


@transaction.atomic
def _change(entry: Entry, change: EntryChange, actor: Actor) -> None:
    tournament_id, number = entry.tournament_id, entry.number
    if "present" in change:
        entries.check_in(tournament_id, number, present=change["present"], by=actor)
    if "fixed_table" in change:
        entries.fix_table(tournament_id, number, change["fixed_table"], by=actor)
    if "seed" in change:
        entries.set_seed(tournament_id, number, change["seed"], by=actor)
    if "circle" in change:
        entries.set_home_club(tournament_id, number, change["circle"], by=actor)
    if "withdrawn" in change:
        entries.withdraw(
            tournament_id, number, withdrawn=change["withdrawn"], by=actor, reason=change["reason"]
        )


def player(club: Club, named: NamedPlayer) -> Person | Guest:
    """Returns the person meant: one of the club's people, or a guest to be made."""
    if "person" not in named:
        return Guest(named["last_name"], named["first_name"], named.get("name_consent_on"))
    person = club.people.filter(pk=named["person"], erased_number=None).first()
    if person is None:
        raise InputRefused(
            "no-person", _("Fra le persone del circolo non c'è questa: aggiungila come ospite.")
        )
    return person
