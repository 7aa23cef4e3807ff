"""Money in templates: cents as Italians write euros."""

from django import template

from club import money

register = template.Library()


@register.filter
def euros(cents: int) -> str:
    """ "25,00 €"."""
    return f"{money.told(cents)} €"


@register.filter
def told(cents: int) -> str:
    """ "25,00", as `cents_of` reads it back."""
    return money.told(cents)
