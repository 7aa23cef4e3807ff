from collections.abc import Sequence

from django import template

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """`points` with its sign, as a difference is written: +412, −35, 0 (a true minus sign)."""
    return f"{points:+d}".replace("-", "−") if points else "0"


@register.filter
def figure(points: int) -> str:
    """`points` with a true minus sign when they are below nought, and no plus."""
    return str(points).replace("-", "−")


@register.filter
def apart(points: Sequence[int]) -> int:
    """How far the first of two sides is ahead of the second."""
    first, second = points
    return first - second
