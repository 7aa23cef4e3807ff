"""What the rounds page shows of a round: its tables with what they still owe, and the one next step."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from club.access import Right
from tournaments import drawing, qualifying, queries, readiness
from tournaments.api.serializers import MatchSerializer, RoundSerializer
from tournaments.format_wording import how_drawn
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.movements import movement_of
from tournaments.settling import owed
from tournaments.views.desk import pages, places


class Next(Enum):
    """The big button. One at a time, so that nobody has to think at half past ten in the evening."""

    WELCOME = "welcome"  # too few pairs present for a draw
    DRAW = "draw"
    PUBLISH = "publish"
    PLAY = "play"
    COLLECT = "collect"  # results are missing
    SETTLE = "settle"
    CLOSE = "close"
    OVER = "over"


class _TableSerializer(MatchSerializer):
    """A table as the desk's list shows it: of its smazzate, which are hundreds, the numbers alone."""

    deals = serializers.SerializerMethodField()  # type: ignore[assignment]

    class Meta(MatchSerializer.Meta):
        fields = [
            "table",
            "sides",
            "seats",
            "first_dealer",
            "deals",
            "deals_expected",
            "assigned",
            "lost_by",
            "is_rematch",
            "reason",
            "boards",
        ]

    def get_deals(self, match: Match) -> list[int]:
        return [deal.number for deal in match.deals.all()]


class _RoundSerializer(RoundSerializer):
    of_table = _TableSerializer


@dataclass(frozen=True)
class Progress:
    """How many smazzate are in, of how many, and at how many tables some are missing."""

    deals: int
    expected: int
    tables_waiting: int
    #: Tables whose results are all in and not yet confirmed, and those where one is contested.
    unconfirmed: tuple[int, ...]
    contested: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        return self.tables_waiting == 0


def shown(request: HttpRequest, tournament: Tournament, turn: int | None = None) -> dict[str, Any]:
    """The context of the round `turn`, or of the current one. About ten queries, whatever the size."""
    # Read first: what changes meanwhile then comes with the next question, and is not taken for seen.
    version = queries.live_version(tournament)
    may_run = pages.may(request, Right.RUN_EVENING)
    seen = queries.visible_rounds(tournament, drafts=may_run)
    chosen = queries.with_results(seen if turn is None else seen.filter(number=turn))
    round_ = chosen.order_by("-number").first()
    numbers = list(seen.values_list("number", flat=True))
    data = _round_data(round_) if round_ else None
    progress = _progress(data["tables"]) if data else Progress(0, 0, 0, (), ())
    hand = places.by_hand(round_) if round_ and may_run and round_.state in places.BEFORE_PLAY else {}
    here = queries.in_play(tournament).values_list("number", flat=True)
    present = len(here)
    coming = (max(numbers) if numbers else 0) + 1
    next_ = next_step(tournament, round_, progress, present)
    return {
        "round": data,
        "progress": progress,
        "next": next_,
        "turn_numbers": numbers,
        "is_current": not data or data["number"] == max(numbers),
        "coming_turn": coming,
        "findings": readiness.told(tournament, coming) if next_ is Next.DRAW and may_run else [],
        "present": present,
        "how_drawn": how_drawn(tournament, (max(numbers) if numbers else 0) + 1),
        "has_calendar": movement_of(tournament).is_closed,
        "live_version": version,
        "hand": hand,
        "late": places.late(tournament, data, here) if may_run else [],
        "level_at_the_cut": qualifying.level_at_the_cut(tournament, round_) if round_ and may_run else [],
    }


def next_step(tournament: Tournament, round_: Round | None, progress: Progress, present: int) -> Next:
    """What the evening waits for."""
    if tournament.closed_at:
        return Next.OVER
    if round_ is None or round_.state == RoundState.SETTLED:
        return _between_turns(tournament, round_, present)
    if round_.state == RoundState.PLAYING:
        return Next.SETTLE if progress.is_complete else Next.COLLECT
    return Next.PUBLISH if round_.state == RoundState.DRAFT else Next.PLAY


def _between_turns(tournament: Tournament, round_: Round | None, present: int) -> Next:
    are_enough = present >= min(tournament.rules.sizes) // tournament.entry_size
    if round_ is None:
        return Next.DRAW if are_enough else Next.WELCOME
    is_over = round_.number >= tournament.turns or drawing.is_decided(tournament, round_)
    return Next.DRAW if are_enough and not is_over else Next.CLOSE


def _round_data(round_: Round) -> dict[str, Any]:
    data = dict(_RoundSerializer(round_, context={"full_names": True, "drafts": True}).data)
    places.arranged(data)
    debts = owed(round_)
    for table in data["tables"]:
        lacking = len(table["deals"]) < table["deals_expected"]
        decided = table["assigned"] or table["lost_by"]
        table["is_abandoned"] = (lacking and not decided) and (
            round_.state == RoundState.SETTLED or table["table"] in debts.abandoned
        )
        table["unconfirmed"] = debts.waiting.get(table["table"], [])
        table["contested"] = debts.contested.get(table["table"], [])
        table["missing"] = [] if table["is_abandoned"] else debts.missing.get(table["table"], [])
    _put_in_words(round_, data["tables"])
    return data


def _put_in_words(round_: Round, tables: list[dict[str, Any]]) -> None:
    """Adds to each table its name, drawing, address once it can be entered, and what it still owes."""
    called, entered = _("Tavolo %(number)s"), _("Smazzate: %(entered)s su %(expected)s")
    missing = _("manca: %(missing)s")
    is_open = round_.state not in places.BEFORE_PLAY
    before, after = reverse("table", args=[round_.tournament.code, round_.number, 0]).rsplit("0", 1)
    dealers = {table["first_dealer"] for table in tables}
    drawn = {dealer: render_to_string("components/seats.html", {"dealer": dealer}) for dealer in dealers}
    for table in tables:
        table["drawn"] = drawn[table["first_dealer"]]
        table["called"] = called % {"number": table["table"]}
        table["url"] = f"{before}{table['table']}{after}" if is_open else ""
        counts = {"entered": len(table["deals"]), "expected": table["deals_expected"]}
        table["entered_words"] = entered % counts
        table["missing_words"] = missing % {"missing": ", ".join(map(str, table["missing"]))}


def _progress(tables: list[dict[str, Any]]) -> Progress:
    return Progress(
        deals=sum(len(table["deals"]) for table in tables),
        expected=sum(len(table["deals"]) + len(table["missing"]) for table in tables),
        tables_waiting=sum(bool(table["missing"]) for table in tables),
        unconfirmed=tuple(table["table"] for table in tables if table["unconfirmed"]),
        contested=tuple(table["table"] for table in tables if table["contested"]),
    )
