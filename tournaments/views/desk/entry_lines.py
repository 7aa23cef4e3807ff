"""What a line of the entries page has besides the pair: the addresses of its acts, the names of its buttons.

Two hundred lines ask for them: they are worked out once a page, with a nought where the number stands.
"""

from collections.abc import Iterable, Mapping
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


def told(tournament: Tournament, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The serialized entries, each with `links` by act and the labels of its two buttons."""
    addresses = {act: reverse(act, args=[tournament.code, 0]).split("/0/") for act in ACTS}
    if tournament.entry_size == 1:
        here, more = _("Giocatore %(number)s presente"), _("Altro sul giocatore %(number)s")
    else:
        here, more = _("Coppia %(number)s presente"), _("Altro sulla coppia %(number)s")
    return [
        {
            **entry,
            "links": {act: f"/{entry['number']}/".join(parts) for act, parts in addresses.items()},
            "here_label": here % {"number": entry["number"]},
            "more_label": more % {"number": entry["number"]},
        }
        for entry in entries
    ]
