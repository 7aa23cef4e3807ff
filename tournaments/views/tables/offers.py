"""The nearest possible figures, as buttons that write them into the form."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from tournaments.scores.shapes import SIDE_NAMES

Figures = Mapping[str, Mapping[str, int]]

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


def offers(nearest: Iterable[Figures], typed: Figures) -> list[Offer]:
    """A button for each of the engine's nearest possible entries, saying only what changes from `typed`."""
    return [_offer(each, typed) for each in nearest]


def _offer(figures: Figures, typed: Figures) -> Offer:
    changed = {
        side: {name: value for name, value in figures[side].items() if typed.get(side, {}).get(name) != value}
        for side in SIDE_NAMES
        if side in figures
    }
    text = " · ".join(
        f"{SIDE_NAMES[side]}: " + ", ".join(f"{WORDS[name]} {value}" for name, value in values.items())
        for side, values in changed.items()
        if values
    )
    fields = {f"{side}-{name}": value for side, values in changed.items() for name, value in values.items()}
    return Offer(text, json.dumps(fields))
