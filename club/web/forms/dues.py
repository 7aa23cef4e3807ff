from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Category, Club, Means, MembershipYear
from club.money import amount
from club.web.forms import EurosField


def _date(label: Any, **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "class": "input"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **options)


class YearForm(forms.Form):
    """A year to open."""

    first = forms.IntegerField(
        label=_("Anno in cui comincia"), widget=forms.NumberInput(attrs={"class": "input"})
    )
    due_on = _date(_("Quote da pagare entro"), help_text=_("Dal giorno dopo, chi non ha pagato è moroso."))


class AmountsForm(forms.Form):
    """The amount of each category in a year."""

    def __init__(self, year: MembershipYear, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        known = dict(year.amounts.values_list("category_id", "cents"))
        for category in Category.objects.filter(club=year.club_id):
            cents = known.get(category.pk)
            self.fields[f"category-{category.pk}"] = EurosField(
                label=category.name, required=False, initial="" if cents is None else amount(cents)
            )

    def cents(self) -> dict[int, int | None]:
        """The amounts by the category's id."""
        return {int(name.partition("-")[2]): cents for name, cents in self.cleaned_data.items()}


class PaymentForm(forms.Form):
    """How and when the dues were paid."""

    means = forms.ChoiceField(label=_("Pagata"), choices=Means.choices, widget=forms.RadioSelect)
    paid_on = _date(_("Il giorno"))
    key = forms.UUIDField(widget=forms.HiddenInput)


class NotPaidForm(forms.Form):
    """Why dues marked as paid before this register are owed after all."""

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
    """The association as receipts describe it."""

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
