"""Several devices at the same moment, on a real PostgreSQL and a server of two processes."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from tests.service.installation import on_postgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("parallel devices")]

THREE_EVENINGS = """
import json
from club.models import DeviceToken
from club.register.people import add
from tests.evening import a_round, a_tournament, a_club, four_people
club = a_club()
people = four_people(club)
made = {}
for state in ("open", "draft", "playing"):
    tournament = a_tournament(club, pairs=8)
    made[state] = tournament.code
    if state != "open":
        a_round(tournament, until=state)
tokens = [DeviceToken.objects.create(user, name="p")[1] for user in (people.organiser, people.organiser)]
loose = [add(club, last_name="Nuovo", first_name=name).pk for name in ("Ada", "Ugo", "Ivo")]
print(json.dumps({"evenings": made, "tokens": tokens, "loose": loose}))
"""


@dataclass(frozen=True)
class Server:
    """A server with an evening in each state, two devices of its organiser, three people in no pair."""

    port: int
    evenings: dict[str, str]
    tokens: list[str]
    loose: list[int]

    def ask(self, device: int, method: str, path: str, body: Any) -> tuple[int, Any]:
        request = Request(
            f"http://127.0.0.1:{self.port}/api/v1/tournaments/{path}",
            method=method,
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Token {self.tokens[device]}", "Content-Type": "application/json"},
        )
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def at_once(self, asked: list[tuple[str, str, Any]]) -> list[tuple[int, Any]]:
        """The answers to requests that leave together, alternately from the two devices."""
        ready = Barrier(len(asked))

        def send(which: int) -> tuple[int, Any]:
            ready.wait()
            return self.ask(which % 2, *asked[which])

        with ThreadPoolExecutor(len(asked)) as threads:
            return list(threads.map(send, range(len(asked))))

    def statuses(self, asked: list[tuple[str, str, Any]]) -> list[int]:
        return sorted(status for status, _answer in self.at_once(asked))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with on_postgres(tmp_path_factory.mktemp("parallel")) as here:
        made = json.loads(here.run(THREE_EVENINGS).splitlines()[-1])
        with here.served(processes=2) as port:
            yield Server(port, **made)


def totals(points: int, **more: Any) -> dict[str, Any]:
    figures = {"last_trick": "A", "A": {"total": points}, "B": {"total": 106}}
    return {"way": "totals", "entered": figures, "based_on": 0, **more}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_of_two_devices_that_enter_the_same_deal_exactly_one_wins_and_the_other_sees_it(
    server: Server, number: int
) -> None:
    at = f"{server.evenings['playing']}/rounds/1/tables/1/deals/{number}/"
    answers = server.at_once([("PUT", at, totals(194)), ("PUT", at, totals(199, reason="la mia"))])
    (won, kept), (lost, refused) = sorted(answers, key=lambda answer: answer[0])
    assert (won, lost) == (200, 409), answers
    assert refused["code"] == "deal-changed"
    assert refused["version"] == kept["version"]


def test_the_same_entry_sent_twenty_times_at_once_is_one(server: Server) -> None:
    at = f"{server.evenings['playing']}/rounds/1/tables/2/deals/1/"
    request = ("PUT", at, totals(194, key=str(uuid4())))
    answers = server.at_once([request] * 20)
    for _try in range(5):  # a device that is told 503 sends again
        refused = sum(status == 503 for status, _deal in answers)
        if not refused:
            break
        answers = [each for each in answers if each[0] != 503] + server.at_once([request] * refused)
    assert {status for status, _deal in answers} == {200}
    assert len({deal["version"] for _status, deal in answers}) == 1


def test_a_draft_published_from_two_browsers_is_published_once(server: Server) -> None:
    at = f"{server.evenings['draft']}/rounds/1/publish/"
    assert server.statuses([("POST", at, {})] * 2) == [200, 409]


def test_a_turn_drawn_from_two_browsers_is_drawn_once(server: Server) -> None:
    at = f"{server.evenings['open']}/rounds/"
    assert server.statuses([("POST", at, {})] * 2) == [201, 409]


def test_a_person_entered_in_two_pairs_at_once_is_in_one(server: Server) -> None:
    at = f"{server.evenings['playing']}/entries/"
    shared, first, second = ({"person": person} for person in server.loose)
    pairs = [{"players": [shared, other]} for other in (first, second)]
    assert server.statuses([("POST", at, pair) for pair in pairs]) == [201, 422]
