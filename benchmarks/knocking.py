"""Many clients that request one address from a server again and again, over connections that stay open."""

import asyncio
import time
from statistics import median

CLIENTS = 8
SECONDS = 2.0
ROUNDS = 5


def ratio(port: int, one: tuple[str, str], other: tuple[str, str]) -> tuple[float, float, float]:
    """The ratio of the rates of `one` and `other`, and both rates, in answers a second; all are medians.

    `one` and `other` are each a path and further headers. They alternate, so that other load on the machine
    affects both.
    """
    rates = [(_rate(port, *one), _rate(port, *other)) for _round in range(ROUNDS)]
    ones, others = (median(each) for each in zip(*rates, strict=True))
    return median(first / second for first, second in rates), ones, others


def _rate(port: int, path: str, headers: str) -> float:
    return asyncio.run(_all(port, path, headers)) / SECONDS


async def _all(port: int, path: str, headers: str) -> int:
    until = time.perf_counter() + SECONDS
    return sum(await asyncio.gather(*(_client(port, path, headers, until) for _client_ in range(CLIENTS))))


async def _client(port: int, path: str, headers: str, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()
    answers = 0
    while time.perf_counter() < until:
        writer.write(asked)
        await _answer(reader, asked)
        answers += 1
    writer.close()
    return answers


async def _answer(reader: asyncio.StreamReader, asked: bytes) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith((b"http/1.1 200", b"http/1.1 304")):
        raise RuntimeError(f"{asked!r} was answered {head[:40]!r}")
    length = head.partition(b"content-length:")[2].split(b"\r\n")[0]
    await reader.readexactly(int(length or 0))
