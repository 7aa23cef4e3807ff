"""The rules of an import: the officer's choices for all rows."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

#: The rules whose value is a day.
DAYS: Final = ("admitted_on", "consented_on")


class Enters(TextChoices):
    """Whether the people in the sheet become members, or only people of the club."""

    MEMBERS = "members", _("soci")
    PEOPLE = "people", _("solo persone del circolo, senza iscrizione")


class WrongCodes(TextChoices):
    """The treatment of a codice fiscale that contradicts the name or the birth."""

    STOP = "stop", _("si ferma la riga: lo correggo io")
    KEEP = "keep", _("si tiene, segnato come da verificare")
    DROP = "drop", _("si lascia fuori, e resta scritto nelle note")


class Namesakes(TextChoices):
    """The treatment of a person whom nothing distinguishes from a namesake in the register."""

    ASK = "ask", _("si ferma la riga: decido io")
    SAME = "same", _("è la stessa persona")


class Contacts(TextChoices):
    """Which contacts count where the sheet has others than the register."""

    REGISTER = "register", _("quelli del libro")
    SHEET = "sheet", _("vince il foglio")


class OnlyYears(TextChoices):
    """The treatment of a membership's date if the sheet has only its year."""

    STOP = "stop", _("si ferma la riga: il giorno lo scrivo io")
    FIRST = "first", _("vale il 1° gennaio di quell'anno; una nascita resta vuota")


class BlankDues(TextChoices):
    """The meaning of an empty cell in a column of dues."""

    LEAVE = "leave", _("niente: non si scrive nulla")
    OWED = "owed", _("non ha pagato: deve la quota")


class ZeroDues(TextChoices):
    """The meaning of a zero in a column of dues."""

    OWED = "owed", _("non ha pagato: deve la quota")
    FREE = "free", _("non doveva nulla")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The officer's choices. Dates, resolution, category, cause, and year and amount of dues apply to rows
    that have none of their own."""

    enters: str = Enters.MEMBERS.value
    admitted_on: date | None = None
    resolution: str = ""
    category: int | None = None
    #: The name of a category that the club lacks, instead of `category`.
    new_category: str = ""
    adds_categories: bool = True
    end_cause: str = ""
    only_years: str = OnlyYears.STOP.value
    is_month_first: bool = False
    mends_capitals: bool = True
    wrong_codes: str = WrongCodes.STOP.value
    namesakes: str = Namesakes.ASK.value
    contacts: str = Contacts.REGISTER.value
    dues_year: str = ""
    dues_cents: int | None = None
    blank_dues: str = BlankDues.LEAVE.value
    zero_dues: str = ZeroDues.OWED.value
    consented_on: date | None = None

    @property
    def enters_members(self) -> bool:
        return self.enters == Enters.MEMBERS

    @property
    def as_json(self) -> dict[str, object]:
        """The rules as stored in JSON."""
        days = {name: day.isoformat() if (day := getattr(self, name)) else None for name in DAYS}
        return {**asdict(self), **days}


def rules_from_json(data: dict[str, Any]) -> Rules:
    """The rules stored in JSON."""
    days = {name: date.fromisoformat(day) if (day := data.get(name)) else None for name in DAYS}
    return Rules(**{**data, **days})
