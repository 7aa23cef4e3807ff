"""The papers of duplicated deals, as PDF: boards to compose by hand, and boards compared."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from club.days import day_in_words
from club.typesetting import pdf
from tournaments.core.boards import Board
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.presenters import Reading
from tournaments.presenters.boards import (
    ComparedBoard,
    Hand,
    HeapedCard,
    ShownBoard,
    compared,
    shown_board,
)
from tournaments.presenters.lessons import ShownCard
from tournaments.text.deal_terms import signed

#: A longer suit takes two columns of the plan: the trumps.
LONGEST_COLUMN = 14


def composing_sheets(
    tournament: Tournament, of_set: int, made: Iterable[Board], *, two_a_page: bool = False
) -> bytes:
    """Returns a page, or half of one, for each board: its hands, and the plan that deals a sorted deck.

    The sheets show the cards; `results.boards.use` has logged the officer's reason.
    """
    shown = [shown_board(tournament.game, board) for board in made]
    return pdf(
        "boards",
        {
            "tournament": tournament.name,
            "date": day_in_words(tournament.date),
            "two": two_a_page,
            "boards": [_sheet(board, set_title(tournament, of_set)) for board in shown],
            "words": {
                "title": _("Smazzate da comporre"),
                "dealer": _("dà le carte"),
                "last": _("e le ultime, coperte a parte:"),
                "plan": _("Dal mazzo in ordine, in un passaggio:"),
                "plan_help": _(
                    "ogni carta al mucchio della sua lettera; + sono le ultime carte del mazziere."
                ),
                "check": _("Alla fine, carte di ogni mucchio (e quella in cima):"),
            },
        },
    )


def set_title(tournament: Tournament, of_set: int) -> str:
    """Returns the name of the set; with a number if cards dealt again make earlier sheets void."""
    times = tournament.boards_dealt_again.get(str(of_set))
    if times:
        return _("Mazzetto %(number)s, carte nuove (%(times)s)") % {"number": of_set, "times": times + 1}
    return _("Mazzetto %(number)s") % {"number": of_set}


def _sheet(board: ShownBoard, of_set: str) -> dict[str, object]:
    title = _("Smazzata %(number)s") % {"number": board.number}
    return {
        "title": title,
        "set": of_set,
        "hands": [_hand(hand, board, title) for hand in board.hands],
        "plan": [
            {"name": name, "cells": [{"face": _face(each.card), "heap": each.heap} for each in column]}
            for name, column in _columns(board)
        ],
        "heaps": [vars(heap) for heap in board.heaps],
    }


def _hand(hand: Hand, board: ShownBoard, title: str) -> dict[str, object]:
    return {
        "name": hand.name,
        "is_dealer": hand.is_dealer,
        "board": title,
        "suits": [{"name": suit.name, "cards": list(map(_face, suit.cards))} for suit in hand.suits],
        "rest": [card.name for card in board.rest],
    }


def _columns(board: ShownBoard) -> Iterable[tuple[str, Sequence[HeapedCard]]]:
    for name, column in board.plan:
        half = (len(column) + 1) // 2
        if len(column) > LONGEST_COLUMN:
            yield name, column[:half]
            yield name, column[half:]
        else:
            yield name, column


def _face(card: ShownCard) -> str:
    """Returns the letters of the card without the sign of its suit, which the line names; else its name."""
    face = card.face.rstrip("♥♦♣♠")
    return face or card.name


def comparison(tournament: Tournament, reading: Reading) -> bytes:
    """Returns every open board with the result of each table. Refused while none is open."""
    opened = compared(tournament, reading)
    if not opened:
        raise TournamentError(
            "boards-closed",
            _("Le smazzate sono ancora coperte: si confrontano quando nessuno le può più giocare."),
        )
    return pdf(
        "boards_compared",
        {
            "club": tournament.club.name,
            "tournament": tournament.name,
            "date": day_in_words(tournament.date),
            "venue": tournament.venue,
            "boards": [_compared(board) for board in opened],
            "words": {
                "title": _("Smazzate a confronto"),
                "dealer": _("dà le carte"),
                "mean": _("media N-S"),
                "cards": _("le carte davano"),
                "columns": [
                    _("N-S"),
                    _("E-O"),
                    _("Punti"),
                    _("Differenza"),
                    _("Rispetto agli altri"),
                    _("Il gioco"),
                ],
                "note": _(
                    "Tutte le cifre sono di N-S; per E-O hanno il segno contrario. «Rispetto agli altri» è "
                    "la distanza dalla media dei tavoli, o dall'altro tavolo nella sfida a due tavoli."
                ),
            },
        },
    )


def _compared(board: ComparedBoard) -> dict[str, object]:
    return {
        "title": _("Smazzata %(number)s") % {"number": board.number},
        "dealer": board.dealer,
        "mean": signed(board.mean),
        "expected": "" if board.expected is None else signed(board.expected),
        "lines": [
            [
                line.north_south_name,
                line.east_west_name,
                f"{line.points[0]}–{line.points[1]}",
                signed(line.difference),
                signed(line.against_others),
                "" if line.play is None else signed(line.play),
            ]
            for line in board.lines
        ],
    }
