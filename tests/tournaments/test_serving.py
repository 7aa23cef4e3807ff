"""Getting ready to serve: static files gathered when one changed, addresses for the phones in the room."""

import os
import time
from pathlib import Path

import pytest

from tests.evening import a_club, a_round, a_tournament, settle
from tournaments import serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def own_style(settings, tmp_path: Path) -> Path:
    """The only static file there is."""
    style = tmp_path / "own" / "style.css"
    style.parent.mkdir()
    style.write_text("body {}")
    settings.STATIC_ROOT = tmp_path / "gathered"
    settings.STATICFILES_DIRS = [style.parent]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
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


def test_a_classifica_whose_build_was_cut_off_is_there_after_the_next_start(own_style: Path):
    tournament = a_tournament(a_club(), pairs=2)
    settle(tournament, a_round(tournament))  # within a test's transaction: nothing is built after a commit
    serving.prepare()
    tournament.refresh_from_db()
    assert tournament.standings_are_current
    assert tournament.snapshots.count() == 1
