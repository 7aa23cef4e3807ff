"""The context of a request goes with the tasks that it starts, and Celery logs as everything else does."""

from typing import Any

from celery.signals import before_task_publish, setup_logging, task_prerun

from club import log_context


@before_task_publish.connect(weak=False)  # type: ignore[untyped-decorator]
def carry(headers: dict[str, Any] | None = None, **_sent: Any) -> None:
    """Writes the id of the request, its account and its club into the headers of the task."""
    if headers is not None:
        headers.update(log_context.headers())


@task_prerun.connect(weak=False)  # type: ignore[untyped-decorator]
def resume(task: Any = None, **_sent: Any) -> None:
    """Logs of the task have the context of its request; a task that beat started gets an id of its own."""
    if not task.request.is_eager:  # run in place, it is in its request already
        log_context.resume({name: task.request.get(name) for name in log_context.HEADERS})


@setup_logging.connect(weak=False)  # type: ignore[untyped-decorator]
def keep_ours(**_sent: Any) -> None:
    """Keeps the handlers of the settings: Celery replaces them unless somebody receives this signal."""
