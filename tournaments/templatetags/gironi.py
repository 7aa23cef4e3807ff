"""The classifica cut into its gironi."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.format_wording import group_name

register = template.Library()


@register.filter
def gironi(standings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each girone with its name and its rows of the classifica, best first."""
    rows = {row["number"]: row for row in standings["rows"]}
    return [
        {"name": group_name(at), "rows": [rows[number] for number in numbers]}
        for at, numbers in enumerate(standings["groups"], start=1)
    ]
