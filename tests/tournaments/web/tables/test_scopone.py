"""The form of a deal of scopone: its points go to whom they can."""

import re

import pytest
from django.test import Client

from club.models import RoleKind
from tests.evening import a_club, a_round, a_tournament, an_officer, signed_in


@pytest.mark.django_db
def test_somebody_always_has_the_settebello_and_the_primiera_may_be_level() -> None:
    club = a_club("Circolo dello scopone")
    evening = a_tournament(club, pairs=4, game="scopone")
    a_round(evening)
    referee: Client = signed_in(an_officer(club, RoleKind.REFEREE))
    page = referee.get(f"/t/{evening.code}/turni/1/tavoli/1/smazzate/1/?modo=parti").content.decode()
    offered = {
        name: re.findall(rf'name="whose-{name}"\s+value="([^"]*)"', page)
        for name in ("settebello", "primiera")
    }
    assert offered == {"settebello": ["A", "B"], "primiera": ["A", "B", "-"]}
    nobody = {"whose-settebello": "-", "whose-primiera": "-", "A-cards": 20, "B-cards": 20, "way": "parts"}
    assert (
        "Settebello: scegli di chi è il punto."
        in referee.post(
            f"/t/{evening.code}/turni/1/tavoli/1/smazzate/1/?modo=parti", {**nobody, "based_on": 0}
        ).content.decode()
    )
