"""Days in words, as they stand inside a sentence or under a title."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language


def day_in_words(day: date, written: str = "j F Y") -> str:
    """ "21 novembre 2026", "21 November 2026": Italian writes days and months small, Django does not."""
    words = date_format(day, written)
    return words.lower() if (get_language() or "").startswith("it") else words
