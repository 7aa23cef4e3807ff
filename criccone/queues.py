"""Queues for saves and for counts, which wait here before they take a thread or a database connection.

Saves: when a round ends, a hundred tables send their deals at once. A hundred threads would share one
interpreter and one lock, so that all answers came at the end. With a few at a time, each answer comes as soon
as its deal is stored.

Counts: they store nothing, so anybody with a table's code may ask for any number of them, and the engine
takes up to three seconds to check impossible figures. They have a queue of their own, which leaves the
process to pages and saves.

Each client has a budget of seconds of work, for counts and for deals that are refused.
"""

import asyncio
import io
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from club import log_context
from club.limits import network_of
from criccone import problems
from criccone.bodies import Application, Message, Receive, Scope, Send, session_key
from criccone.logs import REQUEST_ID_HEADER, access, given_id
from criccone.middleware import chosen_language
from tournaments.api.authentication import TABLE_SCHEME
from tournaments.results.codes import TABLE_SIGNER
from tournaments.results.evening_codes import EVENING_SIGNER

#: Seconds after which a client whose request found no turn may retry.
RETRY_SECONDS: Final = 2
#: The most requests of one address that run or wait in a queue: a room of sixty tables may share it.
MOST_OF_ADDRESS: Final = 240
#: The budget of a client in seconds of work, and how much of it the client regains in each second.
MOST_SECONDS: Final = 10.0
REGAINED: Final = 0.25
#: With more clients than these, those that have regained their whole budget are forgotten.
REMEMBERED: Final = 1000

#: The functions that verify the signature of players' codes, by the group of the URL or the scheme.
IS_SIGNED: Final = {
    "tavolo": TABLE_SIGNER.is_signed,
    TABLE_SCHEME: TABLE_SIGNER.is_signed,
    "serata": EVENING_SIGNER.is_signed,
}
#: A table's code, or an officer's token or session, and the network address. Anonymous requests of an address
#: are one client, apart from those with a code.
Client = tuple[str, str]


@dataclass(frozen=True)
class Kind:
    """The requests of a queue."""

    #: The name of its limits in the RateLimit headers.
    name: str
    methods: tuple[str, ...]
    #: Its groups are "tavolo", "serata", "t" or "api", and the part that names the table or is its code.
    address: re.Pattern[str]
    #: The most requests that run at once, and the most of one client that run or wait.
    at_once: int
    most_of_client: int
    #: Seconds that a request waits for its turn.
    patience: float
    #: Whether the seconds of a request with this status are taken from its client's budget.
    is_charged: Callable[[int], bool]
    #: The message to a client beyond its budget.
    sentence: str | Promise
    #: The answer to a request that found no turn in time.
    busy_status: int
    busy_sentence: str | Promise


COUNTS_WAIT: Final = gettext_lazy(
    "Ci sono troppi conti da fare: questo aspetta. La smazzata si può salvare lo stesso."
)
COUNTS: Final = Kind(
    name="counts",
    methods=("POST",),
    address=re.compile(r"/(tavolo|serata|t|api)/(.*)/(?:smazzate/\d+/conto|deals/\d+/count)/"),
    # Threads share one interpreter; two of them leave enough of it to pages.
    at_once=2,
    most_of_client=4,
    patience=3.0,
    is_charged=lambda _status: True,
    sentence=COUNTS_WAIT,
    busy_status=429,
    busy_sentence=COUNTS_WAIT,
)
SAVES: Final = Kind(
    name="saves",
    methods=("POST", "PUT", "DELETE"),
    address=re.compile(r"/(tavolo|serata|t|api)/(.*)/(?:smazzate|deals)/\d+/"),
    # While one waits for the disk, the other computes; more would only compete for the interpreter.
    at_once=2,
    most_of_client=24,
    # As long as a page waits for a hanging database; phones retry.
    patience=5.0,
    # The engine takes longer to explain an impossible deal than to store a possible one.
    is_charged=lambda status: 400 <= status < 500,
    sentence=gettext_lazy(
        "Da qui arrivano troppe smazzate che non possono essere: aspetta un momento e manda di nuovo questa."
    ),
    busy_status=503,
    busy_sentence=gettext_lazy(
        "Arrivano troppe smazzate insieme, e questa non è stata salvata: mandala di nuovo fra un momento."
    ),
)


@dataclass(frozen=True)
class Limit:
    """A limit that a request met, and the seconds until there is room under it again.

    `unit` is the unit of `quota`, "concurrent-requests" or "seconds" of work. `window` is the time in which a
    client regains a whole quota of seconds.
    """

    name: str
    quota: int
    unit: str
    seconds: int
    window: int | None = None

    def headers(self) -> dict[str, str]:
        """The headers of `club.api.rates`, with the unit, because these limits do not count requests."""
        window = f";w={self.window}" if self.window else ""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota};qu="{self.unit}"{window}',
            "RateLimit": f'"{self.name}";r=0;t={self.seconds}',
        }


@dataclass(frozen=True)
class Spent:
    """Seconds of work done for a client, as of a moment of `time.monotonic`."""

    seconds: float
    at: float

    def left(self, now: float) -> float:
        """The seconds that it has not regained yet."""
        return max(0.0, self.seconds - REGAINED * (now - self.at))


class Turns:
    """Runs a limited number of requests at once; the others wait, first come first served."""

    def __init__(self, at_once: int, patience: float) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.patience = patience

    async def run(self, receive: Receive, work: Callable[[Receive], Awaitable[None]]) -> bool:
        """Runs `work` in its turn, with a `receive` that has the body already; False if no turn came in time.

        If the client leaves before its turn, `work` does not run.
        """
        # The body is read first: while it arrives slowly, it must not hold a turn.
        parts = await _whole(receive)
        if parts[-1]["type"] == "http.disconnect":
            return True
        disconnected = asyncio.ensure_future(receive())

        async def replay() -> Message:
            return parts.pop(0) if parts else await disconnected

        try:
            if not await self._take_turn(disconnected):
                return disconnected.done()
            try:
                await work(replay)
            finally:
                self.free.release()
            return True
        finally:
            disconnected.cancel()

    async def _take_turn(self, disconnected: asyncio.Future[Message]) -> bool:
        """Takes a turn; False if the client leaves first, or the patience is over."""
        turn = asyncio.create_task(self.free.acquire())
        try:
            await asyncio.wait(
                (turn, disconnected), timeout=self.patience, return_when=asyncio.FIRST_COMPLETED
            )
            is_ours = turn.done() and not disconnected.done()
        except asyncio.CancelledError:
            self._give_back(turn)
            raise
        if not is_ours:
            self._give_back(turn)
        return is_ours

    def _give_back(self, turn: asyncio.Task[Any]) -> None:
        if not turn.cancel():  # it was taken already
            self.free.release()


class Queue:
    """The ASGI application, with a queue for requests of this kind and a budget for their clients.

    Answers 429 beyond the budget, and refuses a request that found no turn in time.
    """

    def __init__(self, application: Application, kind: Kind) -> None:
        self.application, self.kind = application, kind
        self._turns = Turns(kind.at_once, kind.patience)
        self._requests: Counter[Client] = Counter()
        self._spent: dict[Client, Spent] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _client(scope, self.kind)
        if client is None:
            await self.application(scope, receive, send)
        elif met := self._limit_met(client):
            await _refuse(scope, send, 429, met, self.kind.sentence)
        else:
            self._requests[client] += 1
            try:
                if not await self._turns.run(receive, lambda replay: self._run(client, scope, replay, send)):
                    met = self._at_once("all", self.kind.at_once, RETRY_SECONDS)
                    await _refuse(scope, send, self.kind.busy_status, met, self.kind.busy_sentence)
            finally:
                self._requests[client] -= 1
                if not self._requests[client]:
                    del self._requests[client]

    def _at_once(self, subject: str, most: int, seconds: int) -> Limit:
        return Limit(f"{self.kind.name}-of-{subject}", most, "concurrent-requests", seconds)

    def _limit_met(self, client: Client) -> Limit | None:
        if self._requests[client] >= self.kind.most_of_client:
            return self._at_once("client", self.kind.most_of_client, 1)
        of_address = (count for (_name, address), count in self._requests.items() if address == client[1])
        if sum(of_address) >= MOST_OF_ADDRESS:
            return self._at_once("address", MOST_OF_ADDRESS, RETRY_SECONDS)
        left = self._spent[client].left(time.monotonic()) if client in self._spent else 0.0
        seconds = max(0, ceil((left - MOST_SECONDS) / REGAINED))
        name, window = f"{self.kind.name}-work", int(MOST_SECONDS / REGAINED)
        return Limit(name, int(MOST_SECONDS), "seconds", seconds, window) if seconds else None

    async def _run(self, client: Client, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.monotonic(), 0

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.application(scope, receive, send_noting_status)
        finally:
            if self.kind.is_charged(status):
                self._spend(client, time.monotonic() - begun)

    def _spend(self, client: Client, seconds: float) -> None:
        now = time.monotonic()
        before = self._spent[client].left(now) if client in self._spent else 0.0
        self._spent[client] = Spent(before + seconds, now)
        if len(self._spent) > REMEMBERED:
            self._spent = {each: spent for each, spent in self._spent.items() if spent.left(now)}


async def _refuse(scope: Scope, send: Send, status: int, met: Limit, sentence: str | Promise) -> None:
    request = ASGIRequest(scope, io.BytesIO())
    context = log_context.begin(given_id(request))
    language = chosen_language(request)
    with translation.override(language):
        kind, body = "text/plain; charset=utf-8", str(sentence)
        if scope["path"].startswith("/api/"):
            code = "throttled" if status == 429 else "unavailable"
            kind, body = problems.MEDIA_TYPE, json.dumps(problems.problem(code, str(sentence), status))
    content = body.encode()
    headers = {"Content-Type": kind, "Retry-After": met.seconds, "Content-Length": len(content)}
    headers |= met.headers() if status == 429 else {}
    headers |= {"Content-Language": language, "Vary": "Accept-Language, Cookie"}
    headers[REQUEST_ID_HEADER] = context.request_id
    where = f"{request.method} (no page)"
    access.info("%s %d", where, status, extra={"method": request.method, "status": status})
    raw_headers = [(name.lower().encode(), str(value).encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw_headers})
    await send({"type": "http.response.body", "body": content})


def _client(scope: Scope, kind: Kind) -> Client | None:
    """The client of a request of this kind; None for any other request.

    None also for a code with a wrong signature, which Django refuses without counting.
    """
    if scope["type"] != "http" or scope["method"] not in kind.methods:
        return None
    match = kind.address.fullmatch(scope["path"])
    if match is None:
        return None
    place, name = match.groups()
    if place == "api":
        # Parsed as the API parses it: extra spaces, or a scheme in capitals, make no other credential.
        header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        scheme, _space, word = header.decode("latin-1").strip().partition(" ")
        place, name = scheme.lower(), word.strip() or session_key(scope)
    elif place == "t":
        name = session_key(scope)
    elif place == "serata":
        name = name.partition("/")[0]
    if place in IS_SIGNED and not IS_SIGNED[place](name):
        return None
    return name, network_of((scope.get("client") or ("",))[0])


async def _whole(receive: Receive) -> list[Message]:
    """The messages up to the end of the body, whose size `criccone.bodies` limits."""
    parts = [await receive()]
    while parts[-1].get("more_body", False):
        parts.append(await receive())
    return parts
