"""All that the register says of one person, as a value to compare, check and save."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from club.models import Particulars, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """All that the register says of one person; what is not known is empty."""

    last_name: str
    first_name: str
    born_on: date | None = None
    born_in: str = ""
    born_province: str = ""
    street: str = ""
    postcode: str = ""
    town: str = ""
    province: str = ""
    fiscal_code: str = ""
    fiscal_code_reason: str = ""
    email: str = ""
    phone: str = ""
    notes: str = ""


NAMES: Final = ("last_name", "first_name")
PARTICULARS: Final = tuple(field.name for field in fields(Written) if field.name not in NAMES)
#: Who a person is: once known, it changes only with a reason. An address changes because people move.
IDENTITY: Final = (*NAMES, "born_on", "born_in", "born_province", "fiscal_code")


def of(person: Person) -> Written:
    """What the register says of `person` now. One query, none if the particulars are loaded."""
    known = getattr(person, "particulars", None) or Particulars()
    told = {name: getattr(known, name) for name in PARTICULARS}
    return Written(last_name=person.last_name, first_name=person.first_name, **told)


def version_of(person: Person) -> int:
    """The version of what is written of the person; 0 while only the name is known."""
    known = getattr(person, "particulars", None)
    return known.version if known else 0
