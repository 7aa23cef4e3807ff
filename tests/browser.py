"""Debian's Chromium, driven by Playwright, with nothing of its own to say to the network."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect, sync_playwright

# The same browser without windows takes half of the processor's time, where it is installed.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
# Milliseconds. A condition is waited for no longer than it takes: this is no test of the machine's speed.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # what paints the pages needs no process of its own
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
ACTS = ("click", "tap", "press", "fill", "check", "uncheck", "select_option", "hover", "focus")


def _on_a_loaded_page(act: Callable[..., Any]) -> Callable[..., Any]:
    """The act, once its page is there with its scripts: those come after the words that a test waits for."""

    @wraps(act)
    def done(self: Locator | Page, *words: Any, **options: Any) -> Any:
        found, page = (self, self.page) if isinstance(self, Locator) else (self.locator(words[0]), self)
        found.first.wait_for(state="attached", timeout=options.get("timeout"))
        page.wait_for_load_state()
        return act(self, *words, **options)

    return done


for _kind in (Locator, Page):
    for _act in ACTS:
        setattr(_kind, _act, _on_a_loaded_page(getattr(_kind, _act)))

#: What scripts of pages have thrown during this test and not caught.
script_errors: list[str] = []
#: The contexts that were opened and not yet closed by `close_what_was_opened`.
opened: list[BrowserContext] = []
#: DEBUG adds this script of django-htmx, which evaluates error pages although the pages' policy forbids it.
FOR_DEVELOPERS = "/django_htmx/django-htmx.js"


def _write_down(error: Error) -> None:
    if FOR_DEVELOPERS not in (error.stack or ""):
        script_errors.append(str(error))


def _heard(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """The same, which is remembered, and what scripts of its pages throw is written down.

    No service worker fetches all its copies for a test that does not ask for one.
    """

    @wraps(new_context)
    def made(self: Browser, **options: Any) -> BrowserContext:
        context = new_context(self, **{"service_workers": "block", **options})
        context.on("weberror", lambda thrown: _write_down(thrown.error))
        opened.append(context)
        return context

    return made


Browser.new_context = _heard(Browser.new_context)  # type: ignore[method-assign]


def close_what_was_opened() -> None:
    """Closes what the test has left open: its pages would go on asking the server during the next tests."""
    while opened:
        context = opened.pop()
        if context.browser and context.browser.is_connected():
            context.close()


def hears_of_a_change(phone: Page) -> int:
    """Tells the page what a stream would, and returns the status of the answer that it gets.

    The server of these tests has no streams: the page would ask by itself only every 15 seconds.
    """
    phone.wait_for_load_state()
    with phone.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true") as asked:
        phone.evaluate("htmx.trigger(document.querySelector('[hx-trigger^=\"sse:changed\"]'), 'sse:changed')")
    return asked.value.status


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser without any window, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()
