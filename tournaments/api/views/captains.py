"""The acts of captains, by the code of their team in the address: line-ups, dates, reports."""

from functools import cached_property

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from club.errors import NotFound
from tournaments.api.bodies.championships import (
    ConfirmationBody,
    ContestBody,
    DateAnswerBody,
    FixtureDateBody,
    LineUpBody,
)
from tournaments.api.serializers.championships import (
    CaptainSerializer,
    OneFixtureSerializer,
    captain_data,
)
from tournaments.api.views.championship_fixtures import complete
from tournaments.api.views.own_bookings import BySecret
from tournaments.championships import (
    captain_codes,
    line_ups,
    match_dates,
    reports,
)
from tournaments.championships.team_standings import Played, played_of
from tournaments.models import Team
from tournaments.presenters.championships import championship_page, fixture_page
from tournaments.results.codes import CodeRefused
from tournaments.text.names import PUBLIC


class OfCaptain(BySecret):
    """A view for the holder of a captain's code."""

    permission_classes = [AllowAny]

    @cached_property
    def team(self) -> Team:
        try:
            return captain_codes.team_of(self.kwargs["captain_code"])
        except CodeRefused as refusal:
            raise self.wrong(str(refusal)) from None

    def own(self, fixture_id: int) -> Played:
        """Returns a match of the team. Raises NotFound for a match of other teams."""
        played = played_of(self.team.championship, fixture_id)
        if not played.fixture.side_of(self.team.pk):
            raise NotFound(_("Questo incontro è di altre squadre."))
        return played

    def answer(self, fixture_id: int, status: int = 200) -> Response:
        shown = fixture_page(self.own(fixture_id), PUBLIC, team=self.team)
        return Response(OneFixtureSerializer(shown).data, status=status)


class Captain(OfCaptain):
    @extend_schema(responses=CaptainSerializer)
    def get(self, request: Request, captain_code: str) -> Response:
        """The captain's team, its matches with its own line-ups, and the open proposals."""
        page = championship_page(self.team.championship, PUBLIC, individual=False)
        return Response(CaptainSerializer(captain_data(page, self.team, PUBLIC)).data)


class CaptainLineUp(OfCaptain):
    @extend_schema(request=LineUpBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Gives or changes the team's line-up, until the time is over or both teams have given theirs."""
        self.own(fixture_id)
        line_ups.give(fixture_id, self.team, validated(LineUpBody, request.data)["players"])
        return self.answer(fixture_id)


class CaptainProposal(OfCaptain):
    @extend_schema(request=FixtureDateBody, responses={201: OneFixtureSerializer})
    def post(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Proposes another date for a match to the other captain."""
        self.own(fixture_id)
        given = validated(FixtureDateBody, request.data)
        match_dates.propose(fixture_id, self.team, **complete(given))
        return self.answer(fixture_id, 201)

    @extend_schema(request=DateAnswerBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Accepts or refuses the other captain's proposal, or withdraws the team's own."""
        self.own(fixture_id)
        match_dates.answer(fixture_id, self.team, **validated(DateAnswerBody, request.data))
        return self.answer(fixture_id)


class CaptainConfirmation(OfCaptain):
    @extend_schema(request=ConfirmationBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Confirms the report of a match."""
        self.own(fixture_id)
        reports.confirm(fixture_id, self.team, **validated(ConfirmationBody, request.data))
        return self.answer(fixture_id)


class CaptainContest(OfCaptain):
    @extend_schema(request=ContestBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Contests the report of a match: the referee decides."""
        self.own(fixture_id)
        reports.contest(fixture_id, self.team, **validated(ContestBody, request.data))
        return self.answer(fixture_id)
