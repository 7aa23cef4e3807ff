"""Saves wait for one another, counts too but never for longer than a moment, and nothing else waits."""

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from criccone import queues
from criccone.bodies import Application, Message, Receive, Scope, Send
from criccone.queues import COUNTS, SAVES, Queue
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

    def __init__(self, seconds: float = SECONDS, status: int = 200) -> None:
        self.seconds, self.status, self.running, self.most = seconds, status, 0, 0
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        self.bodies.append((await receive())["body"])
        await asyncio.sleep(self.seconds)
        self.running -= 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})


async def asked(
    queue: Application,
    path: str = COUNTED,
    *,
    method: str = "POST",
    address: str = "10.0.0.1",
    headers: dict[str, str] | None = None,
    body: Awaitable[Any] | None = None,
    leaves: Awaitable[Any] | None = None,
) -> tuple[int, dict[str, str], str]:
    """The status, the headers and the body of the answer to a request, whose body comes after `body`.

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
        "type": "http", "method": method, "path": path, "query_string": b"", "client": (address, 1),
        "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
    }  # fmt: skip
    await queue(scope, receive, send)
    if not said:
        return 0, {}, ""
    told = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return said[0]["status"], told, b"".join(message.get("body", b"") for message in said[1:]).decode()


def test_the_addresses_of_counts_are_known_and_no_others() -> None:
    at_table = {"code": "abc", "turn": 1, "table": 2, "number": 3}
    of_pages = [
        reverse("table_count", kwargs=at_table),
        reverse("table_count_by_code", args=["wort", 3]),
        reverse("table_count_by_evening", args=["wort", 1, 3]),
    ]
    for path in (*of_pages, reverse("v1:count", kwargs=at_table)):
        assert COUNTS.address.fullmatch(path)
    for path in (DEAL, "/", "/api/v1/tournaments/abc/rounds/1/tables/1/deals/1/", f"{COUNTED}x/"):
        assert not COUNTS.address.fullmatch(path)


def test_the_addresses_of_deals_are_known_and_no_others() -> None:
    at_table = {"code": "abc", "turn": 1, "table": 2, "number": 3}
    of_pages = [
        reverse("table_deal", kwargs=at_table),
        reverse("table_deal_by_code", args=["wort", 3]),
        reverse("table_deal_by_evening", args=["wort", 1, 3]),
    ]
    for path in (*of_pages, reverse("v1:deal", kwargs=at_table)):
        assert SAVES.address.fullmatch(path)
    for path in (COUNTED, API.format(1), "/", reverse("v1:answer", kwargs=at_table)):
        assert not SAVES.address.fullmatch(path)


def test_saves_of_a_whole_room_run_few_at_a_time_and_are_answered_in_their_order() -> None:
    django = Django()
    queue = Queue(django, SAVES)
    answered: list[int] = []

    async def save(match: int) -> int:
        status, _headers, _body = await asked(queue, page(match).removesuffix("conto/"))
        answered.append(match)
        return status

    async def room() -> list[int]:
        return await asyncio.gather(*(save(match) for match in range(40)))

    assert asyncio.run(room()) == [200] * 40
    assert django.most == SAVES.at_once
    assert answered == list(range(40))


def test_a_page_waits_for_no_save() -> None:
    queue = Queue(Django(5 * SECONDS), SAVES)

    async def beside_saves() -> bool:
        saves = asyncio.gather(*(asked(queue, DEAL) for _save in range(2 * SAVES.at_once)))
        await asyncio.sleep(0)
        statuses = [(await asked(queue, DEAL, method="GET"))[0], (await asked(queue, "/"))[0]]
        first = not saves.done()
        await saves
        return first and statuses == [200, 200]

    assert asyncio.run(beside_saves())


def test_a_save_whose_phone_has_given_up_is_not_done_and_holds_no_turn() -> None:
    django = Django(5 * SECONDS)
    queue = Queue(django, SAVES)

    async def one_leaves() -> tuple[int, int]:
        before = [asyncio.create_task(asked(queue, DEAL)) for _save in range(SAVES.at_once)]
        await asyncio.sleep(0)
        gone = asyncio.Event()
        given_up = asyncio.create_task(asked(queue, DEAL, leaves=gone.wait()))
        await asyncio.sleep(0)
        gone.set()
        await asyncio.gather(*before)
        last, _headers, _body = await asked(queue, DEAL)
        return (await given_up)[0], last

    assert asyncio.run(one_leaves()) == (0, 200)
    assert len(django.bodies) == SAVES.at_once + 1


@pytest.mark.parametrize(
    ("status", "second"),
    [(200, 200), (422, 429), (503, 503)],
    ids=["stored", "refused", "the database does not answer"],
)
def test_only_the_time_of_refused_deals_is_taken_from_a_budget(
    monkeypatch: pytest.MonkeyPatch, status: int, second: int
) -> None:
    monkeypatch.setattr(queues, "MOST_SECONDS", SECONDS)
    queue = Queue(Django(2 * SECONDS, status), SAVES)

    async def one_after_another() -> list[int]:
        other = page(2).removesuffix("conto/")
        return [(await asked(queue, path))[0] for path in (DEAL, DEAL, other)]

    assert asyncio.run(one_after_another()) == [status, second, status]


def test_a_table_that_sends_without_end_leaves_the_others_their_turn() -> None:
    queue = Queue(Django(), SAVES)
    told = statuses(queue, *[{"path": DEAL}] * 100, {"path": page(2).removesuffix("conto/")})
    assert told.count(200) == SAVES.most_of_client + 1
    assert told[-1] == 200


def test_counts_of_many_tables_run_two_at_a_time_and_each_is_answered() -> None:
    django = Django()
    queue = Queue(django, COUNTS)

    async def room() -> list[Any]:
        return await asyncio.gather(*(asked(queue, page(match)) for match in range(20)))

    assert [status for status, _headers, _body in asyncio.run(room())] == [200] * 20
    assert django.most == 2
    assert django.bodies == [b"x"] * 20


def test_more_counts_of_a_table_than_its_phones_ask_for_are_refused_at_once() -> None:
    django = Django()
    queue = Queue(django, COUNTS)

    async def hundred() -> list[Any]:
        return await asyncio.gather(*(asked(queue) for _count in range(100)))

    answers = asyncio.run(hundred())
    assert [status for status, _headers, _body in answers].count(200) == COUNTS.most_of_client
    refused = [headers["retry-after"] for status, headers, _body in answers if status == 429]
    assert all(headers["x-request-id"] for status, headers, _body in answers if status == 429)
    assert refused == ["1"] * (100 - COUNTS.most_of_client)
    told = {headers["ratelimit-policy"] for status, headers, _body in answers if status == 429}
    assert told == {'"counts-of-client";q=4;qu="concurrent-requests"'}


def test_a_program_is_told_when_its_seconds_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "REGAINED", 0.0001)
    queue = Queue(Django(), COUNTS)

    async def spent() -> dict[str, str]:
        queue._spend(("", "10.0.0.1"), queues.MOST_SECONDS + 0.01)
        return (await asked(queue, API.format(1)))[1]

    headers = asyncio.run(spent())
    assert headers["ratelimit-policy"] == '"counts-work";q=10;qu="seconds";w=100000'
    assert headers["ratelimit"] == f'"counts-work";r=0;t={headers["retry-after"]}'


def test_a_busy_save_is_not_the_limit_of_its_client() -> None:
    queue = Queue(Django(5 * SECONDS), replace(SAVES, patience=SECONDS))

    async def room() -> list[Any]:
        return await asyncio.gather(*(asked(queue, page(match).removesuffix("conto/")) for match in range(3)))

    status, headers, _body = asyncio.run(room())[2]
    assert (status, "ratelimit" in headers) == (503, False)


def test_a_table_that_has_used_up_its_seconds_waits_and_no_other_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "MOST_SECONDS", SECONDS)
    queue = Queue(Django(2 * SECONDS), COUNTS)

    async def one_after_another() -> list[int]:
        others = ({"path": page(2)}, {"address": "10.0.0.2"})
        return [(await asked(queue, **how))[0] for how in ({}, {}, *others)]  # type: ignore[arg-type]

    assert asyncio.run(one_after_another()) == [200, 429, 200, 200]


def test_the_seconds_of_a_table_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(queues, "REGAINED", 1.0)
    queue = Queue(Django(), COUNTS)

    async def with_a_pause() -> list[int]:
        first, second = (await asked(queue))[0], (await asked(queue))[0]
        await asyncio.sleep(2 * SECONDS)
        return [first, second, (await asked(queue))[0]]

    assert asyncio.run(with_a_pause()) == [200, 429, 200]


def test_a_count_that_finds_no_turn_is_told_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(Django(5 * SECONDS), replace(COUNTS, patience=SECONDS))

    async def room() -> list[Any]:
        english = {"accept-language": "en"}
        return await asyncio.gather(*(asked(queue, API.format(table), headers=english) for table in range(3)))

    first, second, (status, headers, body) = asyncio.run(room())
    assert (first[0], second[0], status) == (200, 200, 429)
    assert headers["retry-after"] == "2"
    assert json.loads(body)["detail"].startswith("There are too many counts")
    assert headers["ratelimit-policy"] == '"counts-of-all";q=2;qu="concurrent-requests"'
    assert headers["ratelimit"] == '"counts-of-all";r=0;t=2'


def test_a_save_that_finds_no_turn_is_told_to_come_again() -> None:
    django = Django(5 * SECONDS)

    async def room(address: str) -> list[Any]:
        queue = Queue(django, replace(SAVES, patience=SECONDS))
        english = {"accept-language": "en", "cookie": "django_language=en"}
        saves = range(SAVES.at_once + 1)
        return await asyncio.gather(*(asked(queue, address, headers=english) for _save in saves))

    *stored, (status, headers, body) = asyncio.run(room(DEAL))
    assert ([each[0] for each in stored], status) == ([200] * SAVES.at_once, 503)
    assert (headers["retry-after"], headers["content-type"]) == ("2", "text/plain; charset=utf-8")
    assert body.startswith("Too many deals are arriving at once")
    *_stored, (_status, _headers, body) = asyncio.run(room(API.format(1).removesuffix("count/")))
    assert json.loads(body)["code"] == "unavailable"
    assert len(django.bodies) == 2 * SAVES.at_once


def test_a_body_that_does_not_come_holds_no_turn() -> None:
    queue = Queue(Django(), COUNTS)

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
    queue = Queue(Django(5 * SECONDS), COUNTS)

    async def beside_counts() -> bool:
        counts = asyncio.gather(*(asked(queue, address=f"10.0.0.{each}") for each in range(4)))
        await asyncio.sleep(0)
        status, _headers, _body = await asked(queue, DEAL)
        saved_first = not counts.done()
        await counts
        return saved_first and status == 200

    assert asyncio.run(beside_counts())


def statuses(queue: Queue, *how: dict[str, Any]) -> list[int]:
    """The statuses of counts asked for at once."""

    async def at_once() -> list[Any]:
        return await asyncio.gather(*(asked(queue, **each) for each in how))

    return [status for status, _headers, _body in asyncio.run(at_once())]


def test_invented_credentials_on_a_page_make_no_other_client_of_a_table() -> None:
    invented = [{"headers": {"authorization": f"Token {each}"}} for each in range(100)]
    assert statuses(Queue(Django(), COUNTS), *invented).count(200) == COUNTS.most_of_client


def test_a_table_is_one_client_on_its_page_and_in_the_api_however_its_code_is_sent() -> None:
    ways = [f"Table {code(1)}", f"table   {code(1)}", f"TABLE {code(1)} "]
    sent = [{"path": API.format(n), "headers": {"authorization": way}} for n, way in enumerate(ways)]
    assert statuses(Queue(Django(), COUNTS), {}, {}, *sent).count(200) == COUNTS.most_of_client


def test_the_api_without_a_credential_is_one_client_whatever_the_address() -> None:
    sent = [{"path": API.format(table)} for table in range(20)]
    assert statuses(Queue(Django(), COUNTS), *sent).count(200) == COUNTS.most_of_client


def test_strangers_at_an_officers_page_are_one_client_and_spend_nothing_of_the_officer_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "MOST_SECONDS", SECONDS)
    queue = Queue(Django(2 * SECONDS, 403), SAVES)
    first, second = (f"/t/abc/turni/1/tavoli/{table}/smazzate/1/" for table in (1, 2))
    officer = {"headers": {"cookie": "theme=dark; sessionid=abc"}}
    api = "/api/v1/tournaments/abc/rounds/1/tables/1/deals/1/"

    async def one_after_another() -> list[int]:
        sent: list[dict[str, Any]] = [{"path": first}, {"path": second}, {"path": first, **officer}]
        return [(await asked(queue, **each))[0] for each in (*sent, {"path": api, **officer})]

    assert asyncio.run(one_after_another()) == [403, 429, 403, 429]


def test_codes_that_are_not_ours_hold_no_turn() -> None:
    django = Django()
    on_pages = [{"path": f"/tavolo/1.1.A.{each}/smazzate/1/conto/"} for each in range(100)]
    in_api = [
        {"path": API.format(1), "headers": {"authorization": f"Table 1.1.A.{each}"}} for each in range(100)
    ]
    assert statuses(Queue(django, COUNTS), *on_pages, *in_api) == [200] * 200
    assert django.most == 200


def test_an_address_has_so_many_counts_waiting_and_no_more_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "MOST_OF_ADDRESS", 5)
    room = [{"path": page(match)} for match in range(8)]
    beside = {"path": page(9), "address": "10.0.0.2"}
    assert statuses(Queue(Django(), COUNTS), *room, beside) == [200] * 5 + [429] * 3 + [200]


def test_a_count_whose_phone_is_gone_leaves_its_place_at_once() -> None:
    django = Django(5 * SECONDS)
    queue = Queue(django, COUNTS)

    async def taps() -> tuple[list[int], int]:
        first = [asyncio.create_task(asked(queue, page(match))) for match in (2, 3)]
        await asyncio.sleep(0)
        tapped = asyncio.Event()
        former = [
            asyncio.create_task(asked(queue, leaves=tapped.wait())) for _tap in range(COUNTS.most_of_client)
        ]
        await asyncio.sleep(0.01)
        tapped.set()
        await asyncio.sleep(0.01)
        last, _headers, _body = await asked(queue)
        await asyncio.gather(*first)
        return [status for status, _headers, _body in await asyncio.gather(*former)], last

    assert asyncio.run(taps()) == ([0] * COUNTS.most_of_client, 200)
    assert len(django.bodies) == 3
    assert queue._turns.free._value == COUNTS.at_once
