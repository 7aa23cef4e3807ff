"""The forms of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import WebhookEvent


class EventsForm(forms.Form):
    """The events of a webhook, and whether it is on."""

    events = forms.MultipleChoiceField(
        label=_("Che cosa gli si dice"),
        choices=WebhookEvent.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    is_active = forms.BooleanField(label=_("Acceso"), required=False)


class WebhookForm(forms.Form):
    """A new webhook."""

    url = forms.URLField(
        label=_("Indirizzo"),
        max_length=500,
        assume_scheme="https",
        help_text=_("Di un programma che prende richieste POST: https://www.esempio.it/criccone"),
        widget=forms.URLInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Che cosa gli si dice"),
        choices=WebhookEvent.choices,
        widget=forms.CheckboxSelectMultiple,
    )
