"""Databases of older versions, with an evening under way, brought to this one; and upgrades that fail."""

import re
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from tests import upgrades
from tests.service.installation import ROOT, Installation, left_by, on_postgres, on_sqlite
from tests.service.test_backup import _reads_installations as _reads_installations
from tests.service.test_backup import contents

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("service")]

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
#: Rows of Django's own, which each migration may add or take away.
OF_DJANGO = ("django_", "auth_")

#: Hands in what the open round of the evening still owes, as its organiser, then plays on to the end.
PLAYED_ON = """
from tournaments.rounds import rounds
from tournaments.actors import Actor
from tournaments.demo import evening as demo
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
by, tonight = Actor("Giuria"), Tournament.objects.get(closed_at=None, rounds__number=2)
plan = demo.Evening(tonight.name, tonight.date, 13, 4, 63)
open_round = tonight.rounds.get(number=2)
for match in open_round.matches.all():
    written = set(match.deals.values_list("number", flat=True))
    for number in {1, 2, 3, 4} - written:
        sheet = demo.sheet(tonight, match, number, plan.seed)
        demo._send(sheet, sheet.entered)
demo._confirm(open_round, forgetful=False)
rounds.settle(tonight.pk, 2, by=by)
for turn in (3, 4):
    demo._play_turn(tonight, plan, turn, by, print)
    rounds.settle(tonight.pk, turn, by=by)
lifecycle.close(tonight.pk, by=by, sends_letters=False)
"""
#: Three commands in the process that has played: each of its own would read the program again.
VERIFIED = """
from django.core.management import call_command
for command in ("verify_logs", "recompute_standings", "upgrade"):
    call_command(command)
"""
#: An app with a migration that loses rows, or one that stops half way.
APP = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("tournaments", "__latest__")]
    operations = [{}]
"""
FAULTS = {
    "loses rows": "migrations.RunSQL('DELETE FROM club_person WHERE id NOT IN (SELECT person_id FROM "
    "tournaments_player)')",
    "interrupted": "migrations.RunPython(lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))",
    "stops": "migrations.RunSQL('CREATE TABLE half_made (id integer)'), "
    "migrations.RunSQL('SELECT nonsense FROM nowhere')",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", upgrades.VERSIONS)
def test_every_row_comes_along_and_the_evening_goes_on(
    version: str, kind: str, tmp_path: Path, schema_of_new: Callable[[str], list[list[str]]]
):
    with left_by(version, kind, tmp_path) as here:
        before = contents(here)
        said = here.manage("upgrade")
        after = contents(here)

        if version != upgrades.VERSIONS[-1]:  # nothing may have changed since
            assert "Fatto" in said
            assert len(list((here.data / "backups").iterdir())) >= 1
        ours = {name: rows for name, rows in before.tables.items() if not name.startswith(OF_DJANGO)}
        assert sum(ours.values()) > 1000
        assert {name: rows for name, rows in ours.items() if after.tables.get(name, 0) < rows} == {}
        assert {log: after.logs.get(log) for log in before.logs} == before.logs
        assert after.broken == []
        # The migrations one by one, and those that replace them in a new database.
        assert schema(here) == schema_of_new(kind)

        said = here.run(PLAYED_ON + VERIFIED)
        assert "differenz" not in said
        assert "già della versione" in said


#: What PostgreSQL writes differently after a dump, of columns added later, and in each dump.
CASTS = re.compile(r"::(text|character varying)(\[\])?|[()]")
OWN_NAMES = re.compile(r"_([0-9a-f]{8}_uniq|key)\b")
REMARKS = re.compile(r"^(--|\\).*", re.MULTILINE)


def schema(here: Installation) -> list[list[str]]:
    """Tables, indexes, triggers and functions, each with its parts in alphabetical order."""
    if here.database.startswith("sqlite"):
        with closing(sqlite3.connect(here.data / "criccone.sqlite3")) as there:
            found = [order for (order,) in there.execute("SELECT sql FROM sqlite_master WHERE sql <> ''")]
        return sorted(sorted(re.split(r", (?=\"|CONSTRAINT)|[()]", order)) for order in found)
    dumped = ["pg_dump", "--schema-only", "--no-owner", here.database]
    said = subprocess.run(dumped, check=True, capture_output=True, text=True).stdout
    said = OWN_NAMES.sub("_unique", CASTS.sub("", REMARKS.sub("", said)))
    return sorted(sorted(line.rstrip(",") for line in order.split("\n")) for order in said.split("\n\n"))


@pytest.fixture(scope="module")
def schema_of_new(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[list[str]]]:
    """Reads the schema of a new database of a kind, which is made once."""

    @cache
    def made(kind: str) -> list[list[str]]:
        folder = tmp_path_factory.mktemp(f"new_{kind}")
        if kind == "sqlite":
            return schema(on_sqlite(folder))
        with on_postgres(folder) as there:
            return schema(there)

    return made


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("sqlite", "loses rows"),
        ("sqlite", "stops"),
        ("sqlite", "interrupted"),
        pytest.param("postgresql", "stops", marks=pytest.mark.postgres),
    ],
)
def test_an_upgrade_that_fails_leaves_the_data_as_they_were(kind: str, fault: str, tmp_path: Path):
    app = tmp_path / "faulty"
    (app / "migrations").mkdir(parents=True)
    (app / "__init__.py").touch()
    (app / "migrations" / "__init__.py").touch()
    (app / "migrations" / "0001_initial.py").write_text(APP.format(FAULTS[fault]))
    (tmp_path / "faulty_settings.py").write_text(
        "from criccone.settings import *\nINSTALLED_APPS = [*INSTALLED_APPS, 'faulty']\n"
    )
    wrong = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "DJANGO_SETTINGS_MODULE": "faulty_settings"}
    with left_by(upgrades.VERSIONS[-1], kind, tmp_path) as here:
        before = contents(here)
        done = here.command("upgrade", **wrong)
        assert done.returncode == 1
        assert "I dati sono quelli di prima" in done.stderr
        assert "Traceback" not in done.stderr
        assert contents(here) == before
