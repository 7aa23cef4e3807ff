"""The stamp duty (imposta di bollo) on a receipt: none up to a limit, then as the club's owner says.

FIELD asks for the note and names no law, so neither does a receipt: which case a club is in, and whether
limit and amount are still these, its accountant says, and its owner writes in `Club.stamp_duty`.
"""

from enum import Enum

from club.models import Club

#: The figures in use when this was written; ask the accountant before relying on them.
LIMIT_CENTS = 7747


class Stamp(Enum):
    """What is printed about the stamp; the value is kept on the receipt."""

    NONE = "none"
    DUES_EXEMPT = "dues-exempt"
    ETS_EXEMPT = "ets-exempt"
    SPORT_EXEMPT = "sport-exempt"
    DUE = "due"


#: In Italian always, as the receipt is.
NOTES = {
    Stamp.NONE: "",
    Stamp.DUES_EXEMPT: "Quota associativa, esente da imposta di bollo.",
    Stamp.ETS_EXEMPT: "Ente del Terzo settore, esente da imposta di bollo.",
    Stamp.SPORT_EXEMPT: "Associazione sportiva, esente da imposta di bollo.",
    Stamp.DUE: "Imposta di bollo di 2,00 € assolta sull'originale: applicare la marca.",
}


def of(club: Club, cents: int, *, is_dues: bool) -> Stamp:
    """What is said of the stamp on a receipt of so many cents; `is_dues` is false for any other payment."""
    if cents <= LIMIT_CENTS:
        return Stamp.NONE
    exempt = {
        Club.StampDuty.ETS: Stamp.ETS_EXEMPT,
        Club.StampDuty.SPORT: Stamp.SPORT_EXEMPT,
        Club.StampDuty.DUES: Stamp.DUES_EXEMPT if is_dues else Stamp.DUE,
    }
    return exempt.get(Club.StampDuty(club.stamp_duty), Stamp.DUE)
