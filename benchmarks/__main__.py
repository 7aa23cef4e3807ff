import argparse
import os
import sys
import tempfile
from pathlib import Path

import django
from django.db import connections

from benchmarks.installation import own_database


def main() -> int:
    """Returns 0 when every promise is kept, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measures what Criccone promises.")
    parser.add_argument("--fresh-clone", action="store_true", help="measure make demo on a fresh clone too")
    parser.add_argument("--growth", type=int, metavar="CLUBS", help="measure one club beside so many others")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="criccone-") as folder:
        _embedded_in(Path(folder))
        if options.growth:
            return _among(options.growth)
        # A late import, because the settings read the environment when they are imported.
        from benchmarks.run import run

        return run(fresh=options.fresh_clone)


def _among(clubs: int) -> int:
    with own_database() as address:
        os.environ["DATABASE_URL"] = address
        django.setup()
        from benchmarks import growth

        code = growth.run(clubs)
        connections.close_all()
        return code


def _embedded_in(folder: Path) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
        os.environ.pop(name, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "criccone.settings"
    os.environ["CRICCONE_DATA"] = str(folder / "data")
    os.environ["STATIC_ROOT"] = str(folder / "static")


sys.exit(main())
