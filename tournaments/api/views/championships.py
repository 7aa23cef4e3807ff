"""Championships: read by everybody, run by officers."""

from functools import cached_property

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from tournaments.api.bodies.championships import (
    CalendarBody,
    ChampionshipBody,
    ChangedChampionshipBody,
    ContestBody,
    StageBody,
)
from tournaments.api.bodies.tables import ReasonQuery
from tournaments.api.permissions import ReadsOrChangesSeason, ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.championships import (
    ChampionshipPageSerializer,
    ChampionshipSerializer,
    OneFixtureSerializer,
)
from tournaments.api.views.base import OfClub
from tournaments.championships import (
    calendar,
    championship_service,
    play_off,
)
from tournaments.championships.team_standings import Played, championship_of, played_of
from tournaments.models import Championship
from tournaments.presenters.championships import championship_page, fixture_page


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
        stored = championship_of(self.kwargs["slug"], self.kwargs["championship_code"])
        stored.club = self.club
        return stored

    def played(self, fixture_id: int) -> Played:
        return played_of(self.championship, fixture_id)

    def fixture_answer(self, fixture_id: int, status: int = 200) -> Response:
        del self.championship  # read again, after the change
        shown = fixture_page(self.played(fixture_id), self.reading)
        return Response(OneFixtureSerializer(shown).data, status=status)


class OneChampionship(OfChampionship):
    permission_classes = [ReadsOrChangesSeason]

    @extend_schema(responses=ChampionshipPageSerializer)
    def get(self, request: Request, slug: str, championship_code: str) -> Response:
        """A championship: standings of each group, calendar with results, players and pairs."""
        page = championship_page(self.championship, self.reading)
        return Response(ChampionshipPageSerializer(page).data)

    @extend_schema(request=ChangedChampionshipBody, responses=ChampionshipSerializer)
    def patch(self, request: Request, slug: str, championship_code: str) -> Response:
        """Changes the settings; those of matches apply to matches prepared from now on."""
        given = validated(ChangedChampionshipBody, request.data)
        changed = championship_service.change(self.championship.pk, by=self.officer, **given)
        return Response(ChampionshipSerializer(changed).data)

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str) -> Response:
        """Deletes a championship without any match played, with a reason. For the club's owner."""
        pk = self.championship.pk
        given = validated(ReasonQuery, request.query_params)
        championship_service.delete(pk, by=self.officer, reason=given["reason"])
        return Response(status=204)


class ClosingChampionship(OfChampionship):
    @extend_schema(request=None, responses=ChampionshipSerializer)
    def post(self, request: Request, slug: str, championship_code: str) -> Response:
        """Closes a championship: after that nothing in it can be changed."""
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
        """Draws the calendar; before the first match is played, it can be drawn again."""
        pk = self.championship.pk
        calendar.draw(pk, by=self.officer, **validated(CalendarBody, request.data))
        del self.championship
        return Response(ChampionshipPageSerializer(championship_page(self.championship, self.reading)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, championship_code: str) -> Response:
        """Deletes the calendar, if no match has been played."""
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
