"""The thread of letters: faults are in the log, its queue has an end, and so has the process."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from club.accounts import letters
from club.accounts.letters import soon
from criccone.bodies import Receive, Scope, Send
from criccone.lifespan import WithLifespan


@pytest.fixture
def sender(monkeypatch: pytest.MonkeyPatch) -> ThreadPoolExecutor:
    """Threads of the test's own, because the process's are stopped once and for all."""
    made = ThreadPoolExecutor(max_workers=2)
    monkeypatch.setattr(letters, "SENDER", made)
    return made


@pytest.fixture
def mail_server(sender: ThreadPoolExecutor) -> Iterator[Event]:
    """Hangs until it is set."""
    answers = Event()
    yield answers
    answers.set()
    sender.shutdown()


def test_an_unexpected_error_is_in_the_log_with_its_traceback(
    sender: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks() -> None:
        raise LookupError("no such template")

    soon(breaks)
    sender.shutdown()
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "LookupError: no such template" in caplog.text
    assert "in breaks" in caplog.text


def test_letters_beyond_the_queue_are_refused_with_a_line_in_the_log(
    sender: ThreadPoolExecutor, mail_server: Event, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[int] = []
    for number in range(letters.MOST_WAITING + 3):
        soon(lambda number=number: sent.append(number) if mail_server.wait(60) else None)
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 3
    assert "200 letters wait already" in caplog.text
    mail_server.set()
    sender.shutdown()
    assert sorted(sent) == list(range(letters.MOST_WAITING))


def test_there_is_room_again_when_letters_were_sent(
    sender: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[int] = []
    for number in range(2 * letters.MOST_WAITING):
        done = Event()
        soon(lambda number=number, done=done: (sent.append(number), done.set()))
        assert done.wait(10)
    sender.shutdown()
    assert len(sent) == 2 * letters.MOST_WAITING
    assert not caplog.records


@pytest.mark.usefixtures("sender")
def test_the_end_of_the_web_process_waits_for_no_letter_and_says_how_many_were_not_sent(
    mail_server: Event, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[int] = []
    begun = [Event(), Event()]

    def send(number: int) -> None:
        if number < 2:
            begun[number].set()
        mail_server.wait(60)
        sent.append(number)

    for number in range(7):
        soon(lambda number=number: send(number))
    assert all(each.wait(10) for each in begun)
    start = time.monotonic()
    asyncio.run(a_life())
    assert time.monotonic() - start < 5
    assert "5 letters were not sent, 2 are still being sent" in caplog.text
    soon(lambda: send(7))
    assert "after the end" in caplog.text
    mail_server.set()
    letters.SENDER.shutdown()
    assert sorted(sent) == [0, 1]


async def a_life() -> None:
    """The start and the end of a web process."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("no request")

    async def receive() -> dict[str, str]:
        return {"type": "next"}

    async def send(_message: object) -> None:
        pass

    await WithLifespan(application)({"type": "lifespan"}, receive, send)
