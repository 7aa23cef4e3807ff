"""A spy looks for a closed board where no page is read: in streams, notices, letters, refusals, logs,
archives and the copies that phones keep. One evening of each kind, and a match of a championship.
"""

import io
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from club.errors import Refusal
from club.handover import archive_writer
from club.models import Club
from scoring.wording.names import card_name
from tests.criccone import test_every_address as addresses
from tests.evening import JURY, a_club, a_tournament
from tests.once import once_a_module
from tests.tournaments.championships.test_duplicated_match import a_duplicated_match
from tests.tournaments.live.server import Stream, serving
from tests.tournaments.results.boards.scene import PLANTED, Spied, cards_of, played
from tests.tournaments.results.boards.test_spy import FORMATS, a_scene, body_of, leaks, names_an_evening
from tournaments.actors import Actor
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.live.webhook_events import EVENT_OF_ACT, _of_entries
from tournaments.models import Deal, Match, PushSubscription, Tournament
from tournaments.results import codes, scores
from tournaments.results.push import notices

pytestmark = pytest.mark.django_db

MATCH = "match of a championship"


def a_match_of_a_championship(club: Club) -> Spied:
    """Its second round: one table has played, the other has not; figures as in `a_spied_evening`."""
    tournament = a_duplicated_match(club).tournament
    assert tournament
    deals = Deal.objects.filter(match__round__tournament=tournament, match__round__number=2)
    for deal in deals:
        deal.points = PLANTED
        deal.counted = {side: {**deal.counted[side], "total": points} for side, points in PLANTED.items()}
        deal.save()
    return Spied(tournament, tournament.rounds.get(number=2))


def a_place(kind: str) -> tuple[Spied, dict[str, Client], dict[str, object]]:
    if kind != MATCH:
        return a_scene(kind)
    club = a_club()
    people, words = addresses.clients_of(club), addresses.words_of(club)
    spied = a_match_of_a_championship(club)
    # Table 1 has played: the spy sits at the other, and asks for the first.
    code = codes.code_of(spied.match(2), "A")
    people["another table's code"] = Client(headers={"Authorization": f"Table {code}"})
    return spied, people, words | {"code": spied.tournament.code, "turn": 2, "table": 1}


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


place = once_a_module(a_place, params=[*FORMATS, MATCH])
SPIES = ("nobody", "player", "secretary", "owner", "another table's code")


def requests_that_write(*, everywhere: bool) -> list[tuple[str, str]]:
    """Every address that takes more than a GET, but for those of one's own table by its code; or those that
    name an evening or a championship."""
    api = [("post", f"v1:{name}") for name in addresses.API_POSTS]
    api += [(verb, f"v1:{name}") for verb, name in addresses.API_OTHERS]
    all_of_them = [*(("post", name) for name in addresses.POSTS if "_by_" not in name), *api]
    return [
        (verb, name)
        for verb, name in all_of_them
        if everywhere or names_an_evening(name) or "championship_code" in addresses.takes(name)
    ]


def test_no_answer_to_a_request_that_writes_tells_a_board(
    place: Callable[[], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Refusals, conflicts and previews; and the installation's own log says nothing either."""
    spied, people, words = place()
    caplog.set_level(logging.DEBUG)
    words = {**words, "table": 1 if "championship" in spied.tournament.name else 2}
    found = {}
    # Where no evening is named, its format makes no difference.
    for verb, name in requests_that_write(everywhere=spied.tournament.format == FORMATS[0]):
        where = addresses.address(name, words)
        for who in SPIES if ":" in name else SPIES[:-1]:
            with transaction.atomic():
                answer, _written = addresses.sent(people[who], verb, where)
                transaction.set_rollback(True)
            if told := leaks(body_of(answer), spied):
                found[f"{who} {verb} {where}"] = told
    assert found == {}
    assert leaks(caplog.text, spied) == []


def test_a_side_reads_no_card_in_a_refusal_but_those_it_sent(place: Callable[[], Any]) -> None:
    """By page and by program, with a cricca that nobody holds declared by each; the third closes the deal to
    it."""
    spied, _people, _words = place()
    match = spied.match(2)
    match.deals.filter(number=1).delete()
    game = spied.tournament.game
    names = {each: card_name(each, "it", _deck(match)) for each in match.play.game.deck}
    code = codes.code_of(match, "A")
    true = played(match, 1)
    cricca, four = held_by_nobody(match)
    at = f"/api/v1/tournaments/{spied.tournament.code}/rounds/2/tables/2/deals/1/"
    assert game == "quattro-scartate"
    told = []
    for number, player in enumerate(match.play.game.players, start=1):
        shown = [{"side": player[0], "player": player, "cricca": cricca, "cards": four}]
        body = {"way": "cards", "entered": {**true, "declarations": shown}, "based_on": 0}
        answer = Client(headers={"Authorization": f"Table {code}", "Accept-Language": "it"}).put(
            at, json.dumps(body), "application/json"
        )
        assert answer.status_code in (409, 422), answer.content
        told.append(answer.json())
        said = answer.json()["detail"]
        assert {each for each, name in names.items() if name in said} == ({*four} if number < 4 else set())
        assert "in mano" not in said
    assert told[-1]["code"] == "board-needs-referee"
    with pytest.raises(TournamentError):  # on the phone's page too
        scores.enter(match, 1, "cards", true, by=Actor.at_table(match, "B"), based_on=0)


def held_by_nobody(match: Match) -> tuple[str, list[str]]:
    """A cricca of four cards that no hand of the first board has, not even with the cards that stay."""
    made = cards_of(match, 1)
    for cricca, letter in (("re", "R"), ("regine", "Q"), ("cavalli", "C"), ("fanti", "F")):
        four = [f"{letter}{suit}" for suit in "dcsb"]
        if not any({*four} <= {*hand, *made.rest} for hand in made.hands.values()):
            return cricca, four
    raise AssertionError("each of the four cricche is in a hand")


def _deck(match: Match) -> str:
    tricks = match.play.game.tricks
    assert tricks
    return tricks.deck


def test_notices_letters_webhooks_and_stored_answers_tell_no_board(
    place: Callable[[], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Everything that leaves the installation, or that other officers read later, of a deal that is entered
    twice by the phone of its table."""
    spied, _people, _words = place()
    match, tournament = spied.match(2), spied.tournament
    match.deals.all().delete()
    caplog.set_level(logging.DEBUG)
    scores.enter(match, 1, "cards", played(match, 1), by=Actor.at_table(match, "A"), based_on=0, key=uuid4())
    deal = match.deals.get(number=1)
    scores.contest(match, {1: deal.version}, by=Actor.at_table(match, "B"), reason="Erano 717.171")
    told = [str(vars(letter)) for letter in mail.outbox]
    told += [json.dumps(vars(event), default=str) for event in _of_entries(_acts(tournament))]
    for kind in notices.TTL:
        seats = notices._seats(tournament.pk, 2)
        for entry in tournament.entries.all():
            to = PushSubscription(entry=entry, language="it", endpoint="https://push.example.org/1")
            told.append(notices._message(to, kind, 2, seats).decode())
    assert told
    assert leaks(" ".join(told) + caplog.text, spied) == []
    kept = {
        model._meta.label: leaks(str(list(model._default_manager.values())), spied)
        for model in apps.get_models()
        if model._meta.label not in READ_BY_OFFICERS_OF_THE_EVENING
    }
    assert {label: found for label, found in kept.items() if found} == {}


#: The rows that hold results or the seed, which the spies' pages and files are tried for.
READ_BY_OFFICERS_OF_THE_EVENING = {
    "tournaments.Tournament",
    "tournaments.Deal",
    "tournaments.LogEntry",
}


def _acts(tournament: Tournament) -> list[Any]:
    return list(tournament.log.filter(act__in=EVENT_OF_ACT).select_related("tournament__club"))


def test_no_archive_leaves_and_no_command_prints_a_board(place: Callable[[], Any]) -> None:
    spied, _people, _words = place()
    out = io.StringIO()
    call_command("verify_logs", stdout=out)
    assert leaks(out.getvalue(), spied) == []
    assert archived(spied.tournament.club) == "boards-secret"


def archived(club: Club) -> str:
    """The refusal of an archive of that club; empty if there is none."""
    try:
        archive_writer.write_archive(club, io.BytesIO(), "una frase abbastanza lunga", by=JURY.name)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_an_evening_that_was_called_off_and_may_still_be_held_stays_secret(club: Club) -> None:
    """Else an owner calls it off, reads its cards in the archive, and holds it after all."""
    tournament = a_tournament(club, is_duplicated=True)
    lifecycle.call_off(tournament.pk, by=JURY, reason="Neve")
    tomorrow = timezone.localdate() + timedelta(days=1)
    for day, said in ((tomorrow, "boards-secret"), (tomorrow - timedelta(days=2), "")):
        Tournament.objects.filter(pk=tournament.pk).update(date=day)
        assert archived(club) == said


def test_the_terminal_says_in_a_sentence_why_the_archive_is_refused(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_tournament(club, is_duplicated=True)
    monkeypatch.setattr("sys.stdin", io.StringIO("una frase abbastanza lunga\n"))
    with pytest.raises(CommandError, match="concludi prima la serata"):
        call_command("export_club", club.slug, str(tmp_path / "circolo"), passphrase_stdin=True)
    assert not list(tmp_path.iterdir())


def test_a_phone_keeps_no_board_that_an_officer_has_seen_on_it(place: Callable[[], Any]) -> None:
    """The service worker keeps the home page and the standings, whoever is signed in; and nothing else of the
    desk may be kept by a browser or a proxy."""
    spied, people, _words = place()
    code = spied.tournament.code
    for where in ("/", f"/t/{code}/"):
        assert leaks(body_of(people["organiser"].get(where)), spied) == [], where
    for how in ("screen", "phone", "paper"):
        sent = {"of_set": 2, "how": how, "reason": "Compongo"}
        answer = people["organiser"].post(f"/t/{code}/banco/smazzate/", sent)
        assert answer.status_code == 200, how
        assert "no-store" in answer["Cache-Control"], how


@pytest.mark.slow
def test_the_open_streams_tell_a_version_and_nothing_else(tmp_path: Any) -> None:
    """Both streams, read byte by byte while a closed result is written and refused."""
    make = """
from tests.tournaments.results.boards.scene import a_spied_evening, played
spied = a_spied_evening(a_club(), "mitchell")
print(spied.tournament.code, spied.tournament.boards_seed)
"""
    act = """
from tests.tournaments.results.boards.scene import PLANTED
from tournaments.actors import Actor
from tournaments.models import Deal, Match, Tournament
from tournaments.results import calls
match = Match.objects.get(round__tournament__code="{code}", round__number=2, table=1)
Deal.objects.filter(match=match).update(points=PLANTED)
calls.call(match, by=Actor.at_table(match, "A"), reason="717171")
"""
    with serving(tmp_path) as server:
        code, seed = server.do(make).split()
        streams = [Stream(f"{server.address}{at}") for at in (f"/t/{code}/eventi/", _api(code))]
        said = [stream.next() for stream in streams]
        server.do(act.format(code=code))
        said += [stream.next() for stream in streams]
    for kind, version in said:
        assert len(kind) + len(version) < 200
        assert "7171" not in version
        assert seed not in version


def _api(code: str) -> str:
    return f"/api/v1/tournaments/{code}/events/"
