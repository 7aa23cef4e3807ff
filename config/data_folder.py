"""The data folder of an embedded installation: only its owner reads it, and a note says how to copy it."""

from contextlib import suppress
from pathlib import Path
from typing import Final

#: The permissions of everybody but the owner.
OTHERS: Final = 0o077
NOTE_FILE: Final = "LEGGIMI.txt"
NOTE: Final = """\
Questa cartella contiene i dati di Criccone: la base dati, il segreto dell'installazione, le lettere non
spedite e le copie di sicurezza (backups). Non darla a nessuno.

NON COPIARE criccone.sqlite3 DA SOLO. Le ultime righe stanno in criccone.sqlite3-wal finché il programma non
le sposta: la copia del solo .sqlite3 le perde, ed è successo con 11 ricevute su 16.

Per una copia di sicurezza, anche mentre il programma funziona:

    .venv/bin/python manage.py backup

Per ripristinarla, a programma fermo:

    .venv/bin/python manage.py restore FILE

Criccone ne fa da sé ogni cinque minuti durante una serata e una ogni notte, in backups/ e dove dice
BACKUP_TO.
"""


def prepare(folder: Path) -> None:
    """Makes the folder, narrows what others may read of it, and puts the note there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A folder of another owner stays as that one wants it.
    with suppress(PermissionError):
        # Within a folder that others could enter, everything is narrowed; later, what lies in it directly.
        within = folder.rglob("*") if folder.stat().st_mode & OTHERS else folder.iterdir()
        for path in (folder, *within):
            if not path.is_symlink():
                _narrow(path)
        note = folder / NOTE_FILE
        if not note.exists() or note.read_text() != NOTE:
            note.touch(mode=0o600)
            note.write_text(NOTE)


def _narrow(path: Path) -> None:
    """Takes all permissions of others; those of the owner stay."""
    with suppress(FileNotFoundError):  # drafts and SQLite's own files come and go
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & 0o777 & ~OTHERS)


def private_file(path: Path) -> None:
    """Makes an empty file that only its owner can read, unless there is one."""
    with suppress(FileNotFoundError):  # the folder is missing: whoever opens the file says so
        path.touch(mode=0o600)
