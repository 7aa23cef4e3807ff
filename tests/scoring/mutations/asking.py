"""What the batteries share: a game with nothing but what is asked of it, and a refusal with its facts."""

import pytest


def bare_game(deck, figures, sides="AB", players=("A1", "B1", "A2", "B2"), **changes):
    """A game that only counts: the rest would only be imported in vain."""
    from scoring.game import Game

    asked = {"key": "bare", "name": "Bare", "count": None, "check": None, "play": None, "ended": None}
    return Game(
        **{**asked, **changes},
        sides=tuple(sides),
        players=tuple(players),
        deck=tuple(deck),
        figures=tuple(figures),
        sentences=None,
    )


def refuses(code, ask, **facts):
    """Raises unless the rules refuse with that code and these facts."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011  (a mutant may raise any)
        ask()
    assert refused.value.code == code
    assert {name: refused.value.params[name] for name in facts} == facts
