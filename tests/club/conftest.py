"""A PostgreSQL installation shared by what several people do to a club at the same moment."""

from collections.abc import Iterator

import pytest

from tests.service.installation import Installation, on_postgres


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with on_postgres(tmp_path_factory.mktemp("club")) as here:
        yield here
