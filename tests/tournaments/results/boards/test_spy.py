"""A spy asks every address there is for a board that is still to be played, as everybody who may play it.

Closed results carry planted figures (`scene.PLANTED`), and no closed hand may even be made.
"""

import io
import json
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from club.models import DeviceToken, Scope, User
from tests.criccone import test_every_address as addresses
from tests.evening import JURY, a_club, a_round, settle
from tests.once import once_a_module
from tests.tournaments.results.boards.scene import FIGURES, Spied, a_spied_evening
from tournaments.core import boards
from tournaments.live.webhook_events import EVENT_OF_ACT, _of_entries
from tournaments.models import closed_boards
from tournaments.results import codes, evening_codes
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

FORMATS = ("danish", "mitchell", "challenge")
#: Who runs the evening and so sees the results that tables enter; nobody else does.
RUNS = ("organiser", "referee")
OWN_TABLE = 1


def a_scene(format_: str) -> tuple[Spied, dict[str, Client], dict[str, object]]:
    club = a_club()
    people = addresses.clients_of(club)
    words = addresses.words_of(club)
    spied = a_spied_evening(club, format_)
    own = spied.match(OWN_TABLE)
    entries = {number: spied.tournament.entries.get(number=number) for number in range(1, 9)}
    sitting = set(own.seats.values_list("entry__number", flat=True))
    other = next(number for number in entries if number not in sitting)
    words |= {
        "code": spied.tournament.code,
        "turn": 2,
        "table": 2,
        "number": min(sitting),
        "other": other,
        "table_code": codes.code_of(own, "A"),
        "evening_code": evening_codes.code_of(entries[min(sitting)]),
        "person_id": entries[other].players.first().person_id,  # type: ignore[union-attr]
        "of_set": 2,
    }
    people["another table's code"] = Client(headers={"Authorization": f"Table {codes.code_of(own, 'A')}"})
    user = User.objects.get(pk=people["organiser"].session["_auth_user_id"])
    for scope in Scope.values:
        _device, token = DeviceToken.objects.create(user, scopes=[scope], club=club)
        people[f"organiser's token: {scope}"] = Client(headers={"Authorization": f"Token {token}"})
    return spied, people, words


scene = once_a_module(a_scene, params=FORMATS)
danish = once_a_module(partial(a_scene, "danish"))
GETS = [*addresses.GETS, *(f"v1:{name}" for name in addresses.API_GETS)]
#: What the address of an evening, its players or one of its codes takes, and the club's lists in which it is.
OF_EVENING = {"code", "table_code", "evening_code", "person_id"}
LISTS = {"home", "club_page", "club_desk", "calendar_feed", "v1:calendar"}


def names_an_evening(name: str) -> bool:
    return name in LISTS or not OF_EVENING.isdisjoint(addresses.takes(name))


def spies(people: dict[str, Client]) -> dict[str, Client]:
    """Everybody but the officers who run the evening, and their tokens that may write results."""
    own = {f"organiser's token: {scope}" for scope in (Scope.ALL, Scope.RESULTS)}
    return {who: client for who, client in people.items() if who not in RUNS and who not in own}


@contextmanager
def no_closed_hand(spied: Spied) -> Iterator[None]:
    """Fails where anything makes the cards of a board that is still closed."""
    first_closed = 1 if spied.tournament.format == "mitchell" else 5
    make = boards.board

    def watched(game: str, seed: str, number: int) -> boards.Board:
        assert number < first_closed, "a closed hand was made"
        return make(game, seed, number)

    with patch.object(boards, "board", watched):
        yield


def body_of(answer: Any) -> str:
    """The text of an answer, with the text of packed files and PDFs as far as it is read."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode("utf-8", "replace") + _inside(content, answer.get("Content-Type", ""))


def _inside(content: bytes, kind: str) -> str:
    if kind.startswith("application/pdf"):
        return _pdf_text(content)
    if not content.startswith(b"PK"):
        return ""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return "".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())


def _pdf_text(content: bytes) -> str:
    done = subprocess.run(["pdftotext", "-", "-"], input=content, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def leaks(text: str, spied: Spied) -> list[str]:
    told = [figure for figure in FIGURES if figure in text]
    return [*told, *(["the seed"] if spied.tournament.boards_seed in text else [])]


def places(name: str, words: dict[str, object]) -> list[str]:
    """The addresses of that name: of both rounds, of one's own table and of others."""
    found = []
    for turn in (1, 2):
        for table in (1, 2):
            for number in (words["number"], words["other"]):
                for file in ("standings", "results"):
                    for ending in ("csv", "json"):
                        varied = {
                            **words, "turn": turn, "table": table, "number": number,
                            "file": file, "ending": ending,
                        }  # fmt: skip
                        with_turn = {**varied, "number": turn} if name == "public_round" else varied
                        found.append(addresses.address(name, with_turn))
    return list(dict.fromkeys(found))


def may_ask(client: Client, name: str) -> bool:
    """Pages know no token and no table's code in a header: only the API does."""
    return ":" in name or "HTTP_AUTHORIZATION" not in client.defaults


def what_is_told(made: tuple[Spied, dict[str, Client], dict[str, object]], name: str) -> dict[str, list[str]]:
    """The leaks of that address, by who asked and where."""
    spied, people, words = made
    own = f"/api/v1/tournaments/{spied.tournament.code}/rounds/2/tables/{OWN_TABLE}/"
    found = {}
    wheres = places(name, words)
    for who, client in spies(people).items():
        if not may_ask(client, name):
            continue
        for where in wheres:
            is_own = (who == "another table's code" and where.startswith(own)) or "_by_" in name
            if is_own or name in ("evening", "evening_now"):  # the spy's own table, by the spy's own code
                continue
            with no_closed_hand(spied):
                answer = client.get(where)
            if told := leaks(body_of(answer), spied):
                found[f"{who} {where}"] = told
            if who not in addresses.CODES and turns_away(answer):
                break  # a role that may not open an address may not open it at another table either
    return found


def turns_away(answer: Any) -> bool:
    """Whether the asker is refused, or asked to sign in."""
    asks_to_sign_in = answer.status_code == 302 and answer["Location"].startswith("/accesso/login/")
    return asks_to_sign_in or answer.status_code in (401, 403)


@pytest.mark.parametrize("name", [name for name in GETS if names_an_evening(name)])
def test_no_address_tells_a_board_to_who_may_still_play_it(scene: Callable[[], Any], name: str) -> None:
    assert what_is_told(scene(), name) == {}


@pytest.mark.parametrize("name", [name for name in GETS if not names_an_evening(name)])
def test_no_other_address_of_the_club_tells_a_board(danish: Callable[[], Any], name: str) -> None:
    """Here the format of the evening makes no difference."""
    assert what_is_told(danish(), name) == {}


def test_the_spy_sees_what_is_told(scene: Callable[[], Any]) -> None:
    """Without the rule of secrecy the same spy finds results on the pages and in the API."""
    made = scene()
    with patch.object(closed_boards, "is_closed", lambda _round: False):
        for name in ("public_round", "pair", "take_results", "v1:table", "v1:round", "v1:evening"):
            assert what_is_told(made, name), name


def test_the_officers_who_run_the_evening_see_what_tables_enter(scene: Callable[[], Any]) -> None:
    spied, people, words = scene()
    for who in RUNS:
        for name in ("table", "v1:table", "v1:round"):
            assert leaks(body_of(people[who].get(addresses.address(name, words))), spied), (who, name)


def test_the_table_itself_sees_its_own_deals(scene: Callable[[], Any]) -> None:
    spied, people, words = scene()
    own = {**words, "table": OWN_TABLE}
    assert leaks(body_of(people["nobody"].get(addresses.address("table_by_code", own))), spied)
    at_table = people["another table's code"].get(addresses.address("v1:table", own))
    assert leaks(body_of(at_table), spied)


def test_results_open_when_nobody_can_still_play_them(scene: Callable[[], Any]) -> None:
    spied, people, words = scene()
    tournament = spied.tournament
    rounds.settle(tournament.pk, 2, by=JURY)
    builds.build(tournament.pk)
    moves = tournament.format == "mitchell"
    in_api = addresses.address("v1:round", words)
    assert bool(leaks(body_of(people["nobody"].get(in_api)), spied)) is not moves
    if moves:
        settle(tournament, a_round(tournament, seed=3))
        builds.build(tournament.pk)
        assert leaks(body_of(people["nobody"].get(in_api)), spied)
    page = addresses.address("public_round", {**words, "number": 2})
    assert leaks(body_of(people["nobody"].get(page)), spied)


def test_the_stream_tells_no_figure(scene: Callable[[], Any]) -> None:
    """A stream sends the version of a page, which has no result in it."""
    spied, people, _words = scene()
    version = people["nobody"].get(f"/t/{spied.tournament.code}/versione/")
    assert leaks(body_of(version), spied) == []
    assert len(version.content) < 100


def test_notices_and_webhooks_tell_no_figure(scene: Callable[[], Any]) -> None:
    spied, _people, _words = scene()
    entries = list(spied.tournament.log.filter(act__in=EVENT_OF_ACT).select_related("tournament__club"))
    told = json.dumps([vars(event) for event in _of_entries(entries)], default=str)
    assert entries
    assert leaks(told, spied) == []
