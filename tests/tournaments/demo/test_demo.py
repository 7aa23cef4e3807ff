"""`make demo`: two evenings, a login for each role, and a server on a free port."""

import io
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.translation import override

from club.access import Right, rights
from club.models import Club, Receipt, Role, RoleKind, SampleClub, User
from tests.commits import following
from tests.once import once_a_module
from tournaments.championships.team_standings import championship_standings
from tournaments.demo import as_text, serving
from tournaments.management.commands import demo
from tournaments.models import Article, BookingLetter, Championship, Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_FINDERS = []  # gathering them all is slow, and tested by itself


def _demo() -> str:
    said = io.StringIO()
    call_command("demo", no_serve=True, stdout=said)
    return said.getvalue().replace(str(settings.DATA_DIR), "FOLDER")


def _logins(said: str) -> dict[str, str]:
    lines = [line.split() for line in said.splitlines() if "@" in line]
    return {email: password for *_role, email, password in lines}


@dataclass(frozen=True)
class Played:
    """What the demo left beside the database: its words, the file of the logins, the letters it sent."""

    said: str
    logins: bytes
    mode: int
    letters: int


def _played() -> Played:
    with TemporaryDirectory() as folder:
        own = {"DATA_DIR": Path(folder), "STATIC_ROOT": Path(folder) / "static", "STATICFILES_FINDERS": []}
        letters = len(mail.outbox)
        with override_settings(**own), following(len(connection.savepoint_ids)):
            said = _demo()
        kept = Path(folder) / "demo-logins.json"
        return Played(said, kept.read_bytes(), kept.stat().st_mode, len(mail.outbox) - letters)


made = once_a_module(_played)


@pytest.fixture
def played(made: Callable[[], Played], tmp_path: Path) -> Played:
    (tmp_path / "static").mkdir()
    played = made()
    (tmp_path / "demo-logins.json").write_bytes(played.logins)
    return played


@pytest.fixture
def said(played: Played) -> str:
    return played.said


def test_it_prints_the_final_classifica_of_sixteen_pairs(said: str):
    assert "classifica finale" in said
    places = [line.split()[0] for line in said.splitlines() if line.endswith(")")]
    assert len(places) == 16
    assert places[0] == "1."


def test_the_headings_are_in_the_language_of_the_terminal(played: Played):
    tournament = Tournament.objects.earliest("date")
    with override("en"):
        assert as_text(tournament).splitlines()[0].split() == ["MP", "diff.", "scored", "pair"]
    assert as_text(tournament).splitlines()[0].split() == ["PP", "diff.", "fatti", "coppia"]


def test_it_leaves_tonight_open_with_results_to_come(said: str):
    finished, tonight, _coming = Tournament.objects.filter(fixture=None).order_by("date")
    assert finished.closed_at
    assert finished.rounds.count() == 4
    assert tonight.closed_at is None
    assert tonight.rounds.get(state="playing").number == 2
    assert tonight.name in said


def test_a_championship_has_a_match_under_way_and_one_that_waits_for_a_line_up(said: str):
    championship = Championship.objects.get()
    assert championship.get_absolute_url() in said
    played = championship_standings(championship).fixtures
    assert sorted(each.report for each in played if each.is_over) == ["approved", "confirmed"]
    [under_way] = [each for each in played if each.points and not each.is_over]
    assert under_way.fixture.tournament
    assert under_way.fixture.tournament.rounds.get(state="playing").number == 2
    waiting = [each.fixture for each in played if each.fixture.line_ups.count() == 1]
    assert len(waiting) == 1
    assert championship.fixtures.filter(proposals__answered_at=None, proposals__isnull=False).count() == 1


def test_each_login_printed_opens_the_site_with_its_role(said: str):
    given = _logins(said)
    assert len(given) == 5
    assert all(Client().login(email=email, password=password) for email, password in given.items())
    club = Tournament.objects.first().club
    held = {user.email.partition("@")[0]: rights(user, club) for user in User.objects.all()}
    assert Right.RUN_EVENING in held["organizzatore"]
    assert held["arbitro"] == {Right.ENTER_RESULTS, Right.CORRECT_RESULTS}
    assert Right.GIVE_ROLES in held["titolare"]
    assert held["segretario"] == held["tesoriere"] == {Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}


def test_an_evening_to_come_is_entered_from_phones_and_some_have(played: Played, said: str, client: Client):
    coming = Tournament.objects.get(takes_bookings=True)
    assert f"/t/{coming.code}/iscriviti/" in said
    page = client.get(f"/t/{coming.code}/iscriviti/").content.decode()
    for told in ("6 di 6 coppie", "2 in lista d&#x27;attesa", "3 cercano compagno", "Mettimi in lista"):
        assert told in page or told.replace("&#x27;", "'") in page
    assert coming.bookings.filter(confirmed_at=None).count() == 1
    waiting = coming.bookings.filter(line__isnull=False)
    assert [booking.has_place for booking in waiting] == [False, False]
    assert not played.letters, "nobody has these addresses"
    assert not BookingLetter.objects.filter(sent_at=None).exists()


def test_secretary_treasurer_and_referee_find_something_to_try(said: str):
    club = Tournament.objects.earliest("pk").club
    year = club.years.get()
    assert club.memberships.filter(ended_on=None, admitted_on__isnull=False).count() == 12
    assert (year.dues.count(), Receipt.objects.filter(club=club).count()) == (12, 6)
    assert Article.objects.filter(club=club).count() > 3


def test_a_demo_of_a_week_ago_has_an_evening_to_come_all_the_same(said: str):
    Tournament.objects.filter(takes_bookings=True).update(date=timezone.localdate() - timedelta(days=1))
    _demo()
    assert Tournament.objects.filter(takes_bookings=True, date__gt=timezone.localdate()).count() == 1


def test_run_again_it_says_the_same_and_plays_nothing(said: str):
    assert _demo() == said
    assert Tournament.objects.filter(fixture=None).count() == 3
    assert Championship.objects.count() == 1


def test_the_passwords_are_for_the_eyes_of_who_runs_it(played: Played):
    assert played.mode & 0o077 == 0


def test_beside_a_real_club_it_is_refused_and_writes_nothing(played: Played):
    real = Club.objects.create(name="Circolo Mazzini", slug="circolo-mazzini")
    with pytest.raises(CommandError, match="c'è già un circolo vero"):
        _demo()
    real.delete()
    assert _demo() == played.said


def test_a_real_club_with_the_demo_s_address_is_not_taken_for_it(played: Played):
    Role.objects.filter(kind=RoleKind.OWNER).update(user=User.objects.create_user("anna@example.org", "p"))
    with pytest.raises(CommandError, match="c'è già un circolo vero"):
        _demo()


def test_a_sample_made_in_the_demo_does_not_stop_it(played: Played):
    club = Club.objects.get()
    sample = Club.objects.create(name="Prova", slug="prova-circolo")
    SampleClub.objects.create(club=sample, made_for=club)
    assert _demo() == played.said


def test_a_taken_port_gives_way_to_the_next_and_says_so(monkeypatch: pytest.MonkeyPatch):
    served: list[int] = []
    monkeypatch.setattr(serving, "serve", lambda port, **_tell: served.append(port))
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = io.StringIO()
        call_command("serve", port=port, stdout=said)
    assert served[0] > port
    assert f"La porta {port} è occupata" in said.getvalue()
    assert f"http://localhost:{served[0]}/" in said.getvalue()


def test_where_every_port_is_taken_it_refuses_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(serving, "PORTS_TRIED", 1)
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        with pytest.raises(CommandError, match="Nessuna porta libera"):
            call_command("serve", port=taken.getsockname()[1])


def test_an_interrupted_demo_is_played_again(monkeypatch: pytest.MonkeyPatch):
    def stopped(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    Club.objects.update(slug="prova")  # that of the other tests, as one in which evenings are tried
    monkeypatch.setattr(demo, "CLUB", "circolo-interrotto")
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.rounds.rounds.settle", stopped)
        with pytest.raises(KeyboardInterrupt):
            _demo()
    assert "classifica finale" in _demo()
    finished = Tournament.objects.filter(club__slug=demo.CLUB, fixture=None, closed_at__isnull=False)
    assert finished.count() == 1
