"""The circumstances of one deal that its count depends on: the game, the dealer, the sides that play it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import scoring
from tournaments.core.play import TablePlay, in_order
from tournaments.models import Deal, Match


@dataclass(frozen=True)
class DealPlace:
    """The place of one deal in its match, as the count needs it."""

    play: TablePlay
    #: The side that deals; "" while the earlier deals do not decide it yet.
    dealer: str
    #: The sides that play the deal: all of the table except one that sits out.
    sides: tuple[str, ...]
    #: The house rule; None where the game has none to choose.
    rules: str | None

    @property
    def game(self) -> scoring.Game:
        return self.play.game

    def in_engine(self, side: str) -> str:
        """The engine's name of the side: where one sits out, the others move up."""
        return self.play.sides[self.sides.index(side)] if side in self.sides else side

    def at_table(self, side: str) -> str:
        """The table's name of an engine's side."""
        at = self.play.sides.index(side) if side in self.play.sides else len(self.sides)
        return self.sides[at] if at < len(self.sides) else side


def place_of(match: Match, number: int, deals: Iterable[Deal] | None = None) -> DealPlace:
    """The place of that deal; pass the match's ``deals`` if they are loaded already."""
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
