"""What most people of a sheet pay: for those of whom it says only that they paid, or did not."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from club.imports.known import stem
from club.imports.parsing import Read

#: Fewer are no custom; and of five at least four must pay the same.
FEWEST: Final = 3
Amounts = dict[tuple[str, str], int]


def amounts(rows: Iterable[Read]) -> Amounts:
    """In cents, by the year as the sheet writes it and the stem of the category in the sheet."""
    told: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for row in rows:
        for quota in row.dues:
            if quota.cents:
                told[quota.year, stem(row.category)][quota.cents] += 1
    found: Amounts = {}
    for key, counts in told.items():
        cents, most = counts.most_common(1)[0]
        if most >= FEWEST and 5 * most >= 4 * counts.total():
            found[key] = cents
    return found
