"""Lists of members with something changed: read, or refused with a sentence; what is checked can be shown."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.errors import ClubError
from club.imports import files
from club.imports.grid import Unreadable
from club.models import Club, Import, ImportRow, User
from tests.club.imports.sheets import text, workbook
from tests.club.imports.steps import HEADINGS, MARIO, checked
from tests.damaged import damaged_bytes
from tests.samples import drawn

LIST = [HEADINGS, [str(value) for value in MARIO], ("8", "D'Angelò", "Zoë", "3/2/1990", "", "1/1/2021")]
CSV = text(*LIST)
#: What people and programs leave in cells.
CELLS = [
    "", " ", "-", "0", "=1+1", "\ufeff", "\u202e", "31/2/2020", "1e99", "9" * 400, "è" * 3000, "<b>", "n.d.",
    2**70,
]  # fmt: skip


@given(st.sampled_from([CSV, CSV.decode().encode("utf-16")]).flatmap(damaged_bytes) | st.binary(max_size=300))
@drawn(5000, 60)
def test_text_that_is_damaged_is_read_or_refused(body: bytes) -> None:
    with suppress(Unreadable):
        assert files.read_file(body).rows


def test_a_workbook_that_is_damaged_is_read_or_refused() -> None:
    book = workbook(*LIST)

    @given(damaged_bytes(book))
    @drawn(2000, 30)
    def ask(body: bytes) -> None:
        with suppress(Unreadable):
            assert files.read_file(body).rows

    ask()


@pytest.mark.django_db
def test_rows_with_odd_cells_are_checked_and_each_problem_is_said(club: Club, secretary: User) -> None:
    @given(st.data())
    @drawn(500, 8)
    def ask(data: st.DataObject) -> None:
        rows = [list(MARIO) for _row in range(3)]
        for _change in range(4):
            row = data.draw(st.sampled_from(rows))
            row[data.draw(st.integers(0, len(row) - 1))] = data.draw(st.sampled_from(CELLS))
        with suppress(ClubError, Unreadable):
            one = checked(club, secretary, *rows)
            assert one.state in Import.State.values
            for each in ImportRow.objects.filter(of=one):
                assert all(problem["code"] for problem in each.problems)

    ask()
