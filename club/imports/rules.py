"""How the rows of a sheet are taken, as the person who imports it says once for all of them."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

#: Those of the rules that are days.
DAYS: Final = ("admitted_on", "consented_on")


class Enters(TextChoices):
    """What the people of the sheet become."""

    MEMBERS = "members", _("soci")
    PEOPLE = "people", _("solo persone del circolo, senza iscrizione")


class WrongCodes(TextChoices):
    """What to do with a codice fiscale that does not agree with the name or the birth."""

    STOP = "stop", _("si ferma la riga: lo correggo io")
    KEEP = "keep", _("si tiene, segnato come da verificare")
    DROP = "drop", _("si lascia fuori, e resta scritto nelle note")


class Namesakes(TextChoices):
    """What to do with who has the name of somebody in the register, and no other birthday or code."""

    ASK = "ask", _("si ferma la riga: decido io")
    SAME = "same", _("è la stessa persona")


class BlankDues(TextChoices):
    """What an empty cell in a column of dues says."""

    LEAVE = "leave", _("niente: non si scrive nulla")
    OWED = "owed", _("non ha pagato: deve la quota")


class ZeroDues(TextChoices):
    """What a nought in a column of dues says."""

    OWED = "owed", _("non ha pagato: deve la quota")
    FREE = "free", _("non doveva nulla")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Dates, delibera, category, cause, year and cents of dues are for rows that do not say theirs."""

    enters: str = Enters.MEMBERS.value
    admitted_on: date | None = None
    resolution: str = ""
    category: int | None = None
    adds_categories: bool = True
    end_cause: str = ""
    is_month_first: bool = False
    mends_capitals: bool = True
    wrong_codes: str = WrongCodes.STOP.value
    namesakes: str = Namesakes.ASK.value
    dues_year: str = ""
    dues_cents: int | None = None
    blank_dues: str = BlankDues.LEAVE.value
    zero_dues: str = ZeroDues.OWED.value
    consented_on: date | None = None

    @property
    def enters_members(self) -> bool:
        return self.enters == Enters.MEMBERS

    @property
    def said(self) -> dict[str, Any]:
        """As JSON keeps it."""
        days = {name: day.isoformat() if (day := getattr(self, name)) else None for name in DAYS}
        return {**asdict(self), **days}


def of(said: dict[str, Any]) -> Rules:
    """The rules that JSON kept."""
    days = {name: date.fromisoformat(day) if (day := said.get(name)) else None for name in DAYS}
    return Rules(**{**said, **days})
