"""What a referee's ruling makes of a deal: which figures a side keeps, with the points before and after.

A ruling is told in figures, so that it is one for a deal counted from cards and for one written by parts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scoring import asking
from scoring.document import figure
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import game_of

#: A deal's figures by side and name, ``total`` among them; None where nobody knows them.
Figures = Mapping[str, Mapping[str, int | None]]


class Effect(Enum):
    """What a ruling leaves to the side it is on."""

    #: The Accademia's penalty for a forbidden signal: the offenders score their card points and nothing else,
    #: the opponents as usual.
    ONLY_CARD_POINTS = "only-card-points"
    #: Barilli 3.5.1: accusi shown at the wrong moment or in the wrong way do not count.
    DECLARATIONS_VOID = "declarations-void"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One effect on one side of a deal: that side's figures before and after, ``total`` among them."""

    side: str
    effect: Effect
    before: Mapping[str, int | None]
    after: Mapping[str, int | None]

    @property
    def change(self) -> int:
        """The points that the side gains by it, 0 or fewer."""
        return _total(self.after) - _total(self.before)

    def as_json(self) -> dict[str, object]:
        """The ruling as plain data."""
        return {
            "side": self.side,
            "effect": self.effect.value,
            "before": dict(self.before),
            "after": dict(self.after),
        }


@asking.takes(figures=asking.of_sides)
def rule(game: str, figures: Figures, side: str, effect: str | Effect) -> Ruling:
    """What the effect makes of that side's figures; the other sides keep theirs.

    What nobody declared stays where declarations are void: buone of captured cards (``undeclared_part``).
    Raises ScoringError ``unknown-effect``, ``unknown-side``, ``effect-not-in-game``, ``effect-needs-parts``
    for a deal of which only the totals are known, and ``effect-needs-declared`` where a figure is known but
    not how much of it was declared.
    """
    played = game_of(game)
    meant = _effect(effect)
    before = _known(side, figures.get(played.require_side(side), {}))
    lost = _lost(played, meant)
    if any(before.get(name) is None for name in lost):
        raise ScoringError("effect-needs-parts", side=side)
    left = dict.fromkeys(lost, 0) | _left(played, meant, side, before)
    points = sum((before[name] or 0) - left.get(name, 0) for name in lost)
    return Ruling(side, meant, before, {**before, **left, "total": _total(before) - points})


def rule_all(
    game: str, figures: Figures, rulings: Mapping[str, Effect]
) -> dict[str, Mapping[str, int | None]]:
    """Every side's figures once each of these sides has had its effect."""
    return {
        side: rule(game, figures, side, rulings[side]).after if side in rulings else own
        for side, own in figures.items()
    }


def _effect(effect: str | Effect) -> Effect:
    try:
        return Effect(effect)
    except ValueError:
        known = tuple(each.value for each in Effect)
        raise ScoringError("unknown-effect", effect=effect, effects=known) from None


def _known(side: str, figures: Mapping[str, int | None]) -> dict[str, int | None]:
    """The side's figures; ScoringError ``figure-not-whole``."""
    return {name: None if value is None else figure(value, side, name) for name, value in figures.items()}


def _lost(game: Game, effect: Effect) -> frozenset[str]:
    """The figures that the effect takes away; ScoringError ``effect-not-in-game`` where there is none, or
    where to lose points would be no penalty: at mattazza the fewest win (Barilli 4.4.1)."""
    if effect is Effect.ONLY_CARD_POINTS and game.card_figures and not game.fewest_win:
        return frozenset(game.figures) - frozenset(game.card_figures)
    if effect is Effect.DECLARATIONS_VOID and game.declared_figure:
        return frozenset((game.declared_figure,))
    raise ScoringError("effect-not-in-game", effect=effect.value, game=game.name)


def _left(game: Game, effect: Effect, side: str, before: Mapping[str, int | None]) -> dict[str, int]:
    """What stays of the figures, and of the part told beside them, where there is such a part."""
    part = game.undeclared_part
    if part is None or game.declared_figure is None or part not in before:
        return {}
    if effect is Effect.ONLY_CARD_POINTS:
        return {part: 0}
    undeclared = before[part] if before[game.declared_figure] else 0
    if undeclared is None:
        raise ScoringError("effect-needs-declared", side=side)
    return {game.declared_figure: undeclared, part: undeclared}


def _total(figures: Mapping[str, int | None]) -> int:
    total = figures.get("total")
    if total is None:
        raise ScoringError("missing-key", key="total")
    return total
