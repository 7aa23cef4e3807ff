"""Restricts webhooks to public addresses, which are looked up for each request and then used for it.

A webhook makes this server ask an address that somebody typed. Without these rules it would reach what
only this server can reach: its database, the router, the metadata of a cloud (server-side request forgery).
A name is looked up once for each request; all its addresses must be public, and the connection goes to one
of them, so that a second answer of the name server changes nothing.
"""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused

#: The addresses of a host, as `socket.getaddrinfo` finds them. Raises OSError.
Resolver = Callable[[str, int], list[str]]

#: The ports of web servers; on other ports, services answer that no webhook is meant for.
PORTS: Final = {80, 443, 8080, 8443}
#: IPv6 addresses that lead to the IPv4 address in their last four bytes (RFC 6052), and local ones of that
#: kind (RFC 8215).
TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))

#: IPv4 addresses of protocols, and of relays of 6to4 (RFC 6890, RFC 7526), which no server has.
SPECIAL: Final = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))


class NotAllowed(Exception):
    """The address leads where this installation sends nothing."""


@dataclass(frozen=True)
class Target:
    """A webhook's address taken apart, with the address of the machine that the connection goes to."""

    is_encrypted: bool
    host: str
    port: int
    path: str
    ip: str

    @property
    def host_header(self) -> str:
        """The host as requests name it: IPv6 in brackets, the port unless it is the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_encrypted else 80) else f"{host}:{self.port}"


def resolve(host: str, port: int) -> list[str]:
    """The addresses of the host. Raises OSError."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(where[0]) for _family, _type, _protocol, _name, where in answers]


def target(url: str, look_up: Resolver = resolve) -> Target:
    """The machine that the address leads to now. Raises NotAllowed, and OSError if the host is unknown."""
    is_encrypted, host, port, path = _parts(url)
    machines = look_up(host, port)
    if not machines:
        raise OSError("no address")
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES and not all(map(is_public, machines)):
        raise NotAllowed(host)
    return Target(is_encrypted, host, port, path, machines[0])


def verify(url: str) -> None:
    """Raises ClubInputRefused for an address that is never allowed. Does not look up its host."""
    try:
        _is_encrypted, host, _port, _path = _parts(url)
        if _is_literal(host) and not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES and not is_public(host):
            raise NotAllowed(host)
    except NotAllowed:
        raise ClubInputRefused(
            "webhook-address",
            _(
                "L'indirizzo comincia con http:// o https://, senza nome né password, su una porta del web, "
                "e porta a un computer che si vede da fuori."
            ),
        ) from None


def is_public(address: str) -> bool:
    """Whether the address is public. An IPv6 form of an IPv4 address counts as that IPv4 address."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and (embedded := _embedded_ipv4(ip)) is not None:
        ip = embedded
    if isinstance(ip, IPv6Address) and ip.is_site_local:
        return False
    if isinstance(ip, IPv4Address) and any(ip in network for network in SPECIAL):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def _embedded_ipv4(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which an IPv6 address leads, if it is of that kind."""
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    if ip.sixtofour is not None:
        return ip.sixtofour
    if ip.teredo is not None:
        return ip.teredo[1]
    if any(ip in network for network in TRANSLATED) or int(ip) >> 32 == 0:
        return IPv4Address(int(ip) & 0xFFFF_FFFF)
    return None


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _parts(url: str) -> tuple[bool, str, int, str]:
    """Whether it is encrypted, the host, the port and the path. Raises NotAllowed."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotAllowed(url) from None
    host = (parts.hostname or "").rstrip(".")
    is_encrypted = parts.scheme == "https"
    port = port or (443 if is_encrypted else 80)
    is_known = parts.scheme in ("http", "https") and host and parts.username is None
    if not is_known or any(not 33 <= ord(each) < 127 for each in url):
        raise NotAllowed(url)
    if port not in PORTS and not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES:
        raise NotAllowed(url)
    path = parts.path or "/"
    return is_encrypted, host, port, f"{path}?{parts.query}" if parts.query else path
