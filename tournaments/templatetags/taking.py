"""The menu with which a table is taken away, where the table is."""

from django import template
from django.urls import reverse

from tournaments.takeaway.formats import FORMATS

register = template.Library()


@register.inclusion_tag("public/take.html")
def take_menu(of: str, address: str, *words: object, label: str = "") -> dict[str, str]:
    """`of` says what is taken; `address` is its name, and `words` are what it has before the ending.

    `label` tells it from another menu beside it.
    """
    addresses = {ending: reverse(address, args=[*words, ending]) for ending in FORMATS}
    return {"of": of, "address": address, "label": label, **addresses}
