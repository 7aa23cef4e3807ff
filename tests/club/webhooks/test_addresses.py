"""Where a webhook may lead: only to public addresses, however spelt and whatever a name server says."""

import pytest
from pytest_django import Settings

from club.errors import ClubInputRefused
from club.webhooks import addresses
from club.webhooks.addresses import NotAllowed, is_public, target

PRIVATE = [
    "127.0.0.1", "127.8.9.10", "0.0.0.0",  # noqa: S104
    "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1", "fd12::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::7f00:1",
    "2002:7f00:1::", "2002:a00:1::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "no address",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_none_of_the_public_network(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "8.8.8.8"]
)
def test_a_public_address_is_one(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_there_is_refused(address: str) -> None:
    with pytest.raises(NotAllowed):
        target("https://example.org/", lambda *_asked: [address])


def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(NotAllowed):
        target("https://example.org/", lambda *_asked: ["93.184.216.34", "10.0.0.1"])


def test_the_connection_goes_to_the_address_that_was_verified() -> None:
    """A name server that answers otherwise a moment later changes nothing."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    found = target("https://example.org/a?b=c", lambda *_asked: next(answers))
    assert (found.ip, found.port, found.path, found.host_header) == (
        "93.184.216.34", 443, "/a?b=c", "example.org",
    )  # fmt: skip
    with pytest.raises(NotAllowed):
        target("https://example.org/a?b=c", lambda *_asked: next(answers))


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "https://", "https:///path",
        "https://anna:segreto@example.org/", "https://example.org:22/", "https://example.org:6379/",
        "https://example.org:99999/", "https://example.org/a b", "https://example.org/\r\nHost: x",
        "https://[::1", "javascript:alert(1)", "https://esémpio.it/", "//example.org/",
    ],
)  # fmt: skip
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        target(url, lambda *_asked: ["93.184.216.34"])
    with pytest.raises(ClubInputRefused):
        addresses.verify(url)


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/", "https://[::ffff:10.0.0.1]/"],
)
def test_a_private_address_written_out_is_refused_at_once(url: str, settings: Settings) -> None:
    with pytest.raises(ClubInputRefused):
        addresses.verify(url)
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    addresses.verify(url)


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "localhost."]
)
def test_other_spellings_of_this_machine_lead_nowhere(host: str) -> None:
    """The system's own look-up understands them."""
    try:
        with pytest.raises(NotAllowed):
            target(f"http://{host}/")
    except OSError:
        return


def test_an_installation_may_allow_its_own_network(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    found = target("http://nas.local:9000/", lambda *_asked: ["192.168.1.7"])
    assert (found.ip, found.port) == ("192.168.1.7", 9000)
