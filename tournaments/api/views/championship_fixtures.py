"""The matches of a championship: dates, line-ups, forfeits, reports."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from tournaments.api.bodies.championships import (
    FixtureMoveBody,
    ForfeitBody,
    ReportApprovalBody,
    TeamLineUpBody,
)
from tournaments.api.permissions import EntersResults, ReadsOrRunsEvening
from tournaments.api.serializers.championships import (
    OneFixtureSerializer,
)
from tournaments.api.views.championships import OfChampionship
from tournaments.championships import (
    line_ups,
    match_dates,
    reports,
)
from tournaments.championships.teams import team_of
from tournaments.presenters.championships import fixture_page


class OneFixture(OfChampionship):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=OneFixtureSerializer)
    def get(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """A match, with its line-ups once they may be seen."""
        return Response(OneFixtureSerializer(fixture_page(self.played(fixture_id), self.reading)).data)

    @extend_schema(request=FixtureMoveBody, responses=OneFixtureSerializer)
    def patch(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Moves a match to another date, or to the other team's room, with a reason."""
        self.played(fixture_id)
        given = validated(FixtureMoveBody, request.data)
        match_dates.move(fixture_id, by=self.officer, **complete(given))
        return self.fixture_answer(fixture_id)


def complete(given: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of `FixtureDateBody`, with empty values for omitted ones."""
    return {"starts_at": None, "venue": "", "reason": "", **given}


class FixtureLineUps(OfChampionship):
    @extend_schema(request=TeamLineUpBody, responses={201: OneFixtureSerializer})
    def post(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Stores a team's line-up for its captain, even after the time."""
        self.played(fixture_id)
        given = validated(TeamLineUpBody, request.data)
        team = team_of(self.championship, given["team"])
        line_ups.give(fixture_id, team, given["players"], by=self.officer)
        return self.fixture_answer(fixture_id, 201)


class PreparingFixture(OfChampionship):
    @extend_schema(request=None, responses=OneFixtureSerializer)
    def post(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Makes the tournament of a match whose line-ups have been given."""
        self.played(fixture_id)
        line_ups.prepare(fixture_id, by=self.officer)
        return self.fixture_answer(fixture_id)


class ForfeitingFixture(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(request=ForfeitBody, responses=OneFixtureSerializer)
    def put(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Decides a match by forfeit, or revokes the forfeit."""
        self.played(fixture_id)
        reports.forfeit(fixture_id, by=self.officer, **validated(ForfeitBody, request.data))
        return self.fixture_answer(fixture_id)


class ApprovingFixture(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(request=ReportApprovalBody, responses=OneFixtureSerializer)
    def post(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Approves the report of a match, and closes its tournament."""
        self.played(fixture_id)
        reports.approve(fixture_id, by=self.officer, **validated(ReportApprovalBody, request.data))
        return self.fixture_answer(fixture_id)
