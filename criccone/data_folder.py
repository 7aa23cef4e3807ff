"""The data folder of an embedded installation: only its owner reads it, and a note says how to copy it."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_data_dir

from club.os_reasons import reason
from criccone import terminal_language

#: The permissions of everybody but the owner.
OTHERS: Final = 0o077
#: A file that is written and removed, to see whether the folder can be written.
PROBE: Final = ".writable"
#: The variable of the environment that names the folder.
VARIABLE: Final = "CRICCONE_DATA"
#: The demo's folder within the usual one, so that its data are never among a club's.
OF_DEMO: Final = "demo"
NOTE_FILE: Final = "LEGGIMI.txt"
NOTE: Final = """\
Questa cartella contiene i dati di Criccone: la base dati, il segreto dell'installazione, le lettere non
spedite e le copie di sicurezza (backups). Non darla a nessuno.

NON COPIARE criccone.sqlite3 DA SOLO. Le ultime righe stanno in criccone.sqlite3-wal finché il programma non
le sposta: la copia del solo .sqlite3 le perde, ed è successo con 11 ricevute su 16.

Per una copia di sicurezza, anche mentre il programma funziona:

    criccone backup

Per ripristinarla, a programma fermo:

    criccone restore FILE

(In una copia del sorgente: .venv/bin/python manage.py al posto di criccone.)

Criccone ne fa da sé ogni cinque minuti durante una serata e una ogni notte, in backups/ e dove dice
BACKUP_TO.
"""


#: Sentences that may be needed before the settings, and with them the translations, can be read.
UNUSABLE: Final = {
    "it": "Non posso scrivere nella cartella dei dati {folder}: {why}. Indicane un'altra con CRICCONE_DATA.",
    "en": "The data folder {folder} cannot be written: {why}. Name another one with CRICCONE_DATA.",
}
UNREADABLE: Final = {
    "it": "Non posso usare {file}: {why}. Dallo all'utente che fa andare il programma (su Linux e macOS:"
    " chown), o indica un'altra cartella con CRICCONE_DATA.",
    "en": "{file} cannot be used: {why}. Give it to the account that runs the program (on Linux and macOS:"
    " chown), or name another folder with CRICCONE_DATA.",
}


def chosen() -> Path:
    """The folder that the environment names.

    Without one, `data` beside the code in a clone, and the system's folder for a user's data in an installed
    program.
    """
    if named := os.environ.get(VARIABLE):
        return Path(named)
    clone = Path(__file__).resolve().parents[1]
    return clone / "data" if (clone / "manage.py").exists() else Path(user_data_dir("criccone", False))


def choose_for_demo() -> None:
    """Chooses the demo's own folder for this process and its children, unless the environment names one."""
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = str(chosen() / OF_DEMO)


def prepare(folder: Path) -> None:
    """Makes the folder, takes away the permissions of other accounts, and puts the note there.

    Ends the program with a sentence if nothing can be written there.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / PROBE).touch(mode=0o600)
        (folder / PROBE).unlink()
    except OSError as wrong:
        language = terminal_language.environment_language()
        sentence = UNUSABLE[language]
        raise SystemExit(sentence.format(folder=folder, why=reason(wrong, language))) from wrong
    _protect(folder)


def _protect(folder: Path) -> None:
    # If the folder belongs to another account, only that account can change its permissions: they stay.
    with suppress(PermissionError):
        # If others could enter the folder, everything below it is protected; else only its direct content.
        within = folder.rglob("*") if folder.stat().st_mode & OTHERS else folder.iterdir()
        for path in (folder, *within):
            if not path.is_symlink():
                _narrow(path)
        note = folder / NOTE_FILE
        if not note.exists() or note.read_text(encoding="utf-8") != NOTE:
            note.touch(mode=0o600)
            note.write_text(NOTE, encoding="utf-8")


def kept_secret(folder: Path) -> str:
    """The secret of this installation, made at the first start in a file that only its owner can read.

    Ends the program with a sentence if the file cannot be read.
    """
    path = folder / "secret"
    try:
        return _kept(path)
    except OSError as wrong:
        raise SystemExit(unreadable(path, wrong)) from wrong


def unreadable(path: object, wrong: OSError) -> str:
    """A sentence, with the remedy, about a file of the data folder that this account cannot use."""
    language = terminal_language.environment_language()
    return UNREADABLE[language].format(file=path, why=reason(wrong, language))


def _kept(path: Path) -> str:
    folder = path.parent
    if not path.exists():
        # Written to a draft first, so that an interrupted start leaves no empty secret. If two processes
        # start together, the first secret stays.
        draft = folder / f"secret.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50), encoding="utf-8")
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        except OSError:  # a stick without hard links
            draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_text(encoding="utf-8")


def _narrow(path: Path) -> None:
    """Takes away all permissions but the owner's."""
    with suppress(FileNotFoundError):  # drafts and SQLite's own files come and go
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & 0o777 & ~OTHERS)


def private_file(path: Path) -> None:
    """Makes an empty file that only its owner can read, unless there is one."""
    # Where the folder is missing or closed to this account, opening the file will report it.
    with suppress(FileNotFoundError, PermissionError):
        path.touch(mode=0o600)
