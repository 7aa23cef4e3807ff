"""A deal as a picture in text: a column for each player, a line for each trick."""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.actions import Pay, Play
from scoring.games import game_of
from scoring.records import Record
from scoring.table import Table
from scoring.wording.names import WORDS

#: The largest width of a card, with the sign of the player who leads or takes.
_WIDTH: Final = 6


def picture(record: Record, language: str = "it") -> str:
    """Returns the deal as text, ``>`` before the leader's card, ``*`` after the winner's; raises Fault."""
    *_, table = record.replay()
    return "\n".join(_lines(table, WORDS[language]["replay"])) + "\n"


def _lines(table: Table, words: Mapping[str, str]) -> Iterator[str]:
    yield f"{game_of(table.game).name} — {table.dealer} {words['deals']}"
    for player, hand in table.dealt.hands.items():
        yield f"  {player}: {' '.join(hand)}"
    for player, word in table.public.calls:
        yield f"  {player}: {word}"
    for player, cards in table.discards.items():
        if cards:
            yield f"  {player} {words['discards']} {' '.join(cards)}"
    for item in table.declarations:
        yield f"  {item.player} {words['shows']} {item.family}: {' '.join(item.cards)}"
    yield from _tricks(table) if game_of(table.game).tricks else _plays(table, words)
    for action in table.actions:
        if isinstance(action, Pay):
            yield f"  {action.player} {words['pays']} {action.card}"
    yield _ending(table, words)


def ending(record: Record, language: str = "it") -> str:
    """Returns the game of a deal and how it ended, in a line; raises Fault at what breaks a rule."""
    *_, table = record.replay()
    return f"{game_of(record.game).name} — {_ending(table, WORDS[language]['replay'])}"


def _ending(table: Table, words: Mapping[str, str]) -> str:
    if not table.is_over:
        return words["open"]
    if table.thrown_in:
        return words["passed"]
    if table.outcome is not None:
        return f"{words['called']}: {table.outcome.winner}"
    points = (f"{side} {counted.total}" for side, counted in table.result().sides.items())
    return f"{words['points']}: {', '.join(points)}"


def _tricks(table: Table) -> Iterator[str]:
    players = table.players
    yield "     " + "".join(f"{player:<{_WIDTH}}" for player in players).rstrip()
    for number, trick in enumerate(table.tricks, start=1):
        first, taker = players.index(trick.leader), players.index(trick.winner)
        cells = [""] * len(players)
        for turn, card in enumerate(trick.cards):
            place = (first + turn) % len(players)
            cells[place] = f"{'>' if turn == 0 else ' '}{card}{'*' if place == taker else ''}"
        yield f"{number:>3} " + "".join(f"{cell:<{_WIDTH}}" for cell in cells).rstrip()


def _plays(table: Table, words: Mapping[str, str]) -> Iterator[str]:
    yield f"  — {' '.join(table.dealt.rest)}"
    for action in table.actions:
        if isinstance(action, Play):
            taken = f" {words['takes']} {' '.join(action.taken)}" if action.taken else ""
            yield f"  {action.player} {action.card}{taken}"
