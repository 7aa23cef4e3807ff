"""Tables, papers and pictures as files, made by the views of the pages.

If a file has a public and a full form, officers get the full one, unless `?names=public` asks for the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import PRINTERS, Right
from club.api.base import ApiView, ClubView
from club.api.parsing import MOST_SMALL, StrictBody, validated
from club.api.permissions import Holds, KeepsAccounts, refused
from club.errors import NotFound
from tournaments import queries
from tournaments.api.permissions import EntersResults
from tournaments.api.views.base import OfClub, OfTournament
from tournaments.exports.formats import FORMATS
from tournaments.web.views.desk import accounts as desk_accounts
from tournaments.web.views.desk import cash as desk_cash
from tournaments.web.views.desk import championship_fixtures
from tournaments.web.views.desk import standings as desk_standings
from tournaments.web.views.public import calendar, exports

Page = Callable[..., HttpResponseBase]
OFFICERS = frozenset(Right)
RUN = frozenset({Right.RUN_EVENING})
ENTER = frozenset({Right.ENTER_RESULTS})
CASH = frozenset({Right.RUN_EVENING, Right.KEEP_ACCOUNTS})


@dataclass(frozen=True)
class OneFile:
    """A file: the view of its public form, and that of its full form for officers with a `needed` right."""

    public: Page | None = None
    full: Page | None = None
    needed: frozenset[Right] = frozenset()


OF_EVENING = {
    "standings": OneFile(exports.standings, exports.all_standings, OFFICERS),
    "provisional": OneFile(exports.provisional, exports.all_provisional, OFFICERS),
    "challenge": OneFile(exports.challenge),
    "race": OneFile(exports.race, exports.all_places, OFFICERS),
    "entries": OneFile(exports.entries, exports.all_entries, RUN),
    "rulings": OneFile(None, exports.rulings, ENTER),
    "log": OneFile(None, exports.log, ENTER),
    "cash": OneFile(None, exports.cash, CASH),
}
OF_ROUND = {
    "standings": OneFile(exports.standings, exports.all_standings, OFFICERS),
    "groups": OneFile(exports.groups, exports.all_groups, OFFICERS),
    "seating": OneFile(exports.seating, exports.all_seating, OFFICERS),
    "seats-by-name": OneFile(exports.seats_by_name, exports.all_seats_by_name, OFFICERS),
    "seats-by-number": OneFile(exports.seats_by_number),
    "results": OneFile(exports.results, exports.all_results, OFFICERS),
}
PAPER = {
    "standings": OneFile(exports.standings_pdf, desk_standings.paper, OFFICERS),
    "cash": OneFile(None, desk_cash.paper, CASH),
}
OF_SEASON = {"standings": OneFile(exports.season), "results": OneFile(exports.season_results)}
OF_CHAMPIONSHIP = {
    "standings": OneFile(exports.championship),
    "calendar": OneFile(exports.championship_calendar),
    "players": OneFile(exports.championship_players),
    "pairs": OneFile(exports.championship_pairs),
}
OF_PLAYER = {
    "rating": OneFile(exports.rating),
    "evenings": OneFile(exports.player_evenings),
    "partners": OneFile(exports.player_partners),
    "opponents": OneFile(exports.player_opponents),
    "figures": OneFile(exports.player_figures),
}
BINARY = OpenApiTypes.BINARY
KINDS: dict[tuple[int, str], Any] = {
    (200, each.content_type.partition(";")[0]): BINARY if ending != "json" else OpenApiTypes.OBJECT
    for ending, each in FORMATS.items()
}
ENDING = OpenApiParameter(
    "ending", str, OpenApiParameter.PATH, enum=list(FORMATS), description="The format of the file."
)


def one_of(files: dict[str, OneFile], word: str = "file") -> OpenApiParameter:
    """Returns the schema's parameter that names a file."""
    return OpenApiParameter(word, str, OpenApiParameter.PATH, enum=list(files))


class FileQuery(StrictBody):
    names = serializers.ChoiceField(
        choices=["full", "public"],
        required=False,
        help_text="`public` gives officers the file with public names.",
    )


class RoundFileQuery(FileQuery):
    version = serializers.IntegerField(
        min_value=1,
        max_value=MOST_SMALL,
        required=False,
        help_text="Earlier standings of the round, by their version; `standings` only.",
    )


class SheetsQuery(StrictBody):
    table = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Only the sheet of this table."
    )
    two = serializers.BooleanField(required=False, help_text="Two sheets on a page.")


class ReadsFile(Holds):
    """Admits everybody to files with a public form; to others, officers with one of the needed rights."""

    def has_permission(self, request: Request, view: Any) -> bool:
        file: OneFile = view.file
        return file.public is not None or bool(file.needed & view.rights) or refused(request, view)


class FileView(ApiView):
    """A view of files. Their media type follows from the address, whatever types the client accepts."""

    permission_classes: Sequence[Any] = [AllowAny]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        return JSONRenderer(), JSONRenderer.media_type

    def file_of(self, request: Request, page: Page, **where: Any) -> HttpResponseBase:
        """Returns the page's file. Raises NotFound for an unknown ending."""
        if where.get("ending", "csv") not in FORMATS:
            raise NotFound(_("I file finiscono in %(endings)s.") % {"endings": ", ".join(FORMATS)})
        response = page(request._request, **where)
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        return response


class NamedFile(FileView, ClubView):
    """A file by its name, public or with full names."""

    permission_classes = [ReadsFile]
    files: ClassVar[dict[str, OneFile]] = {}
    #: The part of the address that names the file.
    word: ClassVar[str] = "file"

    @cached_property
    def file(self) -> OneFile:
        file = self.files.get(self.kwargs[self.word])
        if file is None:
            raise NotFound(_("I file qui sono: %(names)s.") % {"names": ", ".join(self.files)})
        return file

    def page(self, names: str = "") -> Page:
        """Returns the view that exports the file for this sender."""
        is_full = bool(self.file.needed & self.rights) and names != "public"
        page = self.file.full if is_full and self.file.full else self.file.public
        return page or self.file.full  # type: ignore[return-value]  # a file has one of the two

    def file_of(self, request: Request, page: Page, **where: Any) -> HttpResponseBase:
        """Returns the page's file, and tells the page the rights of the token as well as the account."""
        request._request.rights_of_token = self.rights_to_change  # type: ignore[attr-defined]
        return super().file_of(request, page, **where)

    def named(self, request: Request, **where: Any) -> HttpResponseBase:
        given = validated(FileQuery, request.query_params.dict())
        return self.file_of(request, self.page(given.get("names", "")), **where)


class EveningFile(NamedFile, OfTournament):
    files = OF_EVENING

    @extend_schema(parameters=[one_of(OF_EVENING), ENDING, FileQuery], responses=KINDS)
    def get(self, request: Request, code: str, file: str, ending: str) -> HttpResponseBase:
        """A table of the evening as a file, with full names for officers."""
        return self.named(request, code=code, ending=ending)


class RoundFile(NamedFile, OfTournament):
    files = OF_ROUND

    @extend_schema(parameters=[one_of(OF_ROUND), ENDING, RoundFileQuery], responses=KINDS)
    def get(self, request: Request, code: str, turn: int, file: str, ending: str) -> HttpResponseBase:
        """A table of a round as a file, with full names for officers."""
        given = validated(RoundFileQuery, request.query_params.dict())
        version = given.get("version")
        if version is not None and file == "standings":
            return self.file_of(
                request, exports.standings, code=code, turn=turn, version=version, ending=ending
            )
        return self.file_of(request, self.page(given.get("names", "")), code=code, turn=turn, ending=ending)


class EntryFile(FileView):
    @extend_schema(parameters=[ENDING], responses=KINDS)
    def get(self, request: Request, code: str, number: int, ending: str) -> HttpResponseBase:
        """The deals of an entry as a file."""
        return self.file_of(request, exports.deals, code=code, number=number, ending=ending)


class Paper(NamedFile, OfTournament):
    files, word = PAPER, "paper"

    @extend_schema(parameters=[one_of(PAPER, "paper"), FileQuery], responses={(200, exports.PDF): BINARY})
    def get(self, request: Request, code: str, paper: str) -> HttpResponseBase:
        """The standings, or the cash book to be signed, as PDF."""
        return self.named(request, code=code)


class RoundPaper(FileView, OfTournament):
    readers = PRINTERS
    permission_classes = [EntersResults]

    @extend_schema(parameters=[SheetsQuery], responses={(200, exports.PDF): BINARY})
    def get(self, request: Request, code: str, turn: int) -> HttpResponseBase:
        """The score sheets of a round as PDF, with full names and the tables' codes."""
        given = validated(SheetsQuery, request.query_params.dict())
        return exports.sheets_file(
            request._request,
            self.tournament,
            turn,
            table=given.get("table"),
            is_two=given.get("two", False),
        )


class Picture(FileView):
    @extend_schema(responses={(200, exports.PNG): BINARY})
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """The picture of the evening for shared links, as PNG."""
        return self.file_of(request, exports.evening_picture, code=code)


class EntryPicture(FileView):
    @extend_schema(responses={(200, exports.PNG): BINARY})
    def get(self, request: Request, code: str, number: int) -> HttpResponseBase:
        """The picture of an entry, as PNG."""
        return self.file_of(request, exports.entry_picture, code=code, number=number)


class SeasonPicture(FileView):
    @extend_schema(responses={(200, exports.PNG): BINARY})
    def get(self, request: Request, slug: str, season_id: int) -> HttpResponseBase:
        """The picture of a season, as PNG."""
        return self.file_of(request, exports.season_picture, slug=slug, season_id=season_id)


class PlayerPicture(FileView):
    @extend_schema(responses={(200, exports.PNG): BINARY})
    def get(self, request: Request, slug: str, person_id: int) -> HttpResponseBase:
        """The picture of a player, as PNG."""
        return self.file_of(request, exports.player_picture, slug=slug, person_id=person_id)


class SeasonFile(NamedFile, OfClub):
    files = OF_SEASON

    @extend_schema(parameters=[one_of(OF_SEASON), ENDING], responses=KINDS)
    def get(self, request: Request, slug: str, season_id: int, file: str, ending: str) -> HttpResponseBase:
        """The standings or the results of a season as a file."""
        return self.named(request, slug=slug, season_id=season_id, ending=ending)


class ChampionshipFile(NamedFile, OfClub):
    files, word = OF_CHAMPIONSHIP, "championship_file"

    @extend_schema(parameters=[one_of(OF_CHAMPIONSHIP, "championship_file"), ENDING], responses=KINDS)
    def get(
        self, request: Request, slug: str, championship_code: str, championship_file: str, ending: str
    ) -> HttpResponseBase:
        """The standings, the calendar, the players or the pairs of a championship as a file."""
        return self.named(request, slug=slug, championship_code=championship_code, ending=ending)


class FixtureReport(FileView, OfClub):
    permission_classes = [EntersResults]

    @extend_schema(responses={(200, exports.PDF): BINARY})
    def get(self, request: Request, slug: str, championship_code: str, fixture_id: int) -> HttpResponseBase:
        """The report of a match as PDF, to be signed."""
        where = {"slug": slug, "championship_code": championship_code, "fixture_id": fixture_id}
        return self.file_of(request, championship_fixtures.report, **where)


class RatingsFile(FileView):
    @extend_schema(parameters=[ENDING], responses=KINDS)
    def get(self, request: Request, slug: str, ending: str) -> HttpResponseBase:
        """The players' ratings as a file."""
        return self.file_of(request, exports.ratings, slug=slug, ending=ending)


class PlayerFile(NamedFile, OfClub):
    files, word = OF_PLAYER, "player_file"

    @extend_schema(parameters=[one_of(OF_PLAYER, "player_file"), ENDING], responses=KINDS)
    def get(
        self, request: Request, slug: str, person_id: int, player_file: str, ending: str
    ) -> HttpResponseBase:
        """A player's rating, evenings, partners, opponents or figures as a file."""
        return self.named(request, slug=slug, person_id=person_id, ending=ending)


class DuelFile(FileView):
    @extend_schema(parameters=[ENDING], responses=KINDS)
    def get(
        self, request: Request, slug: str, person_id: int, other_id: int, ending: str
    ) -> HttpResponseBase:
        """Every match between two players as a file."""
        where = {"slug": slug, "person_id": person_id, "other_id": other_id}
        return self.file_of(request, exports.meetings, **where, ending=ending)


class CalendarFeed(FileView):
    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The club's calendar, to subscribe to."""
        return self.file_of(request, calendar.feed, slug=slug)


class AccountsFile(FileView, OfClub):
    permission_classes = [KeepsAccounts]

    @extend_schema(responses={(200, FORMATS["xlsx"].content_type): BINARY})
    def get(self, request: Request, slug: str, period: str) -> HttpResponseBase:
        """The money of a period as an Excel workbook: each movement with its payer, and the sums."""
        return self.file_of(request, desk_accounts.workbook, slug=slug, period=period)


class LinkSerializer(serializers.Serializer[Any]):
    """A file that the sender may download: its name, its round if it has one, its address by ending."""

    name = serializers.CharField()
    turn = serializers.IntegerField(allow_null=True)
    addresses = serializers.DictField(child=serializers.CharField())


class Files(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=LinkSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The files of the evening and of its rounds that the sender may download, with their addresses."""
        links = [
            self._link("file", name)
            for name, file in OF_EVENING.items()
            if self._may_download(file) and (name != "challenge" or self.tournament.is_challenge)
        ]
        links += [self._paper(name) for name, file in PAPER.items() if self._may_download(file)]
        for turn in (
            queries.visible_rounds(self.tournament).order_by("number").values_list("number", flat=True)
        ):
            links += [self._link("round-file", name, turn) for name in OF_ROUND]
            if Right.ENTER_RESULTS in self.rights_by(PRINTERS):
                address = reverse("v1:round-paper", args=[code, turn])
                links.append({"name": "sheets", "turn": turn, "addresses": {"pdf": address}})
        return Response(links)

    def _may_download(self, file: OneFile) -> bool:
        return file.public is not None or bool(file.needed & self.rights)

    def _link(self, view: str, name: str, turn: int | None = None) -> dict[str, object]:
        where = [self.tournament.code, *([] if turn is None else [turn]), name]
        addresses = {ending: reverse(f"v1:{view}", args=[*where, ending]) for ending in FORMATS}
        return {"name": name, "turn": turn, "addresses": addresses}

    def _paper(self, name: str) -> dict[str, object]:
        address = reverse("v1:paper", args=[self.tournament.code, name])
        return {"name": f"{name}, on paper", "turn": None, "addresses": {"pdf": address}}
