"""Debian's Firefox without a window, told by WebDriver BiDi what to open and what to evaluate.

Playwright drives no Firefox but its own build, and Selenium needs a geckodriver, which Debian has not.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox") or ""
READY = "WebDriver BiDi listening on "
# Seconds. A command is waited for no longer than it takes.
PATIENCE = 60


class Firefox:
    """One window with one page."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._tell("session.new", capabilities={})
        self._page = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def _tell(self, method: str, **params: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(PATIENCE))).get("id") != number:
            pass  # an event
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        told: dict[str, Any] = answer["result"]
        return told

    def goto(self, url: str) -> None:
        self._tell("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self._tell(
            "browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height}
        )

    def evaluate(self, expression: str) -> Any:
        """Returns what the expression gives, or its promise, as JSON can say it."""
        answer = self._tell(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((it) => JSON.stringify(it ?? null))",
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])


@contextmanager
def launched(profile: Path, *, font_size: int = 16) -> Iterator[Firefox]:
    """Firefox with a new profile in that folder and this size of text in its settings; closed at the end."""
    profile.mkdir()
    settings = {
        "font.size.variable.x-western": font_size,
        "intl.accept_languages": "it",
        "intl.locale.requested": "it",
        "ui.useOverlayScrollbars": 1,  # as on a phone
        "dom.serviceWorkers.enabled": False,
    }
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
    (profile / "user.js").write_text("\n".join(lines))
    flags = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    process = subprocess.Popen(
        [FIREFOX, *flags], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    try:
        said = process.stderr or ()
        address = next(line.partition(READY)[2].strip() for line in said if READY in line)
        with connect(f"{address}/session", max_size=None, proxy=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait()
        if process.stderr:
            process.stderr.close()
