"""The forms of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import WebhookEvent


class WantedEvents(forms.Form):
    """The events of which a webhook is told."""

    events = forms.MultipleChoiceField(
        label=_("Che cosa gli si dice"),
        choices=WebhookEvent.choices,
        widget=forms.CheckboxSelectMultiple,
    )


class EventsForm(WantedEvents):
    """The events of a webhook, and whether it is on."""

    is_active = forms.BooleanField(label=_("Acceso"), required=False)


class WebhookForm(WantedEvents):
    """A new webhook."""

    field_order = ["url", "events"]
    url = forms.URLField(
        label=_("Indirizzo"),
        max_length=500,
        assume_scheme="https",
        help_text=_("Di un programma che prende richieste POST: https://www.esempio.it/criccone"),
        widget=forms.URLInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
