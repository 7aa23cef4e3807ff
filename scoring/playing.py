"""The engine's questions about play: what may be played, who takes, and whole deals from a seed."""

from collections.abc import Iterable, Mapping
from random import Random

from scoring import asking
from scoring.errors import ScoringError
from scoring.games import game_of
from scoring.play.record import PlayedDeal
from scoring.play.rules import TrickRules


@asking.takes(hand=asking.a_list, trick=asking.a_list)
def legal_cards(game: str, hand: Iterable[str], trick: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards of a hand that may be played to a trick, those on the table in the order in which they fell.

    At scopone any card may be: what it then takes is told by ``legal_takes``. Raises ScoringError for what is
    no card, or is there twice.
    """
    taking = game_of(game).takes
    if taking is not None:
        return tuple(taking(list(hand), list(trick)))
    rules = _tricks(game)
    held, played = list(hand), list(trick)
    rules.verify_cards([*held, *played])
    return tuple(rules.legal_cards(held, played))


@asking.takes(hand=asking.a_list, table=asking.a_list)
def legal_takes(
    game: str, hand: Iterable[str], table: Iterable[str]
) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """What each card of a hand may take of those on the table: one of these, which is nothing where the card
    stays there (FIGS, art. 9, 11).

    Raises ScoringError ``no-takes`` where tricks are taken, and for what is no card, or is there twice.
    """
    played = game_of(game)
    if played.takes is None:
        raise ScoringError("no-takes", game=played.name)
    return played.takes(list(hand), list(table))


@asking.takes(trick=asking.a_list)
def taker(game: str, trick: Iterable[str]) -> str | None:
    """The card that takes the trick; None of no card, or of the Matto alone. Raises ScoringError
    ``no-tricks`` at scopone, and for what is no card, or is there twice."""
    rules, played = _tricks(game), list(trick)
    rules.verify_cards(played)
    place = rules.taker(played)
    return played[place] if place >= 0 else None


def _tricks(game: str) -> TrickRules:
    played = game_of(game)
    if played.tricks is None:
        raise ScoringError("no-tricks", game=played.name)
    return played.tricks


def generate_deal(seed: int, game: str = "quattro-scartate", dealer: str | None = None) -> PlayedDeal:
    """A deal dealt and played out by simple players who obey every rule.

    The first player deals unless another is named.

    Raises ScoringError ``unknown-game`` or ``unknown-player``, and ``bad-seed`` below 0 or for no number.
    """
    played = game_of(game)
    if type(seed) is not int or seed < 0:
        raise ScoringError("bad-seed", seed=seed)
    return played.play(played, seed, played.players[0] if dealer is None else played.require_player(dealer))


def deal_seeds(seed: int, count: int) -> list[int]:
    """The seeds of so many deals: the first is the seed itself, the others follow from it."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    return [seed, *(chance.getrandbits(48) for _ in range(count - 1))][:count]
