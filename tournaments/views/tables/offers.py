"""The nearest possible figures, as buttons that write them into the form."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.forms.deal import FiguresForm
from tournaments.forms.deal.columns import column_of
from tournaments.scores.shapes import FIGURE_HEADINGS

Figures = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Offer:
    """What the button says, and the fields that it writes, as JSON."""

    text: str
    fields: str


def offers(nearest: Iterable[Figures], form: FiguresForm) -> list[Offer]:
    """A button for each of the engine's nearest possible entries, saying only what changes from the form."""
    written = form.written()
    return [_offer(form, _changed(each, written)) for each in nearest]


def _changed(figures: Figures, written: Figures) -> Figures:
    return {
        side: {name: value for name, value in values.items() if written.get(side, {}).get(name) != value}
        for side, values in figures.items()
    }


def _offer(form: FiguresForm, changed: Figures) -> Offer:
    headings = {column.key: column.heading for column in form.columns}
    told = [
        f"{headings[column_of(form.place, side, form.facts())]}: "
        + ", ".join(f"{str(FIGURE_HEADINGS[name]).lower()} {value}" for name, value in values.items())
        for side, values in sorted(changed.items())
        if values
    ]
    return Offer(" · ".join(told), json.dumps(form.fields_of(changed)))
