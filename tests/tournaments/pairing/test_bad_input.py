"""Each bad input that a draw may meet, and the sentence that says what is possible instead."""

from typing import Any

import pytest

from club.models import Club
from tests.evening import JURY, a_round, a_tournament
from tests.tournaments.evenings.test_every_format import leave, met, played, resting, side_a_wins
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.pairing import mending, pairing_service
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db

FORMATS = ["danish", "swiss", "girone", "mitchell", "knockout"]


def told(tournament: Tournament, turn: int = 1) -> str:
    return " ".join(f"{each.sentence} {each.remedy}" for each in pairing_service.obstacles(tournament, turn))


@pytest.mark.parametrize("format_", FORMATS)
def test_an_odd_number_one_rests_or_passes_and_everybody_else_plays(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=7, format=format_, turns=3)
    round_ = a_round(tournament)
    assert len(met(round_)) == 3
    assert len([*resting(round_), *round_.passing]) == 1


@pytest.mark.parametrize("format_", FORMATS)
def test_one_pair(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=1, format=format_)
    with pytest.raises(TournamentError, match="Servono almeno due coppie presenti: segna chi è arrivato"):
        rounds.draw(tournament.pk, by=JURY)
    assert "Segna chi è arrivato." in told(tournament)


@pytest.mark.parametrize("format_", FORMATS)
def test_two_pairs_play_and_a_second_turn_says_what_it_is(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=2, format=format_, turns=1)
    assert len(met(played(tournament))) == 1
    with pytest.raises(TournamentError, match=r"turni previsti \(\d+\) sono stati giocati: aumenta i turni"):
        rounds.draw(tournament.pk, by=JURY)


@pytest.mark.parametrize(
    ("format_", "sentence"),
    [
        ("danish", "Riduci i turni, o metti in conto gli incontri ripetuti."),
        ("swiss", "Riduci i turni, o metti in conto gli incontri ripetuti."),
        ("girone", "Riduci i turni nelle impostazioni."),
        ("mitchell", "Riduci i turni o scegli un'altra formula."),
        ("knockout", "Riduci i turni nelle impostazioni."),
    ],
)
def test_more_turns_than_opponents(club: Club, format_: str, sentence: str) -> None:
    tournament = a_tournament(club, pairs=4, format=format_, turns=9)
    assert sentence in told(tournament)


@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_everybody_has_met_everybody(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=4, format=format_, turns=4)
    for _turn in range(3):
        side_a_wins(tournament)
    assert "Saranno i meno possibili" in told(tournament, 4)
    assert a_round(tournament, until="draft").rematches == 2


@pytest.mark.parametrize("format_", ["danish", "swiss"])
@pytest.mark.parametrize(("first_turn", "reason"), [("entry", "wish-unkept"), ("lot", "circle-by-lot")])
def test_all_wishes_impossible_together(club: Club, format_: str, first_turn: str, reason: str) -> None:
    tournament = a_tournament(club, pairs=6, circles_apart=True, first_turn=first_turn, format=format_)
    for number in range(1, 7):
        entries.set_home_club(tournament.pk, number, "Mazzini", by=JURY)
    assert {match.reason["code"] for match in a_round(tournament).matches.all()} == {reason}


@pytest.mark.parametrize(
    ("pairs", "fields", "sentence"),
    [
        (5, {"format": "girone", "groups": 3}, "si fanno al più 2 gironi, non 3"),
        (5, {"format": "groups-final", "groups": 2, "qualifiers": 3}, "il più piccolo ne ha 2"),
        (1, {"format": "groups-final", "groups": 2}, "Segna chi è arrivato"),
    ],
)
def test_gironi_that_cannot_be_made_are_told_before_the_draw(
    club: Club, pairs: int, fields: dict[str, Any], sentence: str
) -> None:
    tournament = a_tournament(club, pairs=pairs, **fields)
    assert sentence in told(tournament)
    with pytest.raises(TournamentError):
        rounds.draw(tournament.pk, by=JURY)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_fixed_table_twice(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=6, format=format_, turns=3)
    for number in (1, 2):
        entries.fix_table(tournament.pk, number, 3, by=JURY)
    assert "Cambialo o toglilo a uno dei due, nelle iscrizioni." in told(tournament)
    with pytest.raises(TournamentError, match=r"a un[ao] d"):
        rounds.draw(tournament.pk, by=JURY)
    assert not tournament.rounds.exists()
    entries.fix_table(tournament.pk, 2, 2, by=JURY)
    assert rounds.draw(tournament.pk, by=JURY).number == 1


def test_a_pair_withdrawn_between_draft_and_publish(club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    a_round(tournament, until="draft")
    leave(tournament, 2)
    with pytest.raises(TournamentError, match="La coppia 2 è andata via dopo l'abbinamento: sistema"):
        rounds.publish(tournament.pk, 1, by=JURY)
    mending.mend(tournament.pk, 1, by=JURY)
    assert rounds.publish(tournament.pk, 1, by=JURY).number == 1


@pytest.mark.parametrize("format_", ["girone", "mitchell", "knockout"])
def test_a_pair_withdrawn_from_the_draft_of_a_calendar(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=6, format=format_, turns=3)
    a_round(tournament, until="draft")
    leave(tournament, 2)
    with pytest.raises(TournamentError, match="rifai l'abbinamento"):
        rounds.publish(tournament.pk, 1, by=JURY)
    with pytest.raises(TournamentError, match="rifai l'abbinamento"):
        mending.mend(tournament.pk, 1, by=JURY)
    rounds.redraw(tournament.pk, 1, by=JURY)
    assert rounds.publish(tournament.pk, 1, by=JURY).number == 1
