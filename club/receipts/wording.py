"""The words of the law on a receipt, always in Italian: stamp duty, donations, the public registers.

The texts name the law of the time of writing; the club chooses the case that applies to it.
"""

import re
from enum import Enum

from club.models import Club, Means, Receipt

#: A receipt of more than this needs a stamp, at the time of writing; ask the accountant before relying on it.
LIMIT_CENTS = 7747


class Stamp(Enum):
    """The note about the stamp; the value is stored on the receipt."""

    NONE = "none"
    DUES_ART_7 = "dues-art-7"
    ETS_ART_82 = "ets-art-82"
    SPORT_ART_27 = "sport-art-27"
    DUE = "due"
    # On receipts written before the notes named the law.
    DUES_EXEMPT = "dues-exempt"
    ETS_EXEMPT = "ets-exempt"
    SPORT_EXEMPT = "sport-exempt"


STAMP_NOTES = {
    Stamp.NONE: "",
    Stamp.DUES_ART_7: "Quota associativa, esente da imposta di bollo (art. 7, tabella B, D.P.R. 642/1972).",
    Stamp.ETS_ART_82: (
        "Ente del Terzo settore, esente da imposta di bollo (art. 82, comma 5, D.Lgs. 117/2017)."
    ),
    Stamp.SPORT_ART_27: (
        "Associazione sportiva dilettantistica, esente da imposta di bollo "
        "(art. 27-bis, tabella B, D.P.R. 642/1972)."
    ),
    Stamp.DUE: "Imposta di bollo di 2,00 € assolta sull'originale: applicare la marca.",
    Stamp.DUES_EXEMPT: "Quota associativa, esente da imposta di bollo.",
    Stamp.ETS_EXEMPT: "Ente del Terzo settore, esente da imposta di bollo.",
    Stamp.SPORT_EXEMPT: "Associazione sportiva, esente da imposta di bollo.",
}


def stamp_for(club: Club, cents: int, *, is_dues: bool) -> Stamp:
    """The stamp note for a receipt of `cents`; `is_dues` is true for payments of members as such.

    The owner sets `Club.stamp_duty` on the advice of the club's accountant, who also knows whether limit and
    amount still apply.
    """
    if cents <= LIMIT_CENTS:
        return Stamp.NONE
    exempt = {
        Club.StampDuty.ETS: Stamp.ETS_ART_82,
        Club.StampDuty.SPORT: Stamp.SPORT_ART_27,
        Club.StampDuty.DUES: Stamp.DUES_ART_7 if is_dues else Stamp.DUE,
    }
    return exempt.get(Club.StampDuty(club.stamp_duty), Stamp.DUE)


def registration_line(club: Club) -> str:
    """The public registers of the association, as under its name on a receipt; empty for none."""
    registers = (
        f"iscritta al RUNTS, n. {club.runts_number}" if club.runts_number else "",
        f"iscritta al RAS, n. {club.ras_number}" if club.ras_number else "",
    )
    return ", ".join(filter(None, registers))


FREELY = "fatta senza corrispettivo"
TO_KEEP = "Conservare questa ricevuta con la prova del versamento."


def legal_note(club: Club, kind: Receipt.Kind, means: Means) -> str:
    """The words that a deduction asks for on a donation's receipt; empty for any other payment.

    Only a traceable payment counts, and a receipt for cash says so. Words about art. 83 of the Codice del
    Terzo settore are for an association in the RUNTS; those for one in the RAS name no article.
    """
    if kind is not Receipt.Kind.DONATION:
        return ""
    if club.runts_number:
        to, law = "un ente del Terzo settore iscritto al RUNTS", "dell'art. 83 del D.Lgs. 117/2017"
    elif club.ras_number:
        to, law = "un'associazione sportiva dilettantistica iscritta al RAS", "di legge"
    else:
        return f"Erogazione liberale in denaro, {FREELY}."
    given = f"Erogazione liberale in denaro a {to}, {FREELY}"
    if means is Means.CASH:
        return (
            f"{given}. Versata in contanti: non dà diritto alle agevolazioni {law}, che chiedono un mezzo "
            "tracciabile."
        )
    if means is Means.OTHER:
        return (
            f"{given}. Dà diritto alle agevolazioni {law}, nei loro limiti, soltanto se versata con un mezzo "
            f"tracciabile (banca, posta, carta, assegno). {TO_KEEP}"
        )
    return (
        f"{given}, versata con un mezzo tracciabile: dà diritto alle agevolazioni {law}, nei loro limiti. "
        f"{TO_KEEP}"
    )


def is_code_of_association(code: str) -> bool:
    """Whether the last of the eleven digits is the right check digit (D.M. 23/12/1976, as for the VAT)."""
    if not re.fullmatch(r"[0-9]{11}", code):
        return False
    digits = [int(digit) for digit in code]
    doubled = [2 * digit - 9 if digit > 4 else 2 * digit for digit in digits[1::2]]
    return (sum(digits[0::2]) + sum(doubled)) % 10 == 0
