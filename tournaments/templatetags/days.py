from datetime import date

from django import template
from django.utils import formats, translation

register = template.Library()


@register.filter
def written_out(day: date) -> str:
    """The day with its weekday: "sabato 21 novembre 2026", which Django alone would write with capitals."""
    text = formats.date_format(day, "l j F Y")
    return text.lower() if translation.get_language() == "it" else text
