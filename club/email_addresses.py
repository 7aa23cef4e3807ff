"""Comparison of e-mail addresses; no other module compares them.

The database must not compare them: on PostgreSQL UPPER('gmaıl.com'), with a dotless ı, is 'GMAIL.COM', so
that `iexact` takes one person's address for another's.
"""

import re
import unicodedata
from typing import TypeVar

import idna
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)
ASCII_START = re.compile(r"[\x21-\x7e]*")


def canonical(email: str) -> str:
    """The canonical form of the address: lower case, NFC, its domain as in DNS (IDNA 2008).

    Two addresses with one canonical form reach one mailbox. Any other text has a canonical form too.
    """
    local, at, domain = unicodedata.normalize("NFC", email.strip()).lower().rpartition("@")
    if domain.isascii():
        return f"{local}{at}{domain}"
    try:
        return f"{local}{at}{idna.encode(domain, uts46=True).decode('ascii')}"
    except UnicodeError:  # not a name that DNS allows: the domain equals only itself
        return f"{local}{at}{domain}"


def is_same(one: str | None, other: str | None) -> bool:
    """Whether both are addresses, and the same one."""
    return bool(one and other) and canonical(str(one)) == canonical(str(other))


def with_address(rows: QuerySet[Row], email: str, *, field: str = "email") -> QuerySet[Row]:
    """The `rows` whose `field` is this address; none for an empty address.

    Runs one query for the few rows whose address begins like this one, and compares them in Python.
    """
    near = rows.filter(_begins_like(email, field)).values_list("pk", field)
    return rows.filter(pk__in=[pk for pk, written in near if is_same(written, email)])


def _begins_like(email: str, field: str) -> Q:
    """A condition that every database checks alike: the address begins with the same ASCII letters."""
    local = canonical(email).rpartition("@")[0]
    start = ASCII_START.match(local)[0]  # type: ignore[index]  # it always matches
    return Q(**{f"{field}__istartswith": f"{start}@" if start == local else start})
