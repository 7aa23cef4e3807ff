from collections.abc import Iterator

import pytest

from tests.tournaments.live.server import Server, serving
from tournaments.evenings import card_luck, simulations

A_CLUB = """
club = a_club(); four_people(club)
for name in ["Rossi/Mario", "Rossi/Maria", "Bianchi/Anna", "Neri/Ugo", "De Luca/Ivo"]:
    last, first = name.split("/")
    people.add(club, last_name=last, first_name=first)
"""
#: Of a simulation on that server: deals and evenings, instead of 400 of each.
FEWER = 150
SIMULATES_LESS = f"""
import criccone.asgi
from tournaments.evenings import card_luck, simulations
card_luck.DEALS = simulations.DEALS = simulations.MOST_EVENINGS = {FEWER}
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server without Redis for all that only look at pages: each test has an evening of its own there.

    Its club is `circolo-mazzini`, with its four people and a few others.
    """
    with serving(tmp_path_factory.mktemp("server"), first=SIMULATES_LESS, REDIS_URL="") as running:
        running.do(A_CLUB)
        yield running


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation of 24 deals and 4 evenings of each movement instead of hundreds."""
    for module in (card_luck, simulations):
        monkeypatch.setattr(module, "DEALS", 24)
    monkeypatch.setattr(simulations, "MOST_EVENINGS", 4)
    monkeypatch.setattr(simulations, "FEWEST_EVENINGS", 4)
