"""Who sits in for whom: from which turn, who may, how the player comes back, and the prizes."""

import pytest

from club.models import Club, Person
from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tournaments import queries
from tournaments.entries import entries, substitutions
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Entry, LogEntry, Match, Round, Seat, Substitution, Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=4)


def somebody(club: Club, name: str = "Riserva") -> Person:
    return people.add(club, last_name=name, first_name="Ada")


def first(round_: Round) -> Match:
    return round_.matches.select_related("round__tournament").get(table=1)


def north(match: Match) -> Seat:
    return match.seats.select_related("entry", "person").get(position="N")


def sit_in(match: Match, who: Person | Guest, **changed: object) -> Substitution:
    return substitutions.substitute(match, "N", who, **{"by": JURY, "reason": "Mal di testa", **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize("state", ["draft", "published", "playing"])
def test_a_substitute_takes_the_seat_and_the_log_says_for_whom_and_why(
    tournament: Tournament, state: str
) -> None:
    match = first(a_round(tournament, until=state))
    leaves = north(match).person
    made = sit_in(match, somebody(tournament.club))
    assert north(match).person == made.substitute
    assert (made.replaced, made.from_turn) == (leaves, 1)
    said = LogEntry.objects.get(act="entry.substituted")
    assert (said.before, said.after) == ({"player": leaves.full_name}, {"player": "Riserva Ada"})
    assert (said.reason, said.subject["table"]) == ("Mal di testa", 1)


def test_a_guest_sits_in_and_becomes_one_of_the_club_s_people(tournament: Tournament) -> None:
    made = sit_in(first(a_round(tournament)), Guest("Bianchi", "Leo"))
    assert made.substitute.club == tournament.club
    assert made.substitute.is_guest


def test_the_substitute_has_the_seat_in_the_next_turns_too(tournament: Tournament) -> None:
    round_ = a_round(tournament)
    made = sit_in(first(round_), somebody(tournament.club))
    settle(tournament, round_)
    builds.build(tournament.pk)
    second = a_round(tournament, seed=2)
    assert Seat.objects.filter(round=second, person=made.substitute, entry=made.entry).count() == 1
    assert not Seat.objects.filter(round=second, person=made.replaced).exists()


@pytest.mark.parametrize("state", ["draft", "published"])
def test_before_the_turn_is_played_a_substitution_is_undone_as_if_it_had_not_been(
    tournament: Tournament, state: str
) -> None:
    match = first(a_round(tournament, until=state))
    made = sit_in(match, somebody(tournament.club))
    for _time in range(2):
        made = substitutions.end_substitution(made, by=JURY, reason="È arrivato")
    assert north(match).person == made.replaced
    assert made.undone_at is not None
    assert LogEntry.objects.filter(act="entry.substitution-ended").count() == 1


def test_once_played_the_player_comes_back_from_the_next_turn(tournament: Tournament) -> None:
    round_ = a_round(tournament)
    made = sit_in(first(round_), somebody(tournament.club))
    made = substitutions.end_substitution(made, by=JURY, reason="Sta meglio")
    assert (made.until_turn, made.undone_at) == (1, None)
    assert north(first(round_)).person == made.substitute, "who has sat there stays written"
    settle(tournament, round_)
    builds.build(tournament.pk)
    second = a_round(tournament, seed=2)
    assert Seat.objects.filter(round=second, person=made.replaced).exists()


def test_who_plays_in_the_tournament_sits_in_for_nobody(tournament: Tournament) -> None:
    match = first(a_round(tournament))
    east = match.seats.get(position="E").person
    with pytest.raises(InputRefused, match="gioca già nella coppia"):
        sit_in(match, east)


def test_nobody_sits_at_two_tables(tournament: Tournament) -> None:
    round_ = a_round(tournament)
    who = somebody(tournament.club)
    sit_in(first(round_), who)
    second = round_.matches.select_related("round__tournament").get(table=2)
    with pytest.raises(InputRefused, match="siede già a un altro tavolo"):
        sit_in(second, who)


def test_a_pair_that_went_home_lends_its_players_and_does_not_come_back_meanwhile(club: Club) -> None:
    tournament = a_tournament(club, pairs=5)
    gone = tournament.entries.get(number=5)
    entries.withdraw(tournament.pk, 5, withdrawn=True, by=JURY)
    match = first(a_round(tournament))
    sit_in(match, gone.players.first().person)  # type: ignore[union-attr]
    with pytest.raises(InputRefused, match="prima fai tornare il titolare"):
        entries.withdraw(tournament.pk, 5, withdrawn=False, by=JURY)


def test_a_substitute_enters_no_pair_meanwhile(tournament: Tournament) -> None:
    who = somebody(tournament.club)
    sit_in(first(a_round(tournament)), who)
    with pytest.raises(InputRefused, match="sostituisce un giocatore"):
        entries.enter(tournament.pk, [who, somebody(tournament.club, "Altra")], by=JURY)


def test_a_substitute_is_not_replaced_in_turn(tournament: Tournament) -> None:
    match = first(a_round(tournament))
    sit_in(match, somebody(tournament.club))
    with pytest.raises(TournamentError, match="è già un sostituto"):
        sit_in(match, somebody(tournament.club, "Altra"))


def test_a_substitution_without_a_reason_is_refused_and_leaves_no_guest(tournament: Tournament) -> None:
    match = first(a_round(tournament))
    before = tournament.club.people.count()
    with pytest.raises(InputRefused, match="Scrivi il motivo"):
        sit_in(match, Guest("Bianchi"), reason=" ")
    assert tournament.club.people.count() == before


def test_a_refused_guest_is_not_added(tournament: Tournament) -> None:
    round_ = a_round(tournament)
    settle(tournament, round_)
    before = tournament.club.people.count()
    with pytest.raises(TournamentError, match="è concluso"):
        sit_in(first(round_), Guest("Bianchi"))
    assert tournament.club.people.count() == before


def test_another_club_s_person_does_not_sit_in(tournament: Tournament) -> None:
    with pytest.raises(InputRefused, match="non è di questo circolo"):
        sit_in(first(a_round(tournament)), somebody(a_club("Un altro")))


def test_in_a_closed_tournament_nobody_sits_in(tournament: Tournament) -> None:
    round_ = a_round(tournament)
    settle(tournament, round_)
    lifecycle.close(tournament.pk, by=JURY)
    with pytest.raises(TournamentError, match="riaprilo"):
        sit_in(first(round_), somebody(tournament.club))


@pytest.mark.parametrize(
    ("turns", "played", "out"), [(4, 2, False), (4, 3, True), (3, 2, True), (2, 1, False)]
)
def test_more_than_half_of_the_turns_with_a_substitute_is_out_of_the_prizes(
    club: Club, turns: int, played: int, out: bool
) -> None:
    tournament = a_tournament(club, pairs=4, turns=turns, rematches="allowed")
    entry = _played_with_a_substitute(tournament, played)
    assert (entry.number in queries.out_of_prizes(tournament)) is out


def _played_with_a_substitute(tournament: Tournament, turns: int) -> Entry:
    entry: Entry | None = None
    for turn in range(1, turns + 1):
        round_ = a_round(tournament, seed=turn)
        if entry is None:
            entry = sit_in(first(round_), somebody(tournament.club)).entry
        settle(tournament, round_)
        builds.build(tournament.pk)
    assert entry is not None
    return entry


def test_a_table_taken_back_and_drawn_again_keeps_the_substitute(tournament: Tournament) -> None:
    made = sit_in(first(a_round(tournament, until="published")), somebody(tournament.club))
    rounds.discard(tournament.pk, 1, by=JURY, reason="Manca una sedia")
    round_ = a_round(tournament, seed=5)
    assert Seat.objects.get(round=round_, person=made.substitute).entry == made.entry


def test_a_player_who_sits_for_somebody_else_does_not_come_back_to_two_seats(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    round_ = a_round(tournament, until="published")
    made = sit_in(first(round_), somebody(club))
    entries.withdraw(tournament.pk, made.entry.number, withdrawn=True, by=JURY)
    second = round_.matches.select_related("round__tournament").get(table=2)
    substitutions.substitute(second, "N", made.replaced, by=JURY, reason="x")
    with pytest.raises(TournamentError, match="siede adesso al tavolo 2"):
        substitutions.end_substitution(made, by=JURY, reason="x")
