"""Forms of the referee: rulings, articles of the catalogue, withdrawals and substitutions at a table."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from tournaments import queries
from tournaments.entries.guests import Guest
from tournaments.models import OF_DEALS, Article, Match, RulingEffect
from tournaments.results.rulings import MOST_ASSIGNED, RulingRequest
from tournaments.web.forms.reasons import RequiredReasonForm


def side_entry_key(side: str, number: int) -> str:
    """Returns a key that names one of the two players of a side by the number of the entry: "A7"."""
    return f"{side}{number}"


def side_and_entry(key: str) -> tuple[str, int | None]:
    """Returns the side of such a key, and the number of the entry if it names one."""
    return key[:1], int(key[1:]) if key[1:] else None


class ArticleSelect(forms.Select):
    """Marks each option with the effect of its article, so that the page shows only the fields it needs."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        article = getattr(value, "instance", None)
        if article is not None:
            on = "deal" if article.effect in OF_DEALS else article.effect
            option["attrs"]["data-on"] = on
        return option


class ArticleField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable when run
    widget = ArticleSelect

    def label_from_instance(self, article: Any) -> str:
        return f"{article} ({article.get_effect_display()})"


class RulingForm(RequiredReasonForm):
    """A ruling: its article, side, deal, points and reason."""

    article = ArticleField(queryset=Article.objects.none(), label=_("Articolo"), empty_label=None)
    side = forms.ChoiceField(label=_("A chi"), widget=forms.RadioSelect)
    deal = forms.TypedChoiceField(
        choices=[], coerce=int, empty_value=None, required=False, label=_("Smazzata")
    )

    def __init__(
        self,
        data: Any,
        *,
        club: Club,
        sides: dict[str, str],
        deals: list[int],
        players: dict[str, str],
        initial: Any = None,
    ) -> None:
        """`players` are the players who may get a ruling without their partner, by `side_entry_key`."""
        super().__init__(data, initial=initial)
        articles = cast("forms.ModelChoiceField[Article]", self.fields["article"])
        articles.queryset = club.articles.filter(retired=False)
        cast(forms.ChoiceField, self.fields["side"]).choices = [*sides.items(), *players.items()]
        self.points = {side: f"assigned-{side}" for side in sides}
        for side, field in self.points.items():
            label = gettext("Punti assegnati: %(side)s") % {"side": sides[side]}
            self.fields[field] = forms.IntegerField(
                min_value=-MOST_ASSIGNED, max_value=MOST_ASSIGNED, required=False, label=label
            )
        self.order_fields(["article", "side", "deal", *self.points.values(), "reason"])
        numbers = [(str(number), str(number)) for number in deals]
        whole_match = ("", _("nessuna: tutta la partita"))
        cast(forms.ChoiceField, self.fields["deal"]).choices = [whole_match, *numbers]

    def clean(self) -> dict[str, object]:
        given = super().clean() or self.cleaned_data
        article = given.get("article")
        if article is not None and article.effect in OF_DEALS and not given.get("deal"):
            self.add_error("deal", _("Questo articolo è su una smazzata: scegli quale."))
        if article is not None and article.effect == RulingEffect.ASSIGNED:
            for name in self.points.values():
                if given.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Scrivi i punti che assegni."))
        return given

    def ruling_request(self) -> RulingRequest:
        """Returns the ruling. The form must be valid."""
        given = self.cleaned_data
        points = {side: given[field] for side, field in self.points.items()}
        article = given["article"]
        side, entry = side_and_entry(given["side"])
        return RulingRequest(
            article,
            side,
            given["deal"] if article.effect in OF_DEALS else None,
            points if article.effect == RulingEffect.ASSIGNED else None,
            entry,
        )


class ArticleForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """A new article of the club's catalogue."""

    class Meta:
        model = Article
        fields = ["code", "title", "effect", "points", "late_step", "late_within"]
        labels = {
            "code": _("Articolo"),
            "title": _("Che cosa è punito"),
            "effect": _("Effetto"),
            "points": _("Punti"),
            "late_step": _("Gradino del ritardo"),
            "late_within": _("Il ritardo si conta"),
        }
        help_texts = {
            "points": _("Per i punti in meno, e per ogni seconda ammonizione."),
            "late_step": _("1 per il primo ritardo, 2 per il secondo… Vuoto se non è per i ritardi."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["late_within"].required = False

    def clean_late_within(self) -> str:
        """Defaults to the evening."""
        return self.cleaned_data["late_within"] or Article.Within.EVENING

    def _post_clean(self) -> None:
        """Does nothing: the service refuses impossible values, and the instance stays as it is."""


class WithdrawalForm(RequiredReasonForm):
    """A withdrawal: the entry, and the reason."""

    side = forms.ChoiceField(label=_("Chi si ritira?"), widget=forms.RadioSelect)
    field_order = ("side", "reason")

    def __init__(self, data: Any, *, sides: dict[str, str]) -> None:
        super().__init__(data)
        cast(forms.ChoiceField, self.fields["side"]).choices = list(sides.items())


class SubstitutionForm(RequiredReasonForm):
    """A substitution: the seat that a player leaves; the substitute, a person of the club or a guest."""

    position = forms.ChoiceField(choices=[], label=_("Chi lascia il posto?"), widget=forms.RadioSelect)
    person = forms.ModelChoiceField(
        queryset=Person.objects.none(),
        required=False,
        label=_("Chi si siede, fra le persone del circolo"),
        empty_label=_("un ospite, scritto qui sotto"),
    )
    last_name = forms.CharField(max_length=60, required=False, label=_("Cognome dell'ospite"))
    first_name = forms.CharField(max_length=60, required=False, label=_("Nome dell'ospite"))
    field_order = ("position", "person", "last_name", "first_name", "reason")

    def __init__(self, data: Any, *, match: Match, seats: dict[str, str]) -> None:
        super().__init__(data)
        cast(forms.ChoiceField, self.fields["position"]).choices = list(seats.items())
        people = cast("forms.ModelChoiceField[Person]", self.fields["person"])
        free = queries.people_free_to_sit_in(match.round)
        # If the chosen person has sat down at a table meanwhile, the service refuses with the reason.
        people.queryset = Person.objects.filter(club=match.round.tournament.club, erased_number=None)
        people.choices = [("", people.empty_label), *((person.pk, str(person)) for person in free)]

    def clean(self) -> dict[str, object]:
        given = super().clean() or self.cleaned_data
        if not given.get("person") and not given.get("last_name") and "person" not in self.errors:
            self.add_error("person", _("Scegli chi si siede, o scrivi il cognome di un ospite."))
        if given.get("person") and given.get("last_name"):
            self.add_error("person", _("Scegli una persona del circolo o scrivi un ospite: non tutti e due."))
        return given

    def substitute(self) -> Person | Guest:
        """Returns the substitute. The form must be valid."""
        given = self.cleaned_data
        person: Person | None = given["person"]
        return person or Guest(given["last_name"], given["first_name"])
