"""The author of an act: an officer with an account, or a side of a table with its code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.models import User
from tournaments.models import Match

# A table's name in the log. It is always Italian: stored text must not depend on the phone that sent it.
AT_TABLE = re.compile(r"turno (\d+), tavolo (\d+)(?:, (N-S|E-O)|, posto (\d))?")
# A captain's name in the log, always Italian too.
OF_CAPTAIN = re.compile(r"capitano di «(.+)»")
PAIRS = {"A": "N-S", "B": "E-O"}


@dataclass(frozen=True)
class Actor:
    """The name that the log keeps, and the account behind it if there is one."""

    name: str
    user: User | None = None
    # The side of the table that acts; empty for an officer.
    side: str = ""

    @classmethod
    def officer(cls, user: User) -> Actor:
        return cls(str(user)[:150], user)

    @classmethod
    def at_table(cls, match: Match, side: str) -> Actor:
        play = match.play
        where = PAIRS[side] if play.of_pairs else f"posto {play.positions_of(side)[0]}"
        return cls(f"turno {match.round.number}, tavolo {match.table}, {where}", side=side)


#: One name for everybody who books from a phone, because the log is kept longer than names and addresses.
PHONE = Actor("dal telefono")
#: The name of periodic work.
PROGRAM = Actor("Criccone")


def actor_name(name: str) -> str:
    """The stored name of an actor, in the reader's language: those of tables and captains are translated."""
    return _translated(name, get_language())


@lru_cache(4096)
def _translated(name: str, _language: str | None) -> str:
    """The name in that language, which is the active one: a round has hundreds of deals by few actors."""
    if name == PHONE.name:
        return _("dal telefono")
    if captain := OF_CAPTAIN.fullmatch(name):
        return _("capitano di «%(team)s»") % {"team": captain[1]}
    table = AT_TABLE.fullmatch(name)
    if table is None:
        return name
    table_name = _("turno %(turn)s, tavolo %(table)s") % {"turn": table[1], "table": table[2]}
    if table[4]:
        return ", ".join((table_name, _("posto %(number)s") % {"number": table[4]}))
    return ", ".join((table_name, _(table[3]))) if table[3] else table_name
