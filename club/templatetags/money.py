"""Money in templates: cents as euros in the language of the page."""

from django import template

from club import money

register = template.Library()


@register.filter
def euros(cents: int) -> str:
    """ "25,00 €", "€25.00" in English: the sign is never alone on the next line."""
    return money.euros(cents).replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def told(cents: int) -> str:
    """ "25,00", as `cents_of` reads it back."""
    return money.told(cents)
