"""The form by which an officer sees the cards of a set of duplicated deals, and says why."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.web.forms import choice_field
from tournaments.results.boards import BoardSet
from tournaments.web.forms.reasons import RequiredReasonForm

#: What the officer wants: sheets, two sheets a page, the helper on the phone, or the cards on the screen.
PAPER, TWO, PHONE, SCREEN = "paper", "two", "phone", "screen"
HOW = (
    (PAPER, gettext_lazy("Fogli da stampare, una smazzata a pagina")),
    (TWO, gettext_lazy("Fogli da stampare, due smazzate a pagina")),
    (PHONE, gettext_lazy("Comporle con il telefono, carta per carta")),
    (SCREEN, gettext_lazy("Guardarle sullo schermo")),
)


class BoardsForm(RequiredReasonForm):
    """The set, what to do with its cards, and the reason, which the log keeps."""

    of_set = forms.TypedChoiceField(label=gettext_lazy("Mazzetto"), coerce=int)
    how = forms.ChoiceField(label=gettext_lazy("Come"), choices=HOW, widget=forms.RadioSelect, initial=PAPER)

    field_order = ("of_set", "how", "reason")

    def __init__(self, sets: Iterable[BoardSet], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "of_set").choices = [
            (
                each.number,
                _("%(set)s · smazzate %(first)s–%(last)s")
                % {"set": each.number, "first": each.boards[0], "last": each.boards[-1]},
            )
            for each in sets
        ]
        self.fields["reason"].help_text = _(
            "Per esempio: composizione prima del turno. Resta nel registro con il tuo nome."
        )
