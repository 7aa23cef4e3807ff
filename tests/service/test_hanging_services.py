"""PostgreSQL or Redis that hangs, not refuses: every answer comes in time, and all is well soon after."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from redis import Redis

from club import background
from tests.service.conftest import claimed_broker
from tests.service.faulty_link import FaultyLink, link_to
from tests.service.installation import Installation, on_postgres, until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.worker,
    pytest.mark.slow,
    pytest.mark.xdist_group("service"),
]

#: The longest that anybody waits for an answer, and for the site after the fault is over. Both are two
#: seconds longer than promised: on a busy machine a process may have to wait for its turn.
ANSWER_SECONDS, RECOVERY_SECONDS = 7.0, 5.0

EVENINGS = """
import json
from club.models import DeviceToken, RoleKind
from tests.evening import a_club, a_round, a_tournament, an_officer, fill
club = a_club()
token = DeviceToken.objects.create(user=an_officer(club, RoleKind.ORGANISER))[1]
told = []
for _evening in range(5):
    tournament = a_tournament(club, pairs=8)
    for match in a_round(tournament).matches.select_related("round__tournament"):
        fill(match, seed=match.table)
    told.append([tournament.code, token])
print(json.dumps(told))
"""


@dataclass
class Answer:
    status: int
    body: str
    seconds: float

    def came_in_time(self, status: int) -> bool:
        return (self.status, self.seconds < ANSWER_SECONDS) == (status, True)


def ask(url: str, token: str = "", body: object = None) -> Answer:
    """The answer to a GET, or to a POST of `body`; fails if none comes in a minute."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Token {token}"} if token else {})}
    sent = None if body is None else json.dumps(body).encode()
    begun = time.monotonic()
    try:
        with urlopen(Request(url, sent, headers), timeout=60) as response:  # noqa: S310 - our own
            status, text = response.status, response.read().decode()
    except HTTPError as refused:
        status, text = refused.code, refused.read().decode()
    return Answer(status, text, time.monotonic() - begun)


@dataclass
class Site:
    """A site whose links to its services a test can break; `here` reaches them directly."""

    here: Installation
    postgres: FaultyLink
    redis: FaultyLink
    url: str

    def health(self) -> dict[str, bool]:
        parts = json.loads(ask(f"{self.url}/salute/").body)
        return {part: works for part, works in parts.items() if isinstance(works, bool)}


@dataclass
class Evening:
    """A tournament of the site whose first round is played and not settled."""

    site: Site
    code: str
    token: str

    def settle(self) -> Answer:
        return ask(f"{self.site.url}/api/v1/tournaments/{self.code}/rounds/1/settle/", self.token, {})

    def results(self) -> Answer:
        return ask(f"{self.site.url}/api/v1/tournaments/{self.code}/results/")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with (
        claimed_broker() as broker,
        on_postgres(folder) as direct,
        link_to(direct.database) as postgres,
        link_to(broker) as redis,
    ):
        linked = replace(direct, database=postgres.url, redis=redis.url)
        with linked.served(1) as port:
            yield Site(replace(direct, redis=broker), postgres, redis, f"http://127.0.0.1:{port}")


@pytest.fixture(scope="module")
def evenings(site: Site) -> list[Evening]:
    """One for each test that wants one."""
    return [Evening(site, *told) for told in json.loads(site.here.run(EVENINGS).splitlines()[-1])]


@pytest.fixture
def evening(evenings: list[Evening]) -> Evening:
    made = evenings.pop()
    assert made.results().status == 200
    return made


def forget_worker(site: Site) -> None:
    """Deletes the heartbeat of an earlier test, so that workers are asked for."""
    with Redis.from_url(site.here.redis) as broker:
        broker.delete(f":2:{background.BEATS}")


def test_with_redis_frozen_a_round_is_settled_in_time_and_results_are_read(
    site: Site, evening: Evening
) -> None:
    site.redis.freeze()
    assert evening.settle().came_in_time(200)
    assert evening.results().came_in_time(200)
    assert ask(f"{site.url}/salute/").came_in_time(503)
    assert site.health()["redis"] is False
    site.redis.thaw()
    until(lambda: site.health()["redis"], "Redis was never seen again", RECOVERY_SECONDS)


def test_with_redis_cut_no_password_is_tried_while_results_go_on(site: Site, evening: Evening) -> None:
    guess = {"email": "uno@example.org", "password": "prova", "device": "telefono"}
    site.redis.cut()
    refused = ask(f"{site.url}/api/v1/tokens/", body=guess)
    assert refused.came_in_time(503)
    assert json.loads(refused.body)["code"] == "cannot-count"
    assert evening.settle().came_in_time(200)
    assert evening.results().came_in_time(200)
    site.redis.mend()
    until(lambda: ask(f"{site.url}/api/v1/tokens/", body=guess).status == 401, "none ever tried again")


def test_the_health_after_a_cut_of_redis_is_told_through_the_connections_of_before(site: Site) -> None:
    forget_worker(site)
    assert site.health()["worker"] is False
    site.redis.cut()
    assert site.health()["redis"] is False
    site.redis.mend()
    until(lambda: site.health()["redis"], "Redis was never seen again", RECOVERY_SECONDS)
    assert site.health()["worker"] is False


def test_with_postgresql_frozen_answers_come_in_time_and_the_site_is_well_right_after(
    site: Site, evening: Evening
) -> None:
    site.postgres.freeze()
    assert evening.results().came_in_time(503)
    assert ask(f"{site.url}/salute/").came_in_time(503)
    refused = evening.settle()
    assert refused.came_in_time(503)
    assert json.loads(refused.body)["code"] == "unavailable"
    site.postgres.thaw()
    until(lambda: evening.settle().status == 200, "the site never came back", RECOVERY_SECONDS)


def test_a_cut_network_to_postgresql_is_an_answer_and_its_mending_is_noticed(
    site: Site, evening: Evening
) -> None:
    site.postgres.cut()
    assert evening.settle().came_in_time(503)
    site.postgres.mend()
    until(lambda: evening.settle().status == 200, "the site never came back", RECOVERY_SECONDS)


def test_without_a_worker_the_web_process_builds_the_standings(site: Site, evening: Evening) -> None:
    assert evening.settle().status == 200
    is_built = "SELECT bool_and(standings_version = results_version) FROM tournaments_tournament"
    until(lambda: site.here.rows(is_built) == [(True,)], "nobody built them")
    forget_worker(site)
    without = {"worker": False, "beat": False}
    assert site.health() == {**dict.fromkeys(("database", "migrations", "disk", "redis"), True), **without}


def test_with_worker_and_beat_all_is_well(site: Site) -> None:
    with site.here.worker(), site.here.beat():
        until(lambda: all(site.health().values()), "a part is missing")
