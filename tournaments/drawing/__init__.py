"""From the database to a draw and back: rows in, tables with seats out. No query in a loop.

`inputs` reads the rows, `tables` brings what any movement answers to one shape, `storing` writes it down.
"""

from django.db.models import Prefetch

from tournaments import queries, readiness
from tournaments.draw_wording import refusal_sentence
from tournaments.drawing.inputs import draw_input
from tournaments.drawing.storing import drawn_numbers, store
from tournaments.drawing.tables import alike
from tournaments.draws import DrawImpossible, drawn
from tournaments.errors import TournamentError
from tournaments.models import EntryPlayer, Round, Tournament
from tournaments.movements import movement_of

__all__ = ["draw", "draw_input", "drawn_numbers", "is_decided"]

#: The refusals after which there is nothing left to play, by whatever was won or whoever left.
DECIDED = ("already-decided", "after-the-last-turn", "too-few-finalists")


def draw(tournament: Tournament, number: int, *, seed: int, version: int, last: Round | None) -> Round:
    """The stored draft of round `number`, after `last`. The caller holds the tournament's lock."""
    players = Prefetch("players", queryset=EntryPlayer.objects.select_related("person"))
    entries = {entry.number: entry for entry in queries.in_play(tournament).prefetch_related(players)}
    movement = movement_of(tournament)
    given = draw_input(tournament, number, entries, seed=seed, last=last)
    try:
        made = drawn(movement, given)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=tournament.entry_size == 1)
        raise TournamentError(f"draw-{refusal.code}", sentence, **refusal.params) from refusal
    # After the draw, whose own refusals name the two whom it cannot seat.
    readiness.verify(tournament, number, [entry.fixed_table for entry in entries.values()])
    return store(tournament, movement, given, alike(tournament, made), entries, version=version)


def is_decided(tournament: Tournament, last: Round) -> bool:
    """Whether after `last`, settled, nothing is left to draw: who left early has decided a knock-out.

    No query where nobody is knocked out, or while the classifica is being made.
    """
    movement = movement_of(tournament)
    if not movement.is_decided_by_winning or not tournament.standings_are_current:
        return False
    entries = {entry.number: entry for entry in queries.in_play(tournament)}
    try:
        drawn(movement, draw_input(tournament, last.number + 1, entries, seed=0, last=last))
    except DrawImpossible as refusal:
        return refusal.code in DECIDED
    return False
