"""Examples of request bodies, by the name of the operation. A test sends each of them, in this order.

Together they run an evening of two pairs; readers fill in their own club, tournament and table.
"""

from typing import Any, Final

#: A deal in two ways: by its totals, or by the figures that each side counted.
BY_TOTALS: Final[dict[str, Any]] = {
    "way": "totals",
    "entered": {
        "A": {"total": 194, "declared": 0},
        "B": {"total": 106, "declared": 0},
        "last_trick": "A",
    },
}
BY_PARTS: Final[dict[str, Any]] = {
    "way": "parts",
    "entered": {
        "A": {"sequences": 170, "cricche": 122, "card_points": 58, "declared": 0},
        "B": {"sequences": 35, "cricche": 0, "card_points": 29, "declared": 0},
        "last_trick": "A",
    },
}
ANNA_AND_IVO: Final = [
    {"last_name": "Bianchi", "first_name": "Anna"},
    {"last_name": "Canè", "first_name": "Ivo", "name_consent_on": "2026-11-27"},
]
PIA_AND_UGO: Final = [
    {"last_name": "Ferri", "first_name": "Pia"},
    {"last_name": "Gatti", "first_name": "Ugo"},
]

EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "createTournament": {
        "The name and the date are enough": {"name": "Torneo di Natale", "date": "2026-12-20"},
        "An evening with its settings": {
            "name": "Torneo di Natale",
            "date": "2026-12-20",
            "starts_at": "20:30",
            "venue": "Sala Borsa",
            "turns": 3,
            "turn_minutes": 40,
        },
    },
    "createEntry": {"Two guests, present": {"players": ANNA_AND_IVO, "present": True}},
    "createManyEntries": {"A list": {"entries": [{"players": PIA_AND_UGO, "present": True}]}},
    "drawRound": {"With a seed of your own": {"seed": 2026}},
    "publishRound": {"As it is": {}},
    "playRound": {"As it is": {}},
    "countDeal": {"Totals": BY_TOTALS, "What each side counted": BY_PARTS},
    "enterDeal": {
        "Totals": {**BY_TOTALS, "based_on": 0, "key": "0b0c6d0e-7425-4de9-944b-e07fc1f90ae7"},
    },
    "enterSheet": {
        "The deals that are left": {
            "deals": [{**BY_PARTS, "number": 2}, {**BY_TOTALS, "number": 3}, {**BY_PARTS, "number": 4}]
        }
    },
    "settleRound": {"Also what nobody has confirmed": {"accept_unconfirmed": True}},
}
