"""What a change by hand would do, and why one cannot be made."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import draws
from tournaments.draws import Cost, DrawImpossible, DrawInput, LaidTable, Layout, Swap
from tournaments.draws.by_hand import BRACKET
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Match, Round, Tournament
from tournaments.moving import laying, opening
from tournaments.moving.laying import Laid
from tournaments.moving.wording import refusal_sentence

MOST_TABLES = 999


@dataclass(frozen=True)
class Weighing:
    """What a change would do: the tables and the riposo before and after, its cost, the version it is of."""

    round: Round
    before: tuple[LaidTable, ...]
    after: tuple[LaidTable, ...]
    rests_before: tuple[int, ...]
    rests_after: tuple[int, ...]
    cost: Cost

    @property
    def needs_reason(self) -> bool:
        """Whether it is kept only with its reason: it costs something, or everybody has seen the tables."""
        return self.round.is_announced or not self.cost.is_free


def weigh(tournament: Tournament, turn: int, swap: Swap) -> Weighing:
    """What the change would cost, nothing stored. Raises as `move` does, but for version and reason."""
    round_ = opening.opened(tournament, turn, None)
    laid = laying.read(round_)
    return weighing_of(round_, laid, laid.given, swapped(round_, laid, swap))


def swapped(round_: Round, laid: Laid, swap: Swap) -> Layout:
    """The layout after the change; refused where it cannot be, and once a table of it is being played."""
    _verify_sane(laid, swap)
    try:
        after = draws.swapped(laid.layout, swap)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=round_.tournament.entry_size == 1)
        raise InputRefused(f"move-{refusal.code}", sentence) from refusal
    touched = [table.number for table in laid.layout.changed_from(after)]
    _verify_unplayed(round_, touched)
    _verify_bracket(laid, after, touched)
    return after


def _verify_sane(laid: Laid, swap: Swap) -> None:
    """Refuses a table's number out of reach, and a chair that the table has not."""
    if swap.kind == "tables" and not all(
        1 <= int(number) <= MOST_TABLES for number in (swap.first, swap.second)
    ):
        raise InputRefused("no-such-table", _("I tavoli si contano da 1 a %(most)s.") % {"most": MOST_TABLES})
    table = laid.layout.table(swap.first)
    if swap.kind != "dealer" or table is None:
        return
    chairs = [seat.position for number in table.entrants for seat in laid.seats[number]]
    if swap.second not in chairs:
        raise InputRefused("no-chair", _("Al tavolo %(table)s questo posto non c'è.") % {"table": swap.first})


def _verify_unplayed(round_: Round, tables: list[int]) -> None:
    played = Q(deals__isnull=False) | Q(assigned__isnull=False) | ~Q(lost_by="")
    at_them = round_.matches.filter(played, table__in=tables) if round_.is_announced else Match.objects.none()
    found = sorted(set(at_them.values_list("table", flat=True)))
    if found:
        raise TournamentError(
            "table-played",
            _("Ai tavoli %(tables)s c'è già un risultato: chi ci gioca non si sposta più.")
            % {"tables": ", ".join(map(str, found))},
            tables=found,
        )


def _verify_bracket(laid: Laid, after: Layout, touched: list[int]) -> None:
    """Refuses other opponents than a knock-out's: who goes on follows from them."""
    meetings = {table.meeting for table in after.tables}
    for number in touched:
        table = laid.layout.table(number)
        is_of_bracket = laid.matches[number].reason.get("code") in BRACKET
        if table and is_of_bracket and table.meeting not in meetings:
            raise TournamentError(
                "bracket",
                _("Gli avversari li dice il tabellone: si possono scambiare solo tavoli, lati e mazziere."),
            )


def weighing_of(round_: Round, laid: Laid, given: DrawInput, after: Layout) -> Weighing:
    try:
        before = draws.weighed(laid.given, laid.layout)
        cost = draws.cost(before, draws.weighed(given, after))
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=round_.tournament.entry_size == 1)
        raise TournamentError(f"move-{refusal.code}", sentence) from refusal
    return Weighing(
        round_,
        before=laid.layout.changed_from(after),
        after=after.changed_from(laid.layout),
        rests_before=laid.layout.rests,
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
