"""Counts wait for one another, never for longer than a moment, and nothing else waits for them."""

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

import pytest
from django.urls import reverse

from config import count_queue
from config.bodies import Message, Receive, Scope, Send
from config.count_queue import COUNT, MOST_OF_CLIENT, QueuedCounts
from tournaments.models import Match, Round
from tournaments.results import codes

SECONDS = 0.02


def code(match: int) -> str:
    """The code of a table that need not be there: its signature is ours."""
    return codes.code_of(Match(pk=match, round=Round(codes_version=1)), "A")


def page(match: int) -> str:
    return f"/tavolo/{code(match)}/smazzate/1/conto/"


COUNTED = page(1)
DEAL = COUNTED.removesuffix("conto/")
API = "/api/v1/tournaments/t/rounds/1/tables/{}/deals/1/count/"


class Django:
    """An application that takes a moment for each request, and knows how many it had at once."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds, self.running, self.most = seconds, 0, 0
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        self.bodies.append((await receive())["body"])
        await asyncio.sleep(self.seconds)
        self.running -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def asked(
    queue: QueuedCounts,
    path: str = COUNTED,
    *,
    address: str = "10.0.0.1",
    headers: dict[str, str] | None = None,
    body: Awaitable[Any] | None = None,
    leaves: Awaitable[Any] | None = None,
) -> tuple[int, dict[str, str], str]:
    """The status, the headers and the body of the answer to a POST, whose body comes after `body`.

    After `leaves` its client is gone; a status of 0 says that there was no answer.
    """
    said: list[Message] = []
    parts: list[Message] = [{"type": "http.request", "body": b"x", "more_body": False}]

    async def receive() -> Message:
        if parts:
            if body is not None:
                await body
            return parts.pop()
        await (leaves or asyncio.Event().wait())
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        said.append(message)

    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "client": (address, 1),
        "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
    }  # fmt: skip
    await queue(scope, receive, send)
    if not said:
        return 0, {}, ""
    told = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return said[0]["status"], told, b"".join(message.get("body", b"") for message in said[1:]).decode()


def test_the_addresses_of_counts_are_known_and_no_others() -> None:
    at_table = {"code": "abc", "turn": 1, "table": 2, "number": 3}
    of_pages = [reverse("table_count", kwargs=at_table), reverse("table_count_by_code", args=["wort", 3])]
    for path in (*of_pages, reverse("v1:count", kwargs=at_table)):
        assert COUNT.fullmatch(path)
    for path in (DEAL, "/", "/api/v1/tournaments/abc/rounds/1/tables/1/deals/1/", f"{COUNTED}x/"):
        assert not COUNT.fullmatch(path)


def test_counts_of_many_tables_run_two_at_a_time_and_each_is_answered() -> None:
    django = Django()
    queue = QueuedCounts(django)

    async def room() -> list[Any]:
        return await asyncio.gather(*(asked(queue, page(match)) for match in range(20)))

    assert [status for status, _headers, _body in asyncio.run(room())] == [200] * 20
    assert django.most == 2
    assert django.bodies == [b"x"] * 20


def test_more_counts_of_a_table_than_its_phones_ask_for_are_refused_at_once() -> None:
    django = Django()
    queue = QueuedCounts(django)

    async def hundred() -> list[Any]:
        return await asyncio.gather(*(asked(queue) for _count in range(100)))

    answers = asyncio.run(hundred())
    assert [status for status, _headers, _body in answers].count(200) == MOST_OF_CLIENT
    refused = [headers["retry-after"] for status, headers, _body in answers if status == 429]
    assert refused == ["1"] * (100 - MOST_OF_CLIENT)


def test_a_table_that_has_used_up_its_seconds_waits_and_no_other_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(count_queue, "MOST_SECONDS", SECONDS)
    queue = QueuedCounts(Django(2 * SECONDS))

    async def one_after_another() -> list[int]:
        others = ({"path": page(2)}, {"address": "10.0.0.2"})
        return [(await asked(queue, **how))[0] for how in ({}, {}, *others)]  # type: ignore[arg-type]

    assert asyncio.run(one_after_another()) == [200, 429, 200, 200]


def test_the_seconds_of_a_table_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_queue, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(count_queue, "REGAINED", 1.0)
    queue = QueuedCounts(Django())

    async def with_a_pause() -> list[int]:
        first, second = (await asked(queue))[0], (await asked(queue))[0]
        await asyncio.sleep(2 * SECONDS)
        return [first, second, (await asked(queue))[0]]

    assert asyncio.run(with_a_pause()) == [200, 429, 200]


def test_a_count_that_finds_no_turn_is_told_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_queue, "PATIENCE_SECONDS", SECONDS)
    queue = QueuedCounts(Django(5 * SECONDS))

    async def room() -> list[Any]:
        english = {"accept-language": "en"}
        return await asyncio.gather(*(asked(queue, API.format(table), headers=english) for table in range(3)))

    first, second, (status, headers, body) = asyncio.run(room())
    assert (first[0], second[0], status) == (200, 200, 429)
    assert headers["retry-after"] == "2"
    assert json.loads(body)["error"]["message"].startswith("There are too many counts")


def test_a_body_that_does_not_come_holds_no_turn() -> None:
    queue = QueuedCounts(Django())

    async def beside_slow_ones() -> int:
        never = asyncio.Event()
        slow = [asyncio.create_task(asked(queue, page(match), body=never.wait())) for match in (2, 3)]
        await asyncio.sleep(0)
        status, _headers, _body = await asked(queue)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return status

    assert asyncio.run(beside_slow_ones()) == 200


def test_a_save_waits_for_no_count() -> None:
    queue = QueuedCounts(Django(5 * SECONDS))

    async def beside_counts() -> bool:
        counts = asyncio.gather(*(asked(queue, address=f"10.0.0.{each}") for each in range(4)))
        await asyncio.sleep(0)
        status, _headers, _body = await asked(queue, DEAL)
        saved_first = not counts.done()
        await counts
        return saved_first and status == 200

    assert asyncio.run(beside_counts())


def statuses(queue: QueuedCounts, *how: dict[str, Any]) -> list[int]:
    """The statuses of counts asked for at once."""

    async def at_once() -> list[Any]:
        return await asyncio.gather(*(asked(queue, **each) for each in how))

    return [status for status, _headers, _body in asyncio.run(at_once())]


def test_invented_credentials_on_a_page_make_no_other_client_of_a_table() -> None:
    invented = [{"headers": {"authorization": f"Token {each}"}} for each in range(100)]
    assert statuses(QueuedCounts(Django()), *invented).count(200) == MOST_OF_CLIENT


def test_a_table_is_one_client_on_its_page_and_in_the_api_however_its_code_is_sent() -> None:
    ways = [f"Table {code(1)}", f"table   {code(1)}", f"TABLE {code(1)} "]
    sent = [{"path": API.format(n), "headers": {"authorization": way}} for n, way in enumerate(ways)]
    assert statuses(QueuedCounts(Django()), {}, {}, *sent).count(200) == MOST_OF_CLIENT


def test_the_api_without_a_credential_is_one_client_whatever_the_address() -> None:
    sent = [{"path": API.format(table)} for table in range(20)]
    assert statuses(QueuedCounts(Django()), *sent).count(200) == MOST_OF_CLIENT


def test_codes_that_are_not_ours_hold_no_turn() -> None:
    django = Django()
    on_pages = [{"path": f"/tavolo/1.1.A.{each}/smazzate/1/conto/"} for each in range(100)]
    in_api = [
        {"path": API.format(1), "headers": {"authorization": f"Table 1.1.A.{each}"}} for each in range(100)
    ]
    assert statuses(QueuedCounts(django), *on_pages, *in_api) == [200] * 200
    assert django.most == 200


def test_an_address_has_so_many_counts_waiting_and_no_more_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(count_queue, "MOST_OF_ADDRESS", 5)
    room = [{"path": page(match)} for match in range(8)]
    beside = {"path": page(9), "address": "10.0.0.2"}
    assert statuses(QueuedCounts(Django()), *room, beside) == [200] * 5 + [429] * 3 + [200]


def test_a_count_whose_phone_is_gone_leaves_its_place_at_once() -> None:
    django = Django(5 * SECONDS)
    queue = QueuedCounts(django)

    async def taps() -> tuple[list[int], int]:
        first = [asyncio.create_task(asked(queue, page(match))) for match in (2, 3)]
        await asyncio.sleep(0)
        tapped = asyncio.Event()
        former = [asyncio.create_task(asked(queue, leaves=tapped.wait())) for _tap in range(MOST_OF_CLIENT)]
        await asyncio.sleep(0.01)
        tapped.set()
        await asyncio.sleep(0.01)
        last, _headers, _body = await asked(queue)
        await asyncio.gather(*first)
        return [status for status, _headers, _body in await asyncio.gather(*former)], last

    assert asyncio.run(taps()) == ([0] * MOST_OF_CLIENT, 200)
    assert len(django.bodies) == 3
    assert queue._turns._value == count_queue.AT_ONCE
