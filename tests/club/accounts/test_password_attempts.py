"""Wrong passwords are slowed down where they come from, and the account's owner still gets in."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.accounts import password_attempts
from club.accounts.sessions import SEEN, UPDATE_SECONDS
from club.limits import GrowingWait
from club.models import AttemptCounter, RoleKind, User
from criccone import caches as counting
from tests.club.accounts.entering import PASSWORD, code, is_in, said, with_app
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db

HOME, ELSEWHERE = "198.51.100.7", "203.0.113.66"
TOKENS = "/api/v1/tokens/"
CODES = "/accesso/secondo-fattore/authenticate/"

NEW = "nuova-parola-91"


@pytest.fixture
def user() -> User:
    return an_officer(a_club(), RoleKind.REFEREE, email="ada@example.org")


def at(address: str, **cookies: str) -> Client:
    client = Client(REMOTE_ADDR=address)
    client.cookies.load(cookies)
    return client


def enter(client: Client, password: str = PASSWORD, email: str = "ada@example.org") -> Any:
    return client.post("/accesso/login/", {"login": email, "password": password})


def guess(address: str, times: int, email: str = "ada@example.org") -> list[int]:
    return [enter(at(address), f"prova {number}", email).status_code for number in range(times)]


def from_many(times: int) -> Iterator[int]:
    for number in range(times):
        yield enter(at(f"192.0.2.{number % 250}"), f"prova {number}").status_code


def flood(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests of more sources than the cache of the pages holds keys, each of which is counted."""
    monkeypatch.setattr(caches["default"], "_max_entries", 30)
    for number in range(40):
        at(f"10.0.0.{number}").get(where, headers={"Authorization": "Table 1.1.x"})


def letter_link() -> str:
    """The path in the latest letter."""
    return re.findall(r"https?://[^/]+(/accesso/\S+)", mail.outbox[-1].body)[0]


def choose_by_letter(client: Client) -> None:
    client.post("/accesso/password/reset/", {"email": "ada@example.org"})
    form = client.get(letter_link(), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})


def waited(hours: float) -> None:
    """As if that time had passed."""
    for counter in AttemptCounter.objects.all():
        counter.expires_at -= timedelta(hours=hours)
        counter.save(update_fields=["expires_at"])


def test_the_sixth_wrong_password_waits_with_the_time_and_the_other_ways_in(user: User) -> None:
    assert guess(HOME, 6) == [200] * 5 + [429]
    refused = enter(at(HOME))
    assert refused.status_code == 429, "the right one too: nothing is compared"
    assert 0 < int(refused["Retry-After"]) <= 30
    assert "Aspetta un momento" in said(refused)
    assert re.search(r"riprova fra \d+ secondi\. Con una passkey entri subito", said(refused))
    waited(hours=30 / 3600)
    assert enter(at(HOME)).status_code == 302
    assert guess(HOME, 5) == [200] * 5, "after the right one the count begins again"


@pytest.mark.parametrize("junk", ["/iscrizione/x/", "/api/v1/me/"])
def test_no_flood_of_other_requests_evicts_the_count_of_wrong_passwords(
    user: User, junk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guess(HOME, 5) == [200] * 5
    flood(junk, monkeypatch)
    assert enter(at(HOME), "prova 6").status_code == 429


def test_wrong_passwords_from_elsewhere_do_not_delay_the_owner(user: User) -> None:
    assert guess(ELSEWHERE, 7)[5:] == [429, 429]
    assert enter(at(HOME)).status_code == 302


def test_the_api_counts_as_the_page_does(user: User) -> None:
    body = {"email": user.email, "password": "prova", "device": "Telefono"}
    attacker, owner = APIClient(REMOTE_ADDR=ELSEWHERE), APIClient(REMOTE_ADDR=HOME)
    answers = [attacker.post(TOKENS, body, format="json") for _try in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[-1].json()["code"] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= 30
    assert enter(at(ELSEWHERE)).status_code == 429
    assert owner.post(TOKENS, {**body, "password": PASSWORD}, format="json").status_code == 201


def test_a_neighbour_on_the_same_wifi_does_not_delay_a_browser_that_has_entered_before(user: User) -> None:
    owner = at(HOME)
    assert enter(owner).status_code == 302
    owner.post("/accesso/logout/")
    assert guess(HOME, 6)[-1] == 429
    assert enter(owner).status_code == 302


def test_a_neighbour_who_asks_for_the_login_page_all_the_time_closes_it_to_nobody(user: User) -> None:
    owner = at(HOME)
    enter(owner)
    owner.post("/accesso/logout/")
    neighbour = at(HOME)
    assert {neighbour.head("/accesso/login/").status_code for _time in range(31)} == {200}
    assert enter(owner).status_code == 302


def test_a_neighbour_who_asks_for_many_letters_keeps_nobody_from_choosing_the_password_again(
    user: User,
) -> None:
    neighbour, owner = at(HOME), at(HOME)
    for number in range(25):
        neighbour.post("/accesso/password/reset/", {"email": f"a{number}@example.org"})
        neighbour.head("/accesso/password/reset/key/1-x/")
    assert owner.post("/accesso/password/reset/", {"email": user.email}).status_code == 302
    assert owner.get(letter_link(), follow=True).status_code == 200


def test_a_neighbour_who_asks_for_many_tokens_keeps_nobody_from_getting_one(user: User) -> None:
    neighbour, owner = APIClient(REMOTE_ADDR=HOME), APIClient(REMOTE_ADDR=HOME)
    assert {neighbour.post(TOKENS, {}, format="json").status_code for _time in range(25)} == {400}
    body = {"email": user.email, "password": PASSWORD, "device": "Telefono"}
    assert owner.post(TOKENS, body, format="json").status_code == 201


def test_one_mailbox_gets_five_letters_an_hour(user: User) -> None:
    for _time in range(5):
        at(HOME).post("/accesso/password/reset/", {"email": user.email})
    waited(hours=2 / 60)
    assert at(HOME).post("/accesso/password/reset/", {"email": user.email}).status_code == 429
    assert len(mail.outbox) == 5


def test_other_spellings_of_an_address_share_its_letters(user: User) -> None:
    for _time in range(5):
        at(HOME).post("/accesso/password/reset/", {"email": user.email})
    other = at(HOME).post("/accesso/password/reset/", {"email": "ada@\uff45xample.org"})
    assert other.status_code == 429
    assert len(mail.outbox) == 5


def test_wrong_codes_of_a_colleague_on_the_same_wifi_do_not_delay_mine(user: User) -> None:
    with_app(user)
    others = [an_officer(a_club(), email=f"{name}@example.org") for name in ("bea", "ida", "eva")]
    for other in map(with_app, others):
        client = at(HOME)
        enter(client, email=other.email)
        for _try in range(4):
            client.post(CODES, {"code": "x"})
    mine = at(HOME)
    enter(mine)
    mine.post(CODES, {"code": code()})
    assert is_in(mine)


def test_a_full_table_of_counters_keeps_a_known_browser_that_is_counted_from_nothing(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = at(HOME)
    enter(owner)
    owner.post("/accesso/logout/")
    enter(owner, "prova")
    monkeypatch.setattr(counting, "MOST_COUNTERS", AttemptCounter.objects.count())
    assert enter(at(HOME)).status_code == 503
    assert enter(owner).status_code == 302


def test_a_known_browser_is_known_to_its_own_accounts_only_and_has_a_count_too(user: User) -> None:
    other = an_officer(a_club(), RoleKind.REFEREE, email="bea@example.org")
    thief = at(ELSEWHERE)
    enter(thief, email=other.email)
    thief.post("/accesso/logout/")
    assert [enter(thief, "prova").status_code for _try in range(6)] == [200] * 5 + [429]
    assert enter(at(ELSEWHERE, known_browser="x")).status_code == 429, "a forged cookie is none"
    assert [enter(thief, "prova", other.email).status_code for _try in range(6)] == [200] * 5 + [429]


def test_slow_guessing_from_everywhere_is_slowed_down_and_leaves_the_owner_three_ways_in(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = GrowingWait("password-anywhere", free=20, window=86400, first=60, longest=60)
    monkeypatch.setattr(password_attempts, "FROM_STRANGERS", few)
    owner = at(HOME)
    enter(owner)
    owner.post("/accesso/logout/")
    assert set(from_many(20)) == {200}
    assert set(from_many(30)) == {429}
    assert enter(at(HOME)).status_code == 429, "a new browser waits its turn"
    assert enter(owner).status_code == 302, "a known one does not"

    new = at("198.51.100.99")
    choose_by_letter(new)
    assert enter(new, NEW).status_code == 302


def test_a_password_chosen_by_letter_makes_the_browser_known_and_not_its_neighbours(user: User) -> None:
    new = at(HOME)
    choose_by_letter(new)
    assert guess(HOME, 7)[5:] == [429, 429]
    assert enter(new, NEW).status_code == 302


def test_a_known_browser_that_waits_enters_after_choosing_the_password_by_letter(user: User) -> None:
    owner = at(HOME)
    enter(owner)
    owner.post("/accesso/logout/")
    assert [enter(owner, "prova").status_code for _try in range(6)] == [200] * 5 + [429]
    choose_by_letter(owner)
    assert enter(owner, NEW).status_code == 302


def test_a_browser_whose_session_is_older_than_the_cookie_becomes_known_with_its_use(user: User) -> None:
    owner = at(HOME)
    enter(owner)
    del owner.cookies["known_browser"]
    is_in(owner)
    assert "known_browser" not in owner.cookies, "not with every page"
    session = owner.session
    session[SEEN] -= UPDATE_SECONDS
    session.save()
    is_in(owner)
    owner.post("/accesso/logout/")
    assert guess(HOME, 6)[-1] == 429
    assert enter(owner).status_code == 302


def test_one_password_tried_at_many_accounts_is_slowed_down_without_a_trace_of_each(user: User) -> None:
    tried = [enter(at(HOME), "prova", f"a{number}@example.org").status_code for number in range(30)]
    assert tried == [200] * 30
    kept = AttemptCounter.objects.count()
    assert enter(at(HOME), "prova", "b@example.org").status_code == 429
    assert AttemptCounter.objects.count() == kept, "who is refused fills no table"
    for number in range(3):
        waited(hours=31 / 3600)
        assert enter(at(HOME), "prova", f"c{number}@example.org").status_code == 200
        refused = enter(at(HOME), "prova", "b@example.org")
        assert int(refused["Retry-After"]) <= 30, "a new browser of the club does not wait long"
    assert enter(at(ELSEWHERE)).status_code == 302


def test_who_is_waiting_uses_up_nobody_else_s_attempts(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    few = GrowingWait("password-anywhere", free=6, window=86400, first=60, longest=60)
    monkeypatch.setattr(password_attempts, "FROM_STRANGERS", few)
    guess(ELSEWHERE, 20)
    assert enter(at(HOME)).status_code == 302


def test_the_same_happens_to_an_address_without_an_account(user: User) -> None:
    del user
    assert guess(HOME, 6, "nessuno@example.org") == [200] * 5 + [429]


def test_a_code_that_was_used_stays_used_whatever_others_ask(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_app(user)
    shown, first, second = code(), at(HOME), at(HOME)
    for client in (first, second):
        enter(client)
    first.post(CODES, {"code": shown})
    flood("/iscrizione/x/", monkeypatch)
    second.post(CODES, {"code": shown})
    assert [is_in(client) for client in (first, second)] == [True, False]


def test_counters_keep_no_address_in_clear(user: User) -> None:
    guess(HOME, 2)
    assert AttemptCounter.objects.exists()
    kept = str(list(AttemptCounter.objects.values()))
    assert user.email not in kept
    assert HOME not in kept
    assert timezone.now() + timedelta(days=1, minutes=1) > max(
        AttemptCounter.objects.values_list("expires_at", flat=True)
    )
