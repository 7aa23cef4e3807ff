"""A deal is read and counted once for each save, unless the table has changed in the meantime."""

from typing import Any

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament, some_cards
from tournaments.models import Match, Tournament
from tournaments.results import scores
from tournaments.results.scores import DealPlace, entering
from tournaments.results.scores.entering import Count

A_DEALS = DealPlace(Tournament().play(), dealer="A", sides=("A", "B"), rules="accademia")
B_DEALS = DealPlace(Tournament().play(), dealer="B", sides=("A", "B"), rules="accademia")
FEW_TRICKS = {"cards": {"A": ["Ang"]}, "tricks": 5, "missing": [], "last_trick": "A"}


@pytest.fixture
def match(db: None) -> Match:
    return a_round(a_tournament(a_club(), pairs=2)).matches.select_related("round__tournament").get()


def test_a_save_reads_and_counts_the_deal_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    for name in ("normalised", "count_deal"):
        monkeypatch.setattr(entering, name, _noted(name, getattr(entering, name), calls))
    cards = some_cards(1, dealer=scores.place_of(match, 1).dealer)
    scores.enter(match, 1, "cards", cards, by=JURY, based_on=0)
    assert calls == ["normalised", "count_deal"]


def test_a_count_is_made_again_for_another_dealer() -> None:
    written = scores.normalised("cards", FEW_TRICKS, A_DEALS)
    count = Count(A_DEALS, "cards", written, scores.count_deal(A_DEALS, "cards", written))
    assert count.at(A_DEALS) is count
    other = count.at(B_DEALS)
    assert other.figures == scores.count_deal(B_DEALS, "cards", written) != count.figures


def _noted(name: str, work: Any, calls: list[str]) -> Any:
    def noting(*given: Any) -> Any:
        calls.append(name)
        return work(*given)

    return noting
