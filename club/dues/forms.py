from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Category, Club, Means, MembershipYear
from club.money import cents_of, told


class EurosField(forms.CharField):
    """An amount as people write it, cleaned to cents; None when left empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=14,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "input", "autocomplete": "off"}),
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        """Cents as euros; what was typed stays as it was typed."""
        return told(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        written = super().clean(value)
        if not written.strip():
            return None
        cents = cents_of(written)
        if cents is None:
            raise forms.ValidationError(_("Scrivi un importo in euro, per esempio 25 oppure 25,50."))
        return cents


def _date(label: Any, **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "class": "input"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **options)


class YearForm(forms.Form):
    """A year to be opened."""

    first = forms.IntegerField(
        label=_("Anno in cui comincia"), widget=forms.NumberInput(attrs={"class": "input"})
    )
    due_on = _date(_("Quote da pagare entro"), help_text=_("Dal giorno dopo, chi non ha pagato è moroso."))


class AmountsForm(forms.Form):
    """What each category pays in a year."""

    def __init__(self, year: MembershipYear, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        known = dict(year.amounts.values_list("category_id", "cents"))
        for category in Category.objects.filter(club=year.club_id):
            cents = known.get(category.pk)
            self.fields[f"category-{category.pk}"] = EurosField(
                label=category.name, required=False, initial="" if cents is None else told(cents)
            )

    def cents(self) -> dict[int, int | None]:
        """By the category's id."""
        return {int(name.partition("-")[2]): cents for name, cents in self.cleaned_data.items()}


class PaymentForm(forms.Form):
    """How and when the dues were paid."""

    means = forms.ChoiceField(label=_("Pagata"), choices=Means.choices, widget=forms.RadioSelect)
    paid_on = _date(_("Il giorno"))
    key = forms.UUIDField(widget=forms.HiddenInput)


class NotPaidForm(forms.Form):
    """Why dues written as paid before this register are owed after all."""

    reason = forms.CharField(
        label=_("Perché non risulta pagata"),
        max_length=300,
        widget=forms.TextInput(attrs={"class": "input"}),
    )


class CancellationForm(forms.Form):
    """Why a receipt is cancelled."""

    reason = forms.CharField(
        label=_("Perché si annulla"),
        max_length=300,
        widget=forms.TextInput(attrs={"class": "input"}),
        error_messages={"required": _("Scrivi perché annulli la ricevuta.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class AssociationForm(forms.ModelForm):  # type: ignore[type-arg]
    """What receipts say of the association."""

    class Meta:
        model = Club
        fields = ["address", "city", "fiscal_code", "stamp_duty", "year_start"]
        help_texts = {
            "address": _("Via e numero, CAP e comune: come vanno sulla ricevuta."),
            "stamp_duty": _(
                "Quale caso è il vostro, e se limite e importo sono ancora questi, lo dice il "
                "commercialista: la nota va su ogni ricevuta."
            ),
            "year_start": _("Vale per gli anni che apri da ora in poi."),
        }
        widgets = {"stamp_duty": forms.RadioSelect, "year_start": forms.RadioSelect}
