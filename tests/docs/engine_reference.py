"""Writes `docs/scoring.md`, the reference of the engine's public names, from their docstrings.

`make format` runs it, and a test compares the page with what it would write.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum

import scoring

#: A signature of as many characters is written with a line for each parameter.
LONG = 100
HEAD = """\
# The engine's reference

Every public name of `scoring`, from its docstring; the [session](../scoring/README.md) shows them at work.
Everything else in the package is private and may change.
"""


def page() -> str:
    public = {name: getattr(scoring, name) for name in scoring.__all__}
    functions = {name: made for name, made in public.items() if inspect.isfunction(made)}
    classes = {name: made for name, made in public.items() if inspect.isclass(made)}
    values = {name: made for name, made in public.items() if name not in functions and name not in classes}
    parts = [HEAD, "## Functions\n"]
    for name in sorted(functions):
        parts += [f"### {name}\n", *_described(f"{name}{_signature(functions[name])}", functions[name])]
    parts += ["## Classes\n"]
    for name in sorted(classes):
        parts += [f"### {name}\n", *_described("", classes[name]), *_members(classes[name])]
    parts += ["## Values\n", *(f"- `{name}`: {_kind(made)}" for name, made in sorted(values.items()))]
    return "\n".join(parts) + "\n"


def _described(signature: str, made: object) -> Iterator[str]:
    if signature:
        yield f"```python\n{signature}\n```\n"
    yield (inspect.getdoc(made) or "") + "\n"


def _signature(made: object) -> str:
    """The parameters with their types, a line each where the line would be long."""
    signature = inspect.signature(made)  # type: ignore[arg-type]
    line = _plain(str(signature))
    if len(line) < LONG:
        return line
    parameters = [*signature.parameters.values()]
    stars = [at for at, each in enumerate(parameters) if each.kind is each.KEYWORD_ONLY][:1]
    written = [_plain(str(each)) for each in parameters]
    for at in stars:
        written.insert(at, "*")
    lines = "".join(f"    {each},\n" for each in written)
    return f"(\n{lines}){_plain(str(signature.replace(parameters=())))[2:]}"


def _plain(annotated: str) -> str:
    """Without quotes around annotations and without the modules of types."""
    unquoted = re.sub(r"(: |-> )'([^']*)'", r"\1\2", annotated)
    return re.sub(r"(?:\b[a-z_]+\.)+(?=[A-Z])|~", "", unquoted)


def _members(made: type) -> Iterator[str]:
    """The fields, properties and methods of a class."""
    if issubclass(made, Enum):
        yield from (f"- `{each.name}`: `{each.value!r}`" for each in made)
    elif is_dataclass(made):
        for each in fields(made):
            default = (
                ""
                if each.default is MISSING
                else f" = {getattr(each.default, '__name__', repr(each.default))}"
            )
            yield f"- `{each.name}: {_plain(inspect.formatannotation(each.type))}{default}`"
    for name in getattr(made, "_fields", ()):
        yield f"- `{name}: {_plain(inspect.formatannotation(made.__annotations__[name]))}`"
    for name, member in inspect.getmembers_static(made):
        if (
            name.startswith("_")
            or not inspect.getdoc(member)
            or hasattr(Exception, name)
            or hasattr(tuple, name)
        ):
            continue
        if isinstance(member, property):
            yield f"- `{name}`: {_line(member)}"
        elif inspect.isfunction(member):
            yield f"- `{name}{_signature(member)}`: {_line(member)}"
    yield ""


def _line(made: object) -> str:
    return " ".join((inspect.getdoc(made) or "").split())


def _kind(made: object) -> str:
    if isinstance(made, dict):
        return f"a dictionary of {len(made)}: {', '.join(f'`{key}`' for key in made)}"
    if isinstance(made, tuple):
        return f"{len(made)} values, from `{made[0]!r}` to `{made[-1]!r}`"
    return f"`{made!r}`"


if __name__ == "__main__":
    sys.stdout.write(page())
