"""The form of a match of which only the totals are known."""

from typing import Any, cast

from django import forms

from tournaments.models import Deal
from tournaments.results.scores.deal_schema import LARGEST_FIGURE
from tournaments.web.forms.deal.base import columns_of_sides
from tournaments.web.forms.deal.figures import NUMBER_ERRORS, FiguresForm


class WholeMatchForm(FiguresForm):
    """The points of every side in the whole match, in a field named `A-total`."""

    way = Deal.Way.MATCH

    def __init__(self, data: Any = None, **about: Any) -> None:
        super().__init__(data, **about)
        people = dict(about.get("people") or {})
        # A column for each side, even in games in which sides share a column in a deal.
        self.columns = columns_of_sides(self.place, people)
        self.fields = {name: self.fields[name] for name in ("key", "based_on", "after", "over", "reason")}
        least = -LARGEST_FIGURE if self.place.game.pays else 0
        for column in self.columns:
            self.fields[f"{column.key}-total"] = forms.IntegerField(
                required=False, min_value=least, max_value=LARGEST_FIGURE, error_messages=NUMBER_ERRORS
            )
        self.order_fields([f"{column.key}-total" for column in self.columns])

    @property
    def parts(self) -> tuple[str, ...]:
        return ("total",)

    @property
    def all_names(self) -> tuple[str, ...]:
        return ("total",)

    def facts(self) -> dict[str, object]:
        return {}

    def help_of(self, name: str) -> str:  # noqa: ARG002
        return ""

    def owner(self, column: str) -> str:
        return column

    def typed(self) -> dict[str, dict[str, int]]:
        """Returns nothing: totals that are still being typed are not judged."""
        return {}

    def written(self) -> dict[str, object]:
        totals = {column.key: cast(int, self.figure(column, "total")) for column in self.columns}
        return {"totals": totals}
