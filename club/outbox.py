"""Letters that are rows: written in the transaction of their event, sent after its commit.

Each letter is sent once, even if two workers take it, and is retried if the mail server did not answer. A
worker sends it; in an embedded installation a thread does.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any

from celery import Task
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from club.accounts import letters as post_office
from club.models import OutgoingLetter

logger = logging.getLogger(__name__)

#: How long a letter is reserved for the worker that sends it; then another may take it.
LEASE = timedelta(minutes=5)
#: The pauses before a retry, each twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
#: After this time, a letter that could not be sent is dropped.
STALE = timedelta(days=2)


class NotSent(Exception):
    """The mail server did not take the letter; it will be tried again."""


@dataclass(frozen=True)
class Outbox:
    """The letters of a model, and how to write the message of one of them."""

    model: type[OutgoingLetter]
    message_of: Callable[[Any], EmailMessage]
    #: The rows that the message needs, as for `select_related`.
    related: tuple[str, ...]
    #: Called with a letter whose address the mail server refuses for good; it is retried if there is none.
    on_refused: Callable[[Any], None] | None = None

    def send(self, letter_id: int, now: datetime | None = None) -> bool:
        """Sends the letter. Returns False if it was sent already or another worker is sending it.

        The row is reserved before sending, without a lock, so that a slow mail server blocks nobody. Raises
        NotSent.
        """
        now = now or timezone.now()
        rows = self.model._default_manager
        if not rows.filter(pk=letter_id, sent_at=None, due_at__lte=now).update(
            due_at=now + LEASE, tries=F("tries") + 1
        ):
            return False
        letter = rows.select_related(*self.related).get(pk=letter_id)
        try:
            self.message_of(letter).send()
        except (OSError, SMTPException) as fault:
            if self.on_refused and isinstance(fault, SMTPRecipientsRefused):
                self.on_refused(letter)
                return False
            pause = min(FIRST_PAUSE * 2 ** (letter.tries - 1), LONGEST_PAUSE)
            rows.filter(pk=letter_id, sent_at=None).update(due_at=now + pause)
            logger.warning("The letter %s was not sent: %s", letter_id, fault)
            raise NotSent(str(fault)) from fault
        rows.filter(pk=letter_id).update(sent_at=timezone.now())
        return True

    def unsent(self, now: datetime) -> list[int]:
        """The ids of the letters that are due and not sent."""
        letters = self.model._default_manager.filter(sent_at=None, due_at__lte=now)
        return list(letters.filter(written_at__gt=now - STALE).values_list("pk", flat=True)[:500])

    def run(self, task: Task, letter_id: int) -> None:
        """The body of the task that sends a letter. If the mail server refuses, it is retried once after a
        moment, then by the periodic run.

        The retry comes soon, because a task that waits longer than the broker's visibility timeout runs
        twice. An embedded installation does not retry here.
        """
        try:
            self.send(letter_id)
        except NotSent as fault:
            if not settings.CELERY_TASK_ALWAYS_EAGER and task.request.retries < task.max_retries:
                raise task.retry(exc=fault, countdown=FIRST_PAUSE.seconds + 1) from fault

    def send_waiting(self, task: Task) -> None:
        """Retries every letter that was not sent because a worker died or the broker or mail server was
        down."""
        for letter_id in self.unsent(timezone.now()):
            try:
                task.delay(letter_id)
            except OperationalError:
                return


def send_after_commit(task: Task, letter_id: int) -> None:
    """Hands the letter over once it is committed.

    If the broker is down, the letter waits in its row for the next periodic run.
    """
    transaction.on_commit(lambda: _hand_over(task, letter_id), robust=True)


def _hand_over(task: Task, letter_id: int) -> None:
    """Gives the letter to a worker, or in an embedded installation to a thread, so that no page waits.

    If too many letters wait for the thread, this one waits for the periodic run.
    """
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        task.delay(letter_id)
    elif len(post_office.WAITING) < post_office.MOST_WAITING:
        post_office.soon(lambda: task.delay(letter_id))
