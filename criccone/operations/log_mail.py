"""Errors as letters to the administrators in ADMINS, few and without what people wrote."""

import logging
import time
from typing import Final

from django.core import mail

#: Seconds in which an error at one place of the code is told once, by each process.
ONCE_IN: Final = 600.0
#: The most letters of a process in an hour.
MOST_AN_HOUR: Final = 20


class FewLetters(logging.Filter):
    """Lets one error of each place through in ten minutes, and few in an hour: the log has them all."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        self._told = {place: at for place, at in self._told.items() if now - at < 3600}
        place = _place(record)
        if now - self._told.get(place, -ONCE_IN) < ONCE_IN or len(self._told) >= MOST_AN_HOUR:
            return False
        self._told[place] = now
        return True


class AdminLetters(logging.Handler):
    """Sends the formatted line. Django's own letter shows the request, its form, cookies and settings."""

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        subject = text.partition("\n")[0].partition(" ")[2].partition(" ")[2]
        mail.mail_admins(subject[:200], text, fail_silently=True)


def _place(record: logging.LogRecord) -> tuple[str, str]:
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else str(record.msg)
    return record.name, where
