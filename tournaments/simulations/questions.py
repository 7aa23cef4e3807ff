"""What is asked of a simulation: the game, how many play, for how long, and how much skill counts."""

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Self, cast

from tournaments.draws import Option, Wanted, options
from tournaments.draws.inputs import Rematches
from tournaments.models import Tournament
from tournaments.readiness import sides
from tournaments.simulations.luck import DEALS
from tournaments.standings import Rules, rules_from

#: Of the model: a new one asks every question anew.
MODEL = 3
#: Of every question: the same question has the same answer.
SEED = 1761
MOST_ENTRIES = 200
SKILLS = {"little": 25, "some": 50, "much": 100}
# What keeps the work bounded: fewer evenings for the larger ones.
MOST_EVENINGS, FEWEST_EVENINGS, SEATS = 400, 40, 36_000
MOST_AT_LARGER_TABLES = 100  # their draw searches longer


@dataclass(frozen=True)
class Question:
    """All that the answer depends on."""

    game: str
    house_rule: str | None
    target: int | None
    agreement: str
    deals_a_turn: int | None
    entries: int
    turns: int
    rematches: str
    are_singles: bool
    skill: str
    #: How the tournament ranks, as `Rules.as_json` says it; None in what was asked before that mattered.
    ranking: dict[str, Any] | None = None

    @classmethod
    def of(cls, tournament: Tournament, entries: int, turns: int, skill: str) -> Self:
        return cls(
            game=tournament.game,
            house_rule=tournament.counted_by,
            target=tournament.target,
            agreement=tournament.agreement,
            deals_a_turn=tournament.deals_a_turn,
            entries=entries,
            turns=turns,
            rematches=tournament.rematches,
            are_singles=tournament.format == "rotation",
            skill=skill,
            ranking=tournament.ranking.as_json(),
        )

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**data)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def key(self) -> str:
        """A digest of the question, of the model, and of all that is played for the answer."""
        asked = [MODEL, SEED, DEALS, self.evenings, self.as_json()]
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()

    @property
    def tournament(self) -> Tournament:
        """A tournament by these rules, of which only the rules are filled in."""
        return Tournament(
            game=self.game, target=self.target, agreement=self.agreement, deals_a_turn=self.deals_a_turn
        )

    @property
    def rules(self) -> Rules:
        """How the evenings are ranked: as the tournament is."""
        return Rules() if self.ranking is None else rules_from(self.ranking)

    @property
    def options(self) -> tuple[Option, ...]:
        """The movements compared."""
        return options(self.wanted)

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            entries=self.entries,
            turns=self.turns,
            turn_minutes=0,
            sizes=sides(self.tournament),
            are_singles=self.are_singles,
            avoids_rematches=self.rematches == Tournament.Rematches.AVOIDED,
        )

    @property
    def evenings(self) -> int:
        """How many of each movement."""
        most = MOST_EVENINGS if self.wanted.sizes == (2,) else MOST_AT_LARGER_TABLES
        return max(FEWEST_EVENINGS, min(most, SEATS // max(1, self.entries * self.turns)))

    @property
    def total(self) -> int:
        return DEALS + self.evenings * len(self.options)

    def draws_with(self, option: Option) -> tuple[Rematches, tuple[int, ...]]:
        """The mode of the draw and the sizes of its tables."""
        sizes = (4,) if option.movement == "rotation" else self.wanted.sizes
        return cast("Rematches", self.rematches), sizes


def same_option(one: Option, other: Option) -> bool:
    """Whether it is the same movement, whatever the minutes."""
    return _told_apart(one) == _told_apart(other)


def _told_apart(option: Option) -> tuple[object, ...]:
    return option.movement, option.turns, option.groups, option.qualifiers
