"""The forms of an account, of invitations and of roles."""

from typing import Any

from allauth.account.forms import ResetPasswordForm
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from club import person_names
from club.accounts import letters
from club.email_addresses import canonical, with_address
from club.models import Club, RoleKind, User


def _code(label: Any, help_text: Any = "") -> forms.CharField:
    """A field for a code shown by another device: digits, without suggestions, ready for a phone's
    autofill."""
    marks = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
    return forms.CharField(
        label=label, help_text=help_text, max_length=20, widget=forms.TextInput(attrs=marks)
    )


class ActivateAppForm(ActivateTOTPForm):
    code = _code(_("Codice che l'app mostra adesso"))


class CodeForm(AuthenticateForm):
    code = _code(_("Codice"), _("Quello che l'app mostra adesso, o uno dei tuoi codici di riserva."))


class CodeAgainForm(ReauthenticateForm):
    code = _code(_("Codice"), _("Quello che l'app mostra adesso, o uno dei tuoi codici di riserva."))


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey that replaces the password: the device verifies its owner."""

    name = forms.CharField(
        label=_("Come la chiami"), max_length=60, help_text=_("Per riconoscerla: «Telefono», «Chiavetta».")
    )
    passwordless = forms.BooleanField(widget=forms.HiddenInput, initial=True)


class RenamePasskeyForm(EditWebAuthnForm):
    name = forms.CharField(label=_("Come la chiami"), max_length=60)


class ForgottenPasswordForm(ResetPasswordForm):
    """Asks for the letter with which a password is chosen again.

    A thread looks the account up and sends the letter. So the answer and its time reveal neither whether the
    address is known nor whether the mail server answers.
    """

    def clean_email(self) -> str:
        """The canonical address, so that its spellings share one limit; the account is not looked up here."""
        return canonical(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **_given: Any) -> str:
        letters.soon(lambda: self._write(request))
        return str(self.cleaned_data["email"])

    def _write(self, request: HttpRequest) -> None:
        self.users = list(with_address(User.objects.filter(is_active=True), self.cleaned_data["email"]))
        super().save(request)


class AddressForm(forms.Form):
    """The new e-mail address of the account."""

    email = forms.EmailField(
        label=_("Indirizzo nuovo"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


def _verify_no_link(name: str) -> None:
    """Refuses a link in a name, because letters to others contain the names of officers."""
    if person_names.carries_link(name):
        raise ValidationError(person_names.link_sentence())


class NewAccountForm(forms.Form):
    """A new account for an invited person."""

    name = forms.CharField(
        label=_("Nome e cognome"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        validators=[_verify_no_link],
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Almeno otto caratteri, non troppo comuni: tre o quattro parole vanno bene."),
    )
    again = forms.CharField(
        label=_("La stessa password, di nuovo"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        password = cleaned.get("password")
        if password and cleaned.get("again") and password != cleaned["again"]:
            self.add_error("again", _("Le due password non sono uguali."))
        elif password:
            self._verify(password, cleaned.get("name", ""))
        return cleaned

    def _verify(self, password: str, name: str) -> None:
        try:
            validate_password(password, User(email=self.email, first_name=name))
        except ValidationError as weak:
            self.add_error("password", weak)


class InvitationForm(forms.Form):
    """The person to invite, and the roles."""

    name = forms.CharField(label=_("Nome e cognome"), max_length=150, validators=[_verify_no_link])
    email = forms.EmailField(label=_("E-mail"), max_length=254)
    kinds = forms.MultipleChoiceField(
        label=_("Incarichi"), choices=RoleKind.choices, widget=forms.CheckboxSelectMultiple
    )


class RolesForm(forms.Form):
    """All roles of one officer; with no role the officer is dismissed."""

    kinds = forms.MultipleChoiceField(choices=RoleKind.choices, required=False)
    # The roles that the page showed, so that two owners do not overwrite each other unseen.
    was = forms.MultipleChoiceField(choices=RoleKind.choices, required=False)
    based = forms.BooleanField(required=False)


class SecondFactorForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether the club requires a second factor of its officers."""

    class Meta:
        model = Club
        fields = ["requires_second_factor"]
        labels = {
            "requires_second_factor": _("Chi lavora per il circolo deve entrare con un secondo fattore")
        }
