"""Checks the types of the arguments that callers pass to the engine's functions.

Arguments may come unchecked from a form or a file. A wrong type is refused here with a code; the function
that uses the argument checks its content, as it does for a document read by ``python -m scoring``.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from scoring.document import Declaration
from scoring.errors import ScoringError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
#: Checks an argument by its name and returns it; ScoringError for a wrong type.
Reader = Callable[[str, object], object]


def takes(**readers: Reader) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Returns a decorator that checks these arguments; an argument left at its default is not checked."""

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        parameters = signature(function).parameters
        places = {name: place for place, name in enumerate(parameters)}

        @wraps(function)
        def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            placed: list[object] = list(args)
            named: dict[str, object] = dict(kwargs)
            for name, read in readers.items():
                place, default = places[name], parameters[name].default
                if place < len(placed):
                    if placed[place] is not default:
                        placed[place] = read(name, placed[place])
                elif name in named and named[name] is not default:
                    named[name] = read(name, named[name])
            return function(*placed, **named)  # type: ignore[arg-type]

        return checked

    return decorate


def a_list(name: str, value: object) -> tuple[object, ...]:
    """Returns the items of any collection except a text or a mapping; ScoringError ``not-a-list``."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise ScoringError("not-a-list", key=name)
    return tuple(value)


def an_object(name: str, value: object) -> Mapping[object, object]:
    """Returns the argument, which must be a mapping; ScoringError ``not-an-object-there``."""
    if not isinstance(value, Mapping):
        raise ScoringError("not-an-object-there", key=name)
    return value


def of_sides(name: str, value: object) -> Mapping[object, object]:
    """Returns a mapping that has a mapping for each side; ScoringError ``not-an-object-there``."""
    for side, figures in an_object(name, value).items():
        an_object(f"{name}.{side}", figures)
    return an_object(name, value)


def a_text(name: str, value: object) -> str:
    """Returns a text; ScoringError ``not-text``."""
    if not isinstance(value, str):
        raise ScoringError("not-text", key=name)
    return value


def a_number(name: str, value: object) -> int:
    """Returns a whole number; ScoringError ``not-a-number``."""
    if type(value) is not int:
        raise ScoringError("not-a-number", key=name)
    return value


def declarations(name: str, value: object) -> tuple[object, ...]:
    """Returns earlier declarations; ScoringError ``not-a-list`` or ``declaration-not-understood``."""
    shown = a_list(name, value)
    if not all(isinstance(item, Declaration) for item in shown):
        raise ScoringError("declaration-not-understood")
    return shown
