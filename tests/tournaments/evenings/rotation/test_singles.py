"""The games in which everybody plays alone speak of players too, on every page and in every refusal."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from club.models import RoleKind
from tests.evening import JURY, a_club, an_officer, signed_in
from tests.once import once_a_module
from tests.pages import words
from tests.tournaments.evenings.rotation.evening import play_out, tables
from tests.tournaments.evenings.test_every_game import an_evening, playing
from tests.tournaments.exports.test_printing import pages
from tournaments.core.draws import Swap
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.exports import printing
from tournaments.models import Match, Tournament
from tournaments.pairing import moves
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.text import log_wording

PAGES = ["results", "projector", "entries", "rounds", "board", "log"]


def a_turn_settled(game: str) -> Tournament:
    """A turn settled, one player gone home since, the next turn drawn."""
    made = an_evening(a_club(), game, 7)
    round_ = playing(made)
    for match in tables(round_):
        play_out(match)
    rounds.settle(made.pk, 1, by=JURY)
    builds.build(made.pk)
    entries.withdraw(made.pk, 1, withdrawn=True, by=JURY)
    rounds.draw(made.pk, by=JURY, seed=2)
    made.refresh_from_db()
    return made


made_tournament = once_a_module(a_turn_settled, params=["millone-due", "mattazza", "terziglio"])


@pytest.fixture
def tournament(made_tournament: Callable[[], Tournament], db: None) -> Tournament:
    return made_tournament()


@pytest.fixture
def organiser(tournament: Tournament) -> Client:
    return signed_in(an_officer(tournament.club, RoleKind.ORGANISER, RoleKind.REFEREE))


def test_no_page_says_coppia(tournament: Tournament, organiser: Client) -> None:
    match = Match.objects.get(round__tournament=tournament, round__number=1, table=1)
    addresses = [reverse(name, args=[tournament.code]) for name in PAGES]
    addresses += [reverse("pair", args=[tournament.code, number]) for number in (1, 2)]
    addresses += [
        reverse(name, args=[tournament.code, 1, match.table])
        for name in ("table", "table_ruling", "table_withdrawal")
    ]
    for address in addresses:
        answer = organiser.get(address)
        assert answer.status_code == 200, address
        said = words(answer.content.decode())
        # Cards come in pairs too.
        assert not re.findall(r".{30}\b[Cc]opp(?:ia|ie)\b(?! di carte).{20}", said), address
        assert not re.findall(r".{30}\d+ª.{20}", said), address


def test_why_a_table_meets_is_told_of_players(tournament: Tournament, organiser: Client) -> None:
    said = words(organiser.get(reverse("rounds", args=[tournament.code])).content.decode())
    assert re.search(r"\dº contro (il )?\dº|dal \dº al \dº", said), said


def test_a_refusal_names_the_player(tournament: Tournament) -> None:
    with pytest.raises(TournamentError, match="Il giocatore 2 ha già un tavolo"):
        entries.check_in(tournament.pk, 2, present=False, by=JURY)
    with pytest.raises(TournamentError, match="Il giocatore 1 è già nei tavoli"):
        entries.remove(tournament.pk, 1, by=JURY)
    told = [line.sentence for line in log_wording.log_lines(tournament.log.all())]
    assert "ha segnato il ritiro del giocatore 1" in told


def test_the_classifica_on_paper_is_of_players(tournament: Tournament) -> None:
    (text,) = pages(printing.standings_pdf(tournament))
    assert "Giocatore" in text
    assert "ritirato" in text


def test_a_table_cannot_be_moved_for_who_is_not_there_and_it_says_player(tournament: Tournament) -> None:
    for swap, said in (
        (Swap("entries", 2, 99), "Il giocatore 99 non gioca"),
        (Swap("mystery", 1, 2), "scegli due giocatori o due tavoli"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InputRefused, match=said):
            moves.move(tournament.pk, 2, swap, by=JURY, reason="prova")
