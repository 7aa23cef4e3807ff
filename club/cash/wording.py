"""What the club's log says of cash books, in words."""

from typing import Any, Final

from django.utils.translation import gettext_lazy

from club.models import CashKind, Means
from club.money import euros

ACTS: Final = {
    "cash.written": gettext_lazy("ha scritto una riga di cassa"),
    "cash.cancelled": gettext_lazy("ha annullato una riga di cassa"),
    "cash.counted": gettext_lazy("ha contato e chiuso la cassa"),
    "cash.reopened": gettext_lazy("ha riaperto la cassa"),
}
FIELDS: Final = {
    "cash_kind": gettext_lazy("che cosa"),
    "cents": gettext_lazy("importo"),
    "means": gettext_lazy("modo"),
    "expected_cents": gettext_lazy("secondo la cassa"),
    "counted_cents": gettext_lazy("contati"),
}


def value(field: str, said: Any) -> str | None:
    """A value of the log in words; None for what is not of a cash book."""
    if said is None:
        return None
    if field.endswith("cents"):
        return euros(int(said))
    if field == "cash_kind":
        return str(CashKind(said).label)
    return str(Means(said).label) if field == "means" else None
