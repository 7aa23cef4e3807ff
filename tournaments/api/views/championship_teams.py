"""The teams of a championship: players, the code of the captain, penalties."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from tournaments.api.bodies.championships import (
    ChangedTeamBody,
    PenaltyBody,
    TeamBody,
    TeamPlayerBody,
    WithdrawalQuery,
)
from tournaments.api.bodies.tables import ReasonQuery
from tournaments.api.permissions import EntersResults, ReadsOrRunsEvening
from tournaments.api.serializers.championships import (
    CaptainCodeSerializer,
    ChampionshipTeamSerializer,
    OneTeamSerializer,
    TeamPenaltySerializer,
)
from tournaments.api.views.championships import OfChampionship
from tournaments.api.views.tournaments import player
from tournaments.championships import (
    reports,
    teams,
)
from tournaments.championships.teams import team_of
from tournaments.presenters.championships import championship_page, team_page


class Teams(OfChampionship):
    @extend_schema(request=TeamBody, responses={201: ChampionshipTeamSerializer})
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Enters a team with its players. Idempotent by `key`. A refusal stores no guest."""
        pk = self.championship.pk
        given = validated(TeamBody, request.data)
        players = [player(self.club, each) for each in given.pop("players", [])]
        made = teams.add(pk, by=self.officer, players=players, captain=0 if players else None, **given)
        return Response(ChampionshipTeamSerializer(made).data, status=201)


class OfTeam(OfChampionship):
    """A view under a team."""

    def team_answer(self, number: int, status: int = 200) -> Response:
        page = championship_page(self.championship, self.reading, individual=False)
        shown = team_page(page, team_of(self.championship, number), self.reading)
        return Response(OneTeamSerializer(shown).data, status=status)


class OneTeam(OfTeam):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=OneTeamSerializer)
    def get(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """A team: its players, its place and its matches."""
        return self.team_answer(number)

    @extend_schema(request=ChangedTeamBody, responses=OneTeamSerializer)
    def patch(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Changes the data of a team, or its captain."""
        pk = self.championship.pk
        given = validated(ChangedTeamBody, request.data)
        if given.get("captain"):
            given["captain"] = player(self.club, {"person": given["captain"]})
        teams.change(pk, number, by=self.officer, **given)
        return self.team_answer(number)

    @extend_schema(parameters=[WithdrawalQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Withdraws a team, which forfeits matches not begun; before the calendar is drawn, it is removed."""
        pk = self.championship.pk
        given = validated(WithdrawalQuery, request.query_params)
        if self.championship.fixtures.exists():
            teams.withdraw(pk, number, by=self.officer, **given)
        else:
            teams.remove(pk, number, by=self.officer, reason=given["reason"])
        return Response(status=204)


class TeamPlayers(OfTeam):
    @extend_schema(request=TeamPlayerBody, responses={201: OneTeamSerializer})
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Adds a player to a team. Idempotent by `key`."""
        pk = self.championship.pk
        given = validated(TeamPlayerBody, request.data)
        added = player(self.club, given.pop("player"))
        teams.add_player(pk, number, added, by=self.officer, **given)
        return self.team_answer(number, 201)


class OneTeamPlayer(OfChampionship):
    @extend_schema(responses={204: None})
    def delete(
        self, request: Request, slug: str, championship_code: str, number: int, person_id: int
    ) -> Response:
        """Removes a player from a team."""
        teams.remove_player(self.championship.pk, number, person_id, by=self.officer)
        return Response(status=204)


class CaptainCode(OfChampionship):
    readers = frozenset()
    keeps_answers = False

    @extend_schema(responses=CaptainCodeSerializer)
    def get(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """The captain's code of a team."""
        return Response(CaptainCodeSerializer(team_of(self.championship, number)).data)

    @extend_schema(request=None, responses=CaptainCodeSerializer)
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Makes a new captain's code; the old one no longer works."""
        renewed = teams.renew_code(self.championship.pk, number, by=self.officer)
        return Response(CaptainCodeSerializer(renewed).data)


class TeamPenalties(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(request=PenaltyBody, responses={201: TeamPenaltySerializer})
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Takes points from a team in the standings. Idempotent by `key`."""
        pk = self.championship.pk
        given = validated(PenaltyBody, request.data)
        penalty = reports.penalise(pk, number, by=self.officer, **given)
        return Response(TeamPenaltySerializer(penalty).data, status=201)


class OneTeamPenalty(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str, penalty_id: int) -> Response:
        """Revokes a penalty, with a reason."""
        pk = self.championship.pk
        given = validated(ReasonQuery, request.query_params)
        reports.revoke_penalty(pk, penalty_id, by=self.officer, reason=given["reason"])
        return Response(status=204)
