"""How many taps it takes to enter a deal by cards, from opening it to having it saved.

It counts every touch of the screen by a player who makes no mistake, enters the smaller pile (if they have
seven and eight tricks, the one with fewer cards that matter) and knows the page:

- one for opening the deal from the table's page, though the next deal opens by itself after one is saved;
- one for each box of a declaration, and one more for each card of it above three;
- one for the owner of the pile and its number of tricks;
- one for each tarocco of the pile (Angelo, Mondo, Begato, Matto), or one for all and one for each that is
  missing;
- one for each of Sole, Luna and the numbers of the pile, from the top down to where the grande of the side
  with the Angelo breaks, or one for the whole grande and one for each of these that is missing; nothing
  below, and none of the numbers if that side has no grande;
- one for the number of Moors, if there are any;
- for re, regine, cavalli, fanti and assi: one for each suit or rank tapped as a whole, where that saves taps,
  one for each of its cards that is missing, and one for each other card of the pile;
- one for the last trick, which also saves.

Scrolling is not a tap. ``tests/benchmarks`` has a browser do all this on the real page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from statistics import median, quantiles
from typing import Final

import scoring
from benchmarks.figures import Figure

DEALS: Final = 100
MEDIAN_LIMIT: Final = 16
NINETIETH_LIMIT: Final = 24
LEAST_SHOWN: Final = 3

SUITS: Final = "dcsb"
RANKS: Final = "RQCFA"
TAROCCHI: Final = ("Ang", "Mon", "Beg", "Mat")
RUN: Final = ("Sol", "Lun", *(str(number) for number in range(16, 4, -1)))
MOORS: Final = ("Mo1", "Mo2", "Mo3", "Mo4")
MATRIX: Final = frozenset(rank + suit for rank in RANKS for suit in SUITS)


@dataclass(frozen=True)
class Tap:
    """A touch: the name that the page gives its target, and a value, where several have that name."""

    on: str
    value: str


def path(deal: scoring.PlayedDeal) -> list[Tap]:
    """The taps that enter the deal, in the order of the page."""
    side, tricks = smaller_heap(deal)
    known = scoring.heap_entry(deal.piles[side])
    held = set(known["cards"])
    return [
        Tap("open", ""),
        *_accusi(deal.declarations),
        Tap("heap", f"{side}{tricks}"),
        *_tarocchi(held),
        *_grande(held, known["missing"]),
        *_moors(held),
        *_matrix(held),
        Tap("save", deal.last_trick),
    ]


def smaller_heap(deal: scoring.PlayedDeal) -> tuple[str, int]:
    """The side with fewer tricks, and how many; of seven and eight, the one with fewer cards that matter."""
    won = [trick.winner[0] for trick in deal.tricks]
    counting = {side: len(scoring.heap_entry(deal.piles[side])["cards"]) for side in "AB"}
    alike = abs(won.count("A") - won.count("B")) == 1
    side = min("AB", key=lambda each: (0 if alike else won.count(each), counting[each]))
    return side, won.count(side)


def _accusi(declarations: Iterable[scoring.Declaration]) -> Iterator[Tap]:
    for item in declarations:
        box = Tap("accuso", f"{item.player} {item.kind}:{item.family}")
        yield from [box] * (len(item.cards) - LEAST_SHOWN + 1)


def _tarocchi(held: set[str]) -> list[Tap]:
    """The fewest taps: one for each tarocco, or one for all and one for each that is missing."""
    present = [Tap("cards", code) for code in TAROCCHI if code in held]
    absent = [Tap("cards", code) for code in TAROCCHI if code not in held]
    return min(present, [Tap("tarocchi", ""), *absent], key=len)


def _grande(held: set[str], missing: Sequence[str]) -> list[Tap]:
    """The fewest taps: one for each card of the pile, or one for the whole grande and one for what lacks."""
    idle = scoring.idle_numbers(sorted(held), missing)
    reached = [code for code in RUN if code not in idle]
    has_angel = "Ang" in held
    present = [Tap("grande", code) for code in reached if (code in missing) != has_angel]
    absent = [Tap("grande", code) for code in reached if (code in missing) == has_angel]
    return min(present, [Tap("whole grande", ""), *absent], key=len) if has_angel else present


def _moors(held: set[str]) -> list[Tap]:
    number = len(held & set(MOORS))
    return [Tap("moors", str(number))] if number else []


def _matrix(held: set[str]) -> list[Tap]:
    """The fewest taps: some suits and ranks whole, then single cards that are there or missing."""
    headings = [Tap("suit", suit) for suit in SUITS] + [Tap("rank", rank) for rank in RANKS]
    wholes = chain.from_iterable(combinations(headings, number) for number in range(len(headings)))
    return min((_with_whole(whole, held & MATRIX) for whole in wholes), key=len)


def _with_whole(whole: tuple[Tap, ...], held: set[str]) -> list[Tap]:
    shown = {card for card in MATRIX if any(tap.value in card for tap in whole)}
    return [*whole, *(Tap("cards", code) for code in sorted(shown ^ held))]


def taps(seeds: Iterable[int]) -> list[int]:
    """The taps of each deal."""
    return [len(path(scoring.generate_deal(seed))) for seed in seeds]


def figures() -> Iterator[Figure]:
    """The taps of `DEALS` deals played out."""
    counted = taps(range(DEALS))
    worst = f"{max(counted)} the most, {sum(counted) / DEALS:.1f} on average"
    yield Figure(f"taps for a deal by cards, of {DEALS}", median(counted), "taps", MEDIAN_LIMIT, worst)
    ninetieth = quantiles(counted, n=10)[-1]
    yield Figure("taps at the 90th percentile", ninetieth, "taps", NINETIETH_LIMIT)
