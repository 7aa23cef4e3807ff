"""What every way of writing a smazzata asks: the last trick, the device's key, the version seen, a reason."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.deal.columns import columns_of, side_of
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import has_last_trick, side_name

RELOAD = gettext_lazy("Ricarica la pagina e scrivi di nuovo.")


class DealForm(forms.Form):
    """What every way has: the last trick, the device's key, the version seen, the reason of a correction.

    `people` are the names of those on each side. A game without one of the fields has no such field.
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
    # The key of this device's own writing that this one corrects, sent before it: its version replaces
    # `based_on`, which the device could not know yet.
    after = forms.UUIDField(required=False)
    # The version that the writer has now seen and chosen to replace.
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
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.place = place
        people = dict(people or {})
        self.columns = columns_of(place, people)
        #: The sides as headings name them.
        self.names = {side: side_name(place, side) for side in place.play.sides}
        if not place.play.of_pairs:
            self.names |= people
        self._only_what_the_game_asks(people)

    def _only_what_the_game_asks(self, names: Mapping[str, str]) -> None:
        asked = {*self.place.game.facts, *(["last_trick"] if has_last_trick(self.place.game) else [])}
        for name in {"soloist", "own", "partner", "last_trick"} - asked:
            del self.fields[name]
        sides = [(side, names.get(side, side)) for side in self.place.sides]
        others = [each for each in sides if each[0] != self.place.dealer]
        choices = {
            "soloist": sides,
            "partner": [("", _("nessuno: il mazziere è solo")), *others],
            "last_trick": [(column.key, column.heading) for column in self.columns],
        }
        for name in choices.keys() & self.fields.keys():
            self.fields[name].choices = choices[name]  # type: ignore[attr-defined]

    @property
    def dealer(self) -> str:
        """The side that deals."""
        return self.place.dealer

    @property
    def seen(self) -> int:
        """The version this writing replaces."""
        over = self.cleaned_data.get("over")
        return cast(int, self.cleaned_data["based_on"] if over is None else over)

    @property
    def follows(self) -> UUID | None:
        """The key of the writing that this one corrects, unless the writer has named a version since."""
        return None if self.cleaned_data.get("over") is not None else self.cleaned_data["after"]

    def facts(self) -> dict[str, Any]:
        """What was chosen besides figures, as far as it was; `scores.enter` reads it under these names."""
        chosen = {name: self.cleaned_data.get(name) for name in self.place.game.facts}
        return {name: value for name, value in chosen.items() if value}

    def owner(self, column: str) -> str:
        """The side behind a column; "" while it is not told who plays with whom."""
        return side_of(self.place, column, self.facts())

    def last_trick_side(self) -> dict[str, str]:
        """Whose the last trick was, where that counts."""
        said = self.cleaned_data.get("last_trick")
        return {"last_trick": self.owner(said)} if said else {}

    def sentences(self) -> list[str]:
        """What is missing or wrong, each a sentence, in the order of the page."""
        return [str(each) for errors in self.errors.values() for each in errors]

    def written(self) -> dict[str, Any]:
        raise NotImplementedError
