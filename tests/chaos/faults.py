"""The kinds of faults, and the draw of an evening's faults by its seed."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.parts import Part
from tests.chaos.site import Laptop, ServiceSite, Site
from tests.service.faulty_link import FaultyLink


@dataclass(frozen=True)
class Fault:
    """A kind of fault. `strike` returns when it is over, after so many seconds."""

    name: str
    strike: Callable[[Any, float], None]
    #: Whether worker and beat are only well with a new heartbeat.
    needs_heartbeat: bool = False


def kill_one_web_process(site: Site, _seconds: float) -> None:
    """uvicorn starts another one by itself."""
    # Among the children is Python's resource tracker.
    serving = [each for each in site.web.children() if "spawn_main" in " ".join(each.cmdline())]
    serving[0].kill()


def killed(of: Callable[[Any], Part]) -> Callable[[Any, float], None]:
    def strike(site: Site, seconds: float) -> None:
        of(site).kill()
        time.sleep(seconds)
        of(site).start()

    return strike


def frozen(of: Callable[[Any], Part]) -> Callable[[Any, float], None]:
    def strike(site: Site, seconds: float) -> None:
        of(site).freeze()
        time.sleep(seconds)
        of(site).thaw()

    return strike


def cut(of: Callable[[Any], FaultyLink]) -> Callable[[Any, float], None]:
    def strike(site: Site, seconds: float) -> None:
        of(site).cut()
        time.sleep(seconds)
        of(site).mend()

    return strike


def fill_the_disk(site: Site, seconds: float) -> None:
    site.disk.fill()
    time.sleep(seconds)
    site.disk.empty()


def cut_the_power(site: Site, seconds: float) -> None:
    """Of the whole machine: files are then what was flushed to the disk, and nothing more.

    All processes stop first: an `fsync` under way when ext4 is stopped may return without an error, and
    a process that went on for some milliseconds would acknowledge what is lost.
    """
    for part in reversed(site.parts):
        part.freeze()
    site.disk.cut_power()
    for part in site.parts:
        part.kill()
    site.disk.unmount()
    time.sleep(seconds)
    site.disk.mount()
    for part in site.parts:
        part.start()


def change_the_clock(site: Site, seconds: float) -> None:
    """An hour back, and the next time right again."""
    site.clock.set(back=not site.clock.is_back)
    time.sleep(seconds)


def copy_the_files(site: Laptop, _seconds: float) -> None:
    site.copy_files(Path(tempfile.mkdtemp(dir=site.web.log.parent, prefix="copy-")))


DISK = Fault("disk full", fill_the_disk)
POWER = Fault("power cut", cut_the_power, needs_heartbeat=True)
CLOCK = Fault("clock an hour back, or right again", change_the_clock, needs_heartbeat=True)

OF_SERVICE: Sequence[Fault] = (
    Fault("one web process killed", kill_one_web_process),
    Fault("all web processes killed", killed(lambda site: site.web)),
    Fault("worker killed", killed(lambda site: site.worker), needs_heartbeat=True),
    Fault("beat killed", killed(lambda site: site.beat), needs_heartbeat=True),
    Fault("Redis killed", killed(lambda site: site.redis), needs_heartbeat=True),
    Fault("PostgreSQL killed", killed(lambda site: site.postgres)),
    Fault("Redis frozen", frozen(lambda site: site.redis)),
    Fault("PostgreSQL frozen", frozen(lambda site: site.postgres)),
    Fault("network to Redis cut", cut(lambda site: site.to_redis)),
    Fault("network to PostgreSQL cut", cut(lambda site: site.to_postgres)),
    DISK,
    POWER,
    CLOCK,
)
OF_LAPTOP: Sequence[Fault] = (
    Fault("everything killed", killed(lambda site: site.web)),
    Fault("everything frozen", frozen(lambda site: site.web)),
    Fault("files copied", copy_the_files),
    DISK,
    POWER,
    CLOCK,
)


def possible(site: Site) -> tuple[list[Fault], list[str]]:
    """The faults that can be tried here, and a sentence for each that cannot."""
    kinds = OF_SERVICE if isinstance(site, ServiceSite) else OF_LAPTOP
    refused = {DISK: site.disk.refusal, POWER: site.disk.refusal, CLOCK: site.clock.refusal}
    untried = [f"not tried: {fault.name}: {why}" for fault, why in refused.items() if why]
    return [fault for fault in kinds if not refused.get(fault)], untried


def drawn(kinds: Sequence[Fault], number: int, chance: Random) -> list[Fault]:
    """So many faults in a random order, each kind as often as the others."""
    deck: list[Fault] = []
    while len(deck) < number:
        deck += chance.sample(kinds, len(kinds))
    return deck[:number]
