"""The file of an announced round: its draw and the tables that were played, without names."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TypedDict

from django.core.cache import cache
from django.utils.translation import gettext as _

from tournaments.core.draws import DrawImpossible, DrawInput, Movement, by_hand, drawn
from tournaments.core.draws.publishing import FORMAT, PublishedDraw, published
from tournaments.core.draws.rules import RULES, UNNUMBERED, larger_of_search
from tournaments.errors import TournamentError
from tournaments.models import LogEntry, Rest, Round, Seat
from tournaments.pairing.board import StoredMove

KEPT_SECONDS = 24 * 60 * 60
PUBLISHED_OF_A_MOVE = ("swap", "cost", "gone", "came")
THROWN_AWAY = ("round.discarded", "round.taken-back")


@dataclass(frozen=True)
class DrawFile:
    """The bytes to publish, and the digest that identifies them."""

    written: bytes
    digest: str


def file_of(round_: Round) -> DrawFile:
    """The file of an announced round, cached for each version of it; three queries when it is not cached.

    Raises TournamentError where the round cannot be drawn again from what is stored with it.
    """
    key = f"draw-file:{FORMAT}:{RULES}:{round_.pk}:{round_.version}"
    if kept := cache.get(key):
        return DrawFile(*kept)
    written = json.dumps(_data(round_), indent=1).encode()
    made = DrawFile(written, sha256(written).hexdigest()[:20])
    cache.set(key, (made.written, made.digest), KEPT_SECONDS)
    return made


def stored_movement(round_: Round) -> Movement:
    """The movement that drew the round; for the oldest rounds, derived from their table sizes."""
    if round_.movement:
        return Movement.from_json(round_.movement)
    given = DrawInput.from_json(round_.draw_input)
    return Movement("danish" if given.sizes == (2,) else "larger", rules=UNNUMBERED)


class PlayedTable(TypedDict):
    """A table of the file: the numbers of its entries, one list for each side."""

    number: int
    sides: list[list[int]]


class PlayedRound(TypedDict):
    """The tables and byes of the file as they are now."""

    tables: list[PlayedTable]
    rests: list[int]


def moves_of(round_: Round) -> list[dict[str, object]]:
    """The changes by hand with their cost, without their reasons.

    Reasons stay in the log: anyone may read the file, and a reason may name people.
    """
    moves: list[StoredMove] = getattr(round_, "moves", None) or []
    return [{key: value for key, value in move.items() if key in PUBLISHED_OF_A_MOVE} for move in moves]


def _data(round_: Round) -> dict[str, object]:
    """The file's data: the draw made again by its stored rules, or by the rules that lead to its tables.

    Raises TournamentError if no known rules do.
    """
    moves = moves_of(round_)
    played: PlayedRound = {"tables": _tables(round_), "rests": _byes(round_)}
    evening = {
        "tournament": round_.tournament.code,
        "thrown_away": thrown_away(round_),
        "moves": moves,
        "played": played,
    }
    try:
        given, movement = DrawInput.from_json(round_.draw_input), stored_movement(round_)
    except DrawImpossible as refusal:
        raise _not_repeatable(round_) from refusal
    files = [{**made, **evening} for made in _drawn(given, movement)]
    if len(files) == 1 and not movement.was_searched:
        return files[0]
    if movement.was_searched and not moves:
        files += ({**made, **evening} for made in _drawn_by_search(given, movement, played))
    matching = [file for file in files if _was_played(file)]
    if not matching and (movement.was_searched or not files):
        raise _not_repeatable(round_)
    return (matching or files)[0]


def _not_repeatable(round_: Round) -> TournamentError:
    return TournamentError(
        "draw-not-repeatable",
        _("Il turno %(turn)s non si può sorteggiare di nuovo dai dati conservati: non c'è un file.")
        % {"turn": round_.number},
    )


def _drawn(given: DrawInput, movement: Movement) -> Iterator[dict[str, object]]:
    """The draw by each version of the rules that may have made it, if that version can draw it."""
    for each in movement.by_rules:
        with suppress(DrawImpossible):
            yield published(each, given, drawn(each, given))


def _drawn_by_search(
    given: DrawInput, movement: Movement, played: PlayedRound
) -> Iterator[dict[str, object]]:
    """The draw of the tables played, if only the former search can have found them."""
    groups = [[number for side in table["sides"] for number in side] for table in played["tables"]]
    with suppress(DrawImpossible):
        draw = larger_of_search(given, groups)
        if draw is not None:
            yield published(movement.by_rules[-1], given, draw)


def _was_played(data: Mapping[str, object]) -> bool:
    """Whether the drawn tables and the listed changes lead to the tables played."""
    return all(check.outcome != "broken" for check in by_hand.checks(PublishedDraw.from_json(data), data))


def _tables(round_: Round) -> list[PlayedTable]:
    """The tables as they are now, in the file's form. One query."""
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = Seat.objects.filter(round=round_).order_by("match__table", "side", "position")
    for table, side, entry in rows.values_list("match__table", "side", "entry__number"):
        sitting = tables[table][side]
        if entry not in sitting:
            sitting.append(entry)
    return [{"number": number, "sides": list(sides.values())} for number, sides in tables.items()]


def _byes(round_: Round) -> list[int]:
    rests = Rest.objects.filter(round=round_).order_by("entry__number")
    return list(rests.values_list("entry__number", flat=True))


def thrown_away(round_: Round) -> int:
    """The number of earlier draws of this round, each discarded, each with another seed. One query."""
    acts = LogEntry.objects.filter(tournament=round_.tournament_id, act__in=THROWN_AWAY)
    return acts.filter(subject__turn=round_.number).count()
