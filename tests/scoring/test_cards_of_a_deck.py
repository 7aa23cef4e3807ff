"""The cards by which duplicated deals are compared and verified, deck by deck."""

import pytest

import scoring


@pytest.mark.parametrize(
    ("game", "stay", "honours"),
    [
        ("quattro-scartate", ("Ang", "Mat"), "Ang Mon Beg Mat Rd Rc Rs Rb"),  # RULES 2: worth 5
        ("genovese-coppie", ("20", "Mat"), "Mat 1 21 Rc Rq Rf Rp"),  # RULES 6: worth 4
    ],
)
def test_the_cards_worth_most_and_those_that_nobody_captures(
    game: str, stay: tuple[str, str], honours: str
) -> None:
    tricks = scoring.GAMES[game].tricks
    assert tricks
    assert tricks.never_captured == stay
    assert tricks.honours == frozenset(honours.split())
