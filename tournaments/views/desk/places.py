"""The places of a round's tables as its page shows them: who can be taken, and where they sit."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from tournaments import moving
from tournaments.draws.by_hand import MENDED
from tournaments.models import Round, RoundState, Tournament
from tournaments.movements import movement_of

#: As long as nothing has been played, the whole page is about where everybody sits.
BEFORE_PLAY = (RoundState.DRAFT, RoundState.PUBLISHED)


def arranged(data: dict[str, Any]) -> None:
    """Adds to each table of a serialized round its places: a side with everyone on it, by number and name."""
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


def everywhere(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Everybody of the turn by number, with where they are."""
    found = [
        {
            **entry,
            "where": _("tavolo %(table)s, %(side)s") % {"table": table["table"], "side": place["heading"]},
        }
        for table in data["tables"]
        for place in table["places"]
        for entry in place["entries"]
    ]
    found += [{**rest, "where": _("riposa")} for rest in data["rests"]]
    return sorted(found, key=lambda entry: int(entry["number"]))


def by_hand(round_: Round) -> dict[str, Any]:
    """What the page tells of changes made by hand and of a draft that is not true any more."""
    is_draft = round_.state == RoundState.DRAFT
    return {
        "moves": [_told(move) for move in round_.moves],
        "may_undo": bool(round_.moves) and round_.moves[-1]["swap"] != MENDED,
        "missing": moving.missing(round_) if is_draft else None,
        "may_drag": is_draft,
    }


def late(tournament: Tournament, data: dict[str, Any] | None, here: Collection[int]) -> list[int]:
    """Who came after the tables of turn 1 were announced and can still play in it, at the short table."""
    is_on = data and data["number"] == 1 and data["state"] in (RoundState.PUBLISHED, RoundState.PLAYING)
    if data is None or not is_on or tournament.closed_at or movement_of(tournament).is_closed:
        return []
    resting = [rest["number"] for rest in data["rests"]]
    seated = [seat["entry"] for table in data["tables"] for seat in table["seats"]]
    came = sorted({*here} - {*resting, *seated})
    least = min(tournament.rules.sizes) // tournament.entry_size
    return came if len(came) + len(resting) >= (4 if tournament.is_rotation else least) else []


def _told(move: dict[str, Any]) -> dict[str, str]:
    return {"words": swap_words(move["swap"]), "reason": move["reason"]}


def swap_words(swap: list[Any]) -> str:
    """A change in words: "n. 4 e n. 7 scambiati di posto"."""
    if swap == MENDED:
        return _("tavoli sistemati con chi c'è")
    kind, first, second = swap
    facts = {"first": first, "second": _(second) if kind == "dealer" and second in "NES" else second}
    if kind == "entries":
        return _("n. %(first)s e n. %(second)s scambiati di posto") % facts
    if kind == "tables":
        return _("tavoli %(first)s e %(second)s scambiati") % facts
    return _("tavolo %(first)s: primo mazziere %(second)s") % facts
