"""Migrated databases, kept for whoever needs one next: to migrate takes longer than most tests."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".pytest_cache" / "d" / "criccone"  # where pytest keeps what is called "criccone"
TEMPLATES = "criccone_migrated_"
TEMPLATES_KEPT = 4
ONE_AT_A_TIME = 4_620
MIGRATE = """
import gc, os
from django.core.management import execute_from_command_line
gc.disable()
os.environ["DJANGO_SETTINGS_MODULE"] = "criccone.settings"
execute_from_command_line(["manage.py", "migrate", "-v0", "--skip-checks"])
"""


def sqlite_in(data: Path) -> None:
    """A migrated database in the folder `data`, where an installation looks for it."""
    sqlite_at(data / "criccone.sqlite3")


def sqlite_at(file: Path) -> None:
    """Makes `file` a migrated SQLite database: of all who want one at a time, one migrates, and the others
    wait for it. None is kept where migrations or packages changed."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not _kept().exists():
            _migrate_and_keep()
    shutil.copy(_kept(), file)


def _migrate_and_keep() -> None:
    with tempfile.TemporaryDirectory() as empty:
        file, draft = Path(empty) / "criccone.sqlite3", _kept().with_suffix(".draft")
        migrate(f"sqlite:///{file}")
        # With what its journal still holds; whole or not at all.
        with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(draft)) as there:
            here.backup(there)
        draft.replace(_kept())


def _kept() -> Path:
    return KEPT / f"migrated-{_digest()}.sqlite3"


def template(server: str, migrate: Callable[[str], object]) -> str:
    """The name of a migrated database on the PostgreSQL at `server`, to make copies of.

    Nobody connects to it. `migrate` makes it of the empty one whose address it gets, where it is not there
    yet; of those of other migrations, which other checkouts may use, the newest stay."""
    name = f"{TEMPLATES}{_digest()}"
    draft = f"{name}_draft"
    with psycopg.connect(server, autocommit=True) as there:
        there.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        found = there.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid DESC", [TEMPLATES]
        )
        others = [each for (each,) in found.fetchall()]
        if name not in others:
            half_made = [each for each in others if each.endswith("_draft")]
            whole = [each for each in others if each not in half_made]
            for each in half_made + whole[TEMPLATES_KEPT:]:
                there.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(each)))
            there.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(draft)))
            migrate(urlsplit(server)._replace(path=f"/{draft}").geturl())
            done = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            there.execute(done.format(sql.Identifier(draft), sql.Identifier(name)))
    return name


def server_of(settings: dict[str, Any]) -> str:
    """The address of the PostgreSQL that these settings name, and of a database that is there."""
    who = ":".join(quote(settings[name], safe="") for name in ("USER", "PASSWORD") if settings[name])
    return f"postgres://{who}@{settings['HOST']}:{settings['PORT']}/postgres"


def migrate(url: str) -> None:
    """Migrates the empty database at `url`.

    No garbage is collected meanwhile: each migration makes the classes of all models again."""
    subprocess.run(
        [sys.executable, "-c", MIGRATE],
        env={**os.environ, "DATABASE_URL": url},
        cwd=ROOT,
        check=True,
    )


def _digest() -> str:
    """Of all that a migrated database comes from."""
    digest = sha256((ROOT / "requirements.txt").read_bytes())
    for migration in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(migration.read_bytes())
    return digest.hexdigest()[:16]
