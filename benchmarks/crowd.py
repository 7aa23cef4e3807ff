"""Two thousand open pages of one tournament, in service mode: what an open page costs the web processes, how
long a save takes beside them, and how soon all of them show it.

First some tables save one after another, as during a round; then the others at once, as at its end. The
driver, which reads for all pages, runs on the same machine and takes its share of it.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

import psutil

from benchmarks.figures import Figure
from benchmarks.installation import missing, service
from benchmarks.room import Entered, Open, _enter, _opened, _prepared, _saves, _until_shown, _waits
from criccone import descriptors

WATCHERS = 2000
#: Saves one after another, and the seconds between two of them.
SAVES, PAUSE = 20, 1.5
IDLE_SECONDS = 30
SAVE_MS, SHOWN_MS = 1000, 3000


def figures() -> Iterator[Figure]:
    """Prints a note in place of the figures where PostgreSQL or Redis does not answer."""
    if away := missing():
        sys.stdout.write(f"A crowd is not measured, nobody answers: {', '.join(away)}\n")
        return
    descriptors.raise_limit()
    with tempfile.TemporaryDirectory(prefix="criccone-") as folder, service(Path(folder)) as (where, port):
        yield from asyncio.run(_crowd(port, *_prepared(where)))


async def _crowd(port: int, code: str, tables: list[list]) -> list[Figure]:
    web = _web_processes()
    first, *tables = tables
    await _enter(port, code, *first)  # the program is warm when an evening goes on
    memory = _memory(web)
    pages, following = await _opened(port, code, WATCHERS)
    memory = _memory(web) - memory
    idle = _processor(web)
    await asyncio.sleep(IDLE_SECONDS)
    idle = _processor(web) - idle
    sent, spent = _parts(pages), _processor(web)
    by_turns = []
    for table in tables[:SAVES]:
        by_turns.append(await _enter(port, code, *table))
        await asyncio.sleep(PAUSE)
    await _until_shown(pages, {each.table for each in by_turns})
    sent, spent = _parts(pages) - sent, _processor(web) - spent
    at_once = await asyncio.gather(*(_enter(port, code, *table) for table in tables[SAVES:]))
    await _until_shown(pages, {each.table for each in at_once})
    for task in following:
        task.cancel()
    return [
        Figure("an open page: memory", memory / WATCHERS / 1000, "kB"),
        Figure(f"{WATCHERS} open pages, nothing happens", 100 * idle / IDLE_SECONDS, "% of a core"),
        Figure("a result on an open page", 1000 * spent / sent, "ms", beside="of a core, with its save"),
        _save_beside(by_turns),
        *_shown("one by one", pages, by_turns),
        _saves("in service mode", at_once, WATCHERS),
        *_shown("at once", pages, at_once),
    ]


def _save_beside(entered: Sequence[Entered]) -> Figure:
    waits = [1000 * (each.saved - each.sent) for each in entered]
    return Figure(f"a save beside {WATCHERS} pages, 95th", quantiles(waits, n=20)[18], "ms", SAVE_MS)


def _shown(how: str, pages: list[Open], entered: Sequence[Entered]) -> Iterator[Figure]:
    waits = sorted(_waits(pages, {each.table: each.saved for each in entered}))
    beside = f"median {1000 * waits[len(waits) // 2]:.0f}, worst {1000 * waits[-1]:.0f} ms"
    name = f"saved {how} to shown on {WATCHERS} pages, 95th"
    yield Figure(name, 1000 * quantiles(waits, n=20)[18], "ms", SHOWN_MS, beside)


def _web_processes() -> list[psutil.Process]:
    """The processes of uvicorn that answer: its children."""
    started = psutil.Process().children(recursive=True)
    return [each for each in started if "spawn_main" in " ".join(each.cmdline())]


def _memory(processes: Sequence[psutil.Process]) -> int:
    return sum(each.memory_info().rss for each in processes)


def _processor(processes: Sequence[psutil.Process]) -> float:
    """The seconds that they have computed so far."""
    return sum(each.cpu_times().user + each.cpu_times().system for each in processes)


def _parts(pages: Sequence[Open]) -> int:
    return sum(len(page.came) for page in pages)
