"""A client that openapi-python-client makes of the schema plays an evening, as an integrator's would."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.docs.test_programs import CLUB
from tests.tournaments.live.server import ROOT, Server, serving

pytestmark = pytest.mark.slow
NAMES = [
    "Bianchi Anna",
    "Canè Ivo",
    "Ferri Ugo",
    "Gatti Ada",
    "Landi Aldo",
    "Monti Rita",
    "Nanni Ezio",
    "Orsi Pia",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("generated")) as server:
        yield server


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the package with the client; generating it gives no warning."""
    folder = tmp_path_factory.mktemp("client")
    done = subprocess.run(
        [
            *(str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--meta", "none"),
            *("--path", str(ROOT / "tournaments" / "api" / "schemas" / "en.json")),
            *("--config", str(ROOT / "docs" / "openapi-python-client.yaml"), "--fail-on-warning"),
            *("--output-path", str(folder / "criccone_client")),
        ],
        capture_output=True,
        text=True,
        env={"PATH": str(Path(sys.executable).parent), "HOME": str(folder)},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield "criccone_client"
    sys.path.remove(str(folder))


def test_a_generated_client_plays_an_evening(site: Server, generated: str) -> None:
    slug, token = site.do(CLUB).split()
    client = import_module(generated).AuthenticatedClient(site.address, token, prefix="Token")
    with client:
        rows = standings_of_an_evening(generated, client, slug)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert (len(rows), sum(row.match_points for row in rows)) == (4, 8)


def standings_of_an_evening(generated: str, client: Any, slug: str) -> Any:
    """The final standings of four pairs that played two rounds."""
    models = import_module(f"{generated}.models")

    def call(tag: str, name: str, *where: Any, **body: Any) -> Any:
        answer = import_module(f"{generated}.api.{tag}.{name}").sync(*where, client=client, **body)
        assert not isinstance(answer, models.Problem), answer
        return answer

    evening = models.TournamentBodyRequest("Torneo generato", date(2027, 4, 2), turns=2)
    code = call("clubs", "create_tournament", slug, body=evening).code
    people = [
        models.PlayerBodyRequest(last_name=last, first_name=first) for last, first in map(str.split, NAMES)
    ]
    pairs = zip(people[::2], people[1::2], strict=True)
    entries = [models.NewEntryBodyRequest(list(pair), present=True) for pair in pairs]
    call("tournaments", "create_many_entries", code, body=models.EntriesBodyRequest(entries))
    for turn in (1, 2):
        call("tournaments", "draw_round", code, body=models.DrawBodyRequest(seed=turn))
        call("tournaments", "publish_round", code, turn, body=models.VersionBodyRequest())
        tables = call("tournaments", "play_round", code, turn, body=models.VersionBodyRequest()).tables
        for table in tables:
            for number in range(1, table.deals_expected + 1):
                call("tournaments", "enter_deal", code, turn, table.table, number, body=a_deal(models))
        call(
            "tournaments", "settle_round", code, turn, body=models.SettleBodyRequest(accept_unconfirmed=True)
        )
    assert call("tournaments", "close_tournament", code).closed
    return call("tournaments", "get_standings", code).rows


def a_deal(models: Any) -> Any:
    """194 to 106: a deal that can be."""
    totals = models.TotalsBodyRequest(last_trick=models.SideEnum.A)
    totals.a = models.TotalsBodyRequestA.from_dict({"total": 194, "declared": 0})
    totals.b = models.TotalsBodyRequestB.from_dict({"total": 106, "declared": 0})
    return models.WrittenDealByTotalsRequest(models.TotalsWayEnum.TOTALS, totals, 0, key=uuid4())
