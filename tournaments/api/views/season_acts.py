"""Acts on seasons: creating, changing, deleting, the final; and the settings of the ratings."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from club.queries import first_or_not_found
from tournaments import seasons
from tournaments.api.bodies.seasons import ChangedSeasonBody, FinalBody, RatingRulesBody, SeasonBody
from tournaments.api.bodies.tables import ReasonQuery
from tournaments.api.permissions import ReadsOrChangesSeason, ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.seasons import SeasonSerializer
from tournaments.api.serializers.tournaments import TournamentSerializer
from tournaments.api.views.base import OfClub
from tournaments.api.views.seasons import OneSeason, Seasons
from tournaments.models import ClubRatings, Season
from tournaments.players import rating_builds


class SeasonsToWrite(Seasons):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(request=SeasonBody, responses={201: SeasonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Creates a season. Idempotent by `key`."""
        given = validated(SeasonBody, request.data)
        season = seasons.create(self.club.pk, by=self.officer, **given)
        return Response(SeasonSerializer(season).data, status=201)


class SeasonToWrite(OneSeason):
    permission_classes = [ReadsOrChangesSeason]

    def season(self, season_id: int) -> Season:
        seasons_of_id = self.club.seasons.filter(pk=season_id)
        return first_or_not_found(seasons_of_id, _("Il circolo non ha questa stagione."))

    @extend_schema(request=ChangedSeasonBody, responses=SeasonSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Changes a season's rules, and how much each evening counts."""
        season = self.season(season_id)
        given = validated(ChangedSeasonBody, request.data)
        return Response(SeasonSerializer(seasons.change(season.pk, by=self.officer, **given)).data)

    @extend_schema(parameters=[ReasonQuery], responses={204: None})
    def delete(self, request: Request, slug: str, season_id: int) -> Response:
        """Deletes a season, with a reason. For the club's owner."""
        season = self.season(season_id)
        given = validated(ReasonQuery, request.query_params)
        seasons.delete(season.pk, by=self.officer, reason=given["reason"])
        return Response(status=204)


class SeasonFinal(OfClub):
    permission_classes = [RunsEvening]

    @extend_schema(request=FinalBody, responses={201: TournamentSerializer})
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Creates the final of a season that is over, with its qualifiers entered and seeded."""
        seasons_of_id = self.club.seasons.filter(pk=season_id)
        season = first_or_not_found(seasons_of_id, _("Il circolo non ha questa stagione."))
        given = validated(FinalBody, request.data)
        made = seasons.make_final(
            season.pk, by=self.officer, name=given["name"], on=given["date"], version=given.get("version")
        )
        return Response(TournamentSerializer(made).data, status=201)


class RatingRulesSerializer(serializers.ModelSerializer[ClubRatings]):
    class Meta:
        model = ClubRatings
        fields = ["inactive_days", "provisional_matches", "version"]


class RatingRules(OfClub):
    permission_classes = [RunsEvening]

    @extend_schema(responses=RatingRulesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """How many matches make a rating definitive, and when a player counts as inactive."""
        return Response(RatingRulesSerializer(rating_builds.settings_of(self.club)).data)

    @extend_schema(request=RatingRulesBody, responses=RatingRulesSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Changes the settings of the ratings; the players' pages show the effect at once."""
        given = validated(RatingRulesBody, request.data)
        return Response(RatingRulesSerializer(rating_builds.change(self.club.pk, **given)).data)
