"""Writes `docs/api-acts.md`: for each page's act, the operations of the API that do the same.

`make format` runs it, and a test compares the page with what it would write.
"""

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import django

WRITTEN = Path(__file__).parents[2] / "docs" / "api-acts.md"
#: The packages whose API tells what its operations do for pages.
PACKAGES = [each for each in ("club", "tournaments") if find_spec(f"{each}.api.acts")]
HEAD = """\
# Pages and the API

Whatever a page shows or does, a program can read or do: the operations for each page, by the names in the URL
confs. The pages that programs have no use for come last, with the reason.
"""


def acts_of(package: str) -> Any:
    """The module with the operations of that package's pages."""
    return import_module(f"{package}.api.acts")


def page() -> str:
    return "\n".join([HEAD, *_operations(), *_reasons()])


def _operations() -> Iterator[str]:
    where = _addresses_of_the_api()
    for package in PACKAGES:
        yield f"## {package.capitalize()}\n"
        yield "| page | operations |"
        yield "| --- | --- |"
        for name, operations in acts_of(package).OPERATIONS.items():
            yield f"| `{name}` | {'<br>'.join(_written(each, where) for each in operations)} |"
        yield ""


def _reasons() -> Iterator[str]:
    yield "## Not for programs\n"
    yield "| page | why |"
    yield "| --- | --- |"
    for package in PACKAGES:
        for name, reason in acts_of(package).NOT_FOR_PROGRAMS.items():
            yield f"| `{name}` | {reason} |"
    yield ""


def _written(operation: str, where: dict[str, str]) -> str:
    """The method and the address, without the beginning that all share."""
    method, _space, name = operation.partition(" ")
    return f"`{method} {where[name.removeprefix('v1:')]}`"


def _addresses_of_the_api() -> dict[str, str]:
    from django.urls import get_resolver  # Imported here: run as a program, Django is set up first.

    api = get_resolver().namespace_dict["v1"][1]
    found = {}
    for name in api.reverse_dict:
        if isinstance(name, str):
            address = api.reverse_dict.getlist(name)[0][0][0][0]
            found[name] = "/" + address.replace("%(", "{").replace(")s", "}").replace("%%", "%")
    return found


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")
    django.setup()
    sys.stdout.write(page())
