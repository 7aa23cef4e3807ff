from collections.abc import Callable
from dataclasses import dataclass

import pytest

from club.handover import archive_writer
from club.models import Club
from tests.club.handover import rich
from tests.club.handover.comparing import Rows
from tests.evening import a_club
from tests.once import once_a_module


@dataclass(frozen=True)
class Source:
    """A club with many kinds of rows, all these rows, and its archive."""

    club: Club
    rows: Rows
    body: bytes


def _made() -> Source:
    a_club("Un altro circolo")
    before = rich.keys()
    club = rich.a_rich_club()
    rows = rich.rows(before)
    return Source(club, rows, archive_writer.bundle(club).body)


made = once_a_module(_made)


@pytest.fixture
def source(db: None, made: Callable[[], Source]) -> Source:
    return made()
