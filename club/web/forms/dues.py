"""The forms of dues, receipts, reminders and the association; they only parse."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from club.dues.years import amounts_text
from club.models import Category, Club, Due, Means, MembershipYear, Person, Receipt
from club.money import amount, euros
from club.receipts import Payer, Payment
from club.web.forms import EurosField, replace_sent


class KeyedForm(forms.Form):
    """A form that makes one receipt, however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def renew_key(self) -> None:
        """Takes another key, by which the form makes another receipt when it is sent again."""
        replace_sent(self, key=uuid4())


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

    #: The amounts that the page showed.
    based_on = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, year: MembershipYear, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        known = dict(year.amounts.values_list("category_id", "cents"))
        self.fields["based_on"].initial = amounts_text(known)
        for category in Category.objects.filter(club=year.club_id):
            cents = known.get(category.pk)
            self.fields[f"category-{category.pk}"] = EurosField(
                label=category.name, required=False, initial="" if cents is None else amount(cents)
            )

    def cents(self) -> dict[int, int | None]:
        """The amounts by the category's id."""
        amounts = {name: cents for name, cents in self.cleaned_data.items() if name != "based_on"}
        return {int(name.partition("-")[2]): cents for name, cents in amounts.items()}


class PaymentForm(KeyedForm):
    """How much of the dues was paid, how and when."""

    cents = EurosField(
        label=_("Importo"), required=False, help_text=_("Meno della quota, se paga a rate; vuoto per tutta.")
    )
    means = forms.ChoiceField(label=_("Pagata"), choices=Means.choices, widget=forms.RadioSelect)
    paid_on = _date(_("Il giorno"))
    reference = forms.CharField(
        label=_("Riferimento"),
        help_text=_("Se c'è: il numero del bonifico o dello scontrino della carta."),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    value_on = _date(_("Valuta"), required=False, help_text=_("Il giorno in cui la banca l'ha accreditata."))
    may_exceed = forms.BooleanField(
        label=_("Ha pagato più della quota"), required=False, widget=forms.HiddenInput
    )

    def ask_whether_more(self) -> None:
        """Shows the field by which the officer confirms more than is owed."""
        self.fields["may_exceed"].widget = forms.CheckboxInput()


REASON = forms.TextInput(attrs={"class": "input"})


class AmountChangeForm(forms.Form):
    """Another amount for one member."""

    prefix = "amount"
    cents = EurosField(label=_("Quanto deve"))
    reason = forms.CharField(label=_("Perché"), max_length=300, widget=REASON)


class ExemptionForm(forms.Form):
    """A resolution of the board by which a member owes nothing more."""

    prefix = "exempt"
    resolved_on = _date(_("Delibera del"))
    reason = forms.CharField(label=_("Perché"), max_length=300, widget=REASON)


class CategoryChangeForm(forms.Form):
    """Another category of the due, each with the amount that it brings."""

    prefix = "category"
    category = forms.ModelChoiceField(
        label=_("Categoria"), queryset=Category.objects.none(), widget=forms.RadioSelect, empty_label=None
    )

    def __init__(self, due: Due, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        amounts = dict(due.year.amounts.values_list("category_id", "cents"))
        field = self.fields["category"]
        field.queryset = Category.objects.filter(pk__in=amounts)  # type: ignore[attr-defined]
        field.label_from_instance = lambda one: f"{one.name}: {euros(amounts[one.pk])}"  # type: ignore[attr-defined]


class DueCancellationForm(forms.Form):
    """Why a due is cancelled."""

    prefix = "cancel"
    reason = forms.CharField(label=_("Perché"), max_length=300, widget=REASON)


class NotPaidForm(forms.Form):
    """Why dues marked as paid before this register are owed after all."""

    reason = forms.CharField(
        label=_("Perché non risulta pagata"),
        max_length=300,
        widget=forms.TextInput(attrs={"class": "input"}),
    )


class ReminderForm(forms.Form):
    """The text of reminders, and how the club is paid."""

    text = forms.CharField(
        label=_("Testo"),
        max_length=3000,
        required=False,
        widget=forms.Textarea(attrs={"class": "input", "rows": 16}),
    )
    iban = forms.CharField(
        label=_("IBAN del circolo"),
        max_length=42,
        required=False,
        help_text=_("Sulle lettere di carta diventa anche un codice da inquadrare con l'app della banca."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "spellcheck": "false"}),
    )
    payment_link = forms.URLField(
        label=_("Pagina per pagare in rete"),
        required=False,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"class": "input"}),
    )


LINE = forms.TextInput(attrs={"class": "input", "autocomplete": "off"})


class CancellationForm(forms.Form):
    """Why a receipt is cancelled."""

    reason = forms.CharField(
        label=_("Perché si annulla"),
        max_length=300,
        widget=forms.TextInput(attrs={"class": "input"}),
        error_messages={"required": _("Scrivi perché annulli la ricevuta.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class ReceiptForm(KeyedForm):
    """A payment that is not for dues; the payer's fields are for somebody outside the register."""

    payer = forms.CharField(label=_("Chi ha pagato"), max_length=130, required=False, widget=LINE)
    payer_fiscal_code = forms.CharField(
        label=_("Codice fiscale"), max_length=20, required=False, widget=LINE,
        help_text=_("Di una persona, o di un'associazione o ditta. Per detrarre un'erogazione serve."),
    )  # fmt: skip
    payer_address = forms.CharField(
        label=_("Indirizzo"), max_length=200, required=False, widget=LINE,
        help_text=_("Via e numero, CAP e comune, se serve."),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("Che cosa"), choices=Receipt.Kind.choices[1:], widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Con quali parole"), max_length=150, required=False, widget=LINE,
        help_text=_("Seguono la voce: «Corso: tarocchino per principianti». Per «altro» vanno da sole."),
    )  # fmt: skip
    cents = EurosField(label=_("Importo"))
    means = forms.ChoiceField(label=_("Pagata"), choices=Means.choices, widget=forms.RadioSelect)
    paid_on = _date(_("Il giorno"))
    reference = forms.CharField(
        label=_("Riferimento"), max_length=60, required=False, widget=LINE,
        help_text=_("Se c'è: il numero del bonifico o dello scontrino della carta."),
    )  # fmt: skip
    value_on = _date(_("Valuta"), required=False, help_text=_("Il giorno in cui la banca l'ha accreditata."))

    def __init__(self, person: Person | None, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.person = person
        if person is not None:
            for name in ("payer", "payer_fiscal_code", "payer_address"):
                del self.fields[name]
        else:
            self.fields["payer"].required = True

    def payment(self) -> Payment:
        """The payment as it was written."""
        given = self.cleaned_data
        payer = (
            None if self.person else Payer(given["payer"], given["payer_fiscal_code"], given["payer_address"])
        )
        return Payment(
            person=self.person,
            payer=payer,
            kind=Receipt.Kind(given["kind"]),
            cents=given["cents"],
            cause=given["words"],
            means=Means(given["means"]),
            paid_on=given["paid_on"],
            reference=given["reference"],
            value_on=given["value_on"],
        )


class AssociationForm(forms.ModelForm):  # type: ignore[type-arg]
    """The association as receipts describe it."""

    year_start = forms.TypedChoiceField(
        label=_("l'anno sociale comincia in"),
        choices=MONTHS.items(),
        coerce=int,
        help_text=_("Vale per gli anni che apri da ora in poi."),
    )

    class Meta:
        model = Club
        fields = [
            "address", "city", "fiscal_code", "runts_number", "ras_number", "stamp_duty", "privacy_contact",
            "year_start", "days_to_pay",
        ]  # fmt: skip
        help_texts = {
            "address": _("Via e numero, CAP e comune: come vanno sulla ricevuta."),
            "runts_number": _(
                "Registro unico nazionale del Terzo settore: va sulle ricevute, e dà a quelle delle "
                "erogazioni liberali le parole per la detrazione."
            ),
            "ras_number": _("Registro nazionale delle attività sportive dilettantistiche."),
            "privacy_contact": _(
                "Un indirizzo e-mail, un telefono o una sede: si legge con l'informativa sui dati personali."
            ),
            "stamp_duty": _(
                "Quale caso è il vostro, e se limite e importo sono ancora questi, lo dice il "
                "commercialista: la nota va su ogni ricevuta."
            ),
            "days_to_pay": _("Per chi entra quando la scadenza dell'anno è passata o vicina."),
        }
        widgets = {
            "stamp_duty": forms.RadioSelect,
            "days_to_pay": forms.NumberInput(attrs={"class": "input", "min": 0, "max": 365}),
        }
