"""The figures of evenings under faults, as `docs/reliability.md` shows them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from tests.chaos.evening import Evening


def of_evening(evening: Evening, differences: Sequence[str]) -> str:
    """A row of the table of evenings."""
    writes = [each for each in evening.ledger.writes() if each.place.tournament == evening.code]
    probed = evening.ledger.count(evening.probed)
    heard = evening.heard
    failed = sum(tries for status, tries in heard.items() if status >= 500)
    acknowledged = len(writes) + probed
    longest = max((each.heard - each.begun for each in writes), default=0.0)
    return _row(
        evening.seed,
        f"{evening.pairs} × {evening.turns}",
        len(evening.recoveries),
        f"{len(writes)} + {probed}",
        f"{heard[0]} + {failed}",
        f"{(heard[0] + failed) / max(acknowledged, 1):.2f}",
        f"{longest:.1f}",
        len(differences),
        f"{evening.seconds:.0f}",
    )


EVENINGS = [
    "seed",
    "pairs × rounds",
    "faults",
    "acknowledged writes, tables + probe",
    "tries without an answer + answered 5xx",
    "for each acknowledged write",
    "longest wait for an acknowledgement, s",
    "lost, doubled or altered",
    "duration, s",
]
FAULTS = ["fault", "times", "saves go on after, s: least / median / most", "all is well after, s"]


def of_recoveries(evenings: Iterable[Evening]) -> Iterator[str]:
    """The table of recoveries, a row for each kind of fault."""
    by_fault = defaultdict(list)
    for evening in evenings:
        for recovery in evening.recoveries:
            by_fault[recovery.fault].append(recovery)
    yield from _head(FAULTS)
    for fault, found in by_fault.items():
        saves, well = [each.saves for each in found], [each.well for each in found]
        yield _row(fault, len(found), _spread(saves), _spread(well))


def _spread(seconds: Sequence[float]) -> str:
    return f"{min(seconds):.1f} / {median(seconds):.1f} / {max(seconds):.1f}"


def _head(names: Sequence[str]) -> list[str]:
    return [_row(*names), _row(*("---" for _name in names))]


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def whole(evenings: Sequence[tuple[Evening, Sequence[str]]], untried: Iterable[str]) -> str:
    """Both tables, and what could not be tried on this machine."""
    lines = [*_head(EVENINGS), *(of_evening(*each) for each in evenings), ""]
    lines += of_recoveries(evening for evening, _differences in evenings)
    return "\n".join([*lines, "", *untried, ""])
