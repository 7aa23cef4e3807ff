"""Names written the other way round in a sheet that has both orders: told by the other rows."""

from collections import Counter
from collections.abc import Mapping

from club.people import plain
from club.register.written import Written


def swapped(people: Mapping[int, Written]) -> set[int]:
    """The rows whose surname is mostly a name in this sheet, and whose name a surname.

    Where there is a codice fiscale it has said already which is which.
    """
    lasts = Counter(plain(one.last_name) for one in people.values())
    firsts = Counter(plain(one.first_name) for one in people.values())
    return {
        row
        for row, one in people.items()
        if not one.fiscal_code
        and firsts[plain(one.last_name)] > lasts[plain(one.last_name)]
        and lasts[plain(one.first_name)] > firsts[plain(one.first_name)]
    }
