"""Pairs who arrive when the tables of turn 1 are announced fill the short table; nobody else is moved."""

import json

import pytest
from django.test import Client

from club.models import Club
from club.register import people
from tests.evening import JURY, a_round, a_tournament, fill, four_people, settle
from tests.tournaments.evenings.test_every_format import a_late_pair, rows, side_a_wins
from tests.tournaments.pairing.test_moves import resting, sitting
from tests.tournaments.web.public.stages import text_of
from tournaments.core.draws.verifying import verification
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.models import Round, Tournament
from tournaments.pairing import mending
from tournaments.pairing.draw_files import file_of
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def outcomes(round_: Round) -> set[str]:
    data = json.loads(file_of(Round.objects.get(pk=round_.pk)).written)
    return {check.outcome for check in verification(data).checks}


@pytest.mark.parametrize("until", ["published", "playing"])
def test_a_pair_plays_against_who_rests_and_every_other_table_stays(club: Club, until: str) -> None:
    tournament = a_tournament(club, pairs=7)
    round_ = a_round(tournament, until=until)
    (rests,) = resting(round_)
    before, codes = sitting(round_), dict(round_.matches.values_list("table", "codes_version"))
    if until == "playing":
        fill(round_.matches.select_related("round__tournament").get(table=1))
    late = a_late_pair(tournament).number
    mending.mend(tournament.pk, 1, by=JURY)
    after = sitting(round_)
    assert {table: after[table] for table in before} == before
    assert {side[0] for side in after[4]} == {rests, late}
    assert resting(round_) == []
    assert round_.matches.get(table=4).reason["code"] == "mended"
    assert {table: round_.matches.get(table=table).codes_version for table in before} == codes
    assert outcomes(round_) == {"kept"}


def test_the_turn_is_played_to_its_end_with_them_and_they_have_a_place(club: Club) -> None:
    tournament = a_tournament(club, pairs=5)
    round_ = a_round(tournament)
    late = a_late_pair(tournament).number
    mending.mend(tournament.pk, 1, by=JURY)
    settle(tournament, round_)
    builds.build(tournament.pk)
    assert {(row["number"], row["played"], row["rested"]) for row in rows(tournament)} == {
        (number, 1, 0) for number in range(1, late + 1)
    }


def test_two_who_arrive_while_nobody_rests_play_each_other(club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    round_ = a_round(tournament)
    both = {a_late_pair(tournament).number, _another(tournament)}
    mending.mend(tournament.pk, 1, by=JURY)
    assert {side[0] for side in sitting(round_)[4]} == both


def test_of_two_who_arrive_one_fills_the_short_table_and_one_rests(club: Club) -> None:
    tournament = a_tournament(club, pairs=7)
    round_ = a_round(tournament)
    (rested,) = resting(round_)
    three = {rested, a_late_pair(tournament).number, _another(tournament)}
    mending.mend(tournament.pk, 1, by=JURY)
    assert {side[0] for side in sitting(round_)[4]} | set(resting(round_)) == three


def test_one_alone_plays_from_the_next_turn(club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    round_ = a_round(tournament)
    late = a_late_pair(tournament).number
    with pytest.raises(TournamentError, match="giocherà dal turno dopo") as refused:
        mending.mend(tournament.pk, 1, by=JURY)
    assert refused.value.code == "nobody-to-play"
    assert (len(sitting(round_)), resting(round_)) == (3, [])
    settle(tournament, round_)
    builds.build(tournament.pk)
    assert late in drawn_in(a_round(tournament, until="draft"))


def test_one_who_missed_a_turn_is_not_the_next_to_rest(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    late = a_late_pair(tournament).number
    second = a_round(tournament)
    assert late not in resting(second)
    assert outcomes(second) == {"kept"}
    page = text_of(client, f"/t/{tournament.code}/turni/2/sorteggio/")
    assert "Turni saltati" in page
    assert "un turno saltato conta come un riposo" in page
    assert "un turno saltato conta come un riposo" in text_of(client, f"/t/{tournament.code}/")


def test_who_has_gone_meanwhile_stays_where_they_were_announced(club: Club) -> None:
    tournament = a_tournament(club, pairs=7)
    round_ = a_round(tournament)
    before = sitting(round_)
    entries.withdraw(tournament.pk, before[1][0][0], withdrawn=True, by=JURY)
    a_late_pair(tournament)
    mending.mend(tournament.pk, 1, by=JURY)
    assert {table: sitting(round_)[table] for table in before} == before


def test_later_turns_once_announced_are_not_for_who_arrives(club: Club) -> None:
    tournament = a_tournament(club, pairs=5)
    side_a_wins(tournament)
    tournament.refresh_from_db()
    a_round(tournament)
    a_late_pair(tournament)
    with pytest.raises(TournamentError) as refused:
        mending.mend(tournament.pk, 2, by=JURY)
    assert refused.value.code == "round-announced"


def test_the_organiser_is_offered_it_and_the_log_says_so(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=7)
    a_round(tournament)
    client.force_login(four_people(club).organiser)
    address = f"/t/{tournament.code}/turni/"
    assert "Fai giocare chi è arrivato" not in text_of(client, address)
    late = a_late_pair(tournament).number
    page = text_of(client, address)
    assert f"La coppia {late} è arrivata dopo l&#x27;abbinamento." in page.replace("'", "&#x27;")
    assert "Fai giocare chi è arrivato" in page
    assert "Può giocare già in questo turno" in page
    asked = client.get(f"{address}1/sistema/")
    assert "Chi è arrivato gioca già nel turno 1?" in asked.content.decode()
    assert "stampa il foglio di gara di ogni tavolo nuovo" in asked.content.decode()
    version = str(asked.context["form"]["version"].value())
    assert client.post(f"{address}1/sistema/", {"version": version}).status_code == 303
    assert "Fai giocare chi è arrivato" not in text_of(client, address)
    assert tournament.log.filter(act="round.filled").count() == 1
    assert "ha fatto giocare già nel turno 1 chi è arrivato tardi" in text_of(
        client, f"/t/{tournament.code}/registro/"
    )


def test_of_two_who_arrive_the_page_speaks_of_both(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    a_round(tournament)
    client.force_login(four_people(club).organiser)
    both = f"{a_late_pair(tournament).number}, {_another(tournament)}"
    page = text_of(client, f"/t/{tournament.code}/turni/")
    assert f"Le coppie {both} sono arrivate dopo l'abbinamento." in page
    assert "Possono giocare già in questo turno, con chi riposa o fra loro" in page


def test_nothing_is_offered_where_nobody_could_play_against_them(client: Client, club: Club) -> None:
    client.force_login(four_people(club).organiser)
    even, calendar = a_tournament(club, pairs=6), a_tournament(club, pairs=7, format="girone")
    a_round(even)
    a_late_pair(even)
    a_round(calendar)
    for tournament in (even, calendar):
        assert "Fai giocare chi è arrivato" not in text_of(client, f"/t/{tournament.code}/turni/")


def _another(tournament: Tournament) -> int:
    couple = [people.add(tournament.club, last_name="Tardissimi", first_name=name) for name in ("Ugo", "Eva")]
    return entries.enter(tournament.pk, couple, by=JURY, present=True).number


def drawn_in(round_: Round) -> set[int]:
    return {side[0] for sides in sitting(round_).values() for side in sides} | set(resting(round_))
