"""What a line of the entries page has besides the pair: the addresses of its acts, the names of its buttons.

Two hundred lines ask for them: they are worked out once a page, with a nought where the number stands.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament

ACTS = (
    "check_in",
    "check_out",
    "return_entry",
    "fix_table",
    "describe_entry",
    "withdraw",
    "remove_entry",
)


@dataclass(frozen=True)
class Marks:
    """The numbers of those who cannot be taken off the list, have a fee to pay, entered from a phone."""

    drawn: Set[int]
    unpaid: Set[int]
    from_phone: Set[int]


def told(tournament: Tournament, entries: Iterable[Mapping[str, Any]], marks: Marks) -> list[dict[str, Any]]:
    """The serialized entries, each with `links` by act, the labels of its two buttons and how it stands."""
    addresses = {act: reverse(act, args=[tournament.code, 0]).split("/0/") for act in ACTS}
    if tournament.entry_size == 1:
        here, more = _("Giocatore %(number)s presente"), _("Altro sul giocatore %(number)s")
    else:
        here, more = _("Coppia %(number)s presente"), _("Altro sulla coppia %(number)s")
    return [
        {
            **entry,
            **_standing(entry, marks),
            "links": {act: f"/{entry['number']}/".join(parts) for act, parts in addresses.items()},
            "here_label": here % {"number": entry["number"]},
            "more_label": more % {"number": entry["number"]},
        }
        for entry in entries
    ]


def _standing(entry: Mapping[str, Any], marks: Marks) -> dict[str, bool]:
    """`has_chips`: whether anything stands beside the name; `is_held`: whether it has to stay."""
    number = entry["number"]
    is_drawn, is_unpaid = number in marks.drawn, number in marks.unpaid
    is_from_phone = number in marks.from_phone
    said = entry["withdrawn"], is_unpaid, is_from_phone, entry["fixed_table"], entry["seed"], entry["circle"]
    return {
        "is_drawn": is_drawn,
        "is_held": is_drawn and entry["present"],
        "is_unpaid": is_unpaid,
        "is_from_phone": is_from_phone,
        "has_chips": any(said),
    }
