from django import template

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """`points` with its sign, as a difference is written: +412, −35, 0 (a true minus sign)."""
    return f"{points:+d}".replace("-", "−") if points else "0"


@register.filter
def at(values: list[int] | dict[int, object], index: int) -> object:
    """The item of a list at that position, from 0, or of a dictionary under that key."""
    return values[index]
