"""A table of a round with a phone for each side, which enter, correct, confirm and send twice."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from uuid import UUID

import scoring
from scoring import DECK
from scoring.game import SEATS
from tests.chaos.ledger import Acknowledged, Ledger, Place, value_of
from tests.chaos.phones import Answer, Client, Request

SIDE_OF = {"N": "A", "S": "A", "E": "B", "W": "B"}
#: Cards of a dealer's side that took seven tricks: four a trick, and the discard.
PILE = 30
#: Seconds after which a phone that goes away no longer waits for its answer.
GONE = 0.02
#: How often both sides enter a deal at once, with equal or with other cards; how often a deal is corrected
#: before it is confirmed; how often a phone goes away after sending, or sends an accepted deal once more.
BOTH_EQUAL, BOTH_OTHERWISE, CORRECTED, GOES_AWAY, REPEATED = 0.1, 0.1, 0.15, 0.1, 0.1
#: How often a deal is entered by cards, and how often what a page could send goes by the API.
BY_CARDS, BY_API = 0.3, 0.3
GAME = "quattro-scartate"


@dataclass(frozen=True)
class Write:
    """A deal as one side sends it; without `entered`, the confirmation of the version it is based on."""

    place: Place
    side: str
    key: str
    based_on: int
    #: By cards or by totals, as the API takes it.
    entered: dict[str, Any] = field(default_factory=dict, hash=False)

    def by_api(self) -> Request:
        code, turn, table, number = self.place
        path = f"/api/v1/tournaments/{code}/rounds/{turn}/tables/{table}/deals/{number}/"
        if not self.entered:
            body = {"answer": "confirmed", "version": self.based_on, "key": self.key}
            return Request("POST", f"{path}answer/", body)
        way = "cards" if "cards" in self.entered else "totals"
        body = {"way": way, "entered": self.entered, "based_on": self.based_on, "key": self.key}
        return Request("PUT", path, body)

    def by_page(self, table_code: str) -> Request:
        """As the page of the table sends it; a deal by its totals."""
        path, number = f"/tavolo/{table_code}/", self.place.number
        if not self.entered:
            seen = {"seen": f"{number}:{self.based_on}", "key": self.key}
            return Request("POST", f"{path}conferma/", seen, is_form=True)
        totals = {f"{side}-total": self.entered[side]["total"] for side in "AB"}
        facts = {"way": "totals", "last_trick": self.entered["last_trick"], "based_on": self.based_on}
        return Request(
            "POST", f"{path}smazzate/{number}/", {**facts, **totals, "key": self.key}, is_form=True
        )


@dataclass
class Table:
    """A table's deals in the order of play, each with the seat that deals it; and the phone of each side."""

    places: list[Place]
    dealers: list[str]
    phones: Mapping[str, Client]
    ledger: Ledger
    chance: Random

    def play(self, number: int) -> None:
        """The deal as one side enters it, or both at once, until both agree."""
        one, other = self.chance.sample("AB", 2)
        write, way = self.entry(number, one), self.chance.random()
        if way < BOTH_EQUAL:
            self._both(write, replace(write, side=other, key=new_key(self.chance)))
            return
        if way < BOTH_EQUAL + BOTH_OTHERWISE:
            write, version = self._both(write, self.entry(number, other))
        else:
            version = self.stored(write)
        first = write
        if self.chance.random() < CORRECTED:
            write = self.entry(number, write.side, based_on=version)
            version = self.stored(write)
        confirming = "A" if write.side == "B" else "B"
        version = self.stored(Write(write.place, confirming, new_key(self.chance), version))
        if self.chance.random() < REPEATED:
            # A phone that was closed before it read the answer sends it again, even much later.
            request = self._request(first)
            again = self.phones[first.side].send(request)
            assert again.acknowledges(request), f"{first} again: {again}"
            assert self._version(first) == version, f"{first} again wrote something"

    def entry(self, number: int, side: str, based_on: int = 0) -> Write:
        """A deal that is drawn, by cards or by totals."""
        dealer, seed = self.dealers[number - 1], self.chance.getrandbits(50)
        entered = _by_cards(seed, dealer) if self.chance.random() < BY_CARDS else _by_totals(seed, dealer)
        return Write(self.places[number - 1], side, new_key(self.chance), based_on, entered)

    def stored(self, write: Write) -> int:
        """The version under which the write is stored. Raises AssertionError if it is refused."""
        begun, request = time.monotonic(), self._request(write)
        if self.chance.random() < GOES_AWAY:
            self.phones[write.side].once(request, patience=GONE)
        return self._noted(write, request, self.phones[write.side].send(request), begun)

    def _both(self, *writes: Write) -> tuple[Write, int]:
        """The write that came first, of two sent at once, and its version."""
        # By the API, since a page shows its refusal with static files, which are not collected here.
        begun, requests = time.monotonic(), [write.by_api() for write in writes]
        with ThreadPoolExecutor(2) as room:
            phones = [self.phones[write.side] for write in writes]
            answers = list(room.map(Client.send, phones, requests))
        late = [write for write, answer in zip(writes, answers, strict=True) if is_outdated(answer)]
        came = [each for each in zip(writes, requests, answers, strict=True) if each[0] not in late[:1]]
        versions = {write: self._noted(write, request, answer, begun) for write, request, answer in came}
        return min(versions.items(), key=lambda each: each[1])

    def _request(self, write: Write) -> Request:
        """By the API or, as most phones do, by the table's page."""
        table_code = self.phones[write.side].authorization.removeprefix("Table ")
        if not write.side or "cards" in write.entered or self.chance.random() < BY_API:
            return write.by_api()
        return write.by_page(table_code)

    def _noted(self, write: Write, request: Request, answer: Answer, begun: float) -> int:
        assert answer.acknowledges(request), f"{write} was refused: {answer}"
        heard, version = time.monotonic(), 0 if request.is_form else int(answer.body["version"])
        value = value_of(write.entered)
        self.ledger.add(Acknowledged(write.key, write.place, value, version, begun, heard))
        return version or self._version(write)

    def _version(self, write: Write) -> int:
        """The version of the deal now, as the page that a phone opens next tells it."""
        path = write.by_api().path.removesuffix("answer/")
        return int(self.phones[write.side].ask("GET", path).body["version"])


def is_outdated(answer: Answer) -> bool:
    """Whether another device has written another version before."""
    return answer.status == 409


def _by_cards(seed: int, dealer: str) -> dict[str, Any]:
    side = SIDE_OF[dealer]
    return {"cards": {side: Random(seed).sample(DECK, PILE)}, "last_trick": side}


def _by_totals(seed: int, dealer: str) -> dict[str, Any]:
    """The totals of a deal played to its end, without declarations."""
    player = scoring.GAMES[GAME].players[SEATS.index(dealer)]
    deal = scoring.generate_deal(seed, GAME, player)
    sides = scoring.count(GAME, deal.piles, deal.last_trick, dealer=deal.dealer_side).sides
    return {"last_trick": deal.last_trick, **{side: {"total": sides[side].total} for side in "AB"}}


def new_key(chance: Random) -> str:
    return UUID(int=chance.getrandbits(128), version=4).hex
