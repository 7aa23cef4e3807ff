"""Notices by Web Push: to a service that is a real one, read by the browser that they are encrypted for."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people, settle, signed_in
from tests.once import once_a_module
from tests.tournaments.results.push_service import HOST, Browser, PushService, push_service, unbase64
from tournaments.actors import Actor
from tournaments.errors import InputRefused
from tournaments.evenings import lifecycle
from tournaments.models import Entry, PushSubscription, Round
from tournaments.results import evening_codes, scores
from tournaments.results.push import notices, subscriptions, web_push
from tournaments.results.push.web_push import Network, NotDelivered, Subscriber
from tournaments.rounds import rounds

TOTALS = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}


def a_draft() -> tuple[Round, FourPeople]:
    club = a_club()
    return a_round(a_tournament(club), until="draft"), four_people(club)


made = once_a_module(a_draft)


@pytest.fixture
def scene(made: Callable[[], tuple[Round, FourPeople]], db: None) -> tuple[Round, FourPeople]:
    return made()


@pytest.fixture
def draft(scene: tuple[Round, FourPeople]) -> Round:
    return scene[0]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PushService, Network]]:
    with push_service(Path(tmp_path_factory.mktemp("push"))) as both:
        yield both


@pytest.fixture
def service(served: tuple[PushService, Network], monkeypatch: pytest.MonkeyPatch) -> PushService:
    """The service, and notices that find it by its name."""
    service, network = served
    service.received.clear()
    service.statuses.clear()
    monkeypatch.setattr(notices, "_public_network", lambda: network)
    monkeypatch.setattr(notices.post_office, "soon", lambda work: work())
    return service


def entry_at(round_: Round, side: str) -> Entry:
    return Entry.objects.select_related("tournament__club").get(
        seats__round=round_, seats__match__table=1, seats__side=side, seats__position__in="NE"
    )


def subscribed(service: PushService, entry: Entry, name: str) -> Browser:
    browser = Browser()
    subscriptions.subscribe(entry, browser.at(service.endpoint(name)))
    return browser


# --- The protocol ------------------------------------------------------------------------------------------


def test_rfc_8291_appendix_a() -> None:
    subscriber = Subscriber(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    number = int.from_bytes(unbase64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = web_push.encrypted(
        b"When I grow up, I want to be a watermelon",
        subscriber,
        key=ec.derive_private_key(number, ec.SECP256R1()),
        salt=unbase64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == unbase64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_of_the_installation_follows_from_its_secret() -> None:
    one, again, other = (
        web_push.public_key_of(web_push.installation_key(each)) for each in ("eins", "eins", "zwei")
    )
    assert one == again != other
    assert len(unbase64(one)) == 65


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "::1",
        "10.0.0.7",
        "192.168.1.1",
        "169.254.169.254",
        "fd00::1",
        "::ffff:127.0.0.1",
        "224.0.0.1",
        "fec0::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "192.0.0.8",
    ],
)
def test_an_address_of_the_own_network_is_never_called(host: str) -> None:
    with pytest.raises(NotDelivered) as refused:
        web_push.public_address(host, 443)
    assert refused.value.is_gone


def test_the_real_check_keeps_this_machine_s_own_service_from_being_called(
    draft: Round, service: PushService
) -> None:
    entry = entry_at(draft, "A")
    endpoint = service.endpoint("own").replace(HOST, "localhost")
    subscriptions.subscribe(entry, Browser().at(endpoint))
    notices.deliver(draft.tournament_id, "table", 1, network=Network())
    assert service.received == []
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://user@push.example.org/x"},
        {"endpoint": "https://push.example.org:99999/x"},
        {"endpoint": "https://push.example.org/a b"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": ""},
        {"public_key": "x"},
        {"public_key": "ààà"},
        {"secret": "short"},
    ],
    ids=str,
)
def test_what_no_browser_gives_is_refused(draft: Round, change: dict[str, str]) -> None:
    entry = entry_at(draft, "A")
    good = Browser().at("https://push.example.org/x")
    with pytest.raises(InputRefused):
        subscriptions.subscribe(entry, replace(good, **change))


# --- The notices -------------------------------------------------------------------------------------------


def test_a_published_round_tells_each_entry_its_table_in_its_language(
    draft: Round, service: PushService, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ours, theirs = entry_at(draft, "A"), entry_at(draft, "B")
    one = subscribed(service, ours, "one")
    other = subscribed(service, theirs, "other")
    PushSubscription.objects.filter(entry=theirs).update(language="en")
    with django_capture_on_commit_callbacks(execute=True):
        rounds.publish(draft.tournament_id, 1, by=JURY)
    [told] = service.messages(one, "one")
    assert told["body"] == "Turno 1: il tuo tavolo è il 1."
    assert told["url"] == reverse("evening", args=[evening_codes.code_of(ours)])
    [translated] = service.messages(other, "other")
    assert translated["body"] == "Round 1: your table is 1."
    received = service.received[0]
    assert (received.headers["ttl"], received.headers["content-encoding"]) == ("1200", "aes128gcm")
    claims = received.claims()
    assert claims["aud"] == service.endpoint("").removesuffix("/")
    assert claims["sub"].startswith(("mailto:", "https:"))
    names = [player.person.last_name for player in theirs.players.select_related("person")]
    assert not any(name in json.dumps(told) for name in names), "nothing about others"


def test_opponents_are_asked_for_their_yes_and_nobody_else(
    draft: Round, service: PushService, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    rounds.publish(draft.tournament_id, 1, by=JURY)
    rounds.play(draft.tournament_id, 1, by=JURY)
    match = draft.matches.select_related("round__tournament").get(table=1)
    subscribed(service, entry_at(draft, "A"), "writers")
    asked = subscribed(service, entry_at(draft, "B"), "asked")
    with django_capture_on_commit_callbacks(execute=True):
        scores.enter(match, 1, "totals", TOTALS, by=Actor.at_table(match, "A"), based_on=0)
    assert [each.path for each in service.received] == ["/asked"]
    [told] = service.messages(asked, "asked")
    assert told["body"] == "Tavolo 1: una smazzata aspetta la vostra conferma."


def test_the_end_is_told_and_the_closed_evening_forgets_its_subscriptions(
    draft: Round, service: PushService, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    tournament, entry = draft.tournament, entry_at(draft, "A")
    rounds.publish(tournament.pk, 1, by=JURY)
    rounds.play(tournament.pk, 1, by=JURY)
    tournament.turns = 1
    tournament.save()
    browser = subscribed(service, entry, "end")
    with django_capture_on_commit_callbacks(execute=True):
        settle(tournament, draft)
    assert [each["body"] for each in service.messages(browser, "end")] == [
        "Si è giocato tutto: guarda la classifica finale."
    ]
    lifecycle.close(tournament.pk, by=JURY)
    assert not PushSubscription.objects.exists()
    entry.tournament.refresh_from_db()
    with pytest.raises(InputRefused):
        subscriptions.subscribe(entry, Browser().at("https://push.example.org/x"))


@pytest.mark.parametrize(
    ("status", "stays"), [(404, False), (410, False), (403, False), (429, True), (500, True)]
)
def test_a_subscription_that_has_expired_is_deleted(
    draft: Round, service: PushService, served: tuple[PushService, Network], status: int, stays: bool
) -> None:
    subscribed(service, entry_at(draft, "A"), "old")
    service.statuses["/old"] = status
    notices.deliver(draft.tournament_id, "table", 1, network=served[1])
    assert PushSubscription.objects.exists() == stays


def test_a_redirect_is_not_followed_and_another_certificate_is_not_trusted(
    draft: Round, service: PushService, served: tuple[PushService, Network]
) -> None:
    subscribed(service, entry_at(draft, "A"), "moved")
    service.statuses["/moved"] = 302
    notices.deliver(draft.tournament_id, "table", 1, network=served[1])
    assert len(service.received) == 1
    untrusting = Network(resolve=lambda _host, _port: "127.0.0.1")
    notices.deliver(draft.tournament_id, "table", 1, network=untrusting)
    assert len(service.received) == 1


# --- Who may ask for them ----------------------------------------------------------------------------------


def fields_of(browser: Browser) -> dict[str, str]:
    subscriber = browser.at("https://push.example.org/x")
    return {
        "endpoint": subscriber.endpoint,
        "public_key": subscriber.public_key,
        "secret": subscriber.secret,
    }


def test_the_code_alone_subscribes_whoever_sends_it_and_one_tap_ends_it(
    scene: tuple[Round, FourPeople],
) -> None:
    draft, people = scene
    entry = entry_at(draft, "A")
    address = reverse("evening_notices", args=[evening_codes.code_of(entry)])
    clients = [Client(), *(signed_in(user) for user in vars(people).values())]
    for client in clients:
        assert client.post(address, fields_of(Browser())).status_code == 204
    assert PushSubscription.objects.get().entry == entry
    assert (
        clients[0].post(address, {"endpoint": "https://push.example.org/x", "off": "yes"}).status_code == 204
    )
    assert not PushSubscription.objects.exists()
    assert clients[0].get(address).status_code == 405
    assert clients[0].post(address, {"endpoint": "http://x"}).status_code == 422


def test_a_code_that_is_forged_or_renewed_subscribes_nobody(draft: Round) -> None:
    entry = entry_at(draft, "A")
    old = reverse("evening_notices", args=[evening_codes.code_of(entry)])
    assert Client().post(old, fields_of(Browser())).status_code == 204
    evening_codes.renew(entry.tournament_id, entry.number, by=JURY)
    assert not PushSubscription.objects.exists()
    for address in (old, reverse("evening_notices", args=["1.0.x"])):
        assert Client().post(address, fields_of(Browser())).status_code == 403
    assert not PushSubscription.objects.exists()


def test_an_entry_has_few_phones_and_the_oldest_goes(draft: Round) -> None:
    entry = entry_at(draft, "A")
    for number in range(6):
        subscriptions.subscribe(entry, Browser().at(f"https://push.example.org/{number}"))
    assert sorted(PushSubscription.objects.values_list("endpoint", flat=True)) == [
        f"https://push.example.org/{number}" for number in (2, 3, 4, 5)
    ]
