"""A small client of Criccone's API, for the programs beside it. It needs nothing but Python."""

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TRIES = 5


class Refused(Exception):
    """The answer is a problem: a sentence in `detail`, a stable `code`, an HTTP status."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or str(problem))
        self.problem = problem


def problem_of(error: HTTPError) -> dict[str, Any]:
    """What the answer says; its status line, where something before the program answered."""
    try:
        problem: dict[str, Any] = json.loads(error.read())
    except ValueError:
        return {"title": f"{error.code} {error.reason}", "status": error.code}
    return problem


class Client:
    """The API of one installation; `token` is a device's, made on the page «Gettoni»."""

    def __init__(self, site: str, token: str = "", language: str = "it") -> None:
        self.site = site.rstrip("/")
        self.headers = {"Accept-Language": language}
        if token:
            self.headers["Authorization"] = f"Token {token}"
        #: What each address answered last, by its ETag.
        self.kept: dict[str, tuple[str, Any]] = {}

    def get(self, path: str) -> Any:
        """The JSON at that path; an answer that has not changed is not sent again."""
        etag, kept = self.kept.get(path, ("", None))
        found = self._answer("GET", path, None, {"If-None-Match": etag} if etag else {})
        if found is None:
            return kept
        headers, content = found
        if "ETag" in headers:
            self.kept[path] = headers["ETag"], content
        return content

    def rows(self, path: str) -> Iterator[Any]:
        """The rows of a list, page after page."""
        while path:
            page = self.get(path)
            yield from page["results"]
            path = (page["next"] or "").removeprefix(f"{self.site}/api/v1")

    def send(self, method: str, path: str, body: Any = None, *, key: str = "") -> Any:
        """Acts once, however often it is sent: `key` is the same each time the program runs."""
        found = self._answer(method, path, body, {"Idempotency-Key": key} if key else {})
        return found[1] if found else None

    def _answer(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        """The headers and the JSON of an answer; None where nothing has changed."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self.headers, **headers, "Content-Type": "application/json"}
        request = Request(f"{self.site}/api/v1{path}", data, sent, method=method)
        for left in reversed(range(TRIES)):
            try:
                with urlopen(request, timeout=30) as answer:
                    content = answer.read()
                    return answer.headers, json.loads(content) if content else None
            except HTTPError as error:
                if error.code == 304:
                    return None
                # Full, or the same request still runs: both say when to ask again.
                wait = error.headers.get("Retry-After")
                if wait is None or not left:
                    raise Refused(problem_of(error)) from None
                time.sleep(float(wait))
            except (URLError, TimeoutError):
                # The answer may be lost and the act done: with the same key it is not done twice.
                if not left:
                    raise
                time.sleep(1)
        raise AssertionError("the last try returns or raises")
