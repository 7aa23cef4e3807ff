"""The check for impossible figures: its speed, and the share of slips of the pen that it finds."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import Any, Final

import scoring
from benchmarks.figures import Figure
from scoring.bolognese.feasibility.search import Questions
from scoring.bolognese.feasibility.sheet import Deal
from scoring.bolognese.feasibility.sheet import Sheet as ScoreSheet
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.pile import PAIRS
from scoring.sheet import Figure as ScoreFigure

ROOT: Final = Path(__file__).resolve().parent.parent
DEALS: Final = 150
#: Sheets with discards that only warm up the check; each of the other sheets with discards is timed once.
ASKED_BEFORE: Final = 50
#: Sheets with slips of the pen, and the least percentage of slips that must be found.
SLIPS: Final = 100
#: Sheets of figures at random.
ABSURD_SHEETS: Final = 1_000
FOUND_LEAST: Final = 84.0
GAME: Final = "quattro-scartate"
PARTS: Final = ("sequences", "cricche", "card_points")

#: A sheet's figures by side and name, with its last trick and its dealer.
Sheet = dict[str, Any]

#: No table writes these figures: no similar figures are possible, so all splits of the deck are examined.
ABSURD: Final = {"A": {"total": 641}, "B": {"total": 422}, "last_trick": "A", "dealer": "A"}
#: One side's total, a part of the other's, and the discards.
MIXED: Final = {"A": {"sequences": 52}, "B": {"total": 177}, "discards": ["5", "10d"]}

#: Both sides laid cards aside and declared hundreds of points: similar figures take long to find here, too.
MILLONE: Final = {
    "game": "millone-due",
    "A": {"sequences": 130, "cricche": 29, "card_points": 51, "declarations": 107},
    "B": {"sequences": 110, "cricche": 13, "card_points": 36, "total": 159, "declarations": 307},
    "last_trick": "A",
    "dealer": "B",
}
#: Partners who declared hundreds of points, with piles that leave hardly a card for the discard.
PARTNERS: Final = {
    "A": {"total": 111, "declarations": 302},
    "B": {"card_points": 15, "total": 54, "declarations": 147},
}

ASK_ONCE: Final = """
import json, sys, time
start = time.perf_counter()
import scoring
there = time.perf_counter()
sheet = json.load(sys.stdin)
figures = {side: sheet.pop(side) for side in "AB"}
scoring.check(sheet.pop("game", "quattro-scartate"), figures, **sheet)
end = time.perf_counter()
import psutil
print((end - there) * 1000, (there - start) * 1000, psutil.Process().memory_info().rss / 2**20)
"""


def figures() -> Iterator[Figure]:
    """Times checks of sheets by parts, with a slip, and by totals, then first checks in new processes."""
    by_parts = [_sheet(seed) for seed in range(DEALS)]
    slips = [_with_a_slip(sheet, seed) for seed, sheet in enumerate(by_parts)]
    by_totals = [_totals(sheet) for sheet in by_parts]
    with_accusi = [_with_accusi(seed, sheet) for seed, sheet in enumerate(by_parts)]
    beside_discards = [{**sheet, "discards": _discards(seed)} for seed, sheet in enumerate(with_accusi)]
    _timed(by_parts + by_totals + beside_discards[:ASKED_BEFORE])
    yield _warm("a sheet by parts checked", by_parts)
    # A refusal has its reason and the nearest entries besides the verdict.
    yield _warm("a sheet by parts with a slip", slips, limit=50)
    yield _warm("a sheet by totals checked", by_totals)
    yield _warm("a sheet by parts with accusi as figures", with_accusi)
    yield _warm("accusi as figures beside the discards", beside_discards[ASKED_BEFORE:])
    yield from _slips_found(by_parts[:SLIPS], slips[:SLIPS])
    yield _worst_verdict()
    first = {
        "parts": by_parts[0],
        "totals": by_totals[0],
        "absurd totals": ABSURD,
        "a total beside parts": MIXED,
        "accusi at Millone for two": MILLONE,
        "accusi of partners": PARTNERS,
    }
    for name, sheet in first.items():
        yield from _in_a_new_process(name, sheet)


def _worst_verdict() -> Figure:
    """The longest verdict on figures at random, most of them absurd, without reason and nearest entries."""
    chance, took = Random(1), []  # noqa: S311
    values = {
        "sequences": range(0, 551, 5),
        "cricche": (0, 12, 13, 14, 17, 18, 30, 34, 47, 94, 120, 200, 296),
        "card_points": range(88),
        "total": range(940),
    }
    for _ in range(ABSURD_SHEETS):
        figures = {
            ScoreFigure(side, name): chance.choice(every)
            for side in "AB"
            for name, every in values.items()
            if chance.random() < 0.35
        }
        deal = Deal(PAIRS, ACCADEMIA, (("A",), ("B",)), (2, 2))
        start = time.perf_counter()
        Questions().is_possible(ScoreSheet(figures, deal))
        took.append((time.perf_counter() - start) * 1000)
    beside = f"{quantiles(took, n=100)[-1]:.0f} ms at the 99th percentile"
    return Figure(
        f"the worst verdict on {ABSURD_SHEETS} absurd sheets", max(took), "ms", limit=250, beside=beside
    )


def _sheet(seed: int) -> Sheet:
    """The sheet of a played-out deal, part by part."""
    deal = scoring.generate_deal(seed)
    counted = scoring.count(GAME, deal.piles, deal.last_trick)
    sides = {side: {name: each.figures[name] for name in PARTS} for side, each in counted.sides.items()}
    return {**sides, "last_trick": deal.last_trick, "dealer": deal.dealer_side}


def _totals(sheet: Sheet) -> Sheet:
    last = {side: 6 if sheet["last_trick"] == side else 0 for side in "AB"}
    return {**sheet, **{side: {"total": sum(sheet[side].values()) + last[side]} for side in "AB"}}


def _with_accusi(seed: int, sheet: Sheet) -> Sheet:
    """The sheet with each side's declarations."""
    deal = scoring.generate_deal(seed)
    counted = scoring.count(GAME, deal.piles, deal.last_trick, declarations=deal.declarations)
    declared = {side: each.figures["declarations"] for side, each in counted.sides.items()}
    return {**sheet, **{side: {**sheet[side], "declarations": declared[side]} for side in "AB"}}


def _discards(seed: int) -> list[str]:
    return list(scoring.generate_deal(seed).discards)


def _with_a_slip(sheet: Sheet, seed: int) -> Sheet:
    """The sheet with one digit of one figure written wrong."""
    chance = Random(seed)  # noqa: S311
    side, name = chance.choice("AB"), chance.choice(PARTS)
    digits = str(sheet[side][name])
    place = chance.randrange(len(digits))
    wrong = chance.choice([digit for digit in "0123456789" if digit != digits[place]])
    slip = int(digits[:place] + wrong + digits[place + 1 :])
    return {**sheet, side: {**sheet[side], name: slip}}


def _slips_found(sheets: list[Sheet], slips: list[Sheet]) -> Iterator[Figure]:
    """The share found of random slips, one for each sheet, and of all possible slips, weighted by their
    probability.

    ``check`` is exact: it accepts only figures that some split of the deck gives, so the second figure is an
    upper bound for any check of figures alone.
    """
    found = sum(not _check(sheet).possible for sheet in slips) / len(slips)
    yield Figure(f"slips of one figure found, of {len(slips)}", found * 100, "%", least=FOUND_LEAST)
    bound = sum(_share_that_no_split_gives(sheet) for sheet in sheets) / len(sheets)
    yield Figure("of every slip, those that no split gives", bound * 100, "%", beside="the exact bound")


def _share_that_no_split_gives(sheet: Sheet) -> float:
    """The chance that a wrong digit, with figure, place and digit at random, gives an impossible sheet."""
    return mean(
        mean(
            mean(not _check(slip).possible for slip in at_place) for at_place in _slips_of(sheet, side, name)
        )
        for side in "AB"
        for name in PARTS
    )


def _slips_of(sheet: Sheet, side: str, name: str) -> Iterator[Iterator[Sheet]]:
    """For each place of the figure, the sheets with another digit there."""
    digits = str(sheet[side][name])
    for place, right in enumerate(digits):
        wrong = (digits[:place] + digit + digits[place + 1 :] for digit in "0123456789" if digit != right)
        yield ({**sheet, side: {**sheet[side], name: int(figure)}} for figure in wrong)


def _check(sheet: Sheet) -> scoring.Feasibility:
    return scoring.check(
        GAME,
        {side: sheet[side] for side in "AB"},
        last_trick=sheet["last_trick"],
        dealer=sheet["dealer"],
        **{key: sheet[key] for key in ("discards",) if key in sheet},
    )


def _timed(sheets: list[Sheet]) -> list[float]:
    """The time of each check, in milliseconds."""
    took = []
    for sheet in sheets:
        start = time.perf_counter()
        _check(sheet)
        took.append((time.perf_counter() - start) * 1000)
    return took


def _warm(name: str, sheets: list[Sheet], limit: float = 5) -> Figure:
    took = _timed(sheets)
    ninetieth = quantiles(took, n=10)[-1]
    return Figure(
        f"{name}, 90th percentile", ninetieth, "ms", limit=limit, beside=f"{median(took):.1f} ms median"
    )


def _in_a_new_process(name: str, sheet: Sheet) -> Iterator[Figure]:
    """The time of the first check including all its preparation, and the memory of that process."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", ASK_ONCE],
        cwd=ROOT,
        input=json.dumps(sheet),
        capture_output=True,
        text=True,
        check=True,
    )
    took, reading, memory = map(float, done.stdout.split())
    beside = f"after {reading:.0f} ms of reading the engine"
    yield Figure(f"the first answer of all, {name}", took, "ms", limit=400, beside=beside)
    yield Figure(f"the memory of its process, {name}", memory, "MB", limit=60)
