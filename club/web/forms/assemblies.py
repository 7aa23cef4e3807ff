"""The forms of assemblies: the call and its agenda, the statute's rules, deliveries, and the minutes."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Assembly, Quorum, VotingRules
from club.web.forms import DayField, TimeField


class AssemblyForm(forms.Form):
    """An assembly to be called, or changed."""

    title = forms.CharField(
        label=_("Titolo"), max_length=120, widget=forms.TextInput(attrs={"class": "input"})
    )
    place = forms.CharField(
        label=_("Luogo"), max_length=160, widget=forms.TextInput(attrs={"class": "input"})
    )
    first_day = DayField(label=_("Prima convocazione"))
    first_time = TimeField(label=_("Alle ore"))
    second_day = DayField(
        label=_("Seconda convocazione"),
        required=False,
        help_text=_("Vuoto se non c'è una seconda convocazione."),
    )
    second_time = TimeField(label=_("Alle ore"), required=False)
    agenda = forms.CharField(
        label=_("Ordine del giorno"),
        max_length=4000,
        help_text=_("Un punto per riga: i numeri si mettono da soli."),
        widget=forms.Textarea(attrs={"class": "input", "rows": 6}),
    )
    first_quorum = forms.ChoiceField(
        label=_("Quanti bastano in prima convocazione"),
        choices=Quorum.choices,
        help_text=_(
            "Fra chi ha diritto di voto, di persona o per delega. Per cambiare lo statuto ne servono di più."
        ),
    )
    second_quorum = forms.ChoiceField(label=_("Quanti bastano in seconda"), choices=Quorum.choices)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("second_day")) != bool(cleaned.get("second_time")) and not (
            {"second_day", "second_time"} & self.errors.keys()
        ):
            self.add_error("second_time", _("Della seconda convocazione servono il giorno e l'ora."))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The columns of the assembly."""
        cleaned = self.cleaned_data
        names = ("title", "place", "agenda", "first_quorum", "second_quorum")
        return {
            **{name: cleaned[name].replace("\r\n", "\n").strip() for name in names},
            "first_call_at": self._at("first"),
            "second_call_at": self._at("second"),
        }

    def _at(self, call: str) -> datetime | None:
        day, hour = self.cleaned_data[f"{call}_day"], self.cleaned_data[f"{call}_time"]
        return timezone.make_aware(datetime.combine(day, hour)) if day and hour else None


def known_values(assembly: Assembly) -> dict[str, object]:
    """The assembly as the form shows it."""
    first = timezone.localtime(assembly.first_call_at)
    second = timezone.localtime(assembly.second_call_at) if assembly.second_call_at else None
    names = ("title", "place", "agenda", "first_quorum", "second_quorum", "version")
    return {
        **{name: getattr(assembly, name) for name in names},
        "first_day": first.date(),
        "first_time": first.time(),
        "second_day": second.date() if second else None,
        "second_time": second.time() if second else None,
    }


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The statute's rules of votes, proxies and quorums."""

    class Meta:
        model = VotingRules
        fields = [
            "months",
            "minors",
            "must_have_paid",
            "proxies",
            "first_quorum",
            "second_quorum",
            "notice_days",
        ]
        widgets = {
            "minors": forms.RadioSelect,
            "months": forms.NumberInput(attrs={"class": "input", "min": 0, "max": 36}),
            "proxies": forms.NumberInput(attrs={"class": "input", "min": 0, "max": 20}),
            "notice_days": forms.NumberInput(attrs={"class": "input", "min": 0, "max": 90}),
        }
        help_texts = {
            "months": _("Tre, se lo statuto non dice altro (art. 24 c. 1 CTS); 0 per votare da subito."),
            "proxies": _(
                "Vuoto: tre, o cinque da 500 soci in su (art. 24 c. 3 CTS); 0 se lo statuto le vieta."
            ),
            "first_quorum": _("Di persona o per delega, fra chi ha diritto di voto."),
            "notice_days": _("Se la convocazione parte più tardi, la pagina lo dice."),
        }


class DeliveryForm(forms.Form):
    """When and how letters on paper left."""

    on = DayField(label=_("Partite il"))
    how = forms.CharField(
        label=_("Come"),
        max_length=80,
        help_text=_("Per esempio «a mano», «posta ordinaria», «raccomandata»."),
        widget=forms.TextInput(attrs={"class": "input", "list": "deliveries"}),
    )


class MinutesForm(forms.Form):
    """The text of the minutes."""

    text = forms.CharField(
        label=_("Verbale"), widget=forms.Textarea(attrs={"class": "input", "rows": 28}), max_length=70_000
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class ApprovalForm(forms.Form):
    """The day on which the minutes were approved."""

    prefix = "approve"
    on = DayField(label=_("Approvato il"))
    version = forms.IntegerField(widget=forms.HiddenInput)
