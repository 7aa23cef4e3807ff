"""An evening through the verbs alone: from the desk to the final standings."""

from datetime import date

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament, fill
from tournaments.errors import InputRefused
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds


@pytest.mark.usefixtures("commits")
def test_an_evening_of_nine_pairs_goes_from_the_desk_to_the_final_classifica() -> None:
    tournament = a_tournament(a_club(), pairs=9)
    for turn in range(1, 5):
        round_ = a_round(tournament, seed=turn)
        for match in round_.matches.select_related("round__tournament"):
            fill(match, seed=turn)
        rounds.settle(tournament.pk, turn, by=JURY)
    lifecycle.close(tournament.pk, by=JURY)

    tournament = Tournament.objects.get(pk=tournament.pk)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    assert tournament.standings_are_current
    assert [row["place"] for row in snapshot.rows] == list(range(1, 10))
    assert sum(row["played"] for row in snapshot.rows) == 4 * 8
    assert sum(row["rested"] for row in snapshot.rows) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("year", [1, 816, 1899, 2201, 9999])
def test_a_mistyped_year_is_refused(year: int) -> None:
    with pytest.raises(InputRefused, match=f"La data è del {year}: controlla l'anno"):
        lifecycle.create(a_club(), name="Serata", on=date(year, 9, 14), by=JURY)
    tournament = a_tournament(a_club("Altro"))
    with pytest.raises(InputRefused, match="controlla l'anno"):
        lifecycle.change(tournament.pk, by=JURY, version=tournament.version, date=date(year, 9, 14))
