"""docs/reliability.md has the tables that `make chaos` prints: every kind of fault, and not one loss."""

from pathlib import Path

import pytest

from tests.chaos import report
from tests.chaos.faults import OF_LAPTOP, OF_SERVICE, Fault

PAGE = (Path(__file__).parents[2] / "docs" / "reliability.md").read_text()


def rows_under(columns: list[str]) -> list[list[str]]:
    """The cells of every table with these columns."""
    rows: list[list[str]] = []
    is_inside = False
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        is_inside = line.startswith("|") and (is_inside or cells == columns)
        if is_inside and cells != columns and set(cells) != {"---"}:
            rows.append(cells)
    return rows


@pytest.mark.parametrize("fault", [*OF_SERVICE, *OF_LAPTOP], ids=lambda fault: fault.name)
def test_every_kind_of_fault_has_its_recovery_times(fault: Fault) -> None:
    assert [row for row in rows_under(report.FAULTS) if row[0] == fault.name]


def test_the_evenings_are_told_without_a_loss() -> None:
    told = rows_under(report.EVENINGS)
    assert told
    assert {row[report.EVENINGS.index("lost, doubled or altered")] for row in told} == {"0"}
