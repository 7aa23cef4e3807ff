"""Refuses deals of a duplicated evening that the cards of their board could not have given.

An entered deal shows little of the hands, so only three things can be refused: a declaration that its player
could not show; declared points beyond what a side could show; a card in the pile of one side that was dealt
to the other and that nobody can capture. A referee may overrule with a reason.

A side could find out the cards of a board that it has still to play by entering deals and reading the
refusals. So its phone reads only that the cards do not allow what it wrote, never whose hand holds a card;
after a few refusals of a deal only the referee may write it. Refusals are logged, and the referee reads the
reason.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import scoring
from scoring.game import SEATS
from scoring.wording.names import card_name
from tournaments import log
from tournaments.actors import AT_TABLE, Actor
from tournaments.core import boards
from tournaments.core.boards import Board
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.results.board_values import most_declared
from tournaments.results.boards import board_of
from tournaments.results.scores.deal_schema import DECLARED, DealPlace, Written, side_name
from tournaments.text.deal_terms import engine_language, seat_name

#: After this many different refused deals of a side, only the referee may write the deal. An honest table
#: errs in the number of the deal, then in a card, and has one more try.
MOST_TRIES: Final = 3


@dataclass(frozen=True)
class Fault:
    """Why a board could not have given a deal: a sentence for a side, and one for the referee."""

    for_side: str
    for_referee: str


def verify_board(
    match: Match, number: int, place: DealPlace, written: Written, *, by: Actor, reason: str
) -> None:
    """Refuses a deal that its board could not have given, and logs it; not from an officer with a reason.

    A side is refused everything after `MOST_TRIES`. Raises InputRefused ``not-of-board``, and TournamentError
    ``board-needs-referee``.
    """
    if not _has_board(match, number) or (reason.strip() and not by.side):
        return
    if by.side and len(_tries(match, number)) >= MOST_TRIES:
        raise _needs_referee(number)
    fault = fault_of(match, number, place, written)
    if fault is None:
        return
    tries_left = _log_refusal(match, number, written, by)
    if by.side and not tries_left:
        raise InputRefused("not-of-board", f"{fault.for_side} {_needs_referee(number)}")
    if by.side:
        raise InputRefused(
            "not-of-board",
            _(
                "%(fault)s Controllate il numero della smazzata e quello che avete scritto; se è davvero "
                "così, lo scrive l'arbitro con il motivo."
            )
            % {"fault": fault.for_side},
        )
    raise InputRefused(
        "not-of-board",
        _(
            "%(fault)s Controlla il numero della smazzata e quello che hai scritto; se è davvero così, "
            "scrivi il motivo e salvala di nuovo: resta nel registro."
        )
        % {"fault": fault.for_referee},
    )


def _needs_referee(number: int) -> TournamentError:
    return TournamentError(
        "board-needs-referee",
        _("La smazzata %(deal)s è stata rifiutata %(times)s volte: chiamate l'arbitro, la scrive lui.")
        % {"deal": number, "times": MOST_TRIES},
    )


def _has_board(match: Match, number: int) -> bool:
    tournament = match.round.tournament
    return tournament.is_duplicated and 1 <= number <= (tournament.rules.deals or 1)


def refused_of_sides(round_: Round) -> dict[int, dict[int, list[Written]]]:
    """The different deals of the sides of each table that were refused, by the deal's number. One query, none
    without duplicated deals."""
    if not round_.tournament.is_duplicated:
        return {}
    # Only since the draw: a round that was withdrawn and drawn again has other tables.
    acts = LogEntry.objects.filter(
        tournament=round_.tournament_id,
        act="deal.not-of-board",
        subject__turn=round_.number,
        at__gte=round_.drawn_at,
    )
    refused: dict[int, dict[int, list[Written]]] = {}
    columns = ("actor_name", "subject__table", "subject__deal", "after__entered")
    for name, table, deal, entered in acts.order_by("number").values_list(*columns):
        if AT_TABLE.fullmatch(name):
            tries = refused.setdefault(table, {}).setdefault(deal, [])
            if entered not in tries:  # a phone may send the same deal twice
                tries.append(entered)
    return refused


def _tries(match: Match, number: int) -> list[Written]:
    return refused_of_sides(match.round).get(match.table, {}).get(number, [])


def fault_of(match: Match, number: int, place: DealPlace, written: Written) -> Fault | None:
    """The first reason why the board of that deal could not have given it; None if it could."""
    tournament = match.round.tournament
    numbers = boards.boards_of_set(match.set_of_boards, tournament.rules.deals or 1)
    made = board_of(tournament, numbers[number - 1])
    return next(_faults(tournament, made, place, written), None)


def _faults(tournament: Tournament, made: Board, place: DealPlace, written: Written) -> Iterator[Fault]:
    for declared in written.get("declarations", ()):
        yield from _declaration_faults(tournament, made, declared)
    yield from _figure_faults(tournament, made, place, written)
    for side, codes in written.get("cards", {}).items():
        yield from _pile_faults(tournament, made, place, side, codes)


def _declaration_faults(tournament: Tournament, made: Board, declared: Mapping[str, Any]) -> Iterator[Fault]:
    """A declaration with cards that its player was not dealt, or larger than the player could show."""
    chairs = dict(zip(tournament.rules.players, SEATS, strict=True))
    chair = chairs.get(str(declared.get("player")))
    if chair is None:
        return
    held, facts = made.held_by(chair), {"seat": seat_name(chair)}
    if codes := declared.get("cards", ()):
        shown = ", ".join(_card(tournament, code) for code in codes)
        for_side = _("L'accuso di %(seat)s (%(cards)s) non torna con le carte di questa smazzata.") % {
            **facts,
            "cards": shown,
        }
    else:
        for_side = _(
            "Un accuso di %(seat)s, di %(number)s carte, non torna con le carte di questa smazzata."
        ) % {**facts, "number": declared.get("number", "?")}
    if foreign := [code for code in codes if code not in held]:
        foreign_facts = {**facts, "card": _card(tournament, foreign[0])}
        yield Fault(
            for_side, _("%(seat)s non aveva in mano %(card)s, che è in un suo accuso.") % foreign_facts
        )
    elif (many := declared.get("number")) and many > _largest(tournament, declared, held):
        yield Fault(for_side, _("%(seat)s non aveva in mano un accuso così.") % facts)


def _largest(tournament: Tournament, declared: Mapping[str, Any], held: tuple[str, ...]) -> int:
    """How many cards the largest combination of that family has in this hand; 0 if it has none."""
    family = declared.get("cricca") or declared.get("sequence") or declared.get("buona")
    shown = scoring.declarable(tournament.game, str(declared["player"]), held, rules=tournament.counted_by)
    return max((len(each.cards) for each in shown if each.family == family), default=0)


def _figure_faults(
    tournament: Tournament, made: Board, place: DealPlace, written: Written
) -> Iterator[Fault]:
    """Declared points beyond what the hands of a side could show."""
    figures = {side: written[side] for side in place.sides if isinstance(written.get(side), Mapping)}
    if not any(each.get(DECLARED) for each in figures.values()):
        return
    most = most_declared(tournament, made)
    for side, each in figures.items():
        if each.get(DECLARED, 0) > most[side]:
            facts = {"side": side_name(place, side), "points": each[DECLARED]}
            yield Fault(
                _("Gli accusi di %(side)s (%(points)s punti) non tornano con le carte di questa smazzata.")
                % facts,
                _("%(side)s non aveva in mano accusi per %(points)s punti.") % facts,
            )


def _pile_faults(
    tournament: Tournament, made: Board, place: DealPlace, side: str, codes: list[str]
) -> Iterator[Fault]:
    """A card that nobody can capture, in the pile of the side that was not dealt it, or missing from the
    other's."""
    tricks = tournament.rules.tricks
    for card in tricks.never_captured if tricks else ():
        if (card in codes) is (_dealt_to(tournament, made, card) == side):
            continue
        if tricks and card == tricks.matto and (not codes or len(codes) == len(tournament.rules.deck)):
            continue  # the Matto of a side without a trick goes to the other side
        facts = {"card": _card(tournament, card), "side": side_name(place, side)}
        yield Fault(
            _("Le prese di %(side)s non tornano con le carte di questa smazzata: ricontatele.") % facts,
            _("%(card)s resta a chi l'ha avuto in mano: fra le prese di %(side)s non torna.") % facts,
        )


def _dealt_to(tournament: Tournament, made: Board, card: str) -> str:
    chairs = zip(tournament.rules.players, SEATS, strict=True)
    return next(player[0] for player, chair in chairs if card in made.held_by(chair))


def _card(tournament: Tournament, code: str) -> str:
    tricks = tournament.rules.tricks
    return card_name(code, engine_language(), tricks.deck if tricks else "")


def _log_refusal(match: Match, number: int, written: Written, by: Actor) -> int:
    """Logs the refused deal in a transaction of its own, because that of the refused act is rolled back.

    Returns how many tries a side has left; a deal that it sends again is logged once. Raises TournamentError
    where the table has used them up meanwhile.
    """
    with transaction.atomic():
        locked = lock(match.round.tournament_id)
        tries = _tries(match, number) if by.side else []
        is_new = written not in tries
        if len(tries) < MOST_TRIES and is_new:
            log.write(
                locked,
                by,
                "deal.not-of-board",
                subject=match.deal_subject(number),
                after={"entered": written},
            )
            live_feed.announce(locked)  # the referee's board says so
    if len(tries) >= MOST_TRIES:
        raise _needs_referee(number)
    return MOST_TRIES - len(tries) - is_new
