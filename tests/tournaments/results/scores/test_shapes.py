"""Whatever a device sends for a deal is read in its one shape or refused with a sentence: never a crash."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from tournaments.errors import InputRefused
from tournaments.models import Tournament
from tournaments.results import scores
from tournaments.results.scores import DealPlace
from tournaments.results.scores.deal_schema import PLAIN_CARDS, normalised, piles

PLACE = DealPlace(Tournament().play(), dealer="A", sides=("A", "B"), rules="accademia")
FIGURES = {"sequences": 0, "cricche": 0, "card_points": 40}

MALFORMED: dict[str, tuple[str, Any]] = {
    "nothing at all": ("cards", None),
    "a list": ("cards", []),
    "no cards": ("cards", {"last_trick": "A"}),
    "cards in no pile": ("cards", {"cards": {}, "last_trick": "A"}),
    "a third side's cards": ("cards", {"cards": {"C": []}, "last_trick": "A"}),
    "cards that are a word": ("cards", {"cards": {"A": "Ang"}, "last_trick": "A"}),
    "cards that are a number": ("cards", {"cards": {"A": 7}, "last_trick": "A"}),
    "a thousand cards": ("cards", {"cards": {"A": ["Ang"] * 1000}, "last_trick": "A"}),
    "no last trick": ("cards", {"cards": {"A": []}}),
    "a list for the last trick": ("cards", {"cards": {"A": []}, "last_trick": ["A"]}),
    "declarations in an object": ("cards", {"cards": {"A": []}, "last_trick": "B", "declarations": {}}),
    "a declaration that is a word": (
        "cards",
        {"cards": {"A": []}, "last_trick": "B", "declarations": ["re"]},
    ),
    "a declaration of a number": (
        "cards",
        {"cards": {"A": []}, "last_trick": "B", "declarations": [{"side": 7, "cards": []}]},
    ),
    "a declaration without cards": (
        "cards",
        {"cards": {"A": []}, "last_trick": "B", "declarations": [{"side": "A", "player": "A1"}]},
    ),
    "scartini in words": ("cards", {"cards": {"A": []}, "last_trick": "B", "scartini": "dodici"}),
    "negative scartini": ("cards", {"cards": {"A": []}, "last_trick": "B", "scartini": -2}),
    "more scartini than the deck has": ("cards", {"cards": {"A": []}, "last_trick": "B", "scartini": 21}),
    "scartini beside both piles": (
        "cards",
        {"cards": {"A": [], "B": []}, "last_trick": "B", "scartini": 2},
    ),
    "tricks in words": ("cards", {"cards": {"A": []}, "last_trick": "B", "tricks": "sei"}),
    "tricks beside both piles": ("cards", {"cards": {"A": [], "B": []}, "last_trick": "B", "tricks": 6}),
    "tricks beside scartini": ("cards", {"cards": {"A": []}, "last_trick": "B", "tricks": 6, "scartini": 2}),
    "missing cards that are a word": (
        "cards",
        {"cards": {"A": []}, "last_trick": "B", "tricks": 6, "missing": "Sol"},
    ),
    "figures of one side": ("parts", {"last_trick": "A", "A": FIGURES}),
    "figures in a list": ("parts", {"last_trick": "A", "A": [1, 2, 3], "B": FIGURES}),
    "a figure in words": ("parts", {"last_trick": "A", "A": {**FIGURES, "cricche": "17"}, "B": FIGURES}),
    "half a point": ("parts", {"last_trick": "A", "A": {**FIGURES, "cricche": 1.5}, "B": FIGURES}),
    "true for one": ("parts", {"last_trick": "A", "A": {**FIGURES, "cricche": True}, "B": FIGURES}),
    "a negative figure": ("parts", {"last_trick": "A", "A": {**FIGURES, "cricche": -17}, "B": FIGURES}),
    "an absurd figure": ("parts", {"last_trick": "A", "A": {**FIGURES, "cricche": 10**9}, "B": FIGURES}),
    "a null declaration": (
        "totals",
        {"last_trick": "A", "A": {"total": 1, "declared": None}, "B": {"total": 2}},
    ),
    "a way that is none": ("guesses", {"last_trick": "A"}),
}


@pytest.mark.parametrize(("way", "entered"), MALFORMED.values(), ids=MALFORMED)
def test_what_has_another_shape_is_refused_with_a_sentence(way: str, entered: Any) -> None:
    with pytest.raises(InputRefused) as refused:
        normalised(way, entered, PLACE)
    assert str(refused.value).endswith(".")


def test_a_normal_deal_is_already_normal() -> None:
    said = {"cards": {"A": ["Ang"]}, "last_trick": "A", "declarations": None, "scartini": 3, "note": "?"}
    once = normalised("cards", said, PLACE)
    assert once == {"cards": {"A": ["Ang"]}, "last_trick": "A", "declarations": [], "scartini": 3}
    assert normalised("cards", once, PLACE) == once


def test_numbered_scartini_are_plain_cards_that_the_pile_does_not_name() -> None:
    written = {"cards": {"B": ["Ang", "10d", "6b"]}, "last_trick": "A", "scartini": 18}
    filled = piles(normalised("cards", written, PLACE), dealer="B")
    assert sorted(filled["B"]) == sorted(["Ang", *PLAIN_CARDS])


def test_no_more_scartini_are_left_than_the_pile_does_not_name() -> None:
    with pytest.raises(InputRefused, match="al massimo 19"):
        piles(
            normalised("cards", {"cards": {"B": ["10d"]}, "last_trick": "A", "scartini": 20}, PLACE),
            dealer="B",
        )


@given(st.sets(st.sampled_from(PLAIN_CARDS), max_size=20), st.randoms(use_true_random=False))
def test_which_plain_cards_a_pile_holds_changes_no_figure(plain: set[str], random: Any) -> None:
    """The ground on which a number may stand for them (Barilli 2.1)."""
    others = [code for code in scoring.DECK if code not in PLAIN_CARDS]
    pile = random.sample(others, 30)
    pile = pile[: 30 - len(plain)]
    by_name = scoring.count("quattro-scartate", {"A": [*pile, *plain]}, "A", dealer="A")
    written = normalised("cards", {"cards": {"A": pile}, "last_trick": "A", "scartini": len(plain)}, PLACE)
    by_number = scoring.count("quattro-scartate", piles(written, dealer="A"), "A", dealer="A")
    assert by_name.as_json() == by_number.as_json()


words = st.sampled_from(["A", "B", "C", "A1", "B2", "re", "grande", "Ang", "7q", ""])
anything = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words
codes = st.lists(st.sampled_from([*scoring.DECK, "7q"]) | anything, max_size=20)
declarations = st.fixed_dictionaries(
    {"side": words, "player": words, "cards": codes},
    optional={"cricca": words, "sequence": words, "number": anything, "note": anything},
)
by_cards = st.fixed_dictionaries(
    {"cards": st.dictionaries(words, codes | anything, max_size=2), "last_trick": words},
    optional={
        "scartini": st.integers(-2, 22) | anything,
        "tricks": st.integers(-1, 16) | anything,
        "missing": codes | anything,
        "declarations": st.lists(declarations | anything),
    },
)
# Pairs of sensible piles, so that some get as far as being counted.
whole_piles = st.builds(
    lambda pile, last, shown: {"cards": {"A": pile[:30]}, "last_trick": last, "declarations": shown},
    st.permutations(scoring.DECK),
    st.sampled_from("AB"),
    st.lists(declarations, max_size=2),
)


@settings(deadline=None)
@given(entered=by_cards | whole_piles | anything)
def test_any_writing_by_cards_is_counted_or_refused(entered: Any) -> None:
    try:
        figures = scores.count_deal(PLACE, "cards", normalised("cards", entered, PLACE))
    except (InputRefused, scoring.ScoringError) as refused:
        sentence = str(refused)
    else:
        sentence = json.dumps(figures)
    assert sentence
