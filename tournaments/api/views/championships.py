"""Championships: read by everybody, run by officers, and by captains with the code of their team."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from club.errors import NotFound
from tournaments.api.bodies.championships import (
    CalendarBody,
    ChampionshipBody,
    ChangedChampionshipBody,
    ChangedTeamBody,
    ConfirmationBody,
    ContestBody,
    DateAnswerBody,
    FixtureDateBody,
    ForfeitBody,
    LineUpBody,
    PenaltyBody,
    ReportApprovalBody,
    StageBody,
    TeamBody,
    TeamLineUpBody,
    TeamPlayerBody,
)
from tournaments.api.bodies.tables import ReasonQuery
from tournaments.api.permissions import EntersResults, ReadsOrChangesSeason, ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.championships import (
    CaptainCodeSerializer,
    CaptainSerializer,
    ChampionshipPageSerializer,
    ChampionshipSerializer,
    ChampionshipTeamSerializer,
    OneFixtureSerializer,
    OneTeamSerializer,
    TeamPenaltySerializer,
    captain_answer,
)
from tournaments.api.views.base import OfClub
from tournaments.api.views.own_bookings import BySecret
from tournaments.api.views.tournaments import player
from tournaments.championships import (
    calendar,
    captain_codes,
    championship_service,
    line_ups,
    play_off,
    reports,
    teams,
)
from tournaments.championships.team_standings import Played, championship_of, championship_standings
from tournaments.championships.teams import team_of
from tournaments.models import Championship, Team
from tournaments.presenters.championships import championship_page, fixture_page, team_page
from tournaments.results.codes import CodeRefused
from tournaments.text.names import PUBLIC


class Championships(OfClub):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=ChampionshipSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's championships, the newest first."""
        return Response(ChampionshipSerializer(self.club.championships.all(), many=True).data)

    @extend_schema(request=ChampionshipBody, responses={201: ChampionshipSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Creates a championship. Idempotent by `key`."""
        given = validated(ChampionshipBody, request.data)
        made = championship_service.create(self.club.pk, by=self.officer, **given)
        return Response(ChampionshipSerializer(made).data, status=201)


class OfChampionship(OfClub):
    """A view under a championship."""

    permission_classes = [RunsEvening]

    @cached_property
    def championship(self) -> Championship:
        found = championship_of(self.kwargs["slug"], self.kwargs["championship_code"])
        found.club = self.club
        return found

    def played(self, fixture_id: int) -> Played:
        return _played(self.championship, fixture_id)

    def fixture_answer(self, fixture_id: int, status: int = 200) -> Response:
        del self.championship  # read again, after the change
        shown = fixture_page(self.played(fixture_id), self.reading)
        return Response(OneFixtureSerializer(shown).data, status=status)


def _played(championship: Championship, fixture_id: int) -> Played:
    fixtures = championship_standings(championship, individual=False).fixtures
    found = next((each for each in fixtures if each.fixture.pk == fixture_id), None)
    if found is None:
        raise NotFound(_("Il campionato non ha questo incontro."))
    return found


class OneChampionship(OfChampionship):
    permission_classes = [ReadsOrChangesSeason]

    @extend_schema(responses=ChampionshipPageSerializer)
    def get(self, request: Request, slug: str, championship_code: str) -> Response:
        """A championship: standings of each group, calendar with results, players and pairs."""
        page = championship_page(self.championship, self.reading)
        return Response(ChampionshipPageSerializer(page).data)

    @extend_schema(request=ChangedChampionshipBody, responses=ChampionshipSerializer)
    def patch(self, request: Request, slug: str, championship_code: str) -> Response:
        """Changes the settings of a championship; those of a match hold for matches prepared from now on."""
        given = validated(ChangedChampionshipBody, request.data)
        changed = championship_service.change(self.championship.pk, by=self.officer, **given)
        return Response(ChampionshipSerializer(changed).data)

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str) -> Response:
        """Deletes a championship of which nothing was played, with a reason. For the club's owner."""
        pk = self.championship.pk
        given = validated(ReasonQuery, request.query_params)
        championship_service.delete(pk, by=self.officer, reason=given["reason"])
        return Response(status=204)


class ClosingChampionship(OfChampionship):
    @extend_schema(request=None, responses=ChampionshipSerializer)
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Closes a championship: nothing changes in it any more."""
        closed = championship_service.close(self.championship.pk, by=self.officer)
        return Response(ChampionshipSerializer(closed).data)


class ReopeningChampionship(OfChampionship):
    @extend_schema(request=ContestBody, responses=ChampionshipSerializer)
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Opens a closed championship again, with a reason."""
        pk = self.championship.pk
        given = validated(ContestBody, request.data)
        opened = championship_service.reopen(pk, by=self.officer, reason=given["reason"])
        return Response(ChampionshipSerializer(opened).data)


class DrawingCalendar(OfChampionship):
    @extend_schema(request=CalendarBody, responses=ChampionshipPageSerializer)
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Draws the calendar; until somebody has played, drawing again makes another one."""
        pk = self.championship.pk
        calendar.draw(pk, by=self.officer, **validated(CalendarBody, request.data))
        del self.championship
        return Response(ChampionshipPageSerializer(championship_page(self.championship, self.reading)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str) -> Response:
        """Deletes a calendar of which nothing was played."""
        calendar.remove(self.championship.pk, by=self.officer)
        return Response(status=204)


class DrawingPlayOff(OfChampionship):
    @extend_schema(request=StageBody, responses=ChampionshipPageSerializer)
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Makes the matches of the next stage of the play-off."""
        pk = self.championship.pk
        play_off.draw_stage(pk, by=self.officer, **validated(StageBody, request.data))
        del self.championship
        return Response(ChampionshipPageSerializer(championship_page(self.championship, self.reading)).data)


class Teams(OfChampionship):
    @extend_schema(request=TeamBody, responses={201: ChampionshipTeamSerializer})
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Enters a team with its players. Idempotent by `key`. A refusal leaves no guest behind."""
        pk = self.championship.pk
        given = validated(TeamBody, request.data)
        players = [player(self.club, each) for each in given.pop("players", [])]
        made = teams.add(pk, by=self.officer, players=players, captain=0 if players else None, **given)
        return Response(ChampionshipTeamSerializer(made).data, status=201)


class OneTeam(OfChampionship):
    permission_classes = [ReadsOrRunsEvening]

    def answer(self, number: int) -> Response:
        page = championship_page(self.championship, self.reading, individual=False)
        shown = team_page(page, team_of(self.championship, number), self.reading)
        return Response(OneTeamSerializer(shown).data)

    @extend_schema(responses=OneTeamSerializer)
    def get(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """A team: its players, its place and its matches."""
        return self.answer(number)

    @extend_schema(request=ChangedTeamBody, responses=OneTeamSerializer)
    def patch(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Changes the data of a team, or its captain."""
        pk = self.championship.pk
        given = validated(ChangedTeamBody, request.data)
        if given.get("captain"):
            given["captain"] = player(self.club, {"person": given["captain"]})
        teams.change(pk, number, by=self.officer, **given)
        return self.answer(number)

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Withdraws a team, which forfeits what it has not begun; before the calendar it is taken out."""
        pk = self.championship.pk
        given = validated(ReasonQuery, request.query_params)
        if self.championship.fixtures.exists():
            teams.withdraw(pk, number, by=self.officer, reason=given["reason"])
        else:
            teams.remove(pk, number, by=self.officer)
        return Response(status=204)


class TeamPlayers(OfChampionship):
    @extend_schema(request=TeamPlayerBody, responses={201: OneTeamSerializer})
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Adds a player to a team."""
        pk = self.championship.pk
        given = validated(TeamPlayerBody, request.data)
        teams.add_player(pk, number, player(self.club, given["player"]), by=self.officer)
        page = championship_page(self.championship, self.reading, individual=False)
        shown = team_page(page, team_of(self.championship, number), self.reading)
        return Response(OneTeamSerializer(shown).data, status=201)


class OneTeamPlayer(OfChampionship):
    @extend_schema(responses={204: None})
    def delete(
        self, request: Request, slug: str, championship_code: str, number: int, person_id: int
    ) -> Response:
        """Takes a player out of a team."""
        teams.remove_player(self.championship.pk, number, person_id, by=self.officer)
        return Response(status=204)


class CaptainCode(OfChampionship):
    shows_codes = True

    @extend_schema(responses=CaptainCodeSerializer)
    def get(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """The captain's code of a team."""
        return Response(CaptainCodeSerializer(team_of(self.championship, number)).data)

    @extend_schema(request=None, responses=CaptainCodeSerializer)
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Makes a new captain's code; the one before opens nothing any more."""
        renewed = teams.renew_code(self.championship.pk, number, by=self.officer)
        return Response(CaptainCodeSerializer(renewed).data)


class TeamPenalties(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(request=PenaltyBody, responses={201: TeamPenaltySerializer})
    def post(self, request: Request, slug: str, championship_code: str, number: int) -> Response:
        """Takes points from a team in the standings."""
        pk = self.championship.pk
        given = validated(PenaltyBody, request.data)
        penalty = reports.penalise(pk, number, by=self.officer, **given)
        return Response(TeamPenaltySerializer(penalty).data, status=201)


class OneTeamPenalty(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str, penalty_id: int) -> Response:
        """Takes a penalty back, with a reason."""
        pk = self.championship.pk
        given = validated(ReasonQuery, request.query_params)
        reports.revoke_penalty(pk, penalty_id, by=self.officer, reason=given["reason"])
        return Response(status=204)


class OneFixture(OfChampionship):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=OneFixtureSerializer)
    def get(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """A match; its line-ups once they may be seen."""
        return Response(OneFixtureSerializer(fixture_page(self.played(fixture_id), self.reading)).data)

    @extend_schema(request=FixtureDateBody, responses=OneFixtureSerializer)
    def patch(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Moves a match to another date, with a reason."""
        self.played(fixture_id)
        given = validated(FixtureDateBody, request.data)
        calendar.move(fixture_id, by=self.officer, **_complete(given))
        return self.fixture_answer(fixture_id)


def _complete(given: dict[str, Any]) -> dict[str, Any]:
    return {"starts_at": None, "venue": "", "reason": "", **given}


class FixtureLineUps(OfChampionship):
    @extend_schema(request=TeamLineUpBody, responses={201: OneFixtureSerializer})
    def post(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Writes a team's line-up for its captain, also after the time."""
        self.played(fixture_id)
        given = validated(TeamLineUpBody, request.data)
        team = team_of(self.championship, given["team"])
        line_ups.give(fixture_id, team, given["players"], by=self.officer)
        return self.fixture_answer(fixture_id, 201)


class PreparingFixture(OfChampionship):
    @extend_schema(request=None, responses=OneFixtureSerializer)
    def post(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Makes the tournament of a match whose line-ups are in."""
        self.played(fixture_id)
        line_ups.prepare(fixture_id, by=self.officer)
        return self.fixture_answer(fixture_id)


class ForfeitingFixture(OfChampionship):
    permission_classes = [EntersResults]

    @extend_schema(request=ForfeitBody, responses=OneFixtureSerializer)
    def put(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> Response:
        """Decides a match by forfeit, or takes that decision back."""
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


# The captain of a team, by the team's code in the address.


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
        """The team's match. Raises NotFound for one of other teams."""
        played = _played(self.team.championship, fixture_id)
        if not played.fixture.side_of(self.team.pk):
            raise NotFound(_("Questo incontro è di altre squadre."))
        return played

    def answer(self, fixture_id: int, status: int = 200) -> Response:
        shown = fixture_page(self.own(fixture_id), PUBLIC, team=self.team)
        return Response(OneFixtureSerializer(shown).data, status=status)


class Captain(OfCaptain):
    @extend_schema(responses=CaptainSerializer)
    def get(self, request: Request, captain_code: str) -> Response:
        """The captain's team, its matches with its own line-ups, and the proposals that wait."""
        page = championship_page(self.team.championship, PUBLIC, individual=False)
        return Response(CaptainSerializer(captain_answer(page, self.team, PUBLIC)).data)


class CaptainLineUp(OfCaptain):
    @extend_schema(request=LineUpBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Gives the team's line-up, or another one until the time is over or both are in."""
        self.own(fixture_id)
        line_ups.give(fixture_id, self.team, validated(LineUpBody, request.data)["players"])
        return self.answer(fixture_id)


class CaptainProposal(OfCaptain):
    @extend_schema(request=FixtureDateBody, responses={201: OneFixtureSerializer})
    def post(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Proposes another date of a match to the other captain."""
        self.own(fixture_id)
        given = validated(FixtureDateBody, request.data)
        calendar.propose(fixture_id, self.team, **_complete(given))
        return self.answer(fixture_id, 201)

    @extend_schema(request=DateAnswerBody, responses=OneFixtureSerializer)
    def put(self, request: Request, captain_code: str, fixture_id: int) -> Response:
        """Accepts or refuses the proposed date; takes back the team's own proposal."""
        self.own(fixture_id)
        calendar.answer(fixture_id, self.team, **validated(DateAnswerBody, request.data))
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
