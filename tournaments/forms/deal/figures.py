"""A smazzata by parts or by totals, as figures of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.deal.base import DealForm
from tournaments.models import Deal
from tournaments.scores.shapes import LARGEST_FIGURE, PARTS, SIDE_NAMES, SIDES

# The two sides always share these (Barilli 3.9), unless one took no trick: then the other has them all.
CARD_POINTS = 87

NUMBER_ERRORS = {
    "invalid": gettext_lazy("Scrivi un numero intero."),
    "min_value": gettext_lazy("Un punteggio non può essere negativo."),
    "max_value": gettext_lazy("È troppo: nessuna smazzata dà tanti punti."),
}


@dataclass(frozen=True)
class FigureRow:
    """A line of the sheet as typed: its name, a word of help, and the two sides' fields."""

    name: str
    help: str
    fields: tuple[forms.BoundField, ...]


ROWS = {
    "sequences": (gettext_lazy("Sequenze"), ""),
    "cricche": (gettext_lazy("Cricche"), ""),
    "card_points": (gettext_lazy("Scartini"), gettext_lazy("in due fanno 87")),
    "total": (gettext_lazy("Totale"), gettext_lazy("con l'ultima presa, senza accusi")),
    "declared": (gettext_lazy("Accusi"), gettext_lazy("mostrati in mano")),
}


class FiguresForm(DealForm):
    """Figures of both sides, in fields named `A-sequences`; those in `blank_is_zero` may stay empty."""

    names: tuple[str, ...] = ()
    blank_is_zero = frozenset({"sequences", "cricche", "declared"})

    def __init__(self, data: Any = None, *, dealer: str, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, dealer=dealer, initial=initial)
        for name in (*self.names, "declared"):
            for side in SIDES:
                self.fields[f"{side}-{name}"] = forms.IntegerField(
                    required=False, min_value=0, max_value=LARGEST_FIGURE, error_messages=NUMBER_ERRORS
                )
        self.order_fields([name for name in self.fields if "-" in name])

    def rows(self) -> list[FigureRow]:
        """The sheet's lines, in the order in which they are typed."""
        return [
            FigureRow(str(ROWS[name][0]), str(ROWS[name][1]), tuple(self[f"{side}-{name}"] for side in SIDES))
            for name in (*self.names, "declared")
        ]

    def figure(self, side: str, name: str) -> int | None:
        """What was written; 0 for a blank that means nothing was made; None for one that must be written."""
        value = self.cleaned_data.get(f"{side}-{name}")
        if value is None and name in self.blank_is_zero:
            return 0
        return cast("int | None", value)

    def typed(self) -> dict[str, dict[str, int]]:
        """The figures written so far, without declarations, a blank being any; empty when one is wrong."""
        if any("-" in name and self[name].value() for name in self.errors):
            return {}
        written = self.cleaned_data
        found = {
            side: {name: written[f"{side}-{name}"] for name in self.names if self._is_typed(side, name)}
            for side in SIDES
        }
        return {side: figures for side, figures in found.items() if figures}

    def _is_typed(self, side: str, name: str) -> bool:
        return self.cleaned_data.get(f"{side}-{name}") is not None

    def written(self) -> dict[str, Any]:
        return {
            "last_trick": self.cleaned_data["last_trick"],
            **{side: {name: self.figure(side, name) for name in (*self.names, "declared")} for side in SIDES},
        }

    def _require(self, name: str, sentence: str) -> None:
        for side in SIDES:
            field = f"{side}-{name}"
            if field not in self.errors and self.figure(side, name) is None:
                self.add_error(field, sentence % {"side": SIDE_NAMES[side]})


class PartsForm(FiguresForm):
    """Sequences, cricche, scartini and declarations of both sides; one side's scartini give the other's."""

    way = Deal.Way.PARTS
    names = PARTS

    def clean(self) -> dict[str, Any]:
        self._derive_card_points()
        self._require("card_points", _("Scrivi gli scartini di %(side)s."))
        return self.cleaned_data

    def _derive_card_points(self) -> None:
        a, b = (self.cleaned_data.get(f"{side}-card_points") for side in SIDES)
        if a is not None and b is None and a <= CARD_POINTS and "B-card_points" not in self.errors:
            self.cleaned_data["B-card_points"] = CARD_POINTS - a
        if b is not None and a is None and b <= CARD_POINTS and "A-card_points" not in self.errors:
            self.cleaned_data["A-card_points"] = CARD_POINTS - b


class TotalsForm(FiguresForm):
    """Each side's total without declarations, and its declarations."""

    way = Deal.Way.TOTALS
    names = ("total",)

    def clean(self) -> dict[str, Any]:
        self._require("total", _("Scrivi il totale di %(side)s."))
        return self.cleaned_data
