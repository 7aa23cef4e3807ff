"""The forms of a handover: the passphrase of a new archive, and the archive that a new installation
restores.
"""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from club.errors import ClubInputRefused
from club.handover import archive_reader, encryption
from club.models import User

MOST_LETTERS = 200


def _passphrase(label: Any, **more: Any) -> forms.CharField:
    typed = forms.PasswordInput(attrs={"autocomplete": "new-password"})
    return forms.CharField(label=label, max_length=MOST_LETTERS, strip=True, widget=typed, **more)


class PassphraseForm(forms.Form):
    """The passphrase of the archive, typed twice because nobody can recover it."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    passphrase = _passphrase(_("Frase segreta"))
    again = _passphrase(_("Frase segreta, di nuovo"))

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        typed, again = cleaned.get("passphrase"), cleaned.get("again")
        if typed and again and typed != again:
            self.add_error("again", _("Le due frasi non sono uguali: riscrivile."))
        elif typed:
            try:
                encryption.verify_passphrase(typed)
            except ClubInputRefused as refusal:
                self.add_error("passphrase", str(refusal))
        return cleaned


class FirstOwnerForm(forms.Form):
    """The code of a new installation, and the owner of its first club."""

    code = forms.CharField(
        label=_("Codice di questa installazione"),
        max_length=20,
        help_text=_("Lo scrive il programma quando parte, e il comando «welcome-code»."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    email = forms.EmailField(
        label=_("La tua e-mail"), max_length=254, help_text=_("Con questa entri qui, come titolare.")
    )
    password = forms.CharField(
        label=_("Una password nuova per entrare"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(email=cleaned.get("email", "")))
            except ValidationError as weak:
                self.add_error("password", weak)
        return cleaned


class FirstClubForm(FirstOwnerForm):
    """The first club of a new installation."""

    name = forms.CharField(label=_("Nome del circolo"), max_length=120)
    field_order = ("code", "name", "email", "password")


class WelcomeForm(FirstOwnerForm):
    """The archive to restore on a new installation."""

    file = forms.FileField(label=_("Archivio del circolo"), help_text=_("Il file che finisce in .zip.age."))
    passphrase = forms.CharField(
        label=_("Frase segreta dell'archivio"),
        max_length=MOST_LETTERS,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("code", "file", "passphrase", "email", "password")

    def clean_file(self) -> Any:
        sent = self.cleaned_data["file"]
        if sent.size > archive_reader.MOST_BYTES:
            raise ValidationError(str(archive_reader.too_big()))
        return sent
