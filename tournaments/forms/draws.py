from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.draw_checks import MOST_BYTES


class DrawFileForm(forms.Form):
    """The file of a draw, to be checked."""

    file = forms.FileField(
        label=_("File del sorteggio"),
        help_text=_("Si scarica dalla pagina del sorteggio di ogni turno; il nome finisce in .json."),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json", "class": "input"}),
    )

    def written(self) -> bytes:
        """The bytes of the file, at most one more than may be checked."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        return bytes(file.read(MOST_BYTES + 1))
