"""What is written in the cash of an evening."""

from django import forms
from django.utils.translation import gettext_lazy as _

from club.dues.forms import EurosField
from club.models import CashKind, Means
from tournaments.forms.asked import RequiredReasonForm

#: Written by hand; fees and dues have buttons of their own.
BY_HAND = (CashKind.OPENING, CashKind.OTHER_IN, CashKind.PRIZE, CashKind.OTHER_OUT)


def _means() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Come"), choices=Means.choices, initial=Means.CASH, required=False)


class KeptForm(forms.Form):
    """Any form of the cash: its key makes two clicks one."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_means(self) -> Means:
        """Cash where nothing is said."""
        return Means(self.cleaned_data["means"] or Means.CASH)


class CancelForm(KeptForm, RequiredReasonForm):
    """Why a line is taken back."""


class FeeForm(KeptForm):
    """What an entry pays."""

    cents = EurosField(label=_("Importo"))
    means = _means()
    reason = forms.CharField(label=_("Perché meno della quota"), max_length=300, required=False)


class DuesForm(KeptForm):
    """A member's dues, whole."""

    means = _means()


class LineForm(KeptForm):
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


class CountForm(KeptForm):
    """The drawer, counted."""

    counted = EurosField(label=_("Contanti contati"))
    note = forms.CharField(
        label=_("Perché non torna"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
        help_text=_("Solo se quello che hai contato è diverso da quello che dice la cassa."),
    )
