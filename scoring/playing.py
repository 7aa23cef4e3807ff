"""The engine's functions about play: legal cards, winners of tricks, and whole deals from a seed."""

from collections.abc import Iterable, Mapping
from random import Random

from scoring import argument_types
from scoring.errors import ScoringError
from scoring.games import game_of
from scoring.players import SensiblePlayer
from scoring.table import Table, require_seed
from scoring.trick_play import TRUMP, PlayedDeal, TrickRules


@argument_types.takes(hand=argument_types.a_list, trick=argument_types.a_list)
def legal_cards(game: str, hand: Iterable[str], trick: Iterable[str] = ()) -> tuple[str, ...]:
    """Returns the cards of a hand that may be played to a trick, given the cards already played to it in
    order.

    At scopone any card may be played; ``legal_takes`` returns what it can take. Raises ScoringError for an
    unknown card or a card given twice, and ``trick-too-long`` for more cards than players.
    """
    taking = game_of(game).takes
    if taking is not None:
        return tuple(taking(list(hand), list(trick)))
    cards = list(hand)
    rules, played = _read_trick(game, trick, cards)
    return tuple(rules.legal_cards(cards, played))


@argument_types.takes(hand=argument_types.a_list, table=argument_types.a_list)
def legal_takes(
    game: str, hand: Iterable[str], table: Iterable[str]
) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Returns, for each card of a hand, the sets of cards that it may take from the table; one empty set if
    the card stays there (FIGS, art. 9, 11).

    Raises ScoringError ``no-takes`` where tricks are taken, and for an unknown card or a card given twice.
    """
    played = game_of(game)
    if played.takes is None:
        raise ScoringError("no-takes", game=played.name)
    return played.takes(list(hand), list(table))


@argument_types.takes(trick=argument_types.a_list)
def taker(game: str, trick: Iterable[str]) -> str | None:
    """Returns the card that takes the trick; None for an empty trick, or for the Matto alone.

    Raises ScoringError ``no-tricks`` at scopone, ``trick-too-long`` for more cards than players, and for an
    unknown card or a card given twice.
    """
    rules, played = _read_trick(game, trick)
    place = rules.taker(played)
    return played[place] if place >= 0 else None


@argument_types.takes(trick=argument_types.a_list)
def how_taken(game: str, trick: Iterable[str]) -> str | None:
    """Returns why the card of ``taker`` takes the trick: ``last-of-equals``, when it is the last of several
    Moors, ``highest-trump`` or ``highest-of-suit``; None when no card takes. Refuses as ``taker``."""
    rules, played = _read_trick(game, trick)
    card = taker(game, played)
    if card is None:
        return None
    if card in rules.equals and sum(each in rules.equals for each in played) > 1:
        return "last-of-equals"
    return "highest-trump" if rules.palo[card] == TRUMP else "highest-of-suit"


def _read_trick(game: str, trick: Iterable[str], hand: Iterable[str] = ()) -> tuple[TrickRules, list[str]]:
    """Returns the rules and the cards of a trick, after checking these and the hand; see ``taker``."""
    of_game, played = game_of(game), list(trick)
    if of_game.tricks is None:
        raise ScoringError("no-tricks", game=of_game.name)
    of_game.tricks.verify_cards([*hand, *played])
    players = len(of_game.players)
    if len(played) > players:
        raise ScoringError("trick-too-long", count=len(played), players=players)
    return of_game.tricks, played


def generate_deal(seed: int, game: str = "quattro-scartate", dealer: str | None = None) -> PlayedDeal:
    """Returns a whole deal, played by simulated players who obey every rule.

    The first player deals unless another is named. Raises ScoringError ``unknown-game`` or
    ``unknown-player``, and ``bad-seed`` unless the seed is a number from 0.
    """
    return play_out(seed, game, dealer).played()


def play_out(seed: int, game: str, dealer: str | None = None) -> Table:
    """Returns a table whose deal simulated players have finished; refuses as ``generate_deal``."""
    table, player = Table(game, dealer=dealer, seed=require_seed(seed)), SensiblePlayer()
    while table.to_move is not None:
        table = table.apply(player.choose(table.view(table.to_move)))
    return table


def deal_seeds(seed: int, count: int) -> list[int]:
    """Returns this many seeds for deals: the first is the seed itself, the others are derived from it."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    return [seed, *(chance.getrandbits(48) for _ in range(count - 1))][:count]
