"""The effect of a referee's ruling on a deal: a side's figures and points before and after, and its sentence.

A ruling works on figures, so it treats a deal counted from cards and a deal written by parts in the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scoring import argument_types
from scoring.document import figure
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import game_of
from scoring.wording.names import WORDS, agreed

#: A deal's figures by side and name, ``total`` among them; None for an unknown figure.
Figures = Mapping[str, Mapping[str, int | None]]


class Effect(Enum):
    """The figures that a ruling takes from the side it concerns."""

    #: The Accademia's penalty for a forbidden signal: the offenders score only their card points, the
    #: opponents score as usual.
    ONLY_CARD_POINTS = "only-card-points"
    #: Barilli 3.5.1: declarations shown at the wrong moment or in the wrong way do not count.
    DECLARATIONS_VOID = "declarations-void"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One effect on one side of a deal: that side's figures, including ``total``, before and after."""

    side: str
    effect: Effect
    before: Mapping[str, int | None]
    after: Mapping[str, int | None]

    @property
    def change(self) -> int:
        """Returns the change of the side's points, 0 or less."""
        return _total(self.after) - _total(self.before)

    def as_json(self) -> dict[str, object]:
        """Returns the ruling as plain data."""
        return {
            "side": self.side,
            "effect": self.effect.value,
            "before": dict(self.before),
            "after": dict(self.after),
        }


@argument_types.takes(figures=argument_types.of_sides)
def rule(game: str, figures: Figures, side: str, effect: str | Effect) -> Ruling:
    """Returns the ruling: that side's figures after the effect; the other sides keep theirs.

    Where declarations are void, the undeclared part stays: buone of captured cards (``undeclared_part``).
    Raises ScoringError ``unknown-effect``, ``unknown-side``, ``effect-not-in-game``, ``effect-needs-parts``
    for a deal of which only the totals are known, and ``effect-needs-declared`` when the declared part of a
    figure is unknown.
    """
    played = game_of(game)
    known_effect = _effect(effect)
    written = figures.get(played.require_side(side), {})
    before = {name: None if value is None else figure(value, side, name) for name, value in written.items()}
    lost = _figures_lost(played, known_effect)
    if any(before.get(name) is None for name in lost):
        raise ScoringError("effect-needs-parts", side=side)
    left = dict.fromkeys(lost, 0) | _figures_left(played, known_effect, side, before)
    points = sum((before[name] or 0) - left.get(name, 0) for name in lost)
    return Ruling(side, known_effect, before, {**before, **left, "total": _total(before) - points})


def _effect(effect: str | Effect) -> Effect:
    try:
        return Effect(effect)
    except ValueError:
        effects = tuple(each.value for each in Effect)
        raise ScoringError("unknown-effect", effect=effect, effects=effects) from None


def _figures_lost(game: Game, effect: Effect) -> frozenset[str]:
    """Returns the figures that the effect takes away.

    ScoringError ``effect-not-in-game`` where there are none, and at mattazza, where the fewest points win and
    losing points is no penalty (Barilli 4.4.1).
    """
    if effect is Effect.ONLY_CARD_POINTS and game.card_figures and not game.fewest_win:
        return frozenset(game.figures) - frozenset(game.card_figures)
    if effect is Effect.DECLARATIONS_VOID and game.declared_figure:
        return frozenset((game.declared_figure,))
    raise ScoringError("effect-not-in-game", effect=effect.value, game=game.name)


def _figures_left(game: Game, effect: Effect, side: str, before: Mapping[str, int | None]) -> dict[str, int]:
    """Returns what remains of the declared figure, and of its undeclared part."""
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


def ruling_sentence(ruling: Ruling, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
    """Returns the ruling in a sentence, with the points before and after; ``sides`` are their names."""
    # Some buone of the tarocco genovese are captured, not declared (Maillard, "Cattura delle buone").
    captured = ruling.effect is Effect.DECLARATIONS_VOID and ruling.before.get("buone_captured")
    deck = "captured-" if captured else "genovese-" if "deck_points" in ruling.before else ""
    sentence = WORDS[language]["rulings"][deck + ruling.effect.value].format(
        side=(sides or {}).get(ruling.side, ruling.side),
        before=ruling.before["total"],
        after=ruling.after["total"],
    )
    return agreed(sentence, language)
