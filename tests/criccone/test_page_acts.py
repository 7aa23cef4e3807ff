"""Whatever a page does, a program can do: every page has operations of the API, or a reason."""

from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.criccone.test_every_address import POSTS
from tests.docs import acts_reference
from tests.docs.acts_reference import PACKAGES

SAFE = {"GET", "HEAD"}
CONFS = {"club": ["club.urls", "club.web.account_urls"], "tournaments": ["tournaments.urls"]}


def names_in(patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names_in(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name


def views_of_the_api() -> dict[str, Any]:
    api = next(each for each in get_resolver().url_patterns if getattr(each, "namespace", "") == "v1")
    return {f"v1:{each.name}": view_of(each.callback) for each in leaves(api) if each.name}


def view_of(callback: Any) -> Any:
    """The class of a view, also where a decorator is around it; a stream is a function, to be read."""
    while not hasattr(callback, "view_class"):
        if not hasattr(callback, "__wrapped__"):
            return SimpleNamespace(get=callback)
        callback = callback.__wrapped__
    return callback.view_class


def leaves(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from leaves(pattern)
        else:
            yield pattern


def pages_of(package: str) -> set[str]:
    """The names of the pages in the URL conf of that package, without those of the API."""
    return {name for conf in CONFS[package] for name in names_in(import_module(conf).urlpatterns)}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_page_has_operations_or_a_reason_and_not_both(package: str) -> None:
    acts = acts_reference.acts_of(package)
    pages = pages_of(package)
    assert pages - set(acts.OPERATIONS) - set(acts.NOT_FOR_PROGRAMS) == set()
    assert set(acts.OPERATIONS) & set(acts.NOT_FOR_PROGRAMS) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_page_is_named_that_is_gone(package: str) -> None:
    acts = acts_reference.acts_of(package)
    assert (set(acts.OPERATIONS) | set(acts.NOT_FOR_PROGRAMS)) - pages_of(package) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_operation_exists(package: str) -> None:
    views = views_of_the_api()
    operations = {each for some in acts_reference.acts_of(package).OPERATIONS.values() for each in some}
    missing = [each for each in operations if not exists(each, views)]
    assert missing == []


def exists(operation: str, views: dict[str, Any]) -> bool:
    method, _space, name = operation.partition(" ")
    return name in views and hasattr(views[name], method.lower())


@pytest.mark.parametrize("package", PACKAGES)
def test_a_page_that_changes_something_has_an_operation_that_does(package: str) -> None:
    operations = acts_reference.acts_of(package).OPERATIONS
    only_read = {
        name
        for name, some in operations.items()
        if name in POSTS and {each.partition(" ")[0] for each in some} <= SAFE
    }
    assert only_read == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_reason_is_a_sentence(package: str) -> None:
    reasons = acts_reference.acts_of(package).NOT_FOR_PROGRAMS.values()
    assert [each for each in reasons if not (each[0].isupper() and each.endswith("."))] == []


def test_the_table_in_the_manual_is_up_to_date() -> None:
    assert acts_reference.WRITTEN.read_text(encoding="utf-8") == acts_reference.page()
