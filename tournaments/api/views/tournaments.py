"""Tournaments: the calendar, creation and settings, ranking, advice, simulations, and their entries."""

from datetime import date
from typing import ClassVar, TypedDict

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.lists import ListView, WholeList
from club.api.parsing import validated
from club.models import Club, Person
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.actors import Actor
from tournaments.api.bodies.tournaments import (
    AdviceQuery,
    ChangedEntryBody,
    ChangedTournamentBody,
    EntryBody,
    RankingBody,
    ReopeningBody,
    SimulationBody,
    TournamentBody,
    planned_evening,
    simulation_question,
)
from tournaments.api.filters import EntryFilters, EveryTournamentFilters, TournamentFilters
from tournaments.api.permissions import ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.tournaments import (
    AdviceSerializer,
    EntrySerializer,
    RankingSerializer,
    SimulationSerializer,
    TournamentSerializer,
)
from tournaments.api.views.base import OfClub, OfTournament
from tournaments.core.standings import PRESETS
from tournaments.entries import entries, guests
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused
from tournaments.evenings import advice, lifecycle, simulations
from tournaments.models import Entry, Simulation, Tournament
from tournaments.standings import ranking_service


class Tournaments(ListView[Tournament]):
    """Every club's tournaments, newest first."""

    permission_classes = [AllowAny]
    serializer_class = TournamentSerializer
    ordering = ("-date", "-pk")
    orders: ClassVar = {"-date": ordering, "date": ("date", "pk"), "name": ("name", "pk")}
    filterset_class: type[TournamentFilters] = EveryTournamentFilters
    queryset = Tournament.objects.select_related("club")


class TournamentsOfClub(OfClub, Tournaments):
    """A club's tournaments, newest first."""

    permission_classes = [ReadsOrRunsEvening]
    filterset_class = TournamentFilters

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(club=self.club)

    @extend_schema(request=TournamentBody, responses={201: TournamentSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Creates a tournament; only the name and the date are needed."""
        fields = validated(TournamentBody, request.data)
        tournament = lifecycle.create(
            self.club, name=fields.pop("name"), on=fields.pop("date"), by=self.actor, **fields
        )
        return Response(TournamentSerializer(tournament).data, status=201)


class OneTournament(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=TournamentSerializer)
    def get(self, request: Request, code: str) -> Response:
        """A tournament and its rules."""
        return Response(TournamentSerializer(self.tournament).data)

    @extend_schema(request=ChangedTournamentBody, responses=TournamentSerializer)
    def patch(self, request: Request, code: str) -> Response:
        """Changes the settings that can still be changed."""
        given = validated(ChangedTournamentBody, request.data)
        changed = lifecycle.change(self.tournament.pk, by=self.actor, **given)
        return Response(TournamentSerializer(changed).data)


class Closing(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Closes the tournament: its standings are final."""
        return Response(TournamentSerializer(lifecycle.close(self.tournament.pk, by=self.actor)).data)


class Reopening(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=ReopeningBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Reopens a closed tournament, to correct a result."""
        given = validated(ReopeningBody, request.data)
        reopened = lifecycle.reopen(self.tournament.pk, by=self.actor, **given)
        return Response(TournamentSerializer(reopened).data)


class Ranking(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RankingSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The ranking: criteria, match points, table of victory points, score of a bye."""
        return Response(RankingSerializer(self.tournament).data)

    @extend_schema(request=RankingBody, responses=RankingSerializer)
    def put(self, request: Request, code: str) -> Response:
        """Changes the ranking; existing standings get a new version."""
        fields = validated(RankingBody, request.data)
        if preset := fields.pop("preset", None):
            fields["criteria"] = list(PRESETS[preset])
        changed = ranking_service.choose(self.tournament.pk, by=self.actor, **fields)
        return Response(RankingSerializer(changed).data)


class Advice(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(parameters=[AdviceQuery], responses=AdviceSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The formats that fit, when each would end, and the problems of the current one."""
        given = validated(AdviceQuery, request.query_params.dict())
        evening = planned_evening(self.tournament, given)
        advised = {
            "entries": evening.entries,
            "findings": advice.warnings(self.tournament, evening),
            "formulas": advice.choices(self.tournament, evening),
        }
        return Response(AdviceSerializer(advised).data)


class Simulations(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=SimulationBody, responses={202: SimulationSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Simulates evenings. Idempotent: the same question returns the existing simulation."""
        given = validated(SimulationBody, request.data)
        simulation = simulations.start(self.tournament.club, simulation_question(self.tournament, given))
        address = reverse("v1:simulation", args=[code, simulation.pk])
        shown = SimulationSerializer(simulation, context={"code": code}).data
        return Response(shown, status=202, headers={"Location": address})


class OneSimulation(OfTournament):
    permission_classes = [RunsEvening]

    def simulation(self, simulation_id: int) -> Simulation:
        simulations_of_id = self.tournament.club.simulations.filter(pk=simulation_id)
        return first_or_not_found(simulations_of_id, _("Questa prova non c'è."))

    @extend_schema(responses=SimulationSerializer)
    def get(self, request: Request, code: str, simulation_id: int) -> Response:
        """The simulation's progress and results so far; each request starts the next slice if none runs."""
        simulations.ask_for_slice(self.simulation(simulation_id))
        return Response(SimulationSerializer(self.simulation(simulation_id), context={"code": code}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, simulation_id: int) -> Response:
        """Stops the simulation; its results so far stay."""
        simulations.stop(self.simulation(simulation_id))
        return Response(status=204)


# Entries: made, changed, checked in, removed.


class Entries(OfTournament, WholeList[Entry]):
    """Every entry by number, including absent and withdrawn ones."""

    permission_classes = [ReadsOrRunsEvening]
    serializer_class = EntrySerializer
    filterset_class = EntryFilters
    queryset = Entry.objects.all()

    def get_queryset(self) -> QuerySet[Entry]:
        return queries.entries(self.tournament)

    def get_serializer_context(self) -> dict[str, bool]:
        return self.reading

    @extend_schema(request=EntryBody, responses={201: EntrySerializer})
    def post(self, request: Request, code: str) -> Response:
        """Makes an entry of people of the club or new guests. A refusal stores no guest."""
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
        """Checks an entry in or out, withdraws or returns it, sets table, seed or home club: all or none."""
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
    team: int | None
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
    if "team" in change:
        entries.set_team(tournament_id, number, change["team"], by=actor)
    if "withdrawn" in change:
        entries.withdraw(
            tournament_id, number, withdrawn=change["withdrawn"], by=actor, reason=change["reason"]
        )


def player(club: Club, named: NamedPlayer) -> Person | Guest:
    """Returns the person of that id, or a new guest. Raises InputRefused for an unknown id."""
    if "person" not in named:
        return Guest(named["last_name"], named["first_name"], named.get("name_consent_on"))
    person = club.people.filter(pk=named["person"], erased_number=None).first()
    if person is None:
        raise InputRefused(
            "no-person", _("Fra le persone del circolo non c'è questa: aggiungila come ospite.")
        )
    return person
