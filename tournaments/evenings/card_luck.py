"""The model of a match: the engine plays deals, and matches are put together from them.

Skills are equally spaced, and in every deal the best entry makes on average a fixed number of points more
than the last one; all other differences come from the cards of the deals that the engine played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from statistics import pstdev

import scoring
from tournaments.core.draws.simulating import Score, Table, TableScore
from tournaments.core.play import TablePlay

#: The deals that the engine plays for each question.
DEALS = 400
#: The most deals of a simulated match; only a fault of the model would need more.
MOST_DEALS = 60
#: The facts that a count needs besides cards, last trick, dealer and declarations.
FACTS = ("soloist", "own", "scope", "bagatto_ultimo", "partner")
THOUSAND = 1000

Row = Sequence[int]


def deal_points(play: TablePlay, house_rule: str | None, number: int) -> list[int]:
    """The points of deal `number`: first the dealer's side, then the others in the order of play.

    The sides are those of the engine's table; players deal in turn.
    """
    dealer = play.players[number % len(play.players)]
    deal = scoring.generate_deal(number, play.game.key, dealer)
    counted = scoring.count(
        play.game.key,
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
        rules=house_rule,
        **{key: value for key, value in deal.facts.items() if key in FACTS},
    )
    sides = list(counted.sides)
    first = sides.index(deal.dealer_side)
    return [counted.points(side) for side in (*sides[first:], *sides[:first])]


@dataclass(frozen=True)
class Luck:
    """The deals of a game, and the weight of skill.

    `rows` are results of `deal_points`; `skill` is a percentage of the usual difference that the cards make.
    """

    play: TablePlay
    rows: Sequence[Row]
    skill: int

    @cached_property
    def usual(self) -> int:
        """The usual difference between two sides in a deal, in thousandths of a point."""
        return round(THOUSAND * pstdev(row[0] - row[1] for row in self.rows))

    @property
    def gap(self) -> int:
        """The average lead of the best over the last player in a deal, in thousandths of a point."""
        return self.usual * self.skill // 100

    def score(self, entries: int) -> Score:
        """A function that plays a table, on an evening of that many entries; number 1 is the best."""
        plays = {self.play.people: self.play}
        per_table = self.play.people // len(self.play.sides)

        def score(by_lot: int, table: Table) -> TableScore:
            people = len(table) * per_table
            play = plays.get(people) or plays.setdefault(people, self._play_for(people))
            return self._match(play, self._shifts(table, entries), Random(by_lot))  # noqa: S311

        return score

    def _play_for(self, people: int) -> TablePlay:
        """The game at a table of another size; if every deal is a match, everybody deals equally often."""
        own = self.play
        deals = people if own.deals == own.people else own.deals
        return TablePlay(own.game, people, deals=deals, target=own.target, agreement=own.agreement)

    def _shifts(self, table: Table, entries: int) -> list[int]:
        """The effect of skill on each side's points in a deal, in thousandths; the sum is 0."""
        skills = [sum(entries + 1 - 2 * id_ for id_ in side) / len(side) for side in table]
        average = sum(skills) / len(skills)
        unit = self.gap / (2 * max(1, entries - 1))
        sign = -1 if self.play.game.fewest_win else 1
        return [round(sign * unit * (each - average)) for each in skills]

    def _match(self, play: TablePlay, shifts: Sequence[int], chance: Random) -> TableScore:
        first = chance.getrandbits(16) % len(play.players)
        points: list[dict[str, int]] = []
        while len(points) < (play.deals or MOST_DEALS):
            added = (
                self._charged(play, shifts, points, chance)
                if play.game.fewest_win
                else self._dealt(play.players[(first + len(points)) % play.people][0], play, shifts, chance)
            )
            points.append(dict(zip(play.sides, added, strict=True)))
            if play.deals is None and play.outcome(points):
                break
        sums = play.totals(points)
        if not play.game.fewest_win:
            return TableScore(tuple(sums[side] for side in play.sides))
        outcome = play.outcome(points)
        losers = outcome.losers if outcome else ()
        return TableScore(
            tuple(-sums[side] for side in play.sides), tuple(side in losers for side in play.sides)
        )

    def _charged(
        self, play: TablePlay, shifts: Sequence[int], points: Sequence[dict[str, int]], chance: Random
    ) -> list[int]:
        """Charges the deal to one of the sides still playing: all equally likely, except for skill."""
        playing = play.still_playing(points)
        weights = [
            max(0, THOUSAND // len(playing) + shift) if side in playing else 0
            for side, shift in zip(play.sides, shifts, strict=True)
        ]
        drawn = chance.getrandbits(32) % sum(weights)
        loser = next(at for at, up_to in enumerate(accumulate(weights)) if drawn < up_to)
        return [int(at == loser) for at in range(len(weights))]

    def _dealt(self, dealer: str, play: TablePlay, shifts: Sequence[int], chance: Random) -> list[int]:
        """The points of a random deal; all dealers draw from the same deals, so that no seat is better."""
        row = self._row(len(shifts), chance)
        first = play.sides.index(dealer)
        turned = [row[at - first] for at in range(len(row))]
        return [self._added(card, shift, chance) for card, shift in zip(turned, shifts, strict=True)]

    def _row(self, sides: int, chance: Random) -> list[int]:
        """The points of a random deal; a table larger than the engine's takes several deals in a row."""
        row: list[int] = []
        while len(row) < sides:
            row += self.rows[chance.getrandbits(32) % len(self.rows)]
        return row[:sides]

    def _added(self, card: int, shift: int, chance: Random) -> int:
        """The points from the cards with the effect of skill, as an integer whose average is exact to a
        thousandth. Never negative in a race to a target, unless the game deducts points.
        """
        made = card + (shift + chance.getrandbits(32) % THOUSAND) // THOUSAND
        is_race = self.play.deals is None and not self.play.game.pays
        return max(0, made) if is_race else made
