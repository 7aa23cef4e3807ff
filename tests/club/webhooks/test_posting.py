"""A request to a webhook: signed, without redirects, and over in time."""

import hashlib
import hmac
import time
from collections.abc import Iterator
from threading import Event

import pytest

from club.webhooks import posting
from club.webhooks.addresses import Target
from tests.club.webhooks.receiver import Receiver, listening


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with listening() as one:
        yield one


def at(receiver: Receiver, host: str = "example.org") -> Target:
    """The receiver's machine, under a name that leads nowhere near it."""
    return Target(is_encrypted=False, host=host, port=receiver.port, path="/criccone", ip="127.0.0.1")


def test_the_body_arrives_at_the_verified_machine_under_the_name(receiver: Receiver) -> None:
    assert posting.post(at(receiver), b"{}", {"A": "b"}) == 200
    assert receiver.bodies == [b"{}"]
    assert receiver.sent[0]["Host"] == f"example.org:{receiver.port}"
    assert (receiver.sent[0]["A"], receiver.sent[0]["path"]) == ("b", "/criccone")


def test_a_signature_is_that_of_time_and_body() -> None:
    signed = hmac.new(b"whsec_x", b'1764280000.{"a":1}', hashlib.sha256).hexdigest()
    assert posting.signature("whsec_x", b'{"a":1}', 1764280000) == f"t=1764280000,v1={signed}"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(receiver: Receiver, status: int) -> None:
    with listening() as other:
        receiver.status, receiver.headers = status, {"Location": other.url}
        with pytest.raises(posting.NotTaken) as refused:
            posting.post(at(receiver), b"{}", {})
        assert (refused.value.trouble, refused.value.status) == ("refused", status)
        assert other.bodies == []


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
def test_an_answer_that_is_no_success_is_a_failure(receiver: Receiver, status: int) -> None:
    receiver.status = status
    with pytest.raises(posting.NotTaken) as refused:
        posting.post(at(receiver), b"{}", {})
    assert refused.value.status == status


def test_an_answer_a_byte_at_a_time_is_cut_off(receiver: Receiver) -> None:
    receiver.is_over = Event()
    began = time.monotonic()
    with pytest.raises(posting.NotTaken) as refused:
        posting.post(at(receiver), b"{}", {}, seconds=0.5)
    receiver.is_over.set()
    assert refused.value.trouble == "slow"
    assert time.monotonic() - began < 4


def test_nobody_there_is_a_failure() -> None:
    nobody = Target(is_encrypted=False, host="example.org", port=9, path="/", ip="127.0.0.1")
    with pytest.raises(posting.NotTaken) as refused:
        posting.post(nobody, b"{}", {})
    assert refused.value.trouble == "unreachable"


def test_an_encrypted_address_wants_a_certificate(receiver: Receiver) -> None:
    plain = Target(is_encrypted=True, host="example.org", port=receiver.port, path="/", ip="127.0.0.1")
    with pytest.raises(posting.NotTaken):
        posting.post(plain, b"{}", {})
    assert receiver.bodies == []
