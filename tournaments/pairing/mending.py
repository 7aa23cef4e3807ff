"""Brings a draft up to date when somebody has left or come since it was drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.actors import Actor
from tournaments.core import draws
from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Layout
from tournaments.core.draws.by_hand import MENDED
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import Round, Tournament
from tournaments.pairing import board, draw_inputs, pairing_service
from tournaments.pairing.board import Board, Mended
from tournaments.pairing.moves import Weighing, store_change, weighing_of
from tournaments.text.move_wording import refusal_sentence


@dataclass(frozen=True)
class Missing:
    """The numbers of entries that were drawn but left, and of present entries that were not drawn."""

    gone: tuple[int, ...]
    came: tuple[int, ...]


def missing(round_: Round) -> Missing:
    """The entries for which a draft is out of date; none if it is current. Three queries."""
    drawn = pairing_service.drawn_numbers(round_)
    in_draw = {one.number for one in board.given_of(round_).entrants}
    present = set(queries.in_play(round_.tournament).values_list("number", flat=True))
    return Missing(tuple(sorted(drawn - present)), tuple(sorted(present - in_draw - drawn)))


def weigh_mend(tournament: Tournament, turn: int) -> Weighing:
    """The changes that mending would make, without storing them. Raises as `mend` does, except for the
    version.
    """
    round_ = board.changeable_round(tournament, turn, None)
    current = board.board_of(round_)
    given, after, _move = _mended(round_, current)
    return weighing_of(round_, current, given, after)


@transaction.atomic
def mend(
    tournament_id: int, turn: int, *, by: Actor, version: int | None = None, key: UUID | None = None
) -> Round:
    """The draft with the entries that are present now; tables whose entries stayed are kept (`draws.mended`).

    If round 1 is already announced, late entries still play, against the entry with a bye or among
    themselves, while nobody else is moved (FIELD, Late).

    Raises TournamentError for a draft that needs no mending, and for one that only a new draw can mend.
    """
    tournament = lock(tournament_id)
    if board.is_sent_again(tournament, key, {"turn": turn}):
        return board.existing_round(tournament, turn)
    round_ = board.changeable_round(tournament, turn, version)
    current = board.board_of(round_)
    given, after, made = _mended(round_, current)
    weighing = weighing_of(round_, current, given, after)
    board.store(round_, current, given, after, reasons=current.reasons, default_reason=board.AFTERWARDS)
    round_.moves = [*round_.moves, {**made, "reason": "", "cost": weighing.cost.as_json()}]
    act = "round.filled" if round_.is_announced else "round.mended"
    return store_change(weighing, by=by, act=act, subject={"turn": turn}, reason="", key=key)


def _mended(round_: Round, current: Board) -> tuple[DrawInput, Layout, Mended]:
    """The mended input and tables, and the move that records them."""
    changed = missing(round_)
    if round_.is_announced:
        changed = Missing((), changed.came)
        if round_.number > 1 or not changed.came:
            raise TournamentError(
                "round-announced",
                _("I tavoli del turno %(turn)s sono già annunciati: chi va via si segna al suo tavolo.")
                % {"turn": round_.number},
            )
    if changed == Missing((), ()):
        raise TournamentError(
            "nothing-to-mend", _("La bozza ha già tutti quelli che ci sono: non c'è niente da sistemare.")
        )
    came = _came(round_, changed.came)
    try:
        given, after = draws.mended(current.given, current.layout, gone=changed.gone, came=came)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=round_.tournament.is_individual)
        raise TournamentError(f"mend-{refusal.code}", sentence, **refusal.params) from refusal
    if round_.is_announced:
        _verify_filled(round_, current.layout, after)
    rows: list[Mapping[str, object]] = [one.as_json() for one in came]
    return given, after, {"swap": MENDED, "gone": list(changed.gone), "came": rows}


def _verify_filled(round_: Round, before: Layout, after: Layout) -> None:
    """Refuses a change to an announced table, and late entries without an opponent."""
    if not set(before.tables) < set(after.tables):
        raise TournamentError(
            "nobody-to-play",
            _("Al turno %(turn)s manca chi giochi con chi è arrivato: giocherà dal turno dopo.")
            % {"turn": round_.number},
        )


def _came(round_: Round, numbers: tuple[int, ...]) -> tuple[Entrant, ...]:
    """The new entrants, as a draw made now would see them."""
    if not numbers:
        return ()
    entries = {each.number: each for each in queries.in_play(round_.tournament)}
    last = round_.tournament.rounds.filter(number=round_.number - 1).first()
    given = draw_inputs.draw_input(round_.tournament, round_.number, entries, seed=round_.seed, last=last)
    return tuple(one for one in given.entrants if one.number in numbers)
