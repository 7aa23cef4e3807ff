"""Writes the databases of a version beside the older ones: see the head of the package."""

import lzma
import sqlite3
import subprocess
import sys
from contextlib import closing

from tests.upgrades import FOLDER


def write(version: str, kind: str, text: str) -> None:
    (FOLDER / f"{version}.{kind}.sql.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    named, file, url = sys.argv[1:]
    with closing(sqlite3.connect(file)) as database:
        write(named, "sqlite", "\n".join(database.iterdump()) + "\n")
    dump = ["pg_dump", "--no-owner", "--no-privileges", url]
    write(named, "postgresql", subprocess.run(dump, capture_output=True, text=True, check=True).stdout)
