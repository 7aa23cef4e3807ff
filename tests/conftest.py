"""Fixtures of all tests, and the services that tests need: without them a test is visibly skipped; in CI it
fails."""

import gc
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import override_settings
from django.test.client import ClientHandler
from django.utils import translation
from hypothesis import settings as supposed
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from club import redis_state
from club.accounts import letters
from club.models import Club, RoleKind, User
from criccone.logs import KeptLog
from tests.browser import CHROMIUM, close_what_was_opened, launched, opened, script_errors
from tests.commits import commits
from tests.evening import FourPeople, a_club, an_officer, four_people
from tests.firefox import FIREFOX
from tests.migrated import migrate, server_of, sqlite_at, template
from tests.samples import DAY, IS_THOROUGH, so_many
from tests.tampering import log_triggers

__all__ = ["commits"]  # a fixture

# A slow example on a busy machine is no failure: time is measured by the bench, not tested. Each run draws
# other examples: many runs try more of them than one.
supposed.register_profile("unhurried", deadline=None, max_examples=so_many(100, 40))
supposed.load_profile("unhurried")

REQUIRED = os.environ.get("REQUIRE_SERVICES") == "1"
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
TESTS = Path(__file__).parent
ENGINE = TESTS / "scoring"
#: Folders without a test that uses the database of the run: not even imported for another database.
WITHOUT_DATABASE = [
    ENGINE,
    *(TESTS / folder for folder in ("benchmarks", "chaos", "service", "templates", "translations")),
    TESTS / "tournaments" / "core",
]
#: Pages, papers, games, draws and files that are refused, which are the same on every database. The verbs and
#: queries that they call have tests of their own, and tests/criccone/test_every_address.py opens every page
#: on each database. What a token may do is decided before anything is queried.
SAME_EVERYWHERE = [
    TESTS / "docs",
    TESTS / "tournaments" / "web",
    TESTS / "tournaments" / "demo",
    TESTS / "tournaments" / "championships" / "test_duplicated_match.py",
    TESTS / "tournaments" / "championships" / "test_pages.py",
    TESTS / "tournaments" / "championships" / "test_season_of_eight.py",
    TESTS / "tournaments" / "entries" / "bookings" / "test_pages.py",
    TESTS / "tournaments" / "entries" / "cash" / "test_pages.py",
    TESTS / "tournaments" / "evenings" / "rotation" / "test_evenings.py",
    TESTS / "tournaments" / "evenings" / "rotation" / "test_pages.py",
    TESTS / "tournaments" / "evenings" / "test_every_game.py",
    TESTS / "tournaments" / "evenings" / "test_whole_evenings.py",
    TESTS / "tournaments" / "exports" / "test_letters.py",
    TESTS / "tournaments" / "exports" / "test_printing.py",
    TESTS / "tournaments" / "pairing" / "test_every_draw_verified.py",
    TESTS / "tournaments" / "results" / "boards" / "test_pages.py",
    TESTS / "tournaments" / "results" / "boards" / "test_spy.py",
    TESTS / "tournaments" / "results" / "boards" / "test_spy_elsewhere.py",
    TESTS / "tournaments" / "seasons" / "test_pages.py",
    TESTS / "club" / "dues" / "test_pages.py",
    TESTS / "club" / "handover" / "test_pages.py",
    TESTS / "club" / "imports" / "test_pages.py",
    TESTS / "club" / "receipts" / "test_receipt_on_paper.py",
    TESTS / "club" / "register" / "test_pages.py",
    TESTS / "club" / "handover" / "test_damaged.py",
    TESTS / "club" / "handover" / "test_refused.py",
    TESTS / "club" / "imports" / "test_damaged.py",
    TESTS / "club" / "imports" / "test_messy_sheets.py",
    TESTS / "criccone" / "test_bodies.py",
    TESTS / "criccone" / "test_every_scope.py",
    TESTS / "criccone" / "test_next_steps.py",
]
#: Among them, a page with a query of its own: annotations, an order.
WITH_OWN_QUERIES = [TESTS / "tournaments" / "web" / "public" / "test_calendar.py"]
#: With installations of their own, whichever database the run has.
OWN_INSTALLATION = ("postgres", "worker", "browser", "firefox")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@pytest.fixture(autouse=True)
def _redis_is_asked() -> None:
    """No failure of Redis in an earlier test keeps this one from asking it."""
    redis_state.answered()


@pytest.fixture(autouse=True)
def _no_script_fails() -> Iterator[None]:
    """Whatever else a test looks at, no script of its pages may throw; and its pages end with it.

    Those of fixtures of a wider scope were opened before, and stay."""
    script_errors.clear()
    opened.clear()
    yield
    close_what_was_opened()
    assert script_errors == []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """Chromium for tests that also query the database, although Playwright's event loop runs in their
    thread."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield chromium
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def _answers(url: str) -> bool:
    where = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((where.hostname or "", where.port or 0)) == 0


def _missing() -> dict[str, str]:
    """For each marker whose service is missing, the reason to skip."""
    reasons = {}
    if not _answers(POSTGRES):
        reasons["postgres"] = f"no PostgreSQL answers at {POSTGRES}"
    if not _answers(REDIS):
        reasons["redis"] = reasons["worker"] = f"no Redis answers at {REDIS}"
    if not Path(CHROMIUM).exists():
        reasons["browser"] = f"there is no Chromium at {CHROMIUM}"
    if not FIREFOX:
        reasons["firefox"] = "there is no Firefox: apt install firefox-esr"
    return reasons


def _shares(item: pytest.Item) -> bool:
    """Whether the test uses a fixture of module scope, which one process should make, not all of them."""
    if not isinstance(item, pytest.Function):
        return False
    made = [each for name in item.fixturenames for each in item._fixtureinfo.name2fixturedefs.get(name, ())]
    return any(each.scope == "module" for each in made)


def pytest_report_header() -> str | None:
    return None if IS_THOROUGH else f"samples: those of SAMPLE_DAY={DAY}; make thorough tries all"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--of-database", action="store_true", help="only the tests that may differ by database")


def _may_touch_a_database(item: pytest.Item) -> bool:
    """The rule of pytest-django, which denies the database to all other tests."""
    fixtures = {"db", "transactional_db", "live_server"}
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(item.fixturenames)  # type: ignore[attr-defined]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skips the tests that no database changes without importing them."""
    if not config.getoption("--of-database"):
        return None
    if collection_path in WITHOUT_DATABASE:
        return True
    return True if collection_path.is_file() and _is_same_everywhere(collection_path) else None


def _is_same_everywhere(path: Path) -> bool:
    return path not in WITH_OWN_QUERIES and _is_below(path, [*WITHOUT_DATABASE, *SAME_EVERYWHERE])


def _is_below(path: Path, places: list[Path]) -> bool:
    return any(path.is_relative_to(place) for place in places)


def _differs_by_database(item: pytest.Item) -> bool:
    own = any(item.get_closest_marker(name) for name in OWN_INSTALLATION)
    return _may_touch_a_database(item) and not own and not _is_same_everywhere(item.path)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[None]:
    """Excludes the collected tests and their modules, which all live to the end, from garbage collection."""
    gc.disable()
    yield
    gc.freeze()
    # Older generations are collected rarely: the cycles that a request leaves are freed in a young one.
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    _chosen(config, items)
    yield
    _grouped(config, items)
    # Slow tests come first, so that no process is left alone with one at the end.
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in long)


def _grouped(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Adds each test's group to its node id, where xdist looks for it.

    xdist 3.8 writes the group to an attribute that pytest had up to 9.1. With a later pytest nothing would be
    grouped, and every process would make the fixtures of module scope again.
    """
    if not config.getoption("loadgroup", False):
        return  # groups matter only in the processes that run the tests
    for item in items:
        named = getattr(item, "_nodeid", item.nodeid)
        if named != item.nodeid:
            item._id = type(item.id).parse(named)  # type: ignore[attr-defined]
        if item.get_closest_marker("xdist_group") and "@" not in item.nodeid:
            raise RuntimeError(f"{item.nodeid} has no group in its node id")  # xdist hides a UsageError


def _chosen(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the selected tests; marks each with its group and, if a service is missing, the reason to
    skip."""
    if config.getoption("--of-database"):
        config.hook.pytest_deselected(items=[item for item in items if not _differs_by_database(item)])
        items[:] = filter(_differs_by_database, items)
    if any(item.path.is_relative_to(ENGINE) and _may_touch_a_database(item) for item in items):
        raise pytest.UsageError("tests of the engine must not use a database")
    for item in items:
        if _shares(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
    if REQUIRED:
        return  # CI installs the services: a missing one makes its tests fail
    missing = _missing()
    for item in items:
        for marker, reason in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """True on SQLite: the file belongs to this run, so nothing has to be confirmed or removed."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """SQLite in a file, as clubs have it, where the threads of a live server lock each other out; PostgreSQL
    with a copy of the migrated database, without waiting for the disk."""
    if connection.vendor != "sqlite":
        connection.settings_dict["TEST"]["TEMPLATE"] = template(server_of(connection.settings_dict), migrate)
        connection.settings_dict["OPTIONS"]["options"] = "-c synchronous_commit=off"
        return
    name = tmp_path_factory.mktemp("database") / "criccone.sqlite3"
    sqlite_at(name)
    connection.settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Makes Django query the features of the connection now, so that no test counts these queries."""
    if connection.vendor != "sqlite":
        return
    with django_db_blocker.unblock():
        assert connection.features.supports_json_field


@pytest.fixture(scope="session", autouse=True)
def _emptied_past_the_triggers() -> Iterator[None]:
    """On SQLite, tests that commit are followed by a DELETE from every table, which the logs refuse: their
    triggers are dropped for it and created again."""
    operations = DatabaseWrapper.ops_class
    empty = operations.sql_flush

    def emptied(self: Any, *given: Any, **options: Any) -> list[str]:
        triggers = log_triggers()
        dropped = [f"DROP TRIGGER {name}" for name, _order in triggers]
        return [*dropped, *empty(self, *given, **options), *(order for _name, order in triggers)]

    with patch.object(operations, "sql_flush", emptied):
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_log_file() -> None:
    """Keeps the errors that tests provoke out of the developer's own log."""
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, KeptLog)]:
        root.removeHandler(handler)


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_chain_of_middleware() -> Iterator[None]:
    """Loads the middleware once for all clients under the same settings, as a server does, not once for
    each client."""
    load = ClientHandler.load_middleware
    chains: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()

    def shared(self: ClientHandler) -> None:
        under = settings._wrapped  # type: ignore[misc]
        if under not in chains:
            first = ClientHandler()
            load(first)
            chains[under] = {name: value for name, value in vars(first).items() if "middleware" in name}
        vars(self).update(chains[under])

    with patch.object(ClientHandler, "load_middleware", shared):
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_as_they_lie(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Serves static files uncollected, also to fixtures of module scope."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STATIC_ROOT=tmp_path_factory.mktemp("static"), STORAGES={**settings.STORAGES, "staticfiles": plain}
    ):
        yield


@pytest.fixture(autouse=True)
def _apart() -> Iterator[None]:
    """Starts every test with an empty cache, in the language of the installation."""
    cache.clear()
    with translation.override(settings.LANGUAGE_CODE):  # a request in English leaves its language behind
        yield
    cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _letters_at_once() -> Iterator[None]:
    """Sends letters in the test's own thread, whose connection alone sees the test's transaction."""
    with pytest.MonkeyPatch.context() as session:
        session.setattr(letters, "soon", letters.attempt)
        yield


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def four(club: Club) -> FourPeople:
    return four_people(club)


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, RoleKind.OWNER)


@pytest.fixture
def secretary(club: Club) -> User:
    return an_officer(club, RoleKind.SECRETARY)


@pytest.fixture
def treasurer(club: Club) -> User:
    return an_officer(club, RoleKind.TREASURER)
