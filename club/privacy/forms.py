"""The forms of the privacy pages: they parse, the verbs decide."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from club.models import Consent, Guardian
from club.privacy.consents import WITHDRAWABLE, About, How, Standing
from club.privacy.retention import LONGEST, Rule
from club.register_forms import DayField

#: How a consent may be written by hand; what was there before this history is no way to give one.
WAYS = [(how.value, how.label) for how in How if how is not How.BEFORE]


class NoticeForm(forms.Form):
    """Both texts of a new version."""

    italian = forms.CharField(
        label=_("Testo italiano"),
        widget=forms.Textarea(attrs={"rows": 24}),
        help_text=_("«## » fa un titolo, «- » una voce d'elenco, una riga vuota un capoverso."),
    )
    english = forms.CharField(label=_("Testo inglese"), widget=forms.Textarea(attrs={"rows": 24}))
    based_on = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    key = forms.UUIDField(widget=forms.HiddenInput)


class ConsentForm(forms.Form):
    """What somebody says today, of each matter: a yes, a no, or nothing new."""

    on = DayField(label=_("Data"), help_text=_("Quella della firma, se c'è un foglio."))
    how = forms.ChoiceField(label=_("Come"), choices=WAYS)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, standing: list[Standing], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in standing:
            self.fields[one.about.value] = self._choice(one.about)
        self.order_fields([*(one.about.value for one in standing), "on", "how"])

    def _choice(self, about: Consent.About) -> forms.Field:
        if about not in WITHDRAWABLE:
            return forms.BooleanField(label=_("Ha letto l'informativa di quel giorno"), required=False)
        choices = [("", _("niente di nuovo")), ("yes", _("acconsente")), ("no", _("non acconsente"))]
        return forms.ChoiceField(
            label=capfirst(about.label), choices=choices, required=False, widget=forms.RadioSelect, initial=""
        )

    def said(self) -> dict[Consent.About, bool]:
        """What there is to write; a matter of which nothing is new is not there."""
        told = self.cleaned_data
        said = {about: told[about] == "yes" for about in WITHDRAWABLE if told[about]}
        return {**({About.NOTICE: True} if told[About.NOTICE] else {}), **said}


class GuardianForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who speaks for a minor."""

    class Meta:
        model = Guardian
        fields = ["name", "relation", "email", "phone"]

    def _post_clean(self) -> None:
        """The verb says what is missing, in its own words."""


class EraseForm(forms.Form):
    """The name typed again, and why."""

    typed = forms.CharField(
        label=_("Scrivi qui il nome della persona"),
        max_length=130,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Motivo"), max_length=300, help_text=_("Per esempio: lo ha chiesto per lettera il 3/4/2026.")
    )


class PeriodsForm(forms.Form):
    """How many months each kind of data is kept."""

    def __init__(self, *args: Any, periods: list[tuple[Rule, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for rule, months in periods:
            self.fields[rule.kind] = forms.IntegerField(
                label=str(rule.title),
                help_text=str(rule.reason),
                min_value=rule.least,
                max_value=LONGEST,
                initial=months,
            )
