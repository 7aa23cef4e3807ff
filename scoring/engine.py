"""The engine's questions; each is put to the game it is about."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from scoring.answers import DealCount, Feasibility, Outcome
from scoring.errors import ScoringError
from scoring.game import SEATS
from scoring.games import game_of
from scoring.match.state import Match
from scoring.play.record import PlayedDeal


def count(
    game: str,
    cards: Mapping[str, Iterable[str]],
    last_trick: str | None = None,
    *,
    dealer: str | None = None,
    declarations: Sequence[object] = (),
    rules: str | None = None,
    **facts: object,
) -> DealCount[Any]:
    """Every side's count of a deal, from the cards it owns at the end.

    ``cards`` gives the pile of one side or of several; where the deck is played out, the one left out owns
    the rest. ``dealer`` lets the piles' sizes be checked fully, ``rules`` is a house rule, ``facts`` are what
    else the game needs to know. Raises ScoringError for whatever could not have happened.
    """
    written = {
        "cards": cards,
        "last_trick": last_trick,
        "dealer": dealer,
        "declarations": declarations,
        "rules": rules,
        **facts,
    }
    played = game_of(game)
    return played.count(played, written)


def check(
    game: str,
    figures: Mapping[str, object],
    *,
    last_trick: str | None = None,
    dealer: str | None = None,
    rules: str | None = None,
    **facts: object,
) -> Feasibility:
    """Whether figures of a sheet could have happened: exactly, where the game has a check of its own.

    ``figures`` gives any side's figures by name; what is left out may be anything. Raises ScoringError for
    what is no figure at all.
    """
    played = game_of(game)
    written = {**figures, "last_trick": last_trick, "dealer": dealer, "rules": rules, **facts}
    return played.check(played, written)


def outcome(game: str, deals: Sequence[Mapping[str, int]], target: int | None = None) -> Outcome | None:
    """How the match ended with what these deals added to each side; None while it goes on.

    Raises ScoringError ``match-over`` when a deal comes after the end, ``bad-points`` and ``unknown-target``.
    """
    played = game_of(game)
    if target is not None and target not in played.targets:
        raise ScoringError("unknown-target", target=target)
    goal = target or (played.targets[0] if played.targets else None)
    return played.ended(played, Match(tuple(deals), goal))


def dealer_seat(game: str, first: str, number: int) -> str:
    """The seat that deals the deal of that number, from 1: one place to the right after each deal (Barilli
    3.7)."""
    game_of(game)
    if first not in SEATS:
        raise ScoringError("unknown-seat", seat=str(first))
    if number < 1:
        raise ScoringError("unknown-deal", deal=number)
    return SEATS[(SEATS.index(first) + number - 1) % len(SEATS)]


def generate_deal(seed: int, game: str = "quattro-scartate", dealer: str | None = None) -> PlayedDeal:
    """A deal dealt and played out by simple players who obey every rule.

    The first player deals unless another is named.

    Raises ScoringError ``unknown-game`` or ``unknown-player``, and ``bad-seed`` below 0.
    """
    played = game_of(game)
    if seed < 0:
        raise ScoringError("bad-seed", seed=seed)
    return played.play(played, seed, played.players[0] if dealer is None else played.require_player(dealer))


def deal_seeds(seed: int, count: int) -> list[int]:
    """The seeds of so many deals: the first is the seed itself, the others follow from it."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    return [seed, *(chance.getrandbits(48) for _ in range(count - 1))][:count]
