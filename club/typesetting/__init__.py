"""Makes PDFs and pictures from plain data and a Typst page."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.turns import NoTurn, Turns
from club.untrusted_files import WITHOUT_A_WINDOW

logger = logging.getLogger(__name__)

PAGES = Path(settings.PACKAGE) / "templates" / "print"
SETTER = Path(__file__).with_name("setter.py")
#: The longest time for making one PDF, and for waiting until it can begin.
SECONDS = 60.0
#: PDFs made at the same time in one process: each takes a processor and some two hundred megabytes.
AT_ONCE = 2

_turns = Turns(AT_ONCE)
#: The turns that anybody may use: one of `AT_ONCE` is always left for officers.
_turns_of_everybody = Turns(AT_ONCE - 1)


class PaperRefused(ClubError):
    """No PDF can be made now (503); the request is not at fault."""

    status = 503


def pdf(page: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/print/<page>.typ` filled with `data`. Names are passed as text, never as markup.

    The project's fonts are used, the same on all machines; system fonts only for letters that they lack, such
    as Chinese, Japanese and Korean. A separate process (`setter`) makes the PDF. Raises `PaperRefused` if it
    fails.
    """
    return _typeset(page, data, "pdf")


def picture(page: str, data: Mapping[str, Any]) -> bytes:
    """Like `pdf`, a page as a PNG with one pixel for each point."""
    return _typeset(page, data, "png")


def _typeset(page: str, data: Mapping[str, Any], kind: str) -> bytes:
    text = json.dumps(
        {"language": get_language() or settings.LANGUAGE_CODE, **data}, ensure_ascii=False, default=str
    )
    with _turn(_turns):
        return _set(page, text.encode(), kind)


def for_everybody() -> AbstractContextManager[None]:
    """Makes the PDFs of the block in a turn that anybody may use. Raises `PaperRefused`."""
    return _turn(_turns_of_everybody)


@contextmanager
def _turn(turns: Turns) -> Iterator[None]:
    try:
        with turns.held(SECONDS):
            yield
    except NoTurn as busy:
        raise PaperRefused(
            "paper-busy", _("Si stanno preparando già altri PDF: aspetta un momento e riprova.")
        ) from busy


def _set(page: str, text: bytes, kind: str) -> bytes:
    # -P keeps the script's folder out of the module path.
    command = [sys.executable, "-P", str(SETTER), str(PAGES), page, kind]
    try:
        done = subprocess.run(  # noqa: S603 - all words are ours
            command,
            input=text,
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
