from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person, RoleKind


class InvitationForm(forms.Form):
    """Somebody who shall work for the club."""

    name = forms.CharField(label=_("Nome e cognome"), max_length=150)
    email = forms.EmailField(label=_("E-mail"), max_length=254)
    kinds = forms.MultipleChoiceField(
        label=_("Incarichi"), choices=RoleKind.choices, widget=forms.CheckboxSelectMultiple
    )


class RolesForm(forms.Form):
    """All the roles that one officer holds; none sends the officer home."""

    kinds = forms.MultipleChoiceField(choices=RoleKind.choices, required=False)
    # What the page showed, so that two owners never undo each other's work unseen.
    was = forms.MultipleChoiceField(choices=RoleKind.choices, required=False)
    based = forms.BooleanField(required=False)


class SecondFactorForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether the club wants more than a password of its officers."""

    class Meta:
        model = Club
        fields = ["requires_second_factor"]
        labels = {
            "requires_second_factor": _("Chi lavora per il circolo deve entrare con un secondo fattore")
        }


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person of the club, and whether the name may be printed in public results."""

    consents = forms.BooleanField(
        label=_("Acconsente al nome nei risultati pubblici"),
        required=False,
        help_text=_("Senza, chi non è del circolo legge quello che il circolo ha deciso in «Pubblico»."),
    )

    class Meta:
        model = Person
        fields = ["last_name", "first_name", "is_guest"]


class PublicationForm(forms.ModelForm):  # type: ignore[type-arg]
    """What of the club everybody may read."""

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
