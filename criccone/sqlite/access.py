"""Why the database file of an embedded installation cannot be used, and what to do about it."""

import os
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Hindrance:
    fault: str
    remedy: str


def hindrance() -> Hindrance | None:
    """The reason why this account cannot read and write the file, if there is one. None with PostgreSQL."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return _of_file(Path(name).absolute())


def _of_file(path: Path) -> Hindrance | None:
    if not path.parent.is_dir():
        fault = _("la cartella %(folder)s non c'è.") % {"folder": path.parent}
        return Hindrance(fault, _("Creala, o correggi DATABASE_URL."))
    if path.is_dir():
        fault = _("%(file)s è una cartella.") % {"file": path}
        return Hindrance(fault, _("Correggi DATABASE_URL, o scegli un'altra cartella con CRICCONE_DATA."))
    own = [path, *(Path(f"{path}{end}") for end in ("-wal", "-shm"))]
    needed = [(file, os.R_OK | os.W_OK) for file in own if file.exists()]
    for place, access in [*needed, (path.parent, os.R_OK | os.W_OK | os.X_OK)]:
        if not os.access(place, access):
            fault = _("%(file)s non si può leggere e scrivere.") % {"file": place}
            remedy = _("Dallo all'utente che fa andare il programma (su Linux e macOS: chown e chmod u+rw).")
            return Hindrance(fault, remedy)
    return None
