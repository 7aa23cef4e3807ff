"""A ruling as the referee writes it, and an article of the catalogue."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Club
from tournaments.models import OF_DEALS, Article


class RulingForm(forms.Form):
    """Which article, on whom, on which smazzata, and why."""

    article = forms.ModelChoiceField(queryset=Article.objects.none(), label=_("Articolo"), empty_label=None)
    side = forms.ChoiceField(label=_("Coppia"), widget=forms.RadioSelect)
    deal = forms.TypedChoiceField(
        choices=[], coerce=int, empty_value=None, required=False, label=_("Smazzata")
    )
    reason = forms.CharField(
        max_length=300,
        label=_("Motivo"),
        error_messages={"required": _("Scrivi il motivo: resta nel registro.")},
    )

    def __init__(self, data: Any, *, club: Club, sides: dict[str, str], deals: list[int]) -> None:
        super().__init__(data)
        self.fields["article"].queryset = club.articles.filter(retired=False)  # type: ignore[attr-defined]
        self.fields["side"].choices = list(sides.items())  # type: ignore[attr-defined]
        numbers = [(str(number), str(number)) for number in deals]
        self.fields["deal"].choices = [("", _("nessuna: tutta la partita")), *numbers]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        article = given.get("article")
        if article is not None and article.effect in OF_DEALS and not given.get("deal"):
            self.add_error("deal", _("Questo articolo è su una smazzata: scegli quale."))
        return given


class ArticleForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """A new article of the club's catalogue."""

    class Meta:
        model = Article
        fields = ["code", "title", "effect", "points"]
        labels = {
            "code": _("Articolo"),
            "title": _("Che cosa è punito"),
            "effect": _("Effetto"),
            "points": _("Punti"),
        }
        help_texts = {"points": _("Per i punti in meno, e per ogni seconda ammonizione.")}

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if self.instance.club.articles.filter(code=code).exists():
            raise forms.ValidationError(_("Questo articolo c'è già: scegli un altro numero."))
        return code
