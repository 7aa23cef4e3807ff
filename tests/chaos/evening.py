"""An evening under faults: an organiser, its tables, and a probe that saves ten times a second."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.chaos.faults import Fault
from tests.chaos.ledger import Ledger, Place
from tests.chaos.phones import Client, NoAnswer, Request
from tests.chaos.site import ServiceSite, Site
from tests.chaos.tables import Table

DEALS = 4
#: How many tables enter at once.
CLIENTS = 32
#: Seconds of an evening at most, with some more for each fault; and the seconds of the longest recovery.
LONGEST, PACE, LONGEST_RECOVERY = 240.0, 20.0, 60.0
#: Seconds between two saves of the probe, and until it gives a try up.
PROBE_PAUSE, PROBE_PATIENCE = 0.1, 1.0

MAKE = """
import json
from club.models import DeviceToken, RoleKind
from tests.evening import a_club, a_round, a_tournament, an_officer
club = a_club()
token = DeviceToken.objects.create(user=an_officer(club, RoleKind.ORGANISER, RoleKind.REFEREE))[1]
evening, probed = a_tournament(club, pairs=%d, turns=%d), a_tournament(club)
a_round(probed)
print(json.dumps([evening.code, probed.code, token]))
"""
#: The next step of a round in each state.
STEPS = {"": "", "draft": "publish/", "published": "play/", "playing": "settle/", "settled": ""}


@dataclass(frozen=True)
class Recovery:
    """After a fault was over, the seconds until a save was acknowledged and until every part was well."""

    fault: str
    saves: float
    well: float


@dataclass
class Evening:
    """An evening of one seed on a site: its size, its faults, and what came of it."""

    site: Site
    seed: int
    pairs: int
    turns: int
    faults: Sequence[Fault]
    #: Seconds that a fault lasts at most.
    longest_fault: float
    ledger: Ledger = field(default_factory=Ledger)
    recoveries: list[Recovery] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    #: Why it was over before its end.
    failures: list[str] = field(default_factory=list)
    code: str = ""
    seconds: float = 0.0

    def play(self) -> None:
        """Plays it to its end. Raises AssertionError if it does not come to one."""
        made = self.site.here.run(MAKE % (self.pairs, self.turns)).splitlines()[-1]
        self.code, self.probed, token = json.loads(made)
        self.over = threading.Event()
        self.organiser = self.client(f"Token {token}")
        probe = Probe(self, self.client(f"Token {token}", PROBE_PATIENCE, PROBE_PAUSE, PROBE_PAUSE))
        begun = time.monotonic()
        bell = threading.Timer(LONGEST + PACE * len(self.faults), self.over.set)
        bell.start()
        probe.start()
        with ThreadPoolExecutor(CLIENTS + 1) as room:
            try:
                striking = self._begun(room, self._strike)
                for turn in range(1, self.turns + 1):
                    self._play_turn(turn, room)
                striking.result()
                probe.end()
            except NoAnswer as unanswered:
                raise AssertionError("; ".join(self.failures) or str(unanswered)) from unanswered
            finally:
                self.over.set()  # whatever failed, nobody waits any longer
                bell.cancel()
        self.seconds = time.monotonic() - begun

    def client(self, authorization: str, *timing: float) -> Client:
        made = Client(self.site.port, authorization, self.over, *timing)
        self.clients.append(made)
        return made

    def has_standings(self) -> bool:
        """Whether the standings after the last round are built."""
        answer = self.client("").once(Request("GET", f"/api/v1/tournaments/{self.code}/standings/"))
        return answer is not None and answer.status == 200 and answer.body["turn"] == self.turns

    @property
    def heard(self) -> Counter[int]:
        """The tries of all clients by their status, 0 for those without an answer."""
        return sum((each.heard for each in self.clients), Counter())

    # --- The organiser and the tables ---------------------------------------------------------------------

    def _play_turn(self, turn: int, room: ThreadPoolExecutor) -> None:
        self._bring(turn, "playing")
        sheets = self.organiser.ask("GET", f"{self._rounds}{turn}/sheets/").body
        for table in [self._begun(room, self._play_table, turn, sheet) for sheet in sheets]:
            table.result()
        self._bring(turn, "settled")

    def _begun(self, room: ThreadPoolExecutor, work: Callable[..., None], *of: Any) -> Future[None]:
        """Work whose failure ends the evening."""
        begun = room.submit(work, *of)
        begun.add_done_callback(lambda done: self.fail(done.exception()))
        return begun

    def fail(self, why: BaseException | None) -> None:
        if why and not self.over.is_set():
            self.failures.append(str(why))
            self.over.set()

    @property
    def _rounds(self) -> str:
        return f"/api/v1/tournaments/{self.code}/rounds/"

    def _bring(self, turn: int, wanted: str) -> None:
        """Takes the next steps until the round is in that state, as somebody does who looks at the page: a
        step whose answer was lost is not repeated if it was taken."""
        in_order = list(STEPS)
        while in_order.index(now := self._state(turn)) < in_order.index(wanted):
            path = f"{turn}/{STEPS[now]}" if now else ""
            body = {} if now else {"seed": 100 * self.seed + turn}
            answer = self.organiser.ask("POST", self._rounds + path, body)
            if answer.status >= 400 and self._state(turn) == now:
                raise AssertionError(f"round {turn} stays {now or 'undrawn'}: {answer}")

    def _state(self, turn: int) -> str:
        rounds = self.organiser.ask("GET", self._rounds).body
        return next((str(each["state"]) for each in rounds if each["number"] == turn), "")

    def _play_table(self, turn: int, sheet: Mapping[str, Any]) -> None:
        phones = {side: self.client(f"Table {key['code']}") for side, key in sheet["keys"].items()}
        chance = Random(f"{self.seed} {turn} {sheet['table']}")
        table = table_of(self.code, sheet, phones, self.ledger, chance)
        for number in range(1, DEALS + 1):
            self._wait_for_faults()
            table.play(number)

    # --- The faults ---------------------------------------------------------------------------------------

    @property
    def _written(self) -> float:
        """The acknowledged writes in strides: after each stride comes a fault, the last before the end."""
        least = self.pairs // 2 * DEALS * 2 * self.turns
        return self.ledger.count(self.code) / least * (len(self.faults) + 1)

    def _wait_for_faults(self) -> None:
        """Holds a table back while a fault lasts for more than a stride, so that writes are under way when
        the next one strikes."""
        while len(self.recoveries) < min(len(self.faults), int(self._written) - 1):
            assert not self.over.wait(0.02), "the faults took too long"

    def _strike(self) -> None:
        chance = Random(f"{self.seed} faults")
        for number, fault in enumerate(self.faults, 1):
            while self._written < number:
                assert not self.over.wait(0.005), "the tables took too long"
            fault.strike(self.site, chance.uniform(0.0, self.longest_fault))
            over = time.monotonic()
            saves = self._first_save_after(over) - over
            self.recoveries.append(Recovery(fault.name, saves, self._well_after(over, fault)))

    def _first_save_after(self, moment: float) -> float:
        """When the first save after that moment, of a phone or of the probe, was acknowledged."""
        while (heard := self.ledger.first_after(moment)) is None:
            assert time.monotonic() < moment + LONGEST_RECOVERY, "no save was acknowledged any more"
            assert not self.over.wait(0.005), "the evening is over"
        return heard

    def _well_after(self, over: float, fault: Fault) -> float:
        """The seconds until every part was well."""
        beat = self.site.heartbeat() if isinstance(self.site, ServiceSite) else None
        asking = self.client("")
        while True:
            answer = asking.once(Request("GET", "/salute/"))
            is_well = answer is not None and answer.status == 200
            if is_well and fault.needs_heartbeat and isinstance(self.site, ServiceSite):
                is_well = self.site.heartbeat() not in (None, beat)
            if is_well:
                return time.monotonic() - over
            assert time.monotonic() < over + LONGEST_RECOVERY, f"not well after {fault.name}: {answer}"
            time.sleep(0.05)


def table_of(
    tournament: str, sheet: Mapping[str, Any], phones: Mapping[str, Client], ledger: Ledger, chance: Random
) -> Table:
    """The table of a sheet as the API tells it."""
    places = [Place(tournament, sheet["turn"], sheet["table"], number) for number in range(1, DEALS + 1)]
    return Table(places, sheet["dealers"], phones, ledger, chance)


class Probe(threading.Thread):
    """An officer of another evening who corrects a deal over and over."""

    def __init__(self, evening: Evening, client: Client) -> None:
        super().__init__(name="probe", daemon=True)
        self.evening, self.client = evening, client
        self._ended = threading.Event()
        path = f"/api/v1/tournaments/{evening.probed}/rounds/1/tables/1/"
        sheet = client.ask("GET", path).body
        phones, chance = {"": client}, Random(f"{evening.seed} probe")
        self.table = table_of(evening.probed, sheet, phones, evening.ledger, chance)

    def run(self) -> None:
        version = 0
        while not self._ended.wait(PROBE_PAUSE):
            try:
                version = self.table.stored(self.table.entry(1, "", version))
            except AssertionError as refused:
                self.evening.fail(refused)
                return

    def end(self) -> None:
        """Returns after the answer to the last save."""
        self._ended.set()
        self.join()
