"""Waits that grow with every failure, counted where nobody can evict them."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from club.limits import CannotCount, GrowingWait, TryLater, counters, network_of, wait_in_words
from club.models import AttemptCounter
from criccone import caches as own_caches
from tests.conftest import REDIS

pytestmark = pytest.mark.django_db

CODES = GrowingWait("codes", free=3, window=3600, first=30, longest=100)


def refusal(ident: str = "a") -> TryLater:
    with pytest.raises(TryLater) as refused:
        CODES.take(ident)
    return refused.value


def test_after_the_free_attempts_each_wait_is_twice_as_long_up_to_the_longest() -> None:
    for _free in range(3):
        CODES.take("a")
    waits = [refusal().seconds]
    for _more in range(3):
        counters.delete(CODES._keys("a")[1])  # the wait is over, the count is not
        CODES.take("a")
        waits.append(refusal().seconds)
    assert waits == [30, 60, 100, 100]


def test_a_refused_attempt_neither_counts_nor_makes_the_wait_longer() -> None:
    for _free in range(3):
        CODES.take("a")
    waits = [refusal().seconds for _again in range(20)]
    assert max(waits) <= 30
    assert sorted(AttemptCounter.objects.values_list("value", flat=True))[0] == 3


def test_a_clock_set_back_by_an_hour_makes_no_wait_longer() -> None:
    for _free in range(3):
        CODES.take("a")
    counters.set(CODES._keys("a")[1], time.time() + 3600 + 30, 3600 + 30)  # as the wait looks then
    CODES.take("a")
    assert refusal().seconds <= CODES.longest


def test_each_has_a_count_of_its_own_and_a_right_attempt_ends_it() -> None:
    for _free in range(3):
        CODES.take("a")
    CODES.take("b")
    CODES.forget("a")
    CODES.take("a")


def test_an_attempt_given_back_takes_the_wait_that_it_began_with_it() -> None:
    for _free in range(3):
        CODES.take("a")
    CODES.give_back("a")
    CODES.take("a")
    assert refusal().seconds == 30


def test_a_counter_is_gone_after_its_time_and_only_then() -> None:
    counters.add("short", 1, 60)
    counters.add("long", 1, 600)
    AttemptCounter.objects.filter(digest=caches["counters"]._digest("short", None)).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert (counters.get("short"), counters.get("long")) == (None, 1)
    assert counters.add("short", 5, 60)
    assert not counters.add("short", 6, 60)
    assert counters.incr("short") == 6
    assert counters.touch("short", 120)
    assert counters.delete("short")
    with pytest.raises(ValueError, match="no counter"):
        counters.incr("short")


def test_a_full_table_counts_what_it_has_and_refuses_more(monkeypatch: pytest.MonkeyPatch) -> None:
    CODES.take("a")
    monkeypatch.setattr(own_caches, "MOST_COUNTERS", 1)
    with pytest.raises(CannotCount, match="non può contare"):
        CODES.take("b")
    assert AttemptCounter.objects.count() == 1
    CODES.take("a")
    counters.set(CODES._keys("a")[0], 3, 60)
    assert AttemptCounter.objects.get().value == 3
    AttemptCounter.objects.update(expires_at=timezone.now())
    CODES.take("a")
    assert AttemptCounter.objects.get().value == 1, "in the place of the one that expired"


@pytest.mark.parametrize(("seconds", "kept"), [(61, 1), (1, 2)])
def test_what_has_expired_is_removed_once_a_minute_and_not_with_every_counter(
    monkeypatch: pytest.MonkeyPatch, seconds: int, kept: int
) -> None:
    counters.set("over", 1, 60)
    AttemptCounter.objects.update(expires_at=timezone.now())
    monkeypatch.setattr(own_caches.DatabaseCounters, "removed_at", time.monotonic() - seconds)
    counters.add("new", 1, 60)
    assert AttemptCounter.objects.count() == kept


def test_a_counter_that_is_there_already_is_not_written_to_be_added() -> None:
    counters.add("here", 1, 60)
    with CaptureQueriesContext(connection) as queries:
        assert not counters.add("here", 2, 60)
    assert [query["sql"].split()[0] for query in queries] == ["SELECT"]


@pytest.mark.parametrize("kept_in", ["database", pytest.param("redis", marks=pytest.mark.redis)])
@pytest.mark.django_db(transaction=True)
def test_of_many_attempts_at_once_only_the_free_ones_are_made(kept_in: str, settings: Settings) -> None:
    if kept_in == "redis":
        counted = {"BACKEND": "criccone.caches.RedisCounters", "LOCATION": REDIS}
        settings.CACHES = {**settings.CACHES, "counters": counted}
    ident, together = uuid4().hex, Barrier(8)

    def attempt(_number: int) -> bool:
        together.wait()
        try:
            CODES.take(ident)
        except TryLater:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(attempt, range(8))) == 3
    with pytest.raises(TryLater):
        CODES.take(ident)
    CODES.forget(ident)
    CODES.take(ident)
    CODES.forget(ident)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_household_is_one_source_whatever_addresses_its_phones_take(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 secondo"), (90, "90 secondi"), (91, "2 minuti"), (900, "15 minuti")]
)
def test_a_wait_is_told_in_seconds_then_in_minutes(seconds: int, words: str) -> None:
    assert wait_in_words(seconds) == words
