"""Accusi told by how many cards they have: worth the same as by name, refused when no hands show them."""

from itertools import combinations
from typing import Any

import pytest

import scoring
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.hands import can_be_held
from scoring.document import Declaration
from scoring.games import GAMES

GAME = GAMES["quattro-scartate"]


def shown(player: str, family: str, number: Any) -> dict[str, Any]:
    kind = "cricca" if family in ("tarocchi", "re", "regine", "cavalli", "fanti") else "sequence"
    return {"side": player[0], "player": player, kind: family, "number": number}


def points(*declarations: dict[str, Any]) -> int:
    return sum(item.total for item in count_declarations(GAME, list(declarations), ACCADEMIA))


@pytest.mark.parametrize("seed", range(200))
def test_by_number_the_accusi_of_a_played_deal_are_worth_what_they_are_by_name(seed: int) -> None:
    named = scoring.generate_deal(seed).declarations
    numbered = [shown(item.player, item.family, len(item.cards)) for item in named]
    by_name = count_declarations(GAME, named, ACCADEMIA)
    by_number = count_declarations(GAME, numbered, ACCADEMIA)
    assert [item.total for item in by_number] == [item.total for item in by_name]


@pytest.mark.parametrize(
    ("family", "number", "worth"),
    [("re", 3, 17), ("re", 4, 34), ("danari", 3, 10), ("assi", 6, 25), ("grande", 5, 20), ("coppe", 7, 30)],
)
def test_2_2_the_number_of_cards_gives_the_points(family: str, number: int, worth: int) -> None:
    assert points(shown("A1", family, number)) == worth


@pytest.mark.parametrize(
    ("declarations", "code"),
    [
        ([shown("A1", "re", 5)], "declaration-number"),
        ([shown("A1", "re", 2)], "declaration-number"),
        ([shown("A1", "danari", 8)], "declaration-number"),
        ([shown("A1", "mori", 7)], "declaration-number"),
        ([shown("A1", "re", "tre")], "declaration-number-unreadable"),
        ([shown("A1", "re", True)], "declaration-number-unreadable"),
        ([{**shown("A1", "re", 3), "cards": ["Rd", "Rc", "Rs"]}], "declaration-cards-and-number"),
        # Four re, and two hands with three of them.
        ([shown("A1", "re", 3), shown("B1", "re", 3)], "declared-together"),
        # Each danari needs the Re.
        ([shown("A1", "danari", 3), shown("A2", "danari", 3)], "declared-together"),
        # All four re and somebody else's danari, which needs one.
        ([shown("A1", "re", 4), shown("B2", "danari", 3)], "declared-together"),
        # Both contatori here, and a hand that needs one of them.
        ([shown("A1", "danari", 7), shown("B1", "mori", 5)], "declared-together"),
        ([shown("A1", "grande", 3), shown("B1", "tarocchi", 4)], "declared-together"),
        ([shown("A1", "re", 3), shown("A1", "re", 4)], "declaration-twice"),
    ],
)
def test_what_no_hands_could_show_is_refused(declarations: list[dict[str, Any]], code: str) -> None:
    with pytest.raises(scoring.ScoringError) as refused:
        points(*declarations)
    assert refused.value.code == code
    assert refused.value.message("it").endswith(".")


def test_what_hands_could_show_together_passes() -> None:
    # Three re with one player, and a danari of another with the fourth.
    assert points(shown("A1", "re", 3), shown("B1", "danari", 4), shown("B2", "assi", 3)) == 17 + 15 + 10
    # A contatore in each of two hands.
    assert points(shown("A1", "danari", 6), shown("B1", "coppe", 6)) == 50


def test_one_player_may_show_a_card_in_two_accusi() -> None:
    assert points(shown("A1", "danari", 7), shown("A1", "mori", 6), shown("A1", "re", 3)) == 30 + 25 + 17


def test_named_cards_beside_numbers_are_weighed_too() -> None:
    named = {"side": "A", "player": "A1", "sequence": "danari", "cards": ["Rd", "Qd", "Cd"]}
    assert points(named, shown("B1", "re", 3)) == 27
    with pytest.raises(scoring.ScoringError, match="stessa carta"):
        points(named, shown("B1", "re", 4))


def test_nothing_named_is_told_of_cards_that_were_only_numbered() -> None:
    deal = scoring.count(
        "quattro-scartate", {"A": list(scoring.DECK)}, "A", declarations=[shown("A1", "re", 3)]
    )
    sentences = GAME.sentences(deal.explanation()["A"], "it")
    assert any("3 carte, 17 punti" in each for each in sentences)


def test_whatever_two_players_really_show_can_be_held() -> None:
    """Every pair of accusi of played deals, each with other players' names."""
    items = [item for seed in range(40) for item in scoring.generate_deal(seed).declarations]
    for one, other in combinations(items, 2):
        by_name = not set(one.cards) & set(other.cards)
        if one.player == other.player or not by_name:
            continue
        numbered = [
            Declaration(item.side, item.player, item.kind, item.family, (), len(item.cards))
            for item in (one, other)
        ]
        assert can_be_held(numbered, ACCADEMIA, 15)
        assert can_be_held(numbered[:1], ACCADEMIA, 15)
