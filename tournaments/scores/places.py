"""Where a smazzata is played: at which game, who deals it, which sides are in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import scoring
from tournaments.models import Deal, Match
from tournaments.play import TablePlay, in_order


@dataclass(frozen=True)
class DealPlace:
    """One smazzata of a table, as its count needs to know it."""

    play: TablePlay
    #: The side that deals; "" where what was written before does not tell it yet.
    dealer: str
    #: The sides that play it: all of the table, but for who rests.
    sides: tuple[str, ...]
    #: The house rule; None where the game has none to choose.
    rules: str | None

    @property
    def game(self) -> scoring.Game:
        return self.play.game

    def in_engine(self, side: str) -> str:
        """The side under the engine's name: where somebody rests, the others move up."""
        return self.play.sides[self.sides.index(side)] if side in self.sides else side

    def at_table(self, side: str) -> str:
        """The table's name for a side of the engine."""
        at = self.play.sides.index(side) if side in self.play.sides else len(self.sides)
        return self.sides[at] if at < len(self.sides) else side


def place_of(match: Match, number: int, deals: Iterable[Deal] | None = None) -> DealPlace:
    """The place of that smazzata; ``deals`` are the match's, where they have been read already."""
    play, tournament = match.play, match.round.tournament
    known = {deal.number: deal for deal in (match.deals.all() if deals is None else deals)}
    before = {each: deal.points for each, deal in known.items() if each < number}
    return DealPlace(
        play,
        dealer=_dealer(match, play, number, known),
        sides=play.still_playing(in_order(before)),
        rules=tournament.counted_by,
    )


def _dealer(match: Match, play: TablePlay, number: int, known: Mapping[int, Deal]) -> str:
    written = {each: deal.entered for each, deal in known.items()}
    points = {each: deal.points for each, deal in known.items()}
    position = play.dealers(match.first_dealer, range(1, number + 1), written, points)[-1]
    return play.side_at(position) if position else ""
