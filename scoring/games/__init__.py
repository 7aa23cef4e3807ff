"""Every game the engine knows, in the order of CONTRACT: a module for each deck."""

from collections.abc import Mapping
from typing import Final

from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import bolognese, genovese, scopone

GAMES: Final[Mapping[str, Game]] = {
    game.key: game for deck in (bolognese, scopone, genovese) for game in deck.GAMES
}


def game_of(key: object) -> Game:
    """Returns the game of that key; ScoringError ``unknown-game``."""
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        raise ScoringError("unknown-game", game=key, known=tuple(GAMES))
    return game
