"""The forms of the privacy pages; they only parse."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from club import presentation
from club.models import Club, Consent, Guardian
from club.pictures import MOST_BYTES
from club.privacy.consents import WITHDRAWABLE, About, How
from club.privacy.retention import LONGEST, Rule
from club.web.forms import DayField

#: How an officer received a consent; "before this register" cannot be chosen.
WAYS = [(how.value, how.label) for how in How if how is not How.BEFORE]


class NoticeForm(forms.Form):
    """The Italian and the English text of a new version."""

    italian = forms.CharField(
        label=_("Testo italiano"),
        widget=forms.Textarea(attrs={"rows": 24}),
        help_text=_("«## » fa un titolo, «- » una voce d'elenco, una riga vuota un capoverso."),
    )
    english = forms.CharField(label=_("Testo inglese"), widget=forms.Textarea(attrs={"rows": 24}))
    based_on = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    key = forms.UUIDField(widget=forms.HiddenInput)


class ConsentForm(forms.Form):
    """Today's answer on each matter: a yes, a no, or nothing new."""

    on = DayField(label=_("Data"), help_text=_("Quella della firma, se c'è un foglio."))
    how = forms.ChoiceField(label=_("Come"), choices=WAYS)
    document = forms.CharField(
        label=_("Documento"),
        max_length=120,
        required=False,
        help_text=_("Per esempio «foglio firmato all'assemblea del 12/3/2026»."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for about in Consent.About:
            self.fields[about.value] = self._choice(about)
        self.order_fields([*(about.value for about in Consent.About), "on", "how", "document"])

    def _choice(self, about: Consent.About) -> forms.Field:
        if about not in WITHDRAWABLE:
            return forms.BooleanField(label=_("Ha letto l'informativa di quel giorno"), required=False)
        choices = [("", _("niente di nuovo")), ("yes", _("acconsente")), ("no", _("non acconsente"))]
        return forms.ChoiceField(
            label=capfirst(about.label), choices=choices, required=False, widget=forms.RadioSelect, initial=""
        )

    def answers(self) -> dict[Consent.About, bool]:
        """The new answers by matter, without unchanged ones."""
        values = self.cleaned_data
        answers = {about: values[about] == "yes" for about in WITHDRAWABLE if values[about]}
        return {**({About.NOTICE: True} if values[About.NOTICE] else {}), **answers}


class ConsentsOfManyForm(ConsentForm):
    """The answers that many people gave by one document."""

    shown = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document"].required = True


class OwnConsentForm(forms.Form):
    """The answer of a person on one matter, given on the own page."""

    about = forms.ChoiceField(choices=[(about.value, about.label) for about in WITHDRAWABLE])
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    key = forms.UUIDField()


class GuardianForm(forms.ModelForm):  # type: ignore[type-arg]
    """The guardian of a minor."""

    class Meta:
        model = Guardian
        fields = ["name", "relation", "email", "phone"]

    def _post_clean(self) -> None:
        """Skips the model's validation: the service refuses with its own sentences."""


class EraseForm(forms.Form):
    """The name typed again, and the reason."""

    typed = forms.CharField(
        label=_("Scrivi qui il nome della persona"),
        max_length=130,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Motivo"), max_length=300, help_text=_("Per esempio: lo ha chiesto per lettera il 3/4/2026.")
    )


class PeriodsForm(forms.Form):
    """The months for which each kind of data is kept."""

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


class PublicationForm(forms.ModelForm):  # type: ignore[type-arg]
    """The rules of publication: names and search engines."""

    class Meta:
        model = Club
        fields = ["unnamed", "is_indexed"]
        labels = {
            "unnamed": _("Chi non acconsente al nome nei risultati si legge con"),
            "is_indexed": _("I motori di ricerca possono elencare le pagine pubbliche del circolo"),
        }
        help_texts = {
            "unnamed": _(
                "Su pagine, proiettore, stampe e archivi. Chi lavora per il circolo legge sempre i nomi."
            ),
            "is_indexed": _("Se no, le pagine si aprono a chi ne ha l'indirizzo ma non si trovano cercando."),
        }
        widgets = {"unnamed": forms.RadioSelect}


class PictureForm(forms.Form):
    """The logo or photo of the club."""

    file = forms.FileField(
        label=_("Logo o foto"),
        max_length=200,
        help_text=_(
            "PNG, JPEG o WebP, al massimo 2 MB: si rimpicciolisce da sola, senza i dati di chi scatta."
        ),
        widget=forms.FileInput(
            attrs={"accept": "image/png,image/jpeg,image/webp", "data-most-bytes": MOST_BYTES}
        ),
    )


class PresentationForm(forms.ModelForm):  # type: ignore[type-arg]
    """The club's presentation on its public page, and its announcement."""

    announced_until = DayField(
        label=_("Ultimo giorno dell'avviso (se finisce)"),
        required=False,
        help_text=_("Vuoto: si legge finché non lo togli."),
    )

    class Meta:
        model = Club
        fields = presentation.FIELDS
        labels = {
            "venue": _("Dove si gioca"),
            "meets": _("Quando si gioca"),
            "contact": _("Chi chiamare"),
            "phone": _("Telefono"),
            "prices": _("Prezzi"),
            "first_time": _("Prima volta?"),
            "announcement": _("Avviso"),
        }
        help_texts = {
            "venue": _(
                "Per esempio: Bar Sport, via Mazzini 12. Accanto si legge un collegamento alla mappa."
            ),
            "meets": _("Per esempio: tutti i giovedì alle 20:45, da settembre a giugno."),
            "contact": _("Un nome, se vuoi, e a che ora: lo leggono tutti."),
            "phone": _("Vuoto: si legge quello delle «Regole del calendario», se c'è."),
            "prices": _("Per esempio: serata 8 €, tessera 15 € l'anno; la prima sera è gratis."),
            "first_time": _("Che cosa aspetta chi viene la prima volta: se serve un compagno, chi insegna."),
            "announcement": _(
                "Si legge sulla pagina del circolo e in cima alle serate che vengono, con la data di oggi."
            ),
        }
        widgets = {
            "phone": forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
            "first_time": forms.Textarea(attrs={"rows": 4}),
            "announcement": forms.Textarea(attrs={"rows": 3}),
        }
