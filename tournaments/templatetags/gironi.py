"""The classifica cut into its gironi."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.format_wording import group_name

register = template.Library()


@register.filter
def gironi(standings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each girone with its name and its rows of the classifica, best first, with the points of the girone."""
    rows = {row["number"]: _before_the_final(row, standings.get("group_turns")) for row in standings["rows"]}
    return [
        {"name": group_name(at), "rows": [rows[number] for number in numbers]}
        for at, numbers in enumerate(standings["groups"], start=1)
    ]


def _before_the_final(row: Mapping[str, Any], turns: int | None) -> Mapping[str, Any]:
    """The row with match points and difference of its first turns only, where a final follows them."""
    if turns is None:
        return row
    lines = [line for line in row["per_turn"] if line["turn"] <= turns]
    return {
        **row,
        "match_points": sum(line["match_points"] for line in lines),
        "difference": sum(line["scored"] - line["conceded"] for line in lines),
    }
