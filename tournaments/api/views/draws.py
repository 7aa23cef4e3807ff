"""Draws: how a round was drawn, its file, and the verification of a file."""

from collections.abc import Mapping
from typing import IO, Any, cast

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from tournaments.api.views.base import OfTournament
from tournaments.api.views.files import FileView
from tournaments.pairing import draw_files
from tournaments.pairing.draw_checks import MOST_BYTES, Checked
from tournaments.presenters.draws import announced, checks_of, inputs, own_checks
from tournaments.text.draw_wording import MOVEMENTS
from tournaments.web.throttles import CheckedFiles
from tournaments.web.views.public import draws


class CheckSerializer(serializers.Serializer[Any]):
    """A check of a draw's file: its outcome and a sentence."""

    outcome = serializers.ChoiceField(choices=["kept", "broken", "unknown"])
    sentence = serializers.CharField()


class ChecksSerializer(serializers.Serializer[Any]):
    """The result of verifying the file of a draw."""

    is_all_kept = serializers.BooleanField()
    is_broken = serializers.BooleanField()
    is_too_long = serializers.BooleanField(help_text="Whether it would have taken too long to verify.")
    checks = CheckSerializer(many=True)


class EntrantSerializer(serializers.Serializer[Any]):
    """An entry in the input of the draw: its place, its byes, and the numbers of earlier opponents."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    place = serializers.IntegerField(allow_null=True)
    rests = serializers.IntegerField()
    missed = serializers.IntegerField()
    fixed_table = serializers.IntegerField(allow_null=True)
    met = serializers.ListField(child=serializers.IntegerField())


class DrawSerializer(serializers.Serializer[Any]):
    """How a round was drawn: movement, seed, the changes since, the entrants, the checks of its file."""

    turn = serializers.IntegerField()
    seed = serializers.IntegerField()
    movement = serializers.CharField()
    movement_name = serializers.CharField()
    moves = serializers.IntegerField(help_text="Changes by hand since the draw.")
    thrown_away = serializers.IntegerField(help_text="Earlier draws of the round that were discarded.")
    avoids_rematches = serializers.BooleanField()
    entrants = EntrantSerializer(many=True)
    verified = ChecksSerializer(allow_null=True)
    unchecked = serializers.CharField(allow_null=True, help_text="Why the file cannot be verified.")


def _result(checks: Mapping[str, Any]) -> dict[str, object] | None:
    """Returns the data for `ChecksSerializer`; None if the file cannot be verified."""
    checked: Checked | None = checks.get("found")
    if checked is None:
        return None
    return {
        "is_all_kept": checked.is_all_kept,
        "is_broken": checked.is_broken,
        "is_too_long": checked.is_too_long,
        "checks": checks["checks"],
    }


class Draw(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=DrawSerializer)
    def get(self, request: Request, code: str, turn: int) -> Response:
        """How an announced round was drawn, and the result of verifying its file."""
        round_ = announced(self.tournament, turn)
        movement = draw_files.stored_movement(round_)
        checks = own_checks(draw_files.file_of(round_).written)
        data = {
            "turn": turn,
            "seed": round_.seed,
            "movement": movement.kind,
            "movement_name": str(MOVEMENTS[movement.kind]),
            "moves": len(draw_files.moves_of(round_)),
            "thrown_away": draw_files.thrown_away(round_),
            **inputs(self.tournament, round_),
            "verified": _result(checks),
            "unchecked": checks.get("unchecked"),
        }
        return Response(DrawSerializer(data).data)


class DrawFile(FileView):
    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, code: str, turn: int) -> HttpResponseBase:
        """The draw of an announced round as a file that anybody can verify."""
        return self.file_of(request, draws.draw_file, code=code, turn=turn)


class WholeFile(BaseParser):
    """Returns the body as bytes, because the check itself refuses what is no file of a draw."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return bytes(stream.read(MOST_BYTES + 1))


class CheckDraw(ApiView):
    permission_classes = [AllowAny]
    parser_classes = [WholeFile]

    @extend_schema(request=OpenApiTypes.OBJECT, responses=ChecksSerializer)
    def post(self, request: Request) -> Response:
        """Verifies the file of a draw, which is the body; 422 for any other file."""
        limit = CheckedFiles()
        if not limit.allow_request(request):
            raise Throttled(limit.wait())
        return Response(_result(checks_of(cast(bytes, request.data) or b"")))
