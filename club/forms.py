from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Person, RoleKind


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


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person of the club, and whether the name may be printed in public results."""

    consents = forms.BooleanField(
        label=_("Acconsente al nome nei risultati pubblici"),
        required=False,
        help_text=_("Senza consenso chi non è del circolo legge le sole iniziali."),
    )

    class Meta:
        model = Person
        fields = ["last_name", "first_name", "is_guest"]
