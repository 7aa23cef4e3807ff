"""The evenings whose pages are measured, and the time that the demo's evening takes."""

import time
from datetime import date

from benchmarks.figures import Figure
from club.models import Club
from tournaments.actors import Actor
from tournaments.demo import Evening, play
from tournaments.models import Tournament

JURY = Actor("Giuria")
SIZES = (8, 200)


def demo_evening(club: Club) -> Figure:
    """The evening of `make demo`: sixteen pairs, four rounds, 128 deals played out."""
    start = time.perf_counter()
    _play(club, 16, turns=4)
    return Figure("the demo's evening (16 pairs, 4 turns)", time.perf_counter() - start, "s", limit=20)


def left_open(club: Club) -> dict[int, Tournament]:
    """For each size an evening in the middle of its second round, so that every page has all its parts."""
    return {pairs: _play(club, pairs, turns=4, left_open_in=2) for pairs in SIZES}


def _play(club: Club, pairs: int, *, turns: int, left_open_in: int | None = None) -> Tournament:
    evening = Evening(f"{pairs}", date(2026, 11, 21), pairs, turns, seed=pairs, left_open_in=left_open_in)
    return play(club, evening, by=JURY, tell=lambda _step: None)
