"""Letters about errors to the administrators in ADMINS, few and without texts that people wrote."""

import logging
import time
from typing import Final

from django.core import mail

#: Seconds in which each process sends one letter at most for an error at one place of the code.
ONCE_IN: Final = 600.0
#: The most letters of a process in an hour.
MOST_AN_HOUR: Final = 20


class FewLetters(logging.Filter):
    """Lets through one error of each place in `ONCE_IN` seconds, and `MOST_AN_HOUR`. The log has all."""

    def __init__(self) -> None:
        super().__init__()
        self._sent_at: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        self._sent_at = {place: at for place, at in self._sent_at.items() if now - at < 3600}
        place = _place(record)
        if now - self._sent_at.get(place, -ONCE_IN) < ONCE_IN or len(self._sent_at) >= MOST_AN_HOUR:
            return False
        self._sent_at[place] = now
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
