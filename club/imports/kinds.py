"""The problems of the rows of a sheet, by kind: many rows often want one answer, given once for all."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from club.imports import wording

#: The rule that answers a problem for all rows at once.
ANSWERED_BY: Final = {
    "admission-missing": "admitted_on",
    "resolution-missing": "resolution",
    "category-missing": "category",
    "unknown-category": "adds_categories",
    "cause-missing": "end_cause",
    "code-doubts": "wrong_codes",
    "same-person-perhaps": "namesakes",
    "dues-year": "dues_year",
    "dues-amount": "dues_cents",
    "dues-zero-owed": "zero_dues",
    "dues-zero-free": "zero_dues",
    "consent-date": "consented_on",
}


@dataclass(frozen=True)
class Kind:
    """A kind of problem: in how many rows, the first of them as an example, the rule that answers it."""

    rows: int
    field: str
    example: str
    rule: str
    bars: bool


def kinds(problems: Iterable[list[dict[str, Any]]]) -> list[Kind]:
    """From the problems of each row, what stops rows first, then the most frequent."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], dict[str, Any]] = {}
    for row in problems:
        theirs = {(said["code"], said.get("field", "")): said for said in row}
        counts.update(theirs.keys())
        first = {**theirs, **first}
    found = [
        Kind(rows, told.field, told.sentence, ANSWERED_BY.get(kind[0], ""), told.bars)
        for kind, rows in counts.most_common()
        for told in wording.problems([first[kind]])
    ]
    return sorted(found, key=lambda kind: not kind.bars)
