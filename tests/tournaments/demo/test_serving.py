"""Getting ready to serve: static files gathered when one changed, addresses for the phones in the room."""

import os
import subprocess
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.evening import a_club, a_round, a_tournament, settle
from tournaments.demo import serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def own_style(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only static file there is, for this process and for the one that gathers it."""
    style = tmp_path / "own" / "style.css"
    style.parent.mkdir()
    style.write_text("body {}")
    own = {
        "STATIC_ROOT": str(tmp_path / "gathered"),
        "STATICFILES_DIRS": [str(style.parent)],
        "STATICFILES_FINDERS": ["django.contrib.staticfiles.finders.FileSystemFinder"],
    }
    for name, value in own.items():
        setattr(settings, name, value)
    said = "\n".join(f"{name} = {value!r}" for name, value in own.items())
    (tmp_path / "own_settings.py").write_text(f"from criccone.settings import *\n{said}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "own_settings")
    return style


def test_static_files_are_gathered_at_the_first_start(own_style: Path, tmp_path: Path):
    serving.prepare()
    assert (tmp_path / "gathered" / "style.css").read_text() == "body {}"


def test_where_nothing_changed_they_are_left_as_they_are(own_style: Path, tmp_path: Path):
    serving.prepare()
    (tmp_path / "gathered" / "style.css").unlink()
    serving.prepare()
    assert not (tmp_path / "gathered" / "style.css").exists()


def test_a_changed_file_is_gathered_again(own_style: Path, tmp_path: Path):
    serving.prepare()
    own_style.write_text("html {}")
    tomorrow = time.time() + 86_400
    os.utime(own_style, (tomorrow, tomorrow))
    serving.prepare()
    assert (tmp_path / "gathered" / "style.css").read_text() == "html {}"


def test_the_addresses_are_this_machine_s_and_the_room_s(settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "torre", "torre.local", "192.0.2.7"]
    assert serving.addresses(8000) == ["http://localhost:8000/", "http://192.0.2.7:8000/"]


def test_phones_are_led_to_the_address_in_the_network_that_the_laptop_joins(
    settings, client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    settings.LAN_ADDRESS, settings.ALLOWED_HOSTS = "192.0.2.7", ["localhost", "192.0.2.7"]
    monkeypatch.setattr(serving, "lan_address", lambda: "198.51.100.4")
    there = {"headers": {"host": "198.51.100.4:8000"}}
    assert client.get(f"/t/{tournament.code}/", **there).status_code == 400
    assert serving.follow_network()
    assert client.get(f"/t/{tournament.code}/", **there).status_code == 200
    wall = client.get(f"/t/{tournament.code}/proiettore/", headers={"host": "localhost:8000"})
    assert f"198.51.100.4:8000/t/{tournament.code}" in wall.content.decode()
    assert serving.addresses(8000)[-1] == "http://198.51.100.4:8000/"
    assert not serving.follow_network(), "it is the same one now"
    monkeypatch.setattr(serving, "lan_address", lambda: "")
    assert not serving.follow_network(), "without a network there is no other address"


def test_hosts_chosen_at_the_start_stay_chosen(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS, settings.ALLOWS_OWN_HOSTS = ["torneo.example.org"], False
    monkeypatch.setattr(serving, "lan_address", lambda: "198.51.100.4")
    assert serving.follow_network()
    assert settings.ALLOWED_HOSTS == ["torneo.example.org"]


def test_a_classifica_whose_build_was_cut_off_is_there_after_the_next_start(own_style: Path):
    tournament = a_tournament(a_club(), pairs=2)
    settle(tournament, a_round(tournament))  # within a test's transaction: nothing is built after a commit
    serving.prepare()
    tournament.refresh_from_db()
    assert tournament.standings_are_current
    assert tournament.snapshots.count() == 1


def test_what_gathering_takes_does_not_stay_with_the_process_that_serves(own_style: Path, tmp_path: Path):
    with patch("django.contrib.staticfiles.storage.StaticFilesStorage.save") as save_here:
        serving.prepare()
    assert (tmp_path / "gathered" / "style.css").exists()
    save_here.assert_not_called()


def test_where_gathering_fails_the_start_fails_and_the_next_one_gathers_again(
    own_style: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as without:
        without.setenv("DJANGO_SETTINGS_MODULE", "no_such_settings")
        with pytest.raises(subprocess.CalledProcessError):
            serving.prepare()
    serving.prepare()
    assert (tmp_path / "gathered" / "style.css").exists()
