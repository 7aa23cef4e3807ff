"""Who acts: an officer with an account, or a table with its code."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from club.models import User


@dataclass(frozen=True)
class Actor:
    """The name that the log keeps, and the account behind it if there is one."""

    name: str
    user: User | None = None

    @classmethod
    def officer(cls, user: User) -> Actor:
        return cls(str(user)[:150], user)

    @classmethod
    def at_table(cls, turn: int, table: int) -> Actor:
        return cls(_("turno %(turn)s, tavolo %(table)s") % {"turn": turn, "table": table})
