"""Classifiche stored before the ranking was data: by which rules they were made, and how they tell it.

One criterion was then both head-to-head and mini-table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.standings.rules import Rules, rules_from

DIRECT, MINI = "head_to_head", "mini_table"


def rules_of(said: Mapping[str, Any] | None, criteria: Sequence[str]) -> Rules:
    """The rules that a classifica was made by; of those older than the choice, the usual ones."""
    if said is not None:
        return rules_from(dict(said))
    asked = list(criteria)
    if is_of_one_criterion(said, criteria):
        asked.insert(asked.index(DIRECT) + 1, MINI)
    return rules_from({**Rules(forfeits_lose_most=False).as_json(), "criteria": asked})


def is_of_one_criterion(said: Mapping[str, Any] | None, criteria: Sequence[str]) -> bool:
    """Whether it is of the time when one criterion was both head-to-head and mini-table."""
    return said is None and DIRECT in criteria and MINI not in criteria


def as_one_criterion(rows: Sequence[dict[str, Any]], criteria: Sequence[str]) -> None:
    """Makes the two criteria of the rows one: only one of the two ever says anything."""
    at = list(criteria).index(DIRECT)
    for row in rows:
        values = row["values"]
        row["values"] = [*values[:at], values[at] + values[at + 1], *values[at + 2 :]]
        row["decided_by"] = DIRECT if row["decided_by"] == MINI else row["decided_by"]
