"""A hundred tables that enter at once and five hundred open pages: how long a save takes, as on a laptop and
in service mode, and from saved to shown, in service mode.

Each page behaves like `live.js`: it follows the stream and replaces its live part by the one received. A
result counts as saved when its table gets the answer, and as shown when a page receives a part with a deal of
that table. The driver runs on the same machine and takes its share of it.
"""

import asyncio
import gzip
import json
import os
import re
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from benchmarks.figures import Figure
from benchmarks.installation import embedded, missing, service, shell

TABLES, PAGES, ADDRESSES = 100, 500, 10
LIMIT_MS, SAVE_LIMIT_MS, PATIENCE = 1000, 2000, 60
SETTLE_DOWN = 3
#: Seconds until a table sends a refused deal again.
SENDS_AGAIN = 1
IDLE_SECONDS = 60
#: A hundred tables at four deals in half an hour, and a quarter of an hour until the next tables (FIELD).
RESULTS_AN_HOUR = TABLES * 4 * 60 // 45

PREPARE = """
import json
from tests.evening import a_club, a_round, a_tournament, some_cards
from tournaments.results import codes, scores
tournament = a_tournament(a_club(), pairs=%d)
round_ = a_round(tournament)
tables = []
for match in round_.matches.select_related("round__tournament"):
    dealer = scores.place_of(match, 1).dealer
    tables.append([match.table, codes.code_of(match, "A"), some_cards(match.table, dealer=dealer)])
print(json.dumps([tournament.code, tables]))
"""


@dataclass
class Open:
    """An open page: when each part came, and the bytes it received."""

    #: The address of its phone: the server tells some of many streams from one address to poll instead.
    address: str
    came: list[tuple[float, str]] = field(default_factory=list)
    heard: int = 0


@dataclass(frozen=True)
class Entered:
    """When a table sent its deal, and when it got the answer that it is saved, by `time.perf_counter`."""

    table: int
    sent: float
    saved: float


def figures() -> Iterator[Figure]:
    """Waits at the 95th percentile, and the traffic of an open page in an hour without results."""
    yield from _on_a_laptop()
    yield from _in_service_mode()


def _on_a_laptop() -> Iterator[Figure]:
    for pages in (0, PAGES):
        with (
            tempfile.TemporaryDirectory(prefix="criccone-") as folder,
            embedded(Path(folder)) as (where, port),
        ):
            yield asyncio.run(_burst("as on a laptop", port, *_prepared(where), pages))


def _in_service_mode() -> Iterator[Figure]:
    """Prints a note in place of the figures where PostgreSQL or Redis does not answer."""
    if away := missing():
        sys.stdout.write(f"Service mode is not measured, nobody answers: {', '.join(away)}\n")
        return
    with tempfile.TemporaryDirectory(prefix="criccone-") as folder, service(Path(folder)) as (where, port):
        yield asyncio.run(_burst("in service mode", port, *_prepared(where), 0))
        yield from asyncio.run(_evening(port, *_prepared(where)))


def _prepared(where: dict[str, str]) -> tuple[str, list[list]]:
    """The code of a tournament, and the number, code and cards of each table of its first round."""
    code, tables = json.loads(shell(where, PREPARE % (2 * TABLES)).splitlines()[-1])
    return code, tables


async def _burst(where: str, port: int, code: str, tables: list[list], open_pages: int) -> Figure:
    """The saves of all tables but one, which has saved before: the program is warm when a round ends."""
    pages, following = await _opened(port, code, open_pages)
    first, *tables = tables
    await _enter(port, code, *first)
    await asyncio.sleep(1)
    entered = await asyncio.gather(*(_enter(port, code, *table) for table in tables))
    for task in following:
        task.cancel()
    return _saves(where, entered, len(pages))


async def _opened(port: int, code: str, number: int) -> tuple[list[Open], list[asyncio.Task[None]]]:
    pages = [Open(f"127.0.1.{1 + each % ADDRESSES}") for each in range(number)]
    following = [asyncio.create_task(_follow(port, code, page)) for page in pages]
    await _until_open(pages, following)
    await asyncio.sleep(SETTLE_DOWN)
    return pages, following


def _saves(where: str, entered: Iterable[Entered], pages: int) -> Figure:
    waits = sorted(1000 * (each.saved - each.sent) for each in entered)
    name = f"a save among {TABLES} at once {where}, {pages} pages, 95th"
    beside = f"median {median(waits):.0f}, worst {waits[-1]:.0f} ms; load {os.getloadavg()[0]:.1f}"
    return Figure(name, quantiles(waits, n=20)[18], "ms", SAVE_LIMIT_MS, beside)


async def _evening(port: int, code: str, tables: list[list]) -> list[Figure]:
    pages, following = await _opened(port, code, PAGES)
    before = sum(page.heard for page in pages)
    await asyncio.sleep(IDLE_SECONDS)
    idle = (sum(page.heard for page in pages) - before) / PAGES * 3600 / IDLE_SECONDS / 1000
    parts = sum(len(page.came) for page in pages)
    quiet = sum(page.heard for page in pages)
    entered = await asyncio.gather(*(_enter(port, code, *table) for table in tables))
    saved = {each.table: each.saved for each in entered}
    await _until_shown(pages, set(saved))
    for task in following:
        task.cancel()
    waits = sorted(_waits(pages, saved))
    spread = max(saved.values()) - min(saved.values())
    sent = (sum(len(page.came) for page in pages) - parts) / PAGES
    a_part = (sum(page.heard for page in pages) - quiet) / PAGES / sent / 1000
    cuts = [1000 * cut for cut in quantiles(waits, n=20)]
    load = os.getloadavg()[0]
    beside = (
        f"median {cuts[9]:.0f}, worst {1000 * waits[-1]:.0f} ms; {TABLES} saved within {spread:.1f} s, "
        f"{sent:.1f} parts a page; load {load:.1f} on {os.cpu_count()} cores"
    )
    return [
        _saves("in service mode", entered, PAGES),
        Figure(f"saved to shown, {TABLES} tables, {PAGES} pages, 95th", cuts[18], "ms", LIMIT_MS, beside),
        Figure("an open page in an hour without results", idle, "kB", 60, "no request, a beat every 15 s"),
        Figure(
            f"at most, with {RESULTS_AN_HOUR} results an hour",
            a_part * RESULTS_AN_HOUR,
            "kB",
            beside=f"{a_part:.1f} kB a part; results that come together come in one",
        ),
    ]


async def _until_open(pages: list[Open], following: list[asyncio.Task[None]]) -> None:
    until = time.perf_counter() + PATIENCE
    while not all(page.came for page in pages):
        for ended in (task for task in following if task.done()):
            ended.result()
        if time.perf_counter() > until:
            raise RuntimeError(f"{sum(not page.came for page in pages)} pages never got their part")
        await asyncio.sleep(0.1)


async def _follow(port: int, code: str, page: Open) -> None:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, limit=2**20, local_addr=(page.address, 0)
    )
    try:
        writer.write(f"GET /t/{code}/eventi/?parte=results HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(f"a page was answered {status!r}")
        async for line in reader:
            page.heard += len(line)
            if line.startswith(b"data: H4sI"):
                page.came.append((time.perf_counter(), line.decode()[6:].strip()))
    finally:
        writer.close()


async def _enter(port: int, code: str, table: int, key: str, cards: dict) -> Entered:
    """Saves the first deal of the table; refused because too many come together, it is sent again."""
    body = json.dumps({"based_on": 0, "way": "cards", "entered": cards}).encode()
    head = (
        f"PUT /api/v1/tournaments/{code}/rounds/1/tables/{table}/deals/1/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Table {key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    sent = time.perf_counter()
    while b" 503 " in (status := await _answered(port, head.encode() + body)):
        await asyncio.sleep(SENDS_AGAIN)
    if b" 200 " not in status:
        raise RuntimeError(f"table {table} was answered {status!r}")
    return Entered(table, sent, time.perf_counter())


async def _answered(port: int, request: bytes) -> bytes:
    """The first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        return await reader.readline()
    finally:
        writer.close()


async def _until_shown(pages: list[Open], tables: set[int]) -> None:
    until = time.perf_counter() + PATIENCE
    while not all(tables <= _shown(page.came[-1][1]) for page in pages):
        if time.perf_counter() > until:
            raise RuntimeError("some page never showed every result")
        await asyncio.sleep(0.2)


def _waits(pages: list[Open], saved: dict[int, float]) -> Iterator[float]:
    """The wait of each result on each page, in seconds; 0 if the page was quicker than the table's answer."""
    for page in pages:
        missing = dict(saved)
        for came, packed in page.came:
            for table in _shown(packed) & missing.keys():
                yield max(0.0, came - missing.pop(table))


_read: dict[str, set[int]] = {}


def _shown(packed: str) -> set[int]:
    """The tables with a deal in that part."""
    if packed not in _read:
        html = gzip.decompress(b64decode(packed)).decode()
        cards = re.split(r'data-table="', html)[1:]
        _read[packed] = {int(card.split('"')[0]) for card in cards if re.search(r"Smazzate: [1-9]", card)}
    return _read[packed]
