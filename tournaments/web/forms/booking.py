"""Forms of bookings: for players on a phone, for the desk, and the club's rules."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club import person_names
from club.presentation import PHONE
from club.web.forms import choice_field
from tournaments.entries.bookings import places
from tournaments.entries.bookings.requests import BookingRequest, Player
from tournaments.entries.bookings.terms import PrivacyNotice
from tournaments.models import CalendarRules, Tournament

#: The longest message to another player without a partner.
LONGEST = 300
#: The fields that the form of an individual event lacks.
PAIR_FIELDS = ("looks_for_partner", "is_named_to_others", "partner_last_name", "partner_first_name")


class NameField(forms.CharField):
    """A first or last name, with its spaces and capitals tidied."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if name and (problem := person_names.problem(name)):
            raise ValidationError(problem)
        return person_names.tidy(name)


class PartnerForm(forms.Form):
    """The partner's name, for a player who has found a partner or changes partner."""

    partner_last_name = NameField(label=_("Cognome del compagno"))
    partner_first_name = NameField(label=_("Nome del compagno"))

    def player(self) -> Player:
        return Player(self.cleaned_data["partner_last_name"], self.cleaned_data["partner_first_name"])


class BookingForm(forms.Form):
    """Names, address and consents of a booking; the player names a partner or looks for one."""

    last_name = NameField(label=_("Cognome"))
    first_name = NameField(label=pgettext_lazy("di battesimo", "Nome"))
    team = forms.TypedChoiceField(
        label=_("Squadra"), coerce=int, empty_value=None, widget=forms.RadioSelect, choices=[]
    )
    looks_for_partner = forms.BooleanField(label=_("Non ho un compagno: ne cerco uno"), required=False)
    is_named_to_others = forms.BooleanField(
        label=_("Il mio nome si può leggere fra chi cerca un compagno"),
        required=False,
        help_text=_("Se no, si legge soltanto quanti cercano. L'indirizzo non lo vede mai nessuno."),
    )
    partner_last_name = NameField(label=_("Cognome del compagno"), required=False)
    partner_first_name = NameField(label=_("Nome del compagno"), required=False)
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        help_text=_("Ti scriviamo qui per confermare: l'iscrizione vale quando confermi dal messaggio."),
    )
    phone = forms.CharField(label=_("Telefono (se vuoi)"), max_length=30, required=False)
    consents_to_name = forms.BooleanField(
        label=_("Il mio nome si può leggere nei risultati pubblici"),
        required=False,
        help_text=_("Vale per te; al compagno lo chiediamo al banco."),
    )
    accepts_notice = forms.BooleanField(
        label=_("Ho letto l'informativa qui sotto e acconsento all'uso del mio indirizzo per questa serata"),
        error_messages={"required": _("Senza il consenso non possiamo scriverti: spunta la casella.")},
    )
    #: The mark of the notice on the page; if the notice has changed, the player must accept it again.
    informed_by = forms.CharField(required=False, widget=forms.HiddenInput)
    #: A hidden field (honeypot): a person leaves it empty, a robot fills every field of a page.
    website = forms.CharField(required=False)

    outdated = _(
        "L'informativa è cambiata mentre scrivevi: rileggila qui sotto e spunta di nuovo la casella."
    )

    def __init__(
        self,
        data: Any = None,
        *,
        tournament: Tournament,
        informed: PrivacyNotice,
        takes_phone_alone: bool,
        **kwargs: Any,
    ) -> None:
        self.informed = informed
        self.is_outdated = bool(data) and data.get("informed_by") != informed.mark
        super().__init__(self._unticked(data) if self.is_outdated else data, **kwargs)
        self.fields["informed_by"].initial = informed.mark
        if self.is_outdated:
            self.fields["accepts_notice"].error_messages["required"] = self.outdated
        self.has_partners = not tournament.is_individual
        if not self.has_partners:
            for name in PAIR_FIELDS:
                del self.fields[name]
        if tournament.is_challenge:
            self._ask_team(tournament)
        else:
            del self.fields["team"]
        self.takes_phone_alone = takes_phone_alone
        if takes_phone_alone:
            self._ask_email_or_phone()
        autofill = {"last_name": "family-name", "first_name": "given-name", "email": "email", "phone": "tel"}
        for name, kind in autofill.items():
            self.fields[name].widget.attrs["autocomplete"] = kind
        self.fields["phone"].widget.input_type = "tel"

    def _ask_team(self, tournament: Tournament) -> None:
        """Offers the teams, and marks those without a free place."""
        full = _("%(team)s (al completo: lista d'attesa)")
        names = [
            name if places.has_free_place(tournament, team) else full % {"team": name}
            for team, name in enumerate(tournament.teams, start=1)
        ]
        choice_field(self, "team").choices = list(enumerate(names, start=1))

    def _ask_email_or_phone(self) -> None:
        self.fields["email"].required = False
        self.fields["email"].label = _("E-mail, o il telefono qui sotto")
        self.fields["phone"].label = _("Telefono")
        self.fields["phone"].help_text = _(
            "Senza e-mail il circolo ti chiama qui per confermare, e non ricevi messaggi."
        )
        self.fields["accepts_notice"].label = _(
            "Ho letto l'informativa qui sotto e acconsento all'uso dei miei recapiti per questa serata"
        )

    def _unticked(self, data: Any) -> Any:
        """Returns the sent data without the consent to an outdated notice."""
        kept = data.copy()
        kept["informed_by"] = self.informed.mark
        kept.pop("accepts_notice", None)
        return kept

    def clean_phone(self) -> str:
        phone: str = self.cleaned_data["phone"].strip()
        if phone and not PHONE.fullmatch(phone):
            raise ValidationError(_("Un numero di telefono ha solo cifre, spazi e trattini: riscrivilo."))
        return phone

    def clean(self) -> dict[str, object]:
        """Requires an address or telephone, and the partner's full name unless the player looks for one."""
        cleaned = super().clean() or {}
        if self.takes_phone_alone and not {"email", "phone"} & self.errors.keys():
            if not cleaned.get("email") and not cleaned.get("phone"):
                self.add_error("email", _("Scrivi l'e-mail o il telefono."))
            elif not cleaned.get("email") and cleaned.get("looks_for_partner"):
                self.add_error(
                    "email", _("Per cercare un compagno serve l'e-mail: è così che gli altri ti scrivono.")
                )
        if not self.has_partners or cleaned.get("looks_for_partner"):
            return cleaned
        for name in ("partner_last_name", "partner_first_name"):
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Scrivi anche il compagno, o spunta che ne cerchi uno."))
        return cleaned

    @property
    def is_by_a_machine(self) -> bool:
        return bool(self.cleaned_data.get("website"))

    def request(self) -> BookingRequest:
        """Returns the booking as written. The form must be valid."""
        given = self.cleaned_data
        alone = bool(given.get("looks_for_partner"))
        partner = None
        if self.has_partners and not alone:
            partner = Player(given["partner_last_name"], given["partner_first_name"])
        return BookingRequest(
            Player(given["last_name"], given["first_name"]),
            partner,
            given["email"],
            self.informed,
            phone=given["phone"],
            looks_for_partner=alone,
            is_named_to_others=bool(given.get("is_named_to_others")),
            consents_to_name=given["consents_to_name"],
            team=given.get("team"),
        )


class ProposalForm(forms.Form):
    """A short message to another player without a partner."""

    text = forms.CharField(
        label=_("Due righe per presentarti"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if person_names.carries_link(text):
            raise ValidationError(
                _(
                    "Niente indirizzi né collegamenti nel messaggio: ve li direte quando siete in coppia. "
                    "Dopo un punto lascia uno spazio."
                )
            )
        return text


class AddressForm(forms.Form):
    """The corrected e-mail address."""

    email = forms.EmailField(label=_("E-mail"), max_length=254)


class JoinForm(forms.Form):
    """The two players to join in a pair."""

    first = forms.IntegerField(min_value=1, max_value=100_000)
    second = forms.IntegerField(min_value=1, max_value=100_000)


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The club's rules for online bookings: its texts, and the hours of its letters."""

    hold_hours = forms.IntegerField(
        label=_("Ore per confermare dal messaggio"),
        min_value=1,
        max_value=168,
        help_text=_("Il posto si prende confermando; passate le ore, o alla chiusura, la richiesta decade."),
    )
    retention_days = forms.IntegerField(
        label=_("Giorni dopo la serata in cui si cancellano nomi e indirizzi"), min_value=0, max_value=365
    )

    class Meta:
        model = CalendarRules
        fields = ["phone", "takes_phone_alone", "reminder_at", "hold_hours", "retention_days", "notice"]
        labels = {
            "phone": _("Telefono del circolo"),
            "takes_phone_alone": _("Ci si iscrive anche con il solo telefono, senza e-mail"),
            "reminder_at": _("Ora del promemoria, il giorno prima"),
            "notice": _("Informativa sull'uso dell'e-mail"),
        }
        help_texts = {
            "phone": _("Si legge nei messaggi e dove dal telefono non si può più fare niente."),
            "takes_phone_alone": _(
                "Chi si iscrive così aspetta la vostra chiamata: lo confermate o rifiutate nell'elenco "
                "«Dal telefono»."
            ),
            "notice": _("Vuota: si legge quella solita, con il nome del circolo e i giorni qui sopra."),
        }
        widgets = {
            "reminder_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "notice": forms.Textarea(attrs={"rows": 5}),
        }
