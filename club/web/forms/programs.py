"""The forms for other programs: tokens, by which they act here, and webhooks, which call them."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.accounts.tokens import Narrowing
from club.models import Club, Scope, User, WebhookEvent
from club.web.forms import DayField, rows_field


class TokenForm(forms.Form):
    """A token for a device or a program of the signed-in user."""

    name = forms.CharField(
        label=_("Dispositivo o programma"),
        max_length=60,
        help_text=_("Per riconoscerlo: «Tabellone in sala», «Copia della notte»."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Che cosa può fare"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Mai più di quello che puoi tu."),
    )
    club = forms.ModelChoiceField(
        label=_("Circolo"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("tutti quelli per cui lavori"),
    )
    ends_on = DayField(
        label=_("Ultimo giorno"),
        required=False,
        help_text=_("Senza, finisce dopo tre mesi che non si usa, e dopo un anno in ogni caso."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows_field(self, "club").queryset = Club.objects.filter(roles__user=user).distinct()

    @property
    def narrowing(self) -> Narrowing:
        """The limits that the valid form asks for; the last day is a whole one."""
        given = self.cleaned_data
        day = given["ends_on"]
        end = timezone.make_aware(datetime.combine(day, time.max)) if day else None
        return Narrowing(given["scopes"], given["club"], end)


class WantedEvents(forms.Form):
    """The events that are sent to a webhook."""

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
