"""The nearest possible figures, as buttons that write them into the form."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from tournaments.scores.shapes import SIDE_NAMES

WORDS = {
    "sequences": gettext_lazy("sequenze"),
    "cricche": gettext_lazy("cricche"),
    "card_points": gettext_lazy("scartini"),
    "total": gettext_lazy("totale"),
}


@dataclass(frozen=True)
class Offer:
    """What the button says, and the fields that it writes, as JSON."""

    text: str
    fields: str


def offers(nearest: Iterable[Mapping[str, Mapping[str, Any]]]) -> list[Offer]:
    """A button for each of the engine's nearest possible entries."""
    return [_offer(each) for each in nearest]


def _offer(figures: Mapping[str, Mapping[str, Any]]) -> Offer:
    sides = {side: values for side, values in figures.items() if side in SIDE_NAMES}
    text = " · ".join(
        f"{SIDE_NAMES[side]}: " + ", ".join(f"{WORDS[name]} {value}" for name, value in values.items())
        for side, values in sides.items()
    )
    fields = {f"{side}-{name}": value for side, values in sides.items() for name, value in values.items()}
    return Offer(text, json.dumps(fields))
