"""Clients that send a request again until they have an answer, as `static/js/outbox.js` does."""

import json
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode


class NoAnswer(AssertionError):
    """A client had no answer before the evening was over."""


@dataclass(frozen=True)
class Request:
    """A request with JSON, or with a form as a page's script sends it."""

    method: str
    path: str
    body: Any = None
    is_form: bool = False

    @property
    def content(self) -> str | None:
        if self.body is None:
            return None
        return urlencode(self.body) if self.is_form else json.dumps(self.body)

    @property
    def headers(self) -> dict[str, str]:
        if not self.is_form:
            return {"Content-Type": "application/json"}
        # Django compares the cookie with the header, and makes neither of them on a page that is only sent.
        token = "c" * 32
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        return {**form, "Cookie": f"csrftoken={token}", "X-CSRFToken": token}


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    #: The next page, by which an answer to a form acknowledges it.
    next: str = ""

    def acknowledges(self, request: Request) -> bool:
        return self.status == 200 and bool(self.next or not request.is_form)


@dataclass
class Client:
    """A phone or an officer's browser; it gives up when `over` is set."""

    port: int
    authorization: str
    over: threading.Event
    #: As in `static/js/outbox.js`, in seconds.
    patience: float = 8.0
    first_pause: float = 1.0
    longest_pause: float = 30.0
    #: The tries by their status, 0 for those without an answer.
    heard: Counter[int] = field(default_factory=Counter)

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """The outcome of a request with JSON."""
        return self.send(Request(method, path, body))

    def send(self, request: Request) -> Answer:
        """The first answer that is an outcome: neither lost, nor an error of the server, nor a limit.

        Raises NoAnswer when the evening is over.
        """
        pause = self.first_pause
        while not self.over.is_set():
            answer = self.once(request)
            if answer and answer.status < 500 and answer.status != 429:
                return answer
            # While the server answers, the pauses do not grow.
            pause = self.first_pause if answer else pause
            self.over.wait(pause)
            pause = min(2 * pause, self.longest_pause)
        raise NoAnswer(f"{request.method} {request.path}: {dict(self.heard)}")

    def once(self, request: Request, patience: float = 0.0) -> Answer | None:
        """The answer to one try; None if it is lost."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=patience or self.patience)
        headers = {"Authorization": self.authorization} if self.authorization else {}
        try:
            connection.request(request.method, request.path, request.content, headers | request.headers)
            response = connection.getresponse()
            next_page = response.headers.get("HX-Redirect", "")
            answer = Answer(response.status, _content(response.read()), next_page)
        except (OSError, HTTPException):
            answer = None
        finally:
            connection.close()
        self.heard[answer.status if answer else 0] += 1
        return answer


def _content(text: bytes) -> Any:
    """The JSON of an answer; the text of another one, such as a page that says what is wrong."""
    try:
        return json.loads(text)
    except ValueError:
        return text.decode()
