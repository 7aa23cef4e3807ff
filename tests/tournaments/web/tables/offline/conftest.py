import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.migrated import sqlite_in
from tests.tournaments.web.tables.offline.hand import PATIENCE_MS
from tests.tournaments.web.tables.offline.network import PoorNetwork, poor_network
from tests.tournaments.web.tables.offline.room import A_TURN, AsServed, Evening, Sheet
from tests.tournaments.web.tables.test_in_a_browser import PHONE

HAND = {**PHONE, "service_workers": "allow"}
#: Such a phone keeps no copies: it asks the server for nothing but its own page.
NO_WORKER = "delete Navigator.prototype.serviceWorker;"

NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("poor-network")
    here = AsServed(data, f"sqlite:///{data}/criccone.sqlite3")
    sqlite_in(data)
    # Without the pages of the API, which take most of the time to compress.
    here.manage("collectstatic", "--noinput", "-v0", "--ignore", "drf_spectacular_sidecar")
    tables = json.loads(here.run(A_TURN).splitlines()[-1])
    with here.served(processes=1) as port:
        yield Evening(here, port, tables)


@pytest.fixture
def network(evening: Evening) -> Iterator[PoorNetwork]:
    with poor_network(evening.port) as network:
        yield network


@pytest.fixture
def table(evening: Evening) -> Sheet:
    return evening.table()


@pytest.fixture
def new_phone(chromium: Browser, network: PoorNetwork) -> Iterator[NewPhone]:
    """A phone in the room; `without` names the features that its browser lacks."""
    contexts: list[BrowserContext] = []

    def opened(*, without: str = "", via: PoorNetwork = network) -> Page:
        context = chromium.new_context(**HAND, base_url=via.url)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(without)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    return new_phone()


@pytest.fixture
def plain_phone(new_phone: NewPhone) -> Page:
    return new_phone(without=NO_WORKER)
