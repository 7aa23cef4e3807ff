"""Forms of an evening's cash."""

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import CashKind, Means
from club.web.forms import EurosField
from tournaments.web.forms.reasons import RequiredReasonForm

#: Kinds of lines written by hand; fees and dues have their own buttons.
BY_HAND = (CashKind.OPENING, CashKind.OTHER_IN, CashKind.PRIZE, CashKind.OTHER_OUT)


def _means() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Come"), choices=Means.choices, initial=Means.CASH, required=False)


class KeyedForm(forms.Form):
    """The base of the cash forms: sending a form twice has one effect, by its `key`."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_means(self) -> Means:
        """Defaults to cash."""
        return Means(self.cleaned_data["means"] or Means.CASH)


class CancelForm(KeyedForm, RequiredReasonForm):
    """The reason for cancelling a line."""


class FeeForm(KeyedForm):
    """The fee that an entry pays."""

    cents = EurosField(label=_("Importo"))
    means = _means()
    reason = forms.CharField(label=_("Perché meno della quota"), max_length=300, required=False)


class DuesForm(KeyedForm):
    """How a member pays dues, always in full."""

    means = _means()


class LineForm(KeyedForm):
    """A line written by hand."""

    kind = forms.ChoiceField(label=_("Che cosa"), choices=[(kind, kind.label) for kind in BY_HAND])
    cents = EurosField(label=_("Importo"))
    cause = forms.CharField(
        label=_("Per che cosa"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
        help_text=_("Senza nomi di persone, se si può: la riga resta per sempre."),
    )
    means = _means()

    def clean_kind(self) -> CashKind:
        return CashKind(self.cleaned_data["kind"])


class CountForm(KeyedForm):
    """The count of the drawer."""

    counted = EurosField(label=_("Contanti contati"))
    note = forms.CharField(
        label=_("Perché non torna"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
        help_text=_("Solo se quello che hai contato è diverso da quello che dice la cassa."),
    )
