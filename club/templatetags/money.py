"""Template filters for amounts: cents as euros in the language of the page."""

from django import template

from club import money

register = template.Library()


@register.filter
def euros(cents: int) -> str:
    """ "25,00 €", in English "€25.00"; the sign never stands alone on the next line."""
    return money.euros(cents).replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def plain_amount(cents: int) -> str:
    """ "25,00", a form that `cents_of` parses."""
    return money.amount(cents)
