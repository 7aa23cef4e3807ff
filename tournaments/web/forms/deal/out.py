"""The form of a deal that ends the match because somebody called out (*chiamarsi fuori*, *fuori*)."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Deal
from tournaments.results.scores.deal_schema import LARGEST_FIGURE
from tournaments.web.forms.deal.base import Column, DealForm
from tournaments.web.forms.deal.figures import NUMBER_ERRORS

WHO = gettext_lazy("Scegli chi si è chiamato fuori.")


class OutForm(DealForm):
    """The player who called out and the declarations; at scopone the side, and the points of both sides."""

    way = Deal.Way.OUT

    caller = forms.ChoiceField(error_messages={"required": WHO, "invalid_choice": WHO})
    declarations = forms.JSONField(
        required=False,
        error_messages={"invalid": gettext_lazy("Gli accusi non si leggono: scrivili di nuovo.")},
    )

    field_order = ["caller", "declarations"]

    def __init__(self, data: Any = None, **about: Any) -> None:
        super().__init__(data, **about)
        self.fields.pop("last_trick", None)
        play = self.place.play
        if self.by_cards:
            people: Mapping[str, str] = about.get("people") or {}
            choices = [(player, people.get(player[0], "")) for player in play.players]
        else:
            del self.fields["declarations"]
            choices = [(column.key, column.heading) for column in self.columns]
            for column in self.columns:
                self.fields[f"{column.key}-points"] = forms.IntegerField(
                    min_value=0, max_value=LARGEST_FIGURE, error_messages=NUMBER_ERRORS
                )
        cast(forms.ChoiceField, self.fields["caller"]).choices = choices

    @property
    def by_cards(self) -> bool:
        """Whether combinations shown in hand end the match; else a claim on the points of the deal."""
        return self.place.game.calling_out is not None

    def points_fields(self) -> list[tuple[Column, forms.BoundField]]:
        """Returns the field of each side's points."""
        return [(column, self[f"{column.key}-points"]) for column in self.columns]

    def written(self) -> dict[str, object]:
        given = self.cleaned_data
        if self.by_cards:
            return {"player": given["caller"], "declarations": given["declarations"] or []}
        points = {column.key: given[f"{column.key}-points"] for column in self.columns}
        return {"side": given["caller"], "points": points}


def initial_out(entered: Mapping[str, Any]) -> dict[str, object]:
    """Returns a stored call as initial values."""
    if "player" in entered:
        return {"caller": entered["player"], "declarations": entered["declarations"]}
    points = {f"{side}-points": points for side, points in entered["points"].items()}
    return {"caller": entered["side"], **points}
