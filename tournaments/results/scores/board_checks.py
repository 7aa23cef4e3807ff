"""Refuses deals of a duplicated evening that the cards of their board could not have given.

What is entered says little about the hands, so only this can be refused: a declaration that its player could
not show; declared points beyond what a side could show; a pile with a card that nobody can capture, and that
the other side was dealt. A referee may overrule with a reason. A refusal is logged, so that nobody sounds out
a board that is still to be played without leaving a trace.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import scoring
from scoring.game import SEATS
from scoring.wording.names import LANGUAGES, card_name
from tournaments import log
from tournaments.actors import Actor
from tournaments.core import boards
from tournaments.core.boards import Board
from tournaments.errors import InputRefused
from tournaments.locking import lock
from tournaments.models import Match, Tournament
from tournaments.results.board_values import most_declared
from tournaments.results.scores.deal_schema import DECLARED, DealPlace, Written, side_name
from tournaments.text.deal_terms import seat_name

#: The cards that stay with the side that was dealt them: the highest trump, and the Matto (Pagat; Maillard).
STAY: Final = {"quattro-scartate": ("Ang", "Mat"), "genovese-coppie": ("20", "Mat")}
#: Stays only with a side that takes a trick.
MATTO: Final = "Mat"


def verify_board(
    match: Match, number: int, place: DealPlace, written: Written, *, by: Actor, reason: str
) -> None:
    """Refuses a deal that its board could not have given, and logs it; not from an officer with a reason.

    Raises InputRefused ``not-of-board``.
    """
    tournament = match.round.tournament
    if not tournament.is_duplicated or number < 1 or (reason.strip() and not by.side):
        return
    numbers = boards.boards_of_set(match.set_of_boards, tournament.rules.deals or 1)
    if number > len(numbers):
        return
    made = boards.board(tournament.game, tournament.boards_seed, numbers[number - 1])
    fault = next(_faults(tournament, made, place, written), None)
    if fault is None:
        return
    _note(tournament, match, number, written, by)
    raise InputRefused(
        "not-of-board",
        _(
            "%(fault)s Controllate il numero della smazzata e quello che avete scritto; se è davvero così, "
            "lo scrive l'arbitro con il motivo."
        )
        % {"fault": fault},
    )


def _faults(tournament: Tournament, made: Board, place: DealPlace, written: Written) -> Iterator[str]:
    for declared in written.get("declarations", ()):
        yield from _declaration_faults(tournament, made, declared)
    yield from _figure_faults(tournament, made, place, written)
    for side, codes in written.get("cards", {}).items():
        yield from _pile_faults(tournament, made, place, side, codes)


def _declaration_faults(tournament: Tournament, made: Board, declared: Mapping[str, Any]) -> Iterator[str]:
    """A declaration with cards that its player was not dealt, or larger than the player could show."""
    chairs = dict(zip(tournament.rules.players, SEATS, strict=True))
    chair = chairs.get(str(declared.get("player")))
    if chair is None:
        return
    held = made.held_by(chair)
    if foreign := [code for code in declared.get("cards", ()) if code not in held]:
        yield _("%(seat)s non aveva in mano %(card)s, che è in un suo accuso.") % {
            "seat": seat_name(chair),
            "card": _card(tournament, foreign[0]),
        }
    elif (many := declared.get("number")) and many > _largest(tournament, declared, held):
        yield _("%(seat)s non aveva in mano un accuso così.") % {"seat": seat_name(chair)}


def _largest(tournament: Tournament, declared: Mapping[str, Any], held: tuple[str, ...]) -> int:
    """How many cards the largest combination of that family has in this hand; 0 if it has none."""
    family = declared.get("cricca") or declared.get("sequence") or declared.get("buona")
    shown = scoring.declarable(tournament.game, str(declared["player"]), held, rules=tournament.counted_by)
    return max((len(each.cards) for each in shown if each.family == family), default=0)


def _figure_faults(tournament: Tournament, made: Board, place: DealPlace, written: Written) -> Iterator[str]:
    """Declared points beyond what the hands of a side could show."""
    figures = {side: written[side] for side in place.sides if isinstance(written.get(side), Mapping)}
    if not any(each.get(DECLARED) for each in figures.values()):
        return
    most = most_declared(tournament, made)
    for side, each in figures.items():
        if each.get(DECLARED, 0) > most[side]:
            yield _("%(side)s non aveva in mano accusi per %(points)s punti.") % {
                "side": side_name(place, side),
                "points": each[DECLARED],
            }


def _pile_faults(
    tournament: Tournament, made: Board, place: DealPlace, side: str, codes: list[str]
) -> Iterator[str]:
    """A card that nobody can capture, in the pile of the side that was not dealt it, or missing from the
    other's."""
    for card in STAY[tournament.game]:
        if (card in codes) is (_dealt_to(tournament, made, card) == side):
            continue
        if card == MATTO and (not codes or len(codes) == len(tournament.rules.deck)):
            continue  # of a side without a trick, it passes over
        yield _("%(card)s resta a chi l'ha avuto in mano: fra le prese di %(side)s non torna.") % {
            "card": _card(tournament, card),
            "side": side_name(place, side),
        }


def _dealt_to(tournament: Tournament, made: Board, card: str) -> str:
    chairs = zip(tournament.rules.players, SEATS, strict=True)
    return next(player[0] for player, chair in chairs if card in made.held_by(chair))


def _card(tournament: Tournament, code: str) -> str:
    spoken = (get_language() or "it")[:2]
    tricks = tournament.rules.tricks
    return card_name(code, spoken if spoken in LANGUAGES else "it", tricks.deck if tricks else "")


def _note(tournament: Tournament, match: Match, number: int, written: Written, by: Actor) -> None:
    """Writes the refused deal into the log, of its own: the transaction of the refused act is undone."""
    with transaction.atomic():
        locked = lock(tournament.pk)
        log.write(
            locked, by, "deal.not-of-board", subject=match.deal_subject(number), after={"entered": written}
        )
