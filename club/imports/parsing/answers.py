"""Yes and no as sheets say them."""

from typing import Final

from club.people import plain

YES: Final = frozenset({
    "si", "s", "x", "xx", "v", "ok", "1", "vero", "true", "yes", "y", "✓", "✔", "☑", "firmato", "firmata",
    "dato", "presente", "acconsente", "acconsento", "autorizza", "autorizzo", "accetta",
    "pagato", "pagata", "pag", "versato", "versata", "saldato", "saldata", "saldo",
    "in regola", "pagata prima di questo registro", "paid before this register",
    "regolare", "rinnovato", "rinnovata", "paid",
})  # fmt: skip
NO: Final = frozenset({
    "no", "n", "0", "0,00", "falso", "false", "non pagato", "non pagata", "da pagare", "moroso", "morosa",
    "insoluto", "insoluta", "manca", "mancante", "nega", "negato", "negata", "rifiuta", "rifiutato",
    "rifiutata",
    "non dato", "non data", "non acconsente", "non autorizza", "non autorizzo", "unpaid", "to be paid",
})  # fmt: skip


def answer(text: str) -> bool | None:
    """Whether it says yes; None where it says something else."""
    words = plain(text).strip(" !().")
    return True if words in YES else False if words in NO else None
