"""The classifica cut into its gironi, as pages, paper, wall and files tell it."""

from collections.abc import Mapping
from typing import Any

from tournaments.format_wording import group_name


def gironi_of(standings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each girone with its number, its name and its rows, best first, as they are in the girone.

    `standings` as the API tells it; of its rows stays what a girone says nothing of, such as the name.
    """
    rows = {row["number"]: _in_the_girone(row, standings["group_turns"]) for row in standings["rows"]}
    return [
        {"group": at, "name": group_name(at), "rows": [rows[number] for number in numbers]}
        for at, numbers in enumerate(standings["groups"], start=1)
    ]


def _in_the_girone(row: Mapping[str, Any], turns: int | None) -> dict[str, Any]:
    lines = [line for line in row["per_turn"] if turns is None or line["turn"] <= turns]
    return {**row, **(row["in_group"] or {}), "per_turn": lines}
