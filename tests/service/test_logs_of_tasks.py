"""The id of a request is in the logs of the tasks that it started, in another process."""

import json
from typing import Any

import pytest

from tests.service.installation import Installation, until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.worker,
    pytest.mark.slow,
    pytest.mark.xdist_group("service"),
]

#: The task takes no argument, so that it fails.
REQUEST_TASKS = """
from celery import current_app
from club import log_context
current_app.send_task("club.dues.reminders.send_waiting", args=["Rossi Anna"])
context = log_context.begin("9f3a77c10b2e")
context.account, context.club = 7, "circolo-mazzini"
current_app.send_task("club.dues.reminders.send_waiting", args=["Bianchi Ugo"])
"""


def _failures(log: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.splitlines() if line.startswith('{"')]
    return [line for line in lines if line["level"] == "ERROR"]


def test_a_task_that_fails_is_logged_with_the_context_of_its_request(
    service: Installation,
) -> None:
    with service.worker():
        service.run(REQUEST_TASKS)
        log = service.data / "worker.log"
        until(lambda: len(_failures(log.read_text())) == 2, "the failures were never logged")
        without, within = sorted(_failures(log.read_text()), key=lambda line: "club" in line)
    assert within["logger"] == "celery.app.trace"
    assert within["message"].startswith("Task club.dues.reminders.send_waiting[")
    assert "TypeError" in within["traceback"]
    assert (within["request_id"], within["user"], within["club"]) == ("9f3a77c10b2e", 7, "circolo-mazzini")
    assert len(without["request_id"]) == 16, "a task of beat has an id of its own"
    for name in ("Rossi", "Bianchi"):
        assert name not in log.read_text()
