"""From plain data and a Typst page to the bytes of a PDF."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.errors import ClubError

logger = logging.getLogger(__name__)

PAGES = Path(settings.BASE_DIR) / "templates" / "print"
SETTER = Path(__file__).with_name("setter.py")
#: The longest that setting one PDF may take, and that another waits for its turn.
SECONDS = 60.0
#: At the same time, of one process: each takes a processor and some two hundred megabytes while it lasts.
AT_ONCE = 2
#: On Windows no terminal opens for it; elsewhere there is no such thing.
WITHOUT_A_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)

_turns = BoundedSemaphore(AT_ONCE)


class PaperRefused(ClubError):
    """No PDF now, by no fault of who asks (503)."""


def pdf(page: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/print/<page>.typ`, which reads `data` from its input. Names go in as text, so
    nothing a player is called can be markup.

    The faces are ours, the same on all machines; those of the system are let in only for a page with letters
    that ours lack, as Chinese, Japanese and Korean ones. Set in a process of its own (`setter`). Raises
    `PaperRefused` where that does not come to an end.
    """
    said = json.dumps(
        {"language": get_language() or settings.LANGUAGE_CODE, **data}, ensure_ascii=False, default=str
    )
    with _a_turn():
        return _set(page, said.encode())


@contextmanager
def _a_turn() -> Iterator[None]:
    if not _turns.acquire(timeout=SECONDS):
        raise PaperRefused(
            "paper-busy", _("Si stanno preparando già altri PDF: aspetta un momento e riprova.")
        )
    try:
        yield
    finally:
        _turns.release()


def _set(page: str, said: bytes) -> bytes:
    # Without the script's folder among the places where modules are looked for (-P).
    command = [sys.executable, "-P", str(SETTER), str(PAGES), page]
    try:
        done = subprocess.run(  # noqa: S603 - all words are ours
            command,
            input=said,
            capture_output=True,
            timeout=SECONDS,
            check=True,
            creationflags=WITHOUT_A_WINDOW,
        )
    except subprocess.TimeoutExpired as late:
        logger.error("%s was not set in %s seconds", page, SECONDS)
        raise PaperRefused(
            "paper-late",
            _("Il PDF non è pronto dopo %(seconds)d secondi: chiedine uno con meno pagine, o riprova.")
            % {"seconds": SECONDS},
        ) from late
    except (subprocess.CalledProcessError, OSError) as fault:
        logger.error("%s was not set: %s", page, _why(fault))
        raise PaperRefused(
            "paper-failed",
            _("Il PDF non è riuscito: riprova; se succede ancora, dillo a chi tiene il programma."),
        ) from fault
    return done.stdout


def _why(fault: subprocess.CalledProcessError | OSError) -> str:
    if isinstance(fault, OSError):
        return str(fault)
    return f"{fault}: {fault.stderr.decode(errors='replace').strip()}"
