"""Tasks, commands and threads are logged as pages are: in the context of their request, with their errors."""

import logging
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from celery.signals import before_task_publish, setup_logging, task_prerun

from club import log_context

logger = logging.getLogger("criccone.uncaught")

INTERRUPTIONS: Final = (KeyboardInterrupt, SystemExit)


@before_task_publish.connect(weak=False)  # type: ignore[untyped-decorator]
def carry(headers: dict[str, Any] | None = None, **_sent: Any) -> None:
    """Writes the id of the request, its account and its club into the headers of the task."""
    if headers is not None:
        headers.update(log_context.headers())


@task_prerun.connect(weak=False)  # type: ignore[untyped-decorator]
def resume(task: Any = None, **_sent: Any) -> None:
    """Gives the task's log lines the context of its request.

    A task that beat started gets an id of its own.
    """
    if not task.request.is_eager:  # run in place, it is in its request already
        log_context.resume({name: task.request.get(name) for name in log_context.HEADERS})


@setup_logging.connect(weak=False)  # type: ignore[untyped-decorator]
def keep_ours(**_sent: Any) -> None:
    """Keeps the handlers of the settings: Celery replaces them unless somebody receives this signal."""


def install() -> None:
    """Logs the errors that end a command or a thread, instead of printing them.

    Hooks that were installed before, such as a debugger's, are replaced.
    """
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
