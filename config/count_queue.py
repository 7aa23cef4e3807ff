"""A queue for counts, so that pages and saves have the process, however many counts are asked for.

Anybody with a table's code may ask for counts at will, since they store nothing, and the check of impossible
figures takes the engine up to three seconds. They wait here, before they take a thread, a database connection
or the interpreter. Saving a deal does not wait here.
"""

import asyncio
import io
import json
import re
import time
from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext as _

from club.limits import network_of
from config.bodies import Application, Message, Receive, Scope, Send
from config.middleware import chosen_language
from tournaments.api.authentication import TABLE_SCHEME
from tournaments.results import codes

#: The addresses of counts, of pages and of the API. What comes before the deal names the table, or its code.
COUNT: Final = re.compile(r"/(tavolo|t|api)/(.*)/(?:smazzate/\d+/conto|deals/\d+/count)/")
#: Counts that run at once: threads share one interpreter, and two leave it to a page often enough.
AT_ONCE: Final = 2
#: Seconds that a count waits for its turn, and those after which it may be asked for again.
PATIENCE_SECONDS: Final = 3.0
AGAIN_SECONDS: Final = 2
#: Counts that run or wait at once: of a client, and of an address, which a room of sixty tables may share.
MOST_OF_CLIENT: Final = 4
MOST_OF_ADDRESS: Final = 240
#: Seconds of work that a client may have at once, and those that it regains in each second.
MOST_SECONDS: Final = 10.0
REGAINED: Final = 0.25
#: Clients whose work is remembered; beyond them, those that have regained all are forgotten.
REMEMBERED: Final = 1000

#: A table's code, an officer's token or page, and the address it is used from: strangers spend nothing of
#: theirs.
Client = tuple[str, str]


@dataclass(frozen=True)
class Spent:
    """Seconds of work done for a client, as of a moment of `time.monotonic`."""

    seconds: float
    at: float

    def left(self, now: float) -> float:
        """The seconds that it has not regained yet."""
        return max(0.0, self.seconds - REGAINED * (now - self.at))


class QueuedCounts:
    """The ASGI application, with a queue and a budget for counts; 429 for those beyond."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._here: Counter[Client] = Counter()
        self._spent: dict[Client, Spent] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _client(scope)
        if client is None:
            await self.application(scope, receive, send)
        elif wait := self._seconds_to_wait(client):
            await _refuse(scope, send, wait)
        else:
            self._here[client] += 1
            try:
                await self._count(client, scope, receive, send)
            finally:
                self._here[client] -= 1
                if not self._here[client]:
                    del self._here[client]

    def _seconds_to_wait(self, client: Client) -> int:
        if self._here[client] >= MOST_OF_CLIENT:
            return 1
        of_address = (here for (_name, address), here in self._here.items() if address == client[1])
        if sum(of_address) >= MOST_OF_ADDRESS:
            return AGAIN_SECONDS
        left = self._spent[client].left(time.monotonic()) if client in self._spent else 0.0
        return max(0, ceil((left - MOST_SECONDS) / REGAINED))

    async def _count(self, client: Client, scope: Scope, receive: Receive, send: Send) -> None:
        # Read first, because a body that comes slowly must not hold a turn.
        parts = await _whole(receive)
        if parts[-1]["type"] == "http.disconnect":
            return
        gone = asyncio.ensure_future(receive())  # a phone takes its count back at the next tap

        async def replay() -> Message:
            return parts.pop(0) if parts else await gone

        try:
            if await self._has_turn(gone):
                await self._run(client, scope, replay, send)
            elif not gone.done():
                await _refuse(scope, send, AGAIN_SECONDS)
        finally:
            gone.cancel()

    async def _has_turn(self, gone: asyncio.Future[Message]) -> bool:
        """Takes a turn; False, without one, if the client is gone first or `PATIENCE_SECONDS` are over."""
        turn = asyncio.create_task(self._turns.acquire())
        try:
            await asyncio.wait((turn, gone), timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            taken = turn.done() and not gone.done()
        except asyncio.CancelledError:
            self._give_back(turn)
            raise
        if not taken:
            self._give_back(turn)
        return taken

    def _give_back(self, turn: asyncio.Task[Any]) -> None:
        if not turn.cancel():  # it was taken already
            self._turns.release()

    async def _run(self, client: Client, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        try:
            await self.application(scope, receive, send)
        finally:
            self._turns.release()
            self._spend(client, time.monotonic() - begun)

    def _spend(self, client: Client, seconds: float) -> None:
        now = time.monotonic()
        before = self._spent[client].left(now) if client in self._spent else 0.0
        self._spent[client] = Spent(before + seconds, now)
        if len(self._spent) > REMEMBERED:
            self._spent = {each: spent for each, spent in self._spent.items() if spent.left(now)}


def _client(scope: Scope) -> Client | None:
    """The client that asks for a count; None for any other request.

    None also for a code with a wrong signature, which Django refuses without counting.
    """
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    found = COUNT.fullmatch(scope["path"])
    if found is None:
        return None
    kind, name = found.groups()
    if kind == "api":
        # As the API reads it: in other letters or with more spaces it is the same credential.
        header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        scheme, _space, word = header.decode("latin-1").strip().partition(" ")
        kind, name = scheme.lower(), word.strip()
    if kind in ("tavolo", TABLE_SCHEME) and not codes.is_signed(name):
        return None
    return name, network_of((scope.get("client") or ("",))[0])


async def _whole(receive: Receive) -> list[Message]:
    """The messages up to the end of the body, whose size `config.bodies` limits."""
    parts = [await receive()]
    while parts[-1].get("more_body", False):
        parts.append(await receive())
    return parts


async def _refuse(scope: Scope, send: Send, seconds: int) -> None:
    with translation.override(chosen_language(ASGIRequest(scope, io.BytesIO()))):
        sentence = _("Ci sono troppi conti da fare: questo aspetta. La smazzata si può salvare lo stesso.")
    body = json.dumps({"error": {"code": "throttled", "message": sentence}}).encode()
    headers = {"Content-Type": "application/json", "Retry-After": seconds, "Content-Length": len(body)}
    told = [(name.lower().encode(), str(value).encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 429, "headers": told})
    await send({"type": "http.response.body", "body": body})
