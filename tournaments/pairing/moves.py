"""Changes of tables by hand: weighing them, making them with a reason, undoing them.

Each change is appended to `Round.moves`, so that the tables played can be compared with the draw. It holds
the ``swap`` (`draws.Swap.as_json`, or ``["mended"]`` with ``gone`` and ``came``), the ``reason``, the
``cost`` (`draws.Cost.as_json`), and under ``was`` the data to undo it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import log
from tournaments.actors import Actor
from tournaments.core import draws
from tournaments.core.draws import Cost, DrawImpossible, DrawInput, Layout, LayoutTable, Swap
from tournaments.core.draws.by_hand import BRACKET, MENDED
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Match, Round, Tournament
from tournaments.models.row_digests import RoundTables
from tournaments.pairing import board
from tournaments.pairing.board import Board, StoredMove, UndoData
from tournaments.text.move_wording import refusal_sentence, table_words

MOST_TABLES = 999


@dataclass(frozen=True)
class Weighing:
    """The effect of a change: tables and byes before and after, its cost, and the round it applies to."""

    round: Round
    before: tuple[LayoutTable, ...]
    after: tuple[LayoutTable, ...]
    rests_before: tuple[int, ...]
    rests_after: tuple[int, ...]
    cost: Cost

    @property
    def needs_reason(self) -> bool:
        """Whether the change needs a reason: it costs something, or the tables have been announced."""
        return self.round.is_announced or not self.cost.is_free


def weigh(tournament: Tournament, turn: int, swap: Swap) -> Weighing:
    """The effect of the change, without storing it. Raises as `move` does, but checks no version or
    reason."""
    round_ = board.changeable_round(tournament, turn, None)
    current = board.board_of(round_)
    return weighing_of(round_, current, current.given, swapped(round_, current, swap))


def swapped(round_: Round, current: Board, swap: Swap) -> Layout:
    """The layout after the change; refuses an invalid change, and one that touches a table being played."""
    _verify_sane(current, swap)
    if swap.kind == "dealer" and round_.tournament.is_duplicated:
        raise TournamentError(
            "dealer-of-board",
            _(
                "Le carte sono le stesse a tutti i tavoli: il primo mazziere lo dice la smazzata, e non "
                "cambia."
            ),
        )
    try:
        after = draws.swapped(current.layout, swap)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=round_.tournament.is_individual)
        raise InputRefused(f"move-{refusal.code}", sentence) from refusal
    touched = [table.number for table in current.layout.changed_from(after)]
    _verify_unplayed(round_, touched)
    _verify_bracket(current, after, touched)
    _verify_two_teams(current, after)
    return after


def _verify_sane(current: Board, swap: Swap) -> None:
    """Refuses a table number out of range, and a seat that the table does not have."""
    if swap.kind == "tables" and not all(
        1 <= int(number) <= MOST_TABLES for number in (swap.first, swap.second)
    ):
        raise InputRefused("no-such-table", _("I tavoli si contano da 1 a %(most)s.") % {"most": MOST_TABLES})
    table = current.layout.table(swap.first)
    if swap.kind != "dealer" or table is None:
        return
    positions = [seat.position for number in table.entrants for seat in current.seats[number]]
    if swap.second not in positions:
        raise InputRefused("no-chair", _("Al tavolo %(table)s questo posto non c'è.") % {"table": swap.first})


def _verify_unplayed(round_: Round, tables: list[int]) -> None:
    played = Q(deals__isnull=False) | Q(assigned__isnull=False) | ~Q(lost_by="")
    at_them = round_.matches.filter(played, table__in=tables) if round_.is_announced else Match.objects.none()
    played_tables = sorted(set(at_them.values_list("table", flat=True)))
    if played_tables:
        raise TournamentError(
            "table-played",
            ngettext(
                "Al tavolo %(tables)s c'è già un risultato: chi ci gioca non si sposta più.",
                "Ai tavoli %(tables)s c'è già un risultato: chi ci gioca non si sposta più.",
                len(played_tables),
            )
            % {"tables": ", ".join(map(str, played_tables))},
            tables=played_tables,
        )


def _verify_bracket(current: Board, after: Layout, touched: list[int]) -> None:
    """Refuses to change opponents in a knock-out: the bracket decides them."""
    meetings = {table.meeting for table in after.tables}
    for number in touched:
        table = current.layout.table(number)
        is_knockout_match = current.matches[number].reason.get("code") in BRACKET
        if table and is_knockout_match and table.meeting not in meetings:
            raise TournamentError(
                "bracket",
                _("Gli avversari li dice il tabellone: si possono scambiare solo tavoli, lati e mazziere."),
            )


def _verify_two_teams(current: Board, after: Layout) -> None:
    """Refuses a table at which one team of a challenge would play against itself."""
    for table in after.tables:
        if any(set(table.entrants) <= set(team) for team in current.given.teams):
            raise TournamentError(
                "one-team-at-a-table",
                _(
                    "Al tavolo %(table)s siederebbe una squadra sola: in una sfida si scambiano due della "
                    "stessa squadra, o i lati di un tavolo."
                )
                % {"table": table.number},
                table=table.number,
            )


def weighing_of(round_: Round, current: Board, given: DrawInput, after: Layout) -> Weighing:
    try:
        before = draws.weighed(current.given, current.layout)
        cost = draws.cost(before, draws.weighed(given, after))
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=round_.tournament.is_individual)
        raise TournamentError(f"move-{refusal.code}", sentence) from refusal
    return Weighing(
        round_,
        before=current.layout.changed_from(after),
        after=after.changed_from(current.layout),
        rests_before=current.layout.rests,
        rests_after=after.rests,
        cost=cost,
    )


def require_reason(weighing: Weighing, reason: str) -> None:
    if weighing.needs_reason and not reason.strip():
        raise InputRefused(
            "reason-missing",
            _("Scrivi il motivo: resta nel registro."),
            cost=weighing.cost.as_json(),
        )


@transaction.atomic
def move(
    tournament_id: int,
    turn: int,
    swap: Swap,
    *,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    key: UUID | None = None,
) -> Round:
    """Makes and stores the change, and returns the round. Idempotent by `key`.

    Raises Outdated when the tables are not those of `version`, InputRefused for an invalid change or a
    missing reason, TournamentError once a table has its first deal.
    """
    tournament = lock(tournament_id)
    subject = {"turn": turn, "first": swap.first, "second": swap.second}
    if board.is_sent_again(tournament, key, subject):
        return board.existing_round(tournament, turn)
    round_ = board.changeable_round(tournament, turn, version)
    current = board.board_of(round_)
    after = swapped(round_, current, swap)
    weighing = weighing_of(round_, current, current.given, after)
    require_reason(weighing, reason)
    was = _undo_data(current, weighing)
    board.store(round_, current, current.given, after, reasons=current.reasons)
    made: StoredMove = {
        "swap": swap.as_json(),
        "reason": reason.strip(),
        "cost": weighing.cost.as_json(),
        "was": was,
    }
    round_.moves = [*round_.moves, made]
    changed = "round.tables-swapped" if swap.kind == "tables" else "round.dealer-changed"
    act = "round.moved" if swap.kind == "entries" else changed
    return store_change(weighing, by=by, act=act, subject=subject, reason=reason, key=key)


def last_move(tournament: Tournament, turn: int) -> StoredMove:
    """The change that `undo` would undo. Raises TournamentError if there is none."""
    return _last_of(board.changeable_round(tournament, turn, None))


def _last_of(round_: Round) -> StoredMove:
    if not round_.moves or round_.moves[-1]["swap"] == MENDED:
        raise TournamentError(
            "nothing-to-undo",
            _("Al turno %(turn)s non c'è uno spostamento da annullare: per ripartire, rifai l'abbinamento.")
            % {"turn": round_.number},
        )
    last: StoredMove = round_.moves[-1]
    return last


@transaction.atomic
def undo(
    tournament_id: int,
    turn: int,
    *,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    key: UUID | None = None,
) -> Round:
    """Undoes the last change by hand, and returns the round. Announced tables need a reason."""
    tournament = lock(tournament_id)
    subject = {"turn": turn}
    if board.is_sent_again(tournament, key, subject):
        return board.existing_round(tournament, turn)
    round_ = board.changeable_round(tournament, turn, version)
    last = _last_of(round_)
    current = board.board_of(round_)
    after = swapped(round_, current, _inverse(last))
    weighing = weighing_of(round_, current, current.given, after)
    if round_.is_announced:
        require_reason(weighing, reason)
    reasons = {_meeting(each["sides"]): each["reason"] for each in last["was"]["reasons"]}
    board.store(round_, current, current.given, after, reasons={**current.reasons, **reasons})
    round_.moves = round_.moves[:-1]
    return store_change(weighing, by=by, act="round.move-undone", subject=subject, reason=reason, key=key)


def _undo_data(current: Board, weighing: Weighing) -> UndoData:
    return {
        "reasons": [
            {"sides": [list(side) for side in table.sides], "reason": current.matches[table.number].reason}
            for table in weighing.before
        ],
        "dealers": {str(table.number): table.first_dealer for table in weighing.before},
    }


def _inverse(move: StoredMove) -> Swap:
    """The change that undoes the move."""
    swap = Swap.from_json(move["swap"])
    if swap.kind != "dealer":
        return swap
    return Swap("dealer", swap.first, move["was"]["dealers"][str(swap.first)])


def _meeting(sides: list[list[int]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(side) for side in sides)


def store_change(
    weighing: Weighing,
    *,
    by: Actor,
    act: str,
    subject: Mapping[str, object],
    reason: str,
    key: UUID | None,
) -> Round:
    """Saves the round that `board.store` changed, logs the change, and announces it to the pages."""
    round_ = weighing.round
    entry = log.write(
        round_.tournament,
        by,
        act,
        subject=subject,
        before=_as_logged(weighing.before, weighing.rests_before),
        after={**_as_logged(weighing.after, weighing.rests_after), **_cost_counts(weighing.cost)},
        reason=reason.strip()[:300],
        key=key,
        rows=[round_, RoundTables(round_)],
    )
    round_.version = entry.number
    round_.save(update_fields=["moves", "cost", "rematches", "version"])
    live_feed.announce(round_.tournament)
    return round_


def _as_logged(tables: tuple[LayoutTable, ...], rests: tuple[int, ...]) -> dict[str, object]:
    """Tables as the log stores them: "4 – 7", and "1 + 2 – 3 + 4" where partners change."""
    sides = {str(table.number): table_words(table) for table in tables}
    dealers = {str(table.number): table.first_dealer for table in tables}
    return {"tables": sides, "first_dealer": dealers, "rests": list(rests)}


def _cost_counts(cost: Cost) -> dict[str, int]:
    """The figures of a cost for the log; lists as their length."""
    figures = {name: value for name, value in asdict(cost).items() if value and name != "rests"}
    return {name: value if isinstance(value, int) else len(value) for name, value in figures.items()}
