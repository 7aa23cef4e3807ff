"""The base of the forms of a deal, and the columns of its sheet.

A column stands for a side, or for a camp where sides share a pile for the deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import ScoringError
from tournaments.results.scores.deal_schema import DealPlace, facts_in, has_last_trick, owners, side_name
from tournaments.text.deal_terms import SIDE_NAMES

RELOAD = gettext_lazy("Ricarica la pagina e scrivi di nuovo.")


class DealForm(forms.Form):
    """The fields of every way of entering: facts of the game, last trick, key, version seen, reason.

    `people` are the names of the people on each side. Fields that the game does not ask for are removed.
    """

    way = ""

    soloist = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Scegli chi ha giocato da solo."),
            "invalid_choice": gettext_lazy("Scegli chi ha giocato da solo."),
        }
    )
    own = forms.BooleanField(required=False)
    partner = forms.ChoiceField(
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Scegli chi aveva il re chiamato, o nessuno.")},
    )
    last_trick = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
            "invalid_choice": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
        },
    )
    key = forms.UUIDField(required=False, error_messages={"invalid": RELOAD})
    based_on = forms.IntegerField(min_value=0, error_messages={"required": RELOAD, "invalid": RELOAD})
    # The key of an earlier form of this device, if this form corrects the deal that the earlier one sent. The
    # version stored with that key replaces `based_on`, because the device could not know it.
    after = forms.UUIDField(required=False)
    # The version that the user saw in a refusal and chose to replace.
    over = forms.IntegerField(required=False, min_value=0)
    reason = forms.CharField(
        required=False,
        max_length=300,
        error_messages={"max_length": gettext_lazy("Il motivo è troppo lungo: bastano 300 lettere.")},
    )

    def __init__(
        self,
        data: Any = None,
        *,
        place: DealPlace,
        people: Mapping[str, str] | None = None,
        initial: Mapping[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), prefix=prefix)
        self.place = place
        people = dict(people or {})
        self.columns = columns_of(place, people)
        #: The sides as headings name them.
        self.names = {side: side_name(place, side) for side in place.play.sides}
        if not place.play.of_pairs:
            self.names |= people
        self._remove_unused_fields(people)

    def _remove_unused_fields(self, names: Mapping[str, str]) -> None:
        """Removes the fields that the game does not ask for, and fills the choices of the others."""
        field_names = {*self.place.game.facts, *(["last_trick"] if has_last_trick(self.place.game) else [])}
        for name in {"soloist", "own", "partner", "last_trick"} - field_names:
            del self.fields[name]
        sides = [(side, names.get(side, side)) for side in self.place.sides]
        others = [each for each in sides if each[0] != self.place.dealer]
        choices = {
            "soloist": sides,
            "partner": [("", _("nessuno: il mazziere è solo")), *others],
            "last_trick": [(column.key, column.heading) for column in self.columns],
        }
        for name in choices.keys() & self.fields.keys():
            cast(forms.ChoiceField, self.fields[name]).choices = choices[name]

    @property
    def seen(self) -> int:
        """The stored version of the deal that this form replaces."""
        over = self.cleaned_data.get("over")
        return cast(int, self.cleaned_data["based_on"] if over is None else over)

    @property
    def follows(self) -> UUID | None:
        """The key of the earlier form that this one corrects; None if the user has since chosen a version."""
        return None if self.cleaned_data.get("over") is not None else self.cleaned_data["after"]

    def facts(self) -> dict[str, object]:
        """Returns the chosen facts of the game, under the names that `scores.enter` reads."""
        chosen = {name: self.cleaned_data.get(name) for name in self.place.game.facts}
        return {name: value for name, value in chosen.items() if value}

    def owner(self, column: str) -> str:
        """Returns the side behind a column; "" while the camps are not chosen."""
        return side_of(self.place, column, self.facts())

    def last_trick_side(self) -> dict[str, str]:
        """Returns the side of the last trick as `last_trick`; {} in games without it."""
        column = self.cleaned_data.get("last_trick")
        return {"last_trick": self.owner(column)} if column else {}

    def sentences(self) -> list[str]:
        """Returns a sentence for each thing that is missing or wrong, in the order of the page."""
        return [str(each) for errors in self.errors.values() for each in errors]

    def written(self) -> dict[str, object]:
        raise NotImplementedError


OWN, OTHERS = "own", "others"


@dataclass(frozen=True)
class Column:
    """A column: its key in field names, its heading, and the people under it."""

    key: str
    heading: str
    people: str = ""


def columns_of(place: DealPlace, people: Mapping[str, str]) -> list[Column]:
    """Returns the columns of a deal; `people` are the names of the sides."""
    if "soloist" in place.game.facts:
        return [Column(OWN, _("Da solo")), Column(OTHERS, _("Gli altri due"))]
    if "partner" in place.game.facts:
        dealer = people.get(place.dealer, "")
        return [Column(OWN, _("Mazziere e chiamato"), dealer), Column(OTHERS, _("Gli altri"))]
    return columns_of_sides(place, people)


def columns_of_sides(place: DealPlace, people: Mapping[str, str]) -> list[Column]:
    """Returns a column for each side; `people` are the names of the sides."""
    if place.play.of_pairs:
        return [Column(side, str(SIDE_NAMES[side]), people.get(side, "")) for side in place.sides]
    return [Column(side, people.get(side, side)) for side in place.sides]


def side_of(place: DealPlace, column: str, written: Mapping[str, Any]) -> str:
    """Returns the side that owns a column's figures; "" while the camps are not known."""
    if column not in (OWN, OTHERS):
        return column
    try:
        camps = owners(place, facts_in(place, written))
    except ScoringError:
        return ""
    own = camps[written.get("soloist") or place.dealer]
    return own if column == OWN else next(camp for camp in camps.values() if camp != own)


def column_of(place: DealPlace, side: str, written: Mapping[str, Any]) -> str:
    """Returns the column of that side's figures."""
    if place.game.camps is None:
        return side
    camps = owners(place, facts_in(place, written))
    return OWN if camps[side] == camps[written.get("soloist") or place.dealer] else OTHERS
