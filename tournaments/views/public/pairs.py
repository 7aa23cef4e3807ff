"""A pair's own evening: its place and the sum behind it, its tables, their deals and why they count so."""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import queries, scores
from tournaments.api.serializers import EntrySerializer, MatchSerializer, StandingsSerializer
from tournaments.api.serializers.results import Classifica, classifica
from tournaments.models import Deal, Entry, Match, Tournament
from tournaments.scores import Told
from tournaments.standings import CRITERIA
from tournaments.views.access import everybody
from tournaments.views.public.live_parts import PUBLIC, page, part

SIDES = ("A", "B")
# Their values only say who comes first, not by how much.
WITHOUT_FIGURES = {"head_to_head", "lots"}


@require_safe
@everybody
def pair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The page of the pair with that number, or its live part for `?fragment`."""
    entry = queries.entries(tournament).filter(number=number).first()
    if entry is None:
        raise Http404(_("In questo torneo non c'è una coppia con questo numero."))
    shown = EntrySerializer(entry, context=PUBLIC).data
    made = part(tournament, "public/pair_part.html", lambda: _read(tournament, entry, shown), number)
    return page(request, tournament, made, "public/pair.html", entry=shown)


def _read(tournament: Tournament, entry: Entry, shown: dict[str, Any]) -> dict[str, Any]:
    given = classifica(tournament, PUBLIC)
    tables = [_table(tournament, entry, match) for match in queries.tables_of(entry)]
    rests = [{"turn": turn, "rested": True} for turn in queries.rests_of(entry)]
    return {
        "entry": shown,
        "turns": sorted(tables + rests, key=lambda turn: -turn["turn"]),
        **(_standing(given, entry.number) if given else {}),
    }


def _standing(given: Classifica, number: int) -> dict[str, Any]:
    """The pair's row of the classifica, and what put it before the next and behind the one above."""
    standings = StandingsSerializer(given, context=PUBLIC).data
    rows = standings["rows"]
    at = next((at for at, row in enumerate(rows) if row["number"] == number), None)
    if at is None:
        return {"standings": standings}
    criteria, mine = given.snapshot.criteria, rows[at]
    above = rows[at - 1] if at else None
    below = rows[at + 1] if at + 1 < len(rows) else None
    return {
        "standings": standings,
        "row": mine,
        "sum": [_line(given, line) for line in mine["per_turn"]],
        "criteria": _criteria(criteria, mine["values"]),
        "behind": above and _apart(criteria, above["decided_by"], mine, above),
        "ahead": below and _apart(criteria, mine["decided_by"], mine, below),
    }


def _apart(
    criteria: list[str], key: str | None, mine: dict[str, Any], other: dict[str, Any]
) -> dict[str, Any]:
    """The other pair, the criterion between the two with both values; no criterion where they are level."""
    said = {"name": other["name"], "place": other["place"], "criterion": None, "figures": None}
    if key is not None:
        index = criteria.index(key)
        said["criterion"] = gettext(CRITERIA[key].name).lower()
        said["figures"] = None if key in WITHOUT_FIGURES else (mine["values"][index], other["values"][index])
    return said


def _line(given: Classifica, line: dict[str, Any]) -> dict[str, Any]:
    against = [given.entries[number] for number in line["opponents"]]
    return {**line, "against": against, "difference": line["scored"] - line["conceded"]}


def _criteria(keys: list[str], values: list[int]) -> list[dict[str, Any]]:
    return [
        {"name": gettext(CRITERIA[key].name), "value": None if key in WITHOUT_FIGURES else value}
        for key, value in zip(keys, values, strict=True)
    ]


def _table(tournament: Tournament, entry: Entry, match: Match) -> dict[str, Any]:
    data = MatchSerializer(match, context=PUBLIC).data
    mine = next(side for side in SIDES if entry.number in data["sides"][side]["entries"])
    theirs = "B" if mine == "A" else "A"
    sitting = {seat["position"]: seat["name"] for seat in data["seats"]}
    return {
        "turn": match.round.number,
        "state": match.round.state,
        "table": data,
        "mine": mine,
        "seats": sitting,
        "opponent": data["sides"][theirs],
        "points": (data["points"][mine], data["points"][theirs]),
        "won": data["winner"] and ("tie" if data["winner"] == "tie" else data["winner"] == mine),
        "deals": _deals(tournament, match, data, sitting),
    }


def _deals(
    tournament: Tournament, match: Match, data: Mapping[str, Any], sitting: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Each smazzata with the running totals after it and, entered by cards, the sentences that explain it."""
    running = {side: list(accumulate(deal["points"][side] for deal in data["deals"])) for side in SIDES}
    return [
        {
            **shown,
            "dealer": data["dealers"][deal.number - 1],
            "running": {side: running[side][at] for side in SIDES},
            "told": _told(tournament, match, deal, sitting),
        }
        for at, (deal, shown) in enumerate(zip(match.deals.all(), data["deals"], strict=True))
    ]


def _told(tournament: Tournament, match: Match, deal: Deal, sitting: Mapping[str, str]) -> list[Told] | None:
    """Both sides' count in words, the players by their names; None where the cards were not written."""
    dealer = scores.dealer_side(tournament, match, deal.number)
    explanation = scores.explain(tournament, deal, dealer=dealer)
    if explanation is None:
        return None
    names = {player: sitting[seat] for player, seat in scores.player_seats(tournament).items()}
    return scores.tell(explanation, names, get_language() or "")
