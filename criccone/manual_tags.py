"""Template tags for links to the manual; `{% manual_address %}` is the URL of a page's «?»."""

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.translation import get_language

from criccone.manual_places import START, address_of, place_of

register = template.Library()


@register.simple_tag(takes_context=True)
def manual_address(context: Context) -> str:
    """The URL of the place that explains the page. Without a request, the context gives `manual_name`."""
    match = getattr(context.get("request"), "resolver_match", None)
    name = match.view_name if match else context.get("manual_name")
    return manual_at(place_of(name) if name else START)


@register.simple_tag
def manual_at(place: str) -> str:
    """The address of that place of the manual, in the language of the page."""
    return reverse("manual") + address_of(place, get_language() or settings.LANGUAGE_CODE)
