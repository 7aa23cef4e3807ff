"""Databases as older versions left them: the demo's club, one evening closed and one in its second round.

A release adds its own (docs/releasing.md), on both databases, after `manage.py demo --no-serve` there:

    python -m tests.upgrades 1.0.0 data/demo/criccone.sqlite3 postgres://postgres@127.0.0.1:5432/criccone

Each file has some 80 kB: SQLite's own dump and `pg_dump --no-owner`, compressed.
"""

import lzma
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
#: Those that have a dump, oldest first; 0.8.0 stands for what was there before versions had numbers.
VERSIONS = sorted(
    {path.name.partition(".sqlite")[0] for path in FOLDER.glob("*.sqlite.sql.xz")},
    key=lambda version: [int(figure) for figure in version.split(".")],
)


def load_sqlite(version: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(_text(version, "sqlite"))


def load_postgres(version: str, database: str) -> None:
    words = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--dbname={database}"]
    # Newer servers' programs write lines that older ones do not know.
    text = "\n".join(
        line for line in _text(version, "postgresql").splitlines() if line[:1] != "\\" or line == "\\."
    )
    subprocess.run(words, input=text, text=True, stdout=subprocess.DEVNULL, check=True)


def _text(version: str, kind: str) -> str:
    return lzma.decompress((FOLDER / f"{version}.{kind}.sql.xz").read_bytes()).decode()
