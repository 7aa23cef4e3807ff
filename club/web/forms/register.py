"""The forms of the register; they only parse."""

from datetime import date
from typing import Any

from django import forms
from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.utils.dateparse import parse_date
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from club.days import short_day
from club.models import Category, Club, Consent, EndCause, Membership, Particulars, Person
from club.register.amendments import Dates
from club.register.fiscal_code import KnownPerson, compute_code, read_code
from club.register.person_data import PARTICULARS, PersonData
from club.selection import Filters, Kind, Order
from club.web.forms import DayField, choice_field, rows_field


class PersonDataForm(forms.ModelForm):  # type: ignore[type-arg]
    """The register's data about a person."""

    last_name = forms.CharField(label=_("Cognome"), max_length=60)
    first_name = forms.CharField(label=pgettext_lazy("di battesimo", "Nome"), max_length=60)
    sex = forms.ChoiceField(
        label=_("Sesso"),
        choices=[("", "–"), ("F", _("femmina")), ("M", _("maschio"))],
        required=False,
        help_text=_("Solo per calcolare il codice fiscale: non si conserva."),
    )
    born_on = DayField(label=_("Data di nascita"), required=False)
    fiscal_code = forms.CharField(
        label=_("Codice fiscale"),
        max_length=25,
        required=False,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "spellcheck": "false"}),
    )
    fiscal_code_reason = forms.CharField(
        label=_("Perché il codice fiscale va bene così"),
        max_length=200,
        required=False,
        help_text=_("Solo se non corrisponde al nome o alla nascita."),
    )
    is_confirmed_another = forms.BooleanField(
        label=_("È un'altra persona con lo stesso nome"), required=False
    )
    reason = forms.CharField(
        label=_("Motivo della correzione"),
        max_length=300,
        required=False,
        help_text=_("Serve se cambi nome, nascita o codice fiscale già scritti."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    field_order = [
        "last_name", "first_name", "sex", "born_on", "born_in", "born_province", "fiscal_code",
        "fiscal_code_reason", *PARTICULARS, "is_confirmed_another", "reason",
    ]  # fmt: skip

    class Meta:
        model = Particulars
        fields = list(PARTICULARS)
        help_texts = {"born_province": _("Due lettere; EE per chi è nato all'estero.")}
        widgets = {
            "notes": forms.Textarea(attrs={"rows": 3}),
            "postcode": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            "phone": forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
        }

    def with_code(self, today: date) -> "PersonDataForm":
        """The unsaved form with the codice fiscale computed, or with the birth read from the code."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        if COMPUTE in self.data:
            typed, sentence = _computed(typed)
        else:
            typed, sentence = _read_back(typed, today)
        form = PersonDataForm(initial=typed)
        for name in set(form.fields) - set(self.fields):
            del form.fields[name]
        form.fields["fiscal_code"].help_text = sentence
        form.fields["fiscal_code"].widget.attrs["autofocus"] = True
        return form

    def written(self) -> PersonData:
        """The data typed in the form, which is valid."""
        names = ("last_name", "first_name", *PARTICULARS)
        return PersonData(**{name: self.cleaned_data[name] for name in names})


class ListForm(forms.Form):
    """The search, filters and order of the register's list; in the URL, so that a list can be bookmarked.

    Invalid values do not filter.
    """

    q = forms.CharField(
        label=_("Nome, numero, codice fiscale, e-mail, telefono o tessera"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    mostra = forms.ChoiceField(label=_("Chi"), required=False)
    giorno = DayField(label=_("Al giorno"), required=False)
    categoria = forms.TypedChoiceField(label=_("Categoria"), coerce=int, empty_value=None, required=False)
    consenso = forms.ChoiceField(
        label=_("Manca la risposta su"), choices=[("", "–"), *Consent.About.choices], required=False
    )
    dal = DayField(label=_("Ammessi dal"), required=False)
    al = DayField(label=_("Ammessi fino al"), required=False)
    ordine = forms.ChoiceField(
        label=_("Ordine"), choices=[("", _("il solito")), *Order.choices], required=False
    )
    morosi = forms.BooleanField(label=_("Morosi"), required=False)
    senza_email = forms.BooleanField(label=_("Senza e-mail"), required=False)
    tessera = forms.BooleanField(label=_("Tessera da stampare"), required=False)
    minori = forms.BooleanField(label=_("Minorenni"), required=False)

    FIRST = ("q", "mostra", "giorno")
    #: The fields that only filter, all shown together.
    MORE = ("categoria", "consenso", "dal", "al", "ordine", "morosi", "senza_email", "tessera", "minori")

    def __init__(self, data: QueryDict, *, club: Club, today: date) -> None:
        # A new visit shows the members of today; the fields say so.
        super().__init__({"mostra": Kind.MEMBERS.value, "giorno": today.isoformat(), **data.dict()})
        choice_field(self, "mostra").choices = [(kind.value, capfirst(kind.label)) for kind in Kind]
        prefetch_related_objects([club], "categories")  # the list shows their names, too
        names = [(category.pk, category.name) for category in club.categories.all()]
        choice_field(self, "categoria").choices = [("", _("tutte")), *names]
        self.is_valid()
        self.day: date = self.cleaned_data.get("giorno") or today
        self.today = today

    @property
    def filters(self) -> Filters:
        """The filters that the form asks for."""
        given = self.cleaned_data
        category, matter, order = given.get("categoria"), given.get("consenso"), given.get("ordine")
        return Filters(
            kind=Kind(given.get("mostra") or Kind.MEMBERS),
            letters=given.get("q", ""),
            category=category,
            in_arrears=given.get("morosi", False),
            without_email=given.get("senza_email", False),
            card_to_print=given.get("tessera", False),
            consent_missing=Consent.About(matter) if matter else None,
            minors=given.get("minori", False),
            admitted_from=given.get("dal"),
            admitted_until=given.get("al"),
            order=Order(order) if order else None,
        )

    @property
    def is_filtered(self) -> bool:
        """Whether one of the filters besides the first three is in use."""
        return any(self.cleaned_data.get(name) for name in self.MORE if name != "ordine")

    def query(self, **other: str) -> str:
        """The parameters of the URL that show this list, with some replaced."""
        given = {
            name: self.data.get(name, "") for name in (*self.FIRST, *self.MORE) if name in self.cleaned_data
        }
        if self.day == self.today:
            given.pop("giorno", None)
        if given.get("mostra") == Kind.MEMBERS.value:
            del given["mostra"]
        return urlencode({name: value for name, value in {**given, **other}.items() if value})


class ChangeManyForm(forms.Form):
    """A category for all chosen members, from a day on."""

    shown = forms.CharField(widget=forms.HiddenInput)
    category = forms.ModelChoiceField(Category.objects.none(), label=_("Categoria"))
    since = DayField(label=_("Dal"))
    dues_follow = forms.BooleanField(
        label=_("Anche le quote non pagate dell'anno aperto seguono la categoria"),
        required=False,
        help_text=_("Non quelle già cambiate per un socio, né quelle di cui è già versato di più."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows_field(self, "category").queryset = club.categories.all()


class PrintManyForm(forms.Form):
    shown = forms.CharField(widget=forms.HiddenInput)


#: The buttons beside the codice fiscale.
COMPUTE, READ_BACK = "calcola", "leggi"


def _computed(typed: dict[str, str]) -> tuple[dict[str, str], str]:
    """The typed fields with the codice fiscale that follows from them, and a sentence about it."""
    last, first, place = (typed[name].strip() for name in ("last_name", "first_name", "born_in"))
    born, sex = _day(typed["born_on"]), typed["sex"]
    if not (last and first and sex and born and place):
        return typed, gettext("Per calcolarlo servono cognome, nome, sesso, data e luogo di nascita.")
    code = compute_code(KnownPerson(last, first, born, place), sex)
    if not code:
        return typed, gettext("Questo luogo di nascita non è fra comuni e stati: guarda com'è scritto.")
    return {**typed, "fiscal_code": code}, gettext(
        "Calcolato dai dati: confrontalo con la tessera sanitaria."
    )


def _read_back(typed: dict[str, str], today: date) -> tuple[dict[str, str], str]:
    """The typed fields, with a blank birth filled in from the code, and a sentence about what it says."""
    facts = read_code(typed["fiscal_code"], today)
    if facts is None:
        return typed, gettext("Non è scritto bene: una lettera o una cifra è sbagliata.")
    read = {
        "sex": facts.sex,
        "born_on": facts.born_on.isoformat(),
        "born_in": facts.born_in,
        "born_province": facts.province,
    }
    sentence = (
        gettext("Dice: femmina, data di nascita %(day)s, %(place)s.")
        if facts.sex == "F"
        else gettext("Dice: maschio, data di nascita %(day)s, %(place)s.")
    )
    place = f"{facts.born_in} ({facts.province})" if facts.province else facts.born_in
    filled = {name: typed[name].strip() or value for name, value in read.items()}
    return {**typed, **filled}, sentence % {"day": short_day(facts.born_on), "place": place}


def _day(typed: str) -> date | None:
    try:
        return parse_date(typed)
    except ValueError:
        return None


class NoteForm(forms.Form):
    """A note about a person, and its day."""

    on = DayField(label=_("Data"))
    text = forms.CharField(
        label=_("Nota"),
        max_length=4000,
        widget=forms.Textarea(attrs={"class": "input", "rows": 3}),
        help_text=_("La legge anche la persona, se chiede i suoi dati."),
        error_messages={"required": _("Scrivi la nota.")},
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)


class LetterKeyForm(forms.Form):
    """The key made by the page, so that a double click sends one letter."""

    key = forms.UUIDField()


class CorrectionRequestForm(forms.Form):
    """A correction that a member asks for."""

    text = forms.CharField(
        label=_("Che cosa va corretto"),
        max_length=2000,
        widget=forms.Textarea(attrs={"class": "input", "rows": 3}),
        help_text=_("Per esempio: adesso abito in via Indipendenza 3."),
        error_messages={"required": _("Scrivi che cosa va corretto.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class RequestForm(forms.Form):
    on = DayField(label=_("Data della richiesta"))


class AnswerForm(forms.Form):
    """The board's answer to several requests at once."""

    requests = forms.TypedMultipleChoiceField(coerce=int, required=False, label=_("Richieste"))
    on = DayField(label=_("Data della delibera"))
    resolution = forms.CharField(
        label=_("Delibera"), max_length=80, required=False, help_text=_("Per esempio «n. 4 del 12/1/2026».")
    )
    category = forms.ModelChoiceField(Category.objects.none(), label=_("Categoria"), required=False)
    reason = forms.CharField(label=_("Motivo, se il consiglio non ammette"), max_length=300, required=False)

    def __init__(self, *args: Any, club: Club, waiting: list[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows_field(self, "category").queryset = club.categories.all()
        choice_field(self, "requests").choices = [(one.pk, one.person) for one in waiting]


class EndForm(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    on = DayField(label=_("Data di fine"))
    cause = forms.ChoiceField(label=_("Causa"), choices=[("", "–"), *EndCause.choices])


class UndoEndForm(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Perché la fine era sbagliata"), max_length=300)


class MistakeForm(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Come lo sai"), max_length=300)


class ChangeCategoryForm(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    category = forms.ModelChoiceField(Category.objects.none(), label=_("Categoria"))
    since = DayField(label=_("Dal"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows_field(self, "category").queryset = club.categories.all()


class AmendForm(forms.Form):
    """The corrected dates and resolution of a membership."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    requested_on = DayField(label=_("Data della richiesta"))
    admitted_on = DayField(label=_("Data di ammissione"), required=False)
    resolution = forms.CharField(label=_("Delibera"), max_length=80, required=False)
    ended_on = DayField(label=_("Data di fine"), required=False)
    end_cause = forms.ChoiceField(label=_("Causa"), choices=[("", "–"), *EndCause.choices], required=False)
    reason = forms.CharField(label=_("Che cosa era sbagliato"), max_length=300)

    DATES = ("requested_on", "admitted_on", "resolution", "ended_on", "end_cause")

    def __init__(self, data: QueryDict | None, *, membership: Membership) -> None:
        super().__init__(data, initial={name: getattr(membership, name) for name in (*self.DATES, "version")})
        if membership.admitted_on is None:
            del self.fields["admitted_on"], self.fields["resolution"], self.fields["end_cause"]
        elif membership.ended_on is None:
            del self.fields["end_cause"]
        if membership.ended_on is None:
            del self.fields["ended_on"]

    def dates(self) -> Dates:
        """The dates typed in the form, which is valid."""
        return Dates(**{name: self.cleaned_data[name] for name in self.DATES if name in self.cleaned_data})


class MergeForm(forms.Form):
    kept = forms.TypedChoiceField(label=_("Quale scheda resta"), coerce=int, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Perché sono la stessa persona"), max_length=300)

    def __init__(self, *args: Any, people: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "kept").choices = people


class CategoryForm(forms.ModelForm):  # type: ignore[type-arg]
    category_id = forms.IntegerField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = Category
        fields = ["name", "votes"]


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person of the club, and whether the name may be public."""

    consents = forms.BooleanField(
        label=_("Acconsente al nome nei risultati pubblici"),
        required=False,
        help_text=_("Senza, chi non è del circolo legge quello che il circolo ha deciso in «Pubblico»."),
    )

    class Meta:
        model = Person
        fields = ["last_name", "first_name", "is_guest"]
