"""The forms of imports; they only parse."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from club.imports import wording
from club.imports.files import ENCODINGS, MOST_BYTES, SEPARATORS
from club.imports.headings import CONSENTS, DUES, FIELDS
from club.imports.rows import dates
from club.imports.rules import BlankDues, Contacts, Enters, Namesakes, OnlyYears, Rules, WrongCodes, ZeroDues
from club.imports.service import offered_categories
from club.models import EndCause, Import, ImportRow
from club.web.forms import DayField, EurosField, choice_field

KINDS = ".xlsx,.xlsm,.csv,.txt,.tsv"


class UploadForm(forms.Form):
    """The file, and a key by which a double click begins only one import."""

    file = forms.FileField(
        label=_("File Excel (.xlsx) o CSV"),
        max_length=200,
        allow_empty_file=True,
        help_text=_("Com'è: con le sue intestazioni, anche con titoli e righe vuote. Al massimo 10 MB."),
        widget=forms.FileInput(attrs={"accept": KINDS, "data-most-bytes": MOST_BYTES}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class ReadingForm(forms.Form):
    """How to read the file, if the guess was wrong."""

    sheet = forms.ChoiceField(label=_("Foglio"), required=False)
    encoding = forms.ChoiceField(
        label=_("Caratteri (se gli accenti sono sbagliati)"),
        required=False,
        choices=[(each, wording.ENCODINGS[each]) for each in ENCODINGS],
    )
    separator = forms.ChoiceField(
        label=_("Fra una cella e l'altra c'è"),
        required=False,
        choices=[(sign, wording.SEPARATORS[name]) for sign, name in SEPARATORS.items()],
    )
    line = forms.IntegerField(
        label=_("Riga delle intestazioni"),
        min_value=0,
        max_value=1_000_000,
        help_text=_("0 se il foglio non ne ha."),
    )

    def __init__(self, data: Any = None, *, one: Import) -> None:
        super().__init__(data, initial=one.reading)
        choice_field(self, "sheet").choices = [(name, name) for name in one.sheets]
        for name in ("encoding", "separator") if one.sheets else ("sheet",):
            del self.fields[name]
        if len(one.sheets) == 1:
            del self.fields["sheet"]


class ColumnsForm(forms.Form):
    """The field of each column."""

    def __init__(self, *args: Any, one: Import, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("– non si importa –")), *((field.key, field.label) for field in FIELDS)]
        for at, (heading, field) in enumerate(zip(one.headings, one.mapping, strict=True)):
            self.fields[f"column-{at}"] = forms.ChoiceField(
                label=heading, choices=choices, required=False, initial=field
            )

    @property
    def mapping(self) -> list[str]:
        """The field of each column."""
        return [self.cleaned_data[f"column-{at}"] for at in range(len(self.fields))]


#: Rules that are shown only if the sheet has such columns.
OF_COLUMNS: Final = {
    "dues_year": DUES, "dues_cents": DUES, "blank_dues": DUES, "zero_dues": DUES,
    "consented_on": CONSENTS,
}  # fmt: skip


#: Before the name of a category that the club does not have yet.
NEW: Final = "+"


class RulesForm(forms.Form):
    """The rules for all rows."""

    enters = forms.ChoiceField(
        label=_("Le persone del foglio diventano"), choices=Enters.choices, widget=forms.RadioSelect
    )
    admitted_on = DayField(
        label=_("Data di ammissione di chi non l'ha"),
        required=False,
        help_text=_("Vuota: chi non ha la data resta fermo, e la scrivi tu."),
    )
    resolution = forms.CharField(
        label=_("Delibera di chi non l'ha"),
        max_length=80,
        required=False,
        help_text=_("Per esempio «libro soci precedente»."),
    )
    category = forms.ChoiceField(label=_("Categoria di chi non l'ha"), required=False)
    adds_categories = forms.BooleanField(
        label=_("Aggiungi al circolo le categorie che ci sono solo nel foglio"), required=False
    )
    end_cause = forms.ChoiceField(
        label=_("Causa della fine, dove manca"),
        choices=[("", _("– si ferma la riga –")), *EndCause.choices],
        required=False,
    )
    only_years = forms.ChoiceField(
        label=_("Dove di una data c'è solo l'anno"), choices=OnlyYears.choices, widget=forms.RadioSelect
    )
    wrong_codes = forms.ChoiceField(
        label=_("Un codice fiscale che non torna con il nome o la nascita"),
        choices=WrongCodes.choices,
        widget=forms.RadioSelect,
    )
    namesakes = forms.ChoiceField(
        label=_("Chi ha lo stesso nome di uno del libro, e nulla che li distingua"),
        choices=Namesakes.choices,
        widget=forms.RadioSelect,
    )
    contacts = forms.ChoiceField(
        label=_("Dove indirizzo, e-mail o telefono sono altri da quelli del libro, valgono"),
        choices=Contacts.choices,
        widget=forms.RadioSelect,
        help_text=_("L'anteprima dice ogni recapito che cambia."),
    )
    dues_year = forms.CharField(
        label=_("Anno delle quote, dove l'intestazione non lo dice"),
        max_length=9,
        required=False,
        help_text=_("Per esempio 2025, oppure 2024/2025."),
    )
    dues_cents = EurosField(
        label=_("Quota, dove il foglio dice che è pagata (o no) ma non quanto"),
        required=False,
        help_text=_(
            "Prima vale la quota della categoria in quell'anno, poi quella che nel foglio pagano gli altri "
            "della stessa categoria. Vuota: dove non c'è nessuna delle due, la riga resta ferma."
        ),
    )
    blank_dues = forms.ChoiceField(
        label=_("Una cella vuota in una colonna di quote vuol dire"),
        choices=BlankDues.choices,
        widget=forms.RadioSelect,
    )
    zero_dues = forms.ChoiceField(
        label=_("Uno zero in una colonna di quote vuol dire"),
        choices=ZeroDues.choices,
        widget=forms.RadioSelect,
        help_text=_("Di chi nel foglio è socio onorario vale sempre «non doveva nulla»."),
    )
    consented_on = DayField(
        label=_("Giorno dei consensi di chi non l'ha"),
        required=False,
        help_text=_("Vuoto: chi ha un consenso senza giorno resta fermo, e lo scrivi tu."),
    )
    mends_capitals = forms.BooleanField(
        label=_("I nomi tutti maiuscoli o minuscoli si scrivono «De Luca»"), required=False
    )
    is_month_first = forms.BooleanField(
        label=_("Le date sono all'americana: prima il mese, poi il giorno"), required=False
    )
    is_right_club = forms.BooleanField(label=_("È proprio il file da importare in questo circolo"))

    def __init__(self, data: Any = None, *, one: Import, rules: Rules) -> None:
        category = f"{NEW}{rules.new_category}" if rules.new_category else rules.category
        days = {"admitted_on": rules.admitted_on, "consented_on": rules.consented_on}
        initial = {**rules.as_json, **days, "category": category}
        super().__init__(data, initial=initial)
        known = [(str(each.pk), each.name) for each in one.club.categories.all()]
        offered = [
            (f"{NEW}{name}", _("%(name)s (nuova)") % {"name": name}) for name in offered_categories(one)
        ]
        choice_field(self, "category").choices = [("", "–"), *known, *offered]
        for name, columns in OF_COLUMNS.items():
            if not columns & set(one.mapping):
                del self.fields[name]
        if not any(note["code"] == "other-club" for note in one.notes):
            del self.fields["is_right_club"]

    def clean_dues_year(self) -> str:
        year = dates.only_year(self.cleaned_data["dues_year"])
        if year is None:
            raise forms.ValidationError(_("Scrivi l'anno, per esempio 2025 oppure 2024/2025."))
        return year

    @property
    def rules(self) -> Rules:
        values = {name: value for name, value in self.cleaned_data.items() if name != "is_right_club"}
        category = values.pop("category")
        values["resolution"] = " ".join(values["resolution"].split())
        if category.startswith(NEW):
            return Rules(**values, new_category=category.removeprefix(NEW))
        return Rules(**values, category=int(category) if category else None)


class RowForm(forms.Form):
    """The cells of a row to correct, and the decision about it."""

    decision = forms.ChoiceField(
        label=_("Che cosa farne"),
        choices=[
            (value, _("è la stessa persona, del libro o di una riga prima") if value == "same" else label)
            for value, label in ImportRow.Decision.choices
        ],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, data: Any = None, *, one: Import, row: ImportRow) -> None:
        super().__init__(data, initial={"decision": row.decision})
        for at, field in enumerate(one.mapping):
            if field:
                self.fields[f"cell-{at}"] = forms.CharField(
                    label=one.headings[at],
                    required=False,
                    max_length=1000,
                    initial=row.edits.get(str(at), row.cells[at]),
                    help_text=wording.field_label(field),
                )
        self.order_fields([*(name for name in self.fields if name != "decision"), "decision"])

    @property
    def edits(self) -> dict[str, str]:
        """The corrected cells by column."""
        cells = {name: text for name, text in self.cleaned_data.items() if name.startswith("cell-")}
        return {name.partition("-")[2]: " ".join(text.split()) for name, text in cells.items()}


class UndoForm(forms.Form):
    reason = forms.CharField(label=_("Perché la annulli"), max_length=300)
