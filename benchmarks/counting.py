"""The time to count a deal from its cards, compared with the plain counter in the same run."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import scoring
from benchmarks.figures import Figure, median_ms
from benchmarks.plain_counter import count_pile, plain_count
from scoring.bolognese.cards import WHOLE_DECK, bits
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.tables import pile_totals

ROOT: Final = Path(__file__).resolve().parent.parent
DEALS, LINES = 200, 5000
GENOVESE: Final = tuple(key for key in scoring.GAMES if key.startswith("genovese-"))
GENOVESE_DEALS: Final = 20
#: In per cent: twenty times as fast as the plain counter.
MOST_OF_PLAIN: Final = 5
NOWHERE: Final = subprocess.DEVNULL

Deal = scoring.PlayedDeal


def figures() -> Iterator[Figure]:
    """Every way to count a deal; the plain counter must agree with ours before it is timed."""
    deals = [scoring.generate_deal(seed) for seed in range(DEALS)]
    verify_agreement(deals)
    yield _from_codes(deals)
    yield _from_piles(deals)
    yield _as_json(deals)
    explained = median_ms(lambda: [_count(deal).explanation() for deal in deals]) / DEALS
    yield Figure("a deal counted and explained", explained * 1000, "µs")
    played = median_ms(lambda: _count(scoring.generate_deal(62)), times=50)
    yield Figure("a deal played and counted", played, "ms", limit=3)
    yield from _played_genovese()
    yield _through_the_pipe(deals)


def verify_agreement(deals: list[Deal]) -> None:
    """Refuses to time two counters with different answers: ValueError."""
    for deal in deals:
        if _count(deal).as_json() != _plainly(deal):
            raise ValueError(f"the two counters differ on the deal of seed {deal.seed}")


def _from_codes(deals: list[Deal]) -> Figure:
    """Both sides' totals, from the codes of both piles, every check included; 50,000 deals a second."""
    ours = median_ms(lambda: [_totals(deal) for deal in deals]) / DEALS
    plain = median_ms(lambda: [_plainly(deal) for deal in deals]) / DEALS
    return Figure(
        "a deal counted from codes, both sides", ours * 1000, "µs", limit=20, beside=_beside(ours, plain)
    )


def _from_piles(deals: list[Deal]) -> Figure:
    """Both sides' totals from prepared sets of cards: bits for ours, sets of codes for the plain counter.

    The plain counter also keeps every combination.
    """
    as_sets = [[(set(pile), deal.last_trick == side) for side, pile in deal.piles.items()] for deal in deals]
    as_bits = [(bits(deal.piles["A"]), deal.last_trick == "A") for deal in deals]
    ours = median_ms(lambda: [_deal_total(*deal) for deal in as_bits]) / DEALS
    plain = median_ms(lambda: [[count_pile(*pile) for pile in piles] for piles in as_sets]) / DEALS
    beside = f"{ours * 1000:.1f} µs; {_beside(ours, plain)}"
    return Figure(
        "a deal counted from sets, of the plain time", ours / plain * 100, "%", MOST_OF_PLAIN, beside
    )


def _as_json(deals: list[Deal]) -> Figure:
    ours = median_ms(lambda: [_count(deal).as_json() for deal in deals]) / DEALS
    plain = median_ms(lambda: [_plainly(deal) for deal in deals]) / DEALS
    return Figure("a deal counted, every combination told", ours * 1000, "µs", beside=_beside(ours, plain))


def _played_genovese() -> Iterator[Figure]:
    for game in GENOVESE:
        played = median_ms(partial(_play_deals, game), times=5) / GENOVESE_DEALS
        yield Figure(f"a deal played of {game}", played, "ms", limit=20)


def _play_deals(game: str) -> None:
    for seed in range(GENOVESE_DEALS):
        scoring.generate_deal(seed, game)


def _through_the_pipe(deals: list[Deal]) -> Figure:
    """`python -m scoring count` on deals written by `python -m scoring deal`, including its start."""
    written = [json.dumps(deal.as_json()) for deal in deals]
    lines = "".join(f"{written[number % DEALS]}\n" for number in range(LINES))
    command = [sys.executable, "-m", "scoring", "count"]
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, input=lines, stdout=NOWHERE, text=True, check=True)  # noqa: S603
    took = time.perf_counter() - start
    return Figure(
        "a line through python -m scoring count",
        took / LINES * 1e6,
        "µs",
        beside=f"{LINES / took:,.0f} a second",
    )


def _beside(ours: float, plain: float) -> str:
    return f"{1000 / ours:,.0f} a second, {plain / ours:.1f}× as fast as the plain counter"


def _count(deal: Deal) -> scoring.DealCount[scoring.SideCount]:
    return scoring.count(deal.game, deal.piles, deal.last_trick, dealer=deal.dealer_side)


def _totals(deal: Deal) -> list[int]:
    return [side.total for side in _count(deal).sides.values()]


def _deal_total(pile: int, takes_last: bool) -> tuple[int, int]:
    own, other = pile_totals(pile, ACCADEMIA), pile_totals(WHOLE_DECK & ~pile, ACCADEMIA)
    if takes_last:
        return sum(own) + LAST_TRICK_POINTS, sum(other)
    return sum(own), sum(other) + LAST_TRICK_POINTS


def _plainly(deal: Deal) -> object:
    return plain_count(deal.piles, deal.last_trick or "", deal.dealer_side)
