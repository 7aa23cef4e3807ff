"""What a table of the club itself is of, as `columns.Source` has it."""

from dataclasses import dataclass
from datetime import date as day

from club.models import Club


@dataclass(frozen=True)
class Sheet:
    """A list of the club on a day; `name` stands in the title and in the file's name."""

    club: Club
    name: str
    date: day
    venue: str = ""
