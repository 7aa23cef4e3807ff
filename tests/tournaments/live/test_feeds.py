"""One feed a tournament and process, however many listen; it ends with the last of them."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient, Client
from pytest_django import Settings

from tests.evening import a_club, a_round, a_tournament
from tournaments.live import live_feed, page_versions
from tournaments.models import RoundState

pytestmark = pytest.mark.django_db(transaction=True)


async def heard(versions: AsyncGenerator[str | None, None]) -> str | None:
    return await asyncio.wait_for(anext(versions), 5)


def test_listeners_share_one_feed_which_ends_with_the_last() -> None:
    code = a_tournament(a_club()).code

    async def listen() -> None:
        known = await live_feed.version(code) or ""
        one, two = (live_feed.versions(code, known=known, silence=9) for _ in range(2))
        assert await heard(one) == await heard(two) == known
        assert list(live_feed._feeds) == [code]
        await one.aclose()
        assert list(live_feed._feeds) == [code]
        await two.aclose()
        assert not live_feed._feeds

    async_to_sync(listen)()


def test_a_change_in_this_process_is_heard_without_waiting_for_the_next_look() -> None:
    tournament = a_tournament(a_club())

    async def listen() -> None:
        known = await live_feed.version(tournament.code) or ""
        versions = live_feed.versions(tournament.code, known=known, silence=9)
        before = await heard(versions)
        await sync_to_async(a_round)(tournament, until="published")
        async with asyncio.timeout(live_feed.LOOK_EMBEDDED / 2):
            assert await heard(versions) != before
        await versions.aclose()

    async_to_sync(listen)()


def test_a_room_that_comes_back_all_at_once_is_a_handful_of_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    code, looks, look = a_tournament(a_club()).code, list[str](), page_versions.read_edition
    monkeypatch.setattr(page_versions, "read_edition", lambda code: looks.append(code) or look(code))

    async def come() -> None:
        assert (
            len({await each for each in [asyncio.ensure_future(live_feed.version(code)) for _ in range(200)]})
            == 1
        )

    async_to_sync(come)()
    assert 1 <= len(looks) <= 3


@pytest.mark.parametrize(
    ("sending", "rests"),
    [
        pytest.param(0.2, [1.0], id="sent before the end"),
        pytest.param(2.5, [1.0, 2.5], id="sending took longer"),
        pytest.param(60.0, [1.0, live_feed.LONGEST_REST], id="the machine stood still"),
    ],
)
def test_saves_have_the_process_for_as_long_as_sending_took(
    monkeypatch: pytest.MonkeyPatch, sending: float, rests: list[float]
) -> None:
    now, slept = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += max(seconds, sending)

    async def rested() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", sleep)
            patched.setattr(asyncio.get_running_loop(), "time", lambda: now)
            await live_feed.rest(1.0)

    asyncio.run(rested())
    assert slept == rests


def test_silence_is_told_so_that_the_connection_can_be_kept_alive() -> None:
    tournament = a_tournament(a_club())

    async def listen() -> None:
        known = await live_feed.version(tournament.code) or ""
        versions = live_feed.versions(tournament.code, known=known, silence=0.05)
        assert [await heard(versions) is None for _ in range(3)] == [False, True, True]
        await versions.aclose()

    async_to_sync(listen)()


def test_a_result_is_saved_though_the_redis_of_the_settings_is_away(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = a_tournament(a_club())
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    round_ = a_round(tournament)

    assert round_.state == RoundState.PLAYING
    assert "Redis does not answer" in caplog.text


def test_a_server_that_keeps_no_streams_tells_the_browser_to_stop_asking(client: Client) -> None:
    tournament = a_tournament(a_club())
    assert client.get(f"/t/{tournament.code}/eventi/").status_code == 204


def test_the_stream_of_an_unknown_tournament_is_not_found(async_client: AsyncClient) -> None:
    response = async_to_sync(async_client.get)("/t/xxxxxx/eventi/")
    assert response.status_code == 404
