"""Forms of a season and of the ratings' settings; services store them."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.seasons import CRITERIA, USUAL_CRITERIA, USUAL_PLACE_POINTS
from tournaments.models import ClubRatings, Season, Tournament
from tournaments.seasons.season_service import CHANGEABLE

MOST_PLACES, MOST_POINTS, MOST_EVENINGS = 100, 10_000, 400
WEIGHTS = [
    (0, gettext_lazy("non conta")),
    (1, gettext_lazy("conta")),
    (2, gettext_lazy("vale doppio")),
    (3, gettext_lazy("vale triplo")),
    (4, gettext_lazy("vale per quattro")),
    (5, gettext_lazy("vale per cinque")),
]


class PlacePoints(forms.CharField):
    """The points of the first places, separated by spaces: "20 17 15"."""

    def to_python(self, value: Any) -> Any:
        words = (super().to_python(value) or "").replace(",", " ").replace(";", " ").split()
        if len(words) > MOST_PLACES or not all(word.isascii() and word.isdecimal() for word in words):
            raise ValidationError(_("Scrivi numeri interi separati da spazi, dal primo posto in giù."))
        points = [int(word[:9]) for word in words]
        if any(each > MOST_POINTS for each in points):
            raise ValidationError(_("Un posto dà al massimo 10000 punti: correggi il numero più grande."))
        return points


class SeasonForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """The settings of a season. Never saved: `season_fields` go to `season_service.create` and `change`."""

    place_points = PlacePoints(
        label=gettext_lazy("Punti dei primi posti"),
        initial=" ".join(map(str, USUAL_PLACE_POINTS)),
        required=False,
        help_text=gettext_lazy(
            "Dal primo in giù, separati da spazi. Chi divide un posto ha i punti di quel posto."
        ),
    )
    presence_points = forms.IntegerField(
        label=gettext_lazy("Punti di tutti gli altri posti"), min_value=0, max_value=MOST_POINTS, initial=1
    )
    best_of = forms.IntegerField(
        label=gettext_lazy("Quanti risultati contano"),
        min_value=1,
        max_value=MOST_EVENINGS,
        required=False,
        help_text=gettext_lazy("I migliori di ognuno; vuoto per contarli tutti."),
    )
    min_evenings = forms.IntegerField(
        label=gettext_lazy("Serate per entrare in classifica"),
        min_value=1,
        max_value=MOST_EVENINGS,
        initial=1,
    )
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Quanti vanno alla finale"), min_value=2, max_value=200, initial=8
    )

    class Meta:
        model = Season
        fields = [name for name in CHANGEABLE if name != "criteria"]
        labels = {
            "name": gettext_lazy("Nome"),
            "from_day": gettext_lazy("Dal"),
            "to_day": gettext_lazy("Al"),
            "ranks": gettext_lazy("Classifica"),
            "counted_by": gettext_lazy("Ogni serata dà"),
            "among": gettext_lazy("In classifica"),
            "shares_evenings": gettext_lazy("Prende anche serate che contano per un'altra stagione"),
        }
        widgets = {
            name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
            for name in ("from_day", "to_day")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.instance.criteria
        for at in range(3):
            self.fields[f"criterion_{at}"] = forms.ChoiceField(
                label=_("A pari punti, spareggio %(number)s") % {"number": at + 1},
                choices=[("", _("nessuno")), *((each.key, _(each.name)) for each in CRITERIA.values())],
                initial=chosen[at] if at < len(chosen) else "",
                required=False,
            )
        if self.instance.pk:
            self.initial["place_points"] = " ".join(map(str, self.instance.place_points))

    def _post_clean(self) -> None:
        """Does nothing: the services refuse impossible values, and the instance stays as stored."""

    def season_fields(self) -> dict[str, object]:
        """Returns the fields as arguments of the services."""
        given = {name: self.cleaned_data[name] for name in self.Meta.fields}
        chosen = [self.cleaned_data[f"criterion_{at}"] for at in range(3)]
        return {**given, "criteria": [key for key in chosen if key]}


class NewSeasonForm(SeasonForm):
    all_evenings = forms.BooleanField(
        label=gettext_lazy("Comincia con tutte le serate di queste date che non contano per un'altra"),
        required=False,
        initial=True,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)


class SeasonSettingsForm(SeasonForm):
    """The settings of an existing season, and the weight of each evening that it may include."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, evenings: Iterable[Tournament], weights: dict[str, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = self.instance.version
        self.evenings = list(evenings)
        for tournament in self.evenings:
            self.fields[f"evening_{tournament.code}"] = forms.TypedChoiceField(
                label=tournament.name,
                choices=WEIGHTS,
                coerce=int,
                initial=weights.get(tournament.code, 0),
                required=False,
            )

    def rule_fields(self) -> list[forms.BoundField]:
        """Returns the visible fields except those of evenings."""
        return [field for field in self.visible_fields() if not field.name.startswith("evening_")]

    def evening_fields(self) -> list[tuple[Tournament, forms.BoundField]]:
        return [(each, self[f"evening_{each.code}"]) for each in self.evenings]

    def weights(self) -> dict[str, int]:
        """Returns the weight of each evening that counts, by code."""
        chosen = {each.code: self.cleaned_data[f"evening_{each.code}"] for each in self.evenings}
        return {code: int(weight) for code, weight in chosen.items() if weight}


class FinalForm(forms.Form):
    """Name and date of the final."""

    name = forms.CharField(label=gettext_lazy("Nome"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Data"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class RatingSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """The number of matches that make a rating definitive, and the days after which a player is inactive."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = ClubRatings
        fields = ["inactive_days", "provisional_matches"]
        labels = {
            "inactive_days": gettext_lazy("Dopo quanti giorni senza giocare si è inattivi"),
            "provisional_matches": gettext_lazy("Prima di quante partite il punteggio è provvisorio"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = self.instance.version

    def _post_clean(self) -> None:
        """Does nothing: the service refuses impossible values, and the instance stays as stored."""


def usual_season() -> dict[str, object]:
    """Returns the defaults of a new season: from September to June (FIELD, The club)."""
    today = timezone.localdate()
    first = today.year if today.month >= 7 else today.year - 1
    return {
        "name": _("Classifica sociale %(years)s") % {"years": f"{first}–{first + 1}"},
        "from_day": today.replace(year=first, month=9, day=1),
        "to_day": today.replace(year=first + 1, month=6, day=30),
        "criteria": list(USUAL_CRITERIA),
    }
