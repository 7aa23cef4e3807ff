"""Who is a minor on a day, and when that ends."""

from datetime import date
from typing import Final

from club.models import Particulars, Person

OF_AGE: Final = 18


def of_age_on(born_on: date) -> date:
    """The eighteenth birthday; of who was born on the 29th of February, the first of March."""
    year = born_on.year + OF_AGE
    try:
        return born_on.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def born_on(person: Person) -> date | None:
    """As the register has it; None where it does not say. One query, none if the particulars are loaded."""
    known: Particulars | None = getattr(person, "particulars", None)
    return known.born_on if known else None


def is_minor(person: Person, day: date) -> bool:
    """Whether the register says that the person was under eighteen on `day`."""
    born = born_on(person)
    return born is not None and day < of_age_on(born)
