"""Players, which choose actions from their view of a table, and what a level of play makes of given cards."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Final, NamedTuple, Protocol

from scoring import argument_types
from scoring.actions import Action, Play
from scoring.deal_state import DealState, Dealt
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import GAMES, game_of
from scoring.results import DealCount, SideCount
from scoring.table import Table, View, require_seed
from scoring.trick_play import below


class Player(Protocol):
    """Anything that plays at a table: a person at a screen, a program, one of the players here."""

    def choose(self, view: View) -> Action:
        """Returns one of the legal actions of the seat that is to move."""


class RandomPlayer:
    """Level 1: any legal action, drawn by the seed."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Random(require_seed(seed))  # noqa: S311  (play, not secrets)

    def choose(self, view: View) -> Action:
        """Returns one of the legal actions, each as likely; ScoringError ``not-the-turn``."""
        _require_turn(view)
        legal = view.legal()
        return legal[below(self._chance, len(legal))]


class SensiblePlayer:
    """Level 2: plays by the advice of the sources, as in generated deals; nothing is left to chance.

    With ``slips``, it plays any legal card in so many turns of a hundred, drawn by the seed: as people do.
    """

    def __init__(self, slips: int = 0, seed: int = 0) -> None:
        self._slips = slips
        self._chance = Random(require_seed(seed))  # noqa: S311  (play, not secrets)

    def choose(self, view: View) -> Action:
        """Returns the advised action; ScoringError ``not-the-turn``."""
        _require_turn(view)
        advised = view._state.choose()
        if self._slips and isinstance(advised, Play) and below(self._chance, 100) < self._slips:
            legal = view.legal()
            return legal[below(self._chance, len(legal))]
        return advised


#: `SamplingPlayer` tries each card in this many hands that the others may hold.
SAMPLES: Final = 12
#: After so many hands, and after as many again, only the better half of the cards is tried further.
HALVED_AFTER: Final = 4


class SamplingPlayer:
    """Level 3: plays the card that does best when sensible players finish the deal, in hands drawn at random
    among those that agree with what the seat has seen.

    ``samples`` is how many hands are drawn for each card: the time taken grows with it. The seed decides the
    hands, so the same seed and the same views give the same actions. The sensible player decides all that is
    not a card to play.
    """

    def __init__(self, samples: int = SAMPLES, seed: int = 0) -> None:
        self._samples = samples
        self._chance = Random(require_seed(seed))  # noqa: S311  (play, not secrets)

    def choose(self, view: View) -> Action:
        """Returns the action with the best sampled result; ScoringError ``not-the-turn``."""
        _require_turn(view)
        plays = [action for action in view.legal() if isinstance(action, Play) and not action.sign]
        advised = view._state.choose()
        if len(plays) < 2 or not isinstance(advised, Play):
            return advised
        margins: dict[Play, list[int]] = {action: [] for action in plays}
        alive = list(plays)
        for number in range(1, self._samples + 1):
            world = view._state.filled(self._chance)
            # The deal is tried to its end: nobody calls out in it.
            world.stakes = None
            for action in alive:
                margins[action].append(_margin_after(world, action))
            if number % HALVED_AFTER == 0:
                best = sorted(alive, key=lambda action: -sum(margins[action]))[: max(1, len(alive) // 2)]
                alive = [action for action in alive if action in best or action == advised]
        return max(
            alive, key=lambda action: (_surely_gained(margins[action], margins[advised]), action == advised)
        )


def _surely_gained(margins: Sequence[int], advised: Sequence[int]) -> float:
    """Returns by how much an action is better than the one advised, less one standard error."""
    gains = [one - other for one, other in zip(margins, advised, strict=True)]
    if not any(gains):
        return 0
    return mean(gains) - stdev(gains) / sqrt(len(gains))


def _require_turn(view: View) -> None:
    if view.to_move != view.player:
        raise ScoringError("not-the-turn", player=view.player, turn=view.to_move)


def _margin_after(world: DealState, action: Action) -> int:
    """Returns what the action is worth to its player when sensible players finish the deal."""
    end = world.copied()
    end.apply(action)
    while end.to_move is not None:
        end.apply(end.choose())
    game = GAMES[end.key]
    # The discard is one that others may have made: it is not verified.
    document = {**end.played(Dealt({}), 0).as_json(), "rules": end.rules, "discards": None}
    return margin(game, document, action.player[0])


#: One charge at Mattazza weighs more than any points.
CHARGE_WEIGHT: Final = 1000


def margin(game: Game, document: Mapping[str, object], side: str) -> int:
    """Returns the side's points less those of each opponent; at Mattazza what it is spared."""
    counted: DealCount[SideCount] = game.count(game, document)
    if game.fewest_win:
        return -counted.points(side) * CHARGE_WEIGHT - counted.sides[side].total
    camps = {each: each for each in game.sides} if game.camps is None else game.camps(game, document)
    foes = [each for each in game.sides if camps[each] != camps[side]]
    return sum(counted.sides[side].total - counted.sides[foe].total for foe in foes)


class Expected(NamedTuple):
    """The mean of a side's points in a deal, and its standard error."""

    points: float
    error: float


#: In so many turns of a hundred the players of ``expected`` slip, so that no single line of play decides.
SLIPS: Final = 10


@argument_types.takes(
    hands=argument_types.an_object, samples=argument_types.a_number, seed=argument_types.a_number
)
def expected(
    hands: Mapping[str, Iterable[str]],
    game: str = "quattro-scartate",
    samples: int = 40,
    seed: int = 0,
    *,
    dealer: str | None = None,
    rest: Iterable[str] | None = None,
    rules: str | None = None,
) -> Mapping[str, Expected]:
    """Returns what the hands are worth to each side: the mean points of sensible players in so many deals.

    The players slip in a turn of ten. ``hands`` are each player's first cards, as for ``Table``; every player
    deals in turn, unless a dealer is named. Raises ScoringError for hands that cannot be, and
    ``too-few-samples`` for less than two.
    """
    if samples < 2:
        raise ScoringError("too-few-samples", count=samples)
    # The same cards are dealt many times, whatever iterables they came in.
    given = {player: tuple(map(str, argument_types.a_list("hands", hand))) for player, hand in hands.items()}
    left = None if rest is None else tuple(map(str, argument_types.a_list("rest", rest)))
    dealers = tuple(given) if dealer is None else (game_of(game).require_player(dealer),)
    points: dict[str, list[int]] = {}
    for number in range(samples):
        table = Table(
            game,
            dealer=dealers[number % len(dealers)],
            hands=given,
            rest=left,
            seed=seed + number,
            rules=rules,
        )
        player = SensiblePlayer(SLIPS, seed + number)
        while table.to_move is not None:
            table = table.apply(player.choose(table.view(table.to_move)))
        for side, counted in table.result().sides.items():
            points.setdefault(side, []).append(counted.total)
    return {side: Expected(mean(made), stdev(made) / sqrt(samples)) for side, made in points.items()}
