"""Every operation of the API, asked by a token of each scope whose owner holds every role: it reaches what
its scope is for, and nothing else. Which right an operation needs, `test_every_address` has by who is let in.
"""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from club.models import Club, DeviceToken, RoleKind, Scope, User
from tests.criccone.test_every_address import (
    ALL,
    API_GETS,
    API_OTHERS,
    API_POSTS,
    AT_THE_TABLE,
    CASH,
    ENTER,
    KEEP,
    OFFICERS,
    OWNER,
    RUN,
    SIGNED_IN,
    address,
    sent,
    words_of,
)
from tests.evening import a_club, an_officer
from tests.once import once_a_module

pytestmark = pytest.mark.django_db

NARROW = [scope for scope in Scope.values if scope != Scope.ALL]
READ, PRINT, RESULTS, EVENING, REGISTER, MONEY = NARROW
READERS = {READ, PRINT}
#: The most that each rule of access opens to a scope, to read and to change.
OPENED: list[tuple[set[str], set[str], set[str]]] = [
    (RUN, {EVENING}, {EVENING}),
    (ENTER, READERS | {RESULTS}, {RESULTS}),
    (AT_THE_TABLE, READERS | {RESULTS}, {RESULTS}),
    (KEEP, {REGISTER, MONEY}, {REGISTER, MONEY}),
    (CASH, {EVENING, MONEY}, {EVENING, MONEY}),
    (OFFICERS, set(NARROW), set()),
    (OWNER, set(), set()),
]
#: The answers that have codes of tables.
SHEETS = {("get", "sheets"): {RESULTS, PRINT}, ("get", "round-paper"): {RESULTS, PRINT}}
#: Where the rule does not tell: the desk finds people too, and notes are their author's besides the owner's.
OTHERWISE = {
    "people": {EVENING, REGISTER},
    "all-people": {EVENING, REGISTER},
    "person": {EVENING, REGISTER},
    "note": {REGISTER},
}
#: What is the account's own, for whole tokens.
OF_THE_ACCOUNT = {"tokens", "token"}

RULES = [
    *(("get", name, let_in) for name, let_in in API_GETS.items()),
    *(("post", name, let_in) for name, let_in in API_POSTS.items()),
    *((verb, name, let_in) for (verb, name), let_in in API_OTHERS.items()),
]


def a_scene() -> tuple[dict[str, Client], dict[str, object]]:
    club = a_club()
    every = an_officer(club, *RoleKind.values, email="tutto@example.org")
    devices = {scope: device_of(every, [scope]) for scope in NARROW}
    devices["elsewhere"] = device_of(every, [Scope.ALL], a_club("Un altro circolo"))
    devices["whole"] = device_of(every, [Scope.ALL])
    return devices, words_of(club)


scene = once_a_module(a_scene)


def device_of(user: User, scopes: list[str], club: Club | None = None) -> Client:
    _device, token = DeviceToken.objects.create(user, scopes=scopes, club=club)
    return Client(headers={"Authorization": f"Token {token}"})


def opened(verb: str, name: str, let_in: set[str]) -> set[str]:
    """The most scopes that may reach the operation."""
    if name == "me" or "nobody" in let_in:
        return set(NARROW)
    if (verb, name) in SHEETS:
        return SHEETS[verb, name]
    if name in OTHERWISE:
        return OTHERWISE[name]
    for rule, to_read, to_change in OPENED:
        if rule == let_in:
            return to_read if verb == "get" else to_change
    return set()


@pytest.mark.parametrize(
    ("verb", "name", "let_in"), RULES, ids=lambda part: part if type(part) is str else ""
)
def test_a_token_reaches_what_its_scope_is_for(
    scene: Callable[[], tuple[dict[str, Client], dict[str, object]]], verb: str, name: str, let_in: set[str]
) -> None:
    devices, words = scene()
    where, reached = address(f"v1:{name}", words), set()
    for scope, device in devices.items():
        with transaction.atomic():  # so that each finds the same
            answer, written = sent(device, verb, where)
            transaction.set_rollback(True)
        if answer.status_code != 403:
            reached.add(scope)
        else:
            assert not [query for query in written if "devicetoken" not in query], "a refusal writes nothing"
    most = opened(verb, name, let_in)
    assert reached - {"whole", "elsewhere"} <= most
    is_open = "stranger" in let_in and name not in OF_THE_ACCOUNT
    assert ("elsewhere" in reached) is is_open, "a stranger in this club"
    if "nobody" in let_in or let_in in (RUN, ENTER) or (verb, name) in SHEETS:
        assert reached >= most, "what the scope is for"
    assert let_in in (set(), {"table code"}) or name == "bookings" or "whole" in reached


def test_every_rule_is_one_of_these() -> None:
    known = [rule for rule, _to_read, _to_change in OPENED]
    known += [ALL, ALL | {"table code"}, SIGNED_IN, set(), {"table code"}]
    assert [name for _verb, name, let_in in RULES if let_in not in known] == []


def test_a_page_takes_no_token(scene: Callable[[], tuple[dict[str, Client], dict[str, object]]]) -> None:
    devices, words = scene()
    for page in ("desk_standings", "score_sheets", "register", "cash"):
        answer = devices["whole"].get(address(page, words))
        assert answer.status_code == 302, page
        assert reverse("account_login") in answer["Location"]
