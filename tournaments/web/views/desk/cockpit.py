"""The context of a round's page: tables with their missing deals, places to change, the next step."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from club.access import Right
from club.web.guards import OfficerRequest
from tournaments import queries
from tournaments.core.draws.by_hand import MENDED
from tournaments.models import Round, RoundState, Tournament
from tournaments.models.round import movement_of
from tournaments.pairing import draw_preflight, mending, pairing_service
from tournaments.presenters import as_data
from tournaments.presenters.tables import shown_round
from tournaments.rounds.completeness import owed
from tournaments.standings import qualifying
from tournaments.text.format_wording import how_drawn
from tournaments.web.views.desk import pages


class Next(Enum):
    """The next step of the evening: the one big button of the page."""

    WELCOME = "welcome"  # too few pairs present for a draw
    DRAW = "draw"
    PUBLISH = "publish"
    PLAY = "play"
    COLLECT = "collect"  # results are missing
    SETTLE = "settle"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True)
class Progress:
    """The deals entered and expected, and the tables that are not complete."""

    deals: int
    expected: int
    tables_waiting: int
    #: Tables with all results entered but not yet confirmed, and tables with a contested one.
    unconfirmed: tuple[int, ...]
    contested: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        return self.tables_waiting == 0


def round_context(request: OfficerRequest, tournament: Tournament, turn: int | None = None) -> dict[str, Any]:
    """Returns the context of the round `turn`, or of the current one. About ten queries at any size."""
    # Read first, so that a change during this request is shown by the next poll.
    version = queries.live_version(tournament)
    may_run = pages.may(request, Right.RUN_EVENING)
    seen = queries.visible_rounds(tournament, drafts=may_run)
    chosen = queries.with_results(seen if turn is None else seen.filter(number=turn))
    round_ = chosen.order_by("-number").first()
    numbers = list(seen.values_list("number", flat=True))
    data = _round_data(round_) if round_ else None
    progress = _progress(data["tables"]) if data else Progress(0, 0, 0, (), ())
    by_hand = changes_by_hand(round_) if round_ and may_run and round_.state in BEFORE_PLAY else {}
    in_play = queries.in_play(tournament).values_list("number", flat=True)
    present = len(in_play)
    coming_turn = (max(numbers) if numbers else 0) + 1
    next_ = next_step(tournament, round_, progress, present)
    return {
        "round": data,
        "progress": progress,
        "next": next_,
        "turn_numbers": numbers,
        "is_current": not data or data["number"] == max(numbers),
        "coming_turn": coming_turn,
        "findings": draw_preflight.obstacles(tournament, coming_turn)
        if next_ is Next.DRAW and may_run
        else [],
        "present": present,
        "how_drawn": how_drawn(tournament, (max(numbers) if numbers else 0) + 1),
        "has_calendar": movement_of(tournament).is_closed,
        "live_version": version,
        "hand": by_hand,
        "late": late_entries(tournament, data, in_play) if may_run else [],
        "level_at_the_cut": qualifying.level_at_the_cut(tournament, round_) if round_ and may_run else [],
    }


def next_step(tournament: Tournament, round_: Round | None, progress: Progress, present: int) -> Next:
    """Returns the next step of the evening."""
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
    is_over = round_.number >= tournament.turns or pairing_service.is_decided(tournament, round_)
    return Next.DRAW if are_enough and not is_over else Next.CLOSE


def _round_data(round_: Round) -> dict[str, Any]:
    # Only the numbers of the deals are needed here: a round has hundreds of deals.
    shown = shown_round(round_, {"full_names": True, "drafts": True}, with_deals=False)
    data: dict[str, Any] = as_data(shown)
    add_places(data)
    debts = owed(round_)
    for table, match in zip(data["tables"], round_.matches.all(), strict=True):
        table["deals"] = [deal.number for deal in match.deals.all()]
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
    """Adds to each table its name, its drawing, its URL once it takes results, and its missing deals in
    words."""
    called, entered = _("Tavolo %(number)s"), _("Smazzate: %(entered)s su %(expected)s")
    missing = _("manca: %(missing)s")
    is_open = round_.state not in BEFORE_PLAY
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


#: Before play, the page is about the seats.
BEFORE_PLAY = (RoundState.DRAFT, RoundState.PUBLISHED)


def add_places(data: dict[str, Any]) -> None:
    """Adds `places` to each table of a serialized round: each side, with its entries by number and name."""
    for table in data["tables"]:
        table["places"] = [
            {"heading": side["heading"], "entries": _entries(table, key, side)}
            for key, side in table["sides"].items()
        ]


def _entries(table: dict[str, Any], key: str, side: dict[str, Any]) -> list[dict[str, Any]]:
    names: dict[int, list[str]] = {}
    for seat in table["seats"]:
        if seat["side"] == key:
            names.setdefault(seat["entry"], []).append(seat["name"])
    return [{"number": number, "name": " – ".join(names[number])} for number in side["entries"]]


def entries_with_places(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns every entry of the round by number, with the words for its place."""
    entries = [
        {
            **entry,
            "where": _("tavolo %(table)s, %(side)s") % {"table": table["table"], "side": place["heading"]},
        }
        for table in data["tables"]
        for place in table["places"]
        for entry in place["entries"]
    ]
    entries += [{**rest, "where": _("riposa")} for rest in data["rests"]]
    return sorted(entries, key=lambda entry: int(entry["number"]))


def changes_by_hand(round_: Round) -> dict[str, Any]:
    """Returns the changes made by hand, and the entries that an outdated draft lacks."""
    is_draft = round_.state == RoundState.DRAFT
    return {
        "moves": [_move_in_words(move) for move in round_.moves],
        "may_undo": bool(round_.moves) and round_.moves[-1]["swap"] != MENDED,
        "missing": mending.missing(round_) if is_draft else None,
        "may_drag": is_draft,
    }


def late_entries(tournament: Tournament, data: dict[str, Any] | None, in_play: Collection[int]) -> list[int]:
    """Returns the entries that arrived after round 1 was announced and can still play it, at a short
    table."""
    is_on = data and data["number"] == 1 and data["state"] in (RoundState.PUBLISHED, RoundState.PLAYING)
    if data is None or not is_on or tournament.closed_at or movement_of(tournament).is_closed:
        return []
    resting = [rest["number"] for rest in data["rests"]]
    seated = [seat["entry"] for table in data["tables"] for seat in table["seats"]]
    arrived = sorted({*in_play} - {*resting, *seated})
    least = min(tournament.rules.sizes) // tournament.entry_size
    return arrived if len(arrived) + len(resting) >= (4 if tournament.is_rotation else least) else []


def _move_in_words(move: dict[str, Any]) -> dict[str, str]:
    return {"words": swap_words(move["swap"]), "reason": move["reason"]}


def swap_words(swap: list[Any]) -> str:
    """Returns a change in words: "n. 4 e n. 7 scambiati di posto"."""
    if swap == MENDED:
        return _("tavoli sistemati con chi c'è")
    kind, first, second = swap
    facts = {"first": first, "second": _(second) if kind == "dealer" and second in "NES" else second}
    if kind == "entries":
        return _("n. %(first)s e n. %(second)s scambiati di posto") % facts
    if kind == "tables":
        return _("tavoli %(first)s e %(second)s scambiati") % facts
    return _("tavolo %(first)s: primo mazziere %(second)s") % facts
