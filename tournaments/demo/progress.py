"""Showing on a terminal how far a long work has come."""

import time
from typing import TextIO

# A log file gets a line now and then, where a screen gets one that changes in place.
LINE_EVERY_SECONDS = 2.0


class Progress:
    """The last step told, in one line that changes in place."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.in_place = stream.isatty()
        self.told_at = 0.0
        self.stage = ""

    def tell(self, step: str) -> None:
        if self.in_place:
            self.stream.write(f"\r\033[K{step}")
        elif self._is_news(step):
            self.stage, self.told_at = step.partition(":")[0], time.monotonic()
            self.stream.write(f"{step}\n")
        self.stream.flush()

    def end(self) -> None:
        """Leaves the screen clean for what is printed next."""
        if self.in_place:
            self.stream.write("\r\033[K")
            self.stream.flush()

    def _is_news(self, step: str) -> bool:
        """True for another stage ("turno 2 di 4: …"), or when the last line is some seconds old."""
        return step.partition(":")[0] != self.stage or time.monotonic() - self.told_at > LINE_EVERY_SECONDS
