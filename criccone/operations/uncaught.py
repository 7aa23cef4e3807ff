"""Errors that end a command or a thread are logged as those of a page are, instead of printed."""

import logging
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final

logger = logging.getLogger("criccone.uncaught")

INTERRUPTIONS: Final = (KeyboardInterrupt, SystemExit)


def install() -> None:
    """From now on; what was installed before, such as a debugger's, is replaced."""
    sys.excepthook = log_end_of_process
    threading.excepthook = log_end_of_thread


def log_end_of_process(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    if issubclass(kind, INTERRUPTIONS):
        sys.__excepthook__(kind, error, at)
    else:
        logger.critical("Unhandled error in %s", command(sys.argv), exc_info=(kind, error, at))


def log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    if not issubclass(ended.exc_type, INTERRUPTIONS) and ended.exc_value is not None:
        name = ended.thread.name if ended.thread else "a thread"
        logger.error(
            "Unhandled error in %s", name, exc_info=(ended.exc_type, ended.exc_value, ended.exc_traceback)
        )


def command(words: list[str]) -> str:
    """The program and its command; not its other words, which may be somebody's address."""
    program, first = Path(words[0]).name, words[1] if len(words) > 1 else ""
    return f"{program} {first}" if first.replace("_", "").replace("-", "").isalpha() else program
