"""Every kind of draw, turn by turn, checked as anybody can: the file by the command, and by the page."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.evening import JURY, a_club, settle
from tests.samples import of_today
from tests.tournaments.evenings.rotation.evening import a_rotation
from tests.tournaments.evenings.test_every_game import an_evening, play_out
from tests.tournaments.web.public.stages import text_of
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

#: What the evening is made of, how many come, and how many turns are looked at.
OF_PAIRS = {
    "danish": ({"format": "danish"}, 9, 3),
    "danish-pure": ({"format": "danish", "rematches": "allowed"}, 6, 3),
    "danish-all-have-met": ({"format": "danish"}, 4, 4),
    "swiss": ({"format": "swiss"}, 9, 3),
    "girone": ({"format": "girone"}, 5, 5),
    "girone-double": ({"format": "girone", "is_double": True}, 4, 6),
    "gironi": ({"format": "girone", "groups": 2}, 7, 3),
    "mitchell-skip": ({"format": "mitchell", "turns": 3}, 8, 3),
    "mitchell-share": ({"format": "mitchell", "turns": 4, "even_way": "share-and-relay"}, 8, 4),
    "mitchell-sections": ({"format": "mitchell", "turns": 3, "sections": 2}, 11, 3),
    "knockout-byes": ({"format": "knockout"}, 6, 3),
    "knockout-no-third": ({"format": "knockout", "third_place": False}, 4, 2),
    "groups-final": ({"format": "groups-final", "groups": 2}, 8, 5),
}
OF_GAMES = {"terziglio": 11, "mattazza": 11, "genovese-chiama-re": 9}


def an_evening_of(kind: str) -> tuple[Tournament, int]:
    if kind in OF_GAMES:
        return an_evening(a_club(), kind, OF_GAMES[kind]), 2
    if kind == "rotation":
        return a_rotation(a_club(), 9), 3
    if kind == "rotation-whist":
        return a_rotation(a_club(), 5, turns=5), 5
    fields, pairs, turns = OF_PAIRS[kind]
    return an_evening(a_club(), "quattro-scartate", pairs, **fields), turns


KINDS = [*OF_PAIRS, *OF_GAMES, "rotation", "rotation-whist"]


def verify(client: Client, address: str, path: Path) -> str:
    """What the command says of the file, as on anybody's computer."""
    path.write_bytes(client.get(f"{address}.json").content)
    said = io.StringIO()
    call_command("verify_draw", str(path), stdout=said)
    return said.getvalue()


@pytest.mark.parametrize("kind", of_today(KINDS, 3))
def test_each_turn_is_found_true_by_the_command_and_on_the_page(
    client: Client, tmp_path: Path, kind: str
) -> None:
    tournament, turns = an_evening_of(kind)
    for turn in range(1, turns + 1):
        drawn = rounds.draw(tournament.pk, by=JURY)
        if turn == 1:
            drawn = rounds.redraw(tournament.pk, turn, by=JURY)
        rounds.publish(tournament.pk, turn, by=JURY)
        rounds.play(tournament.pk, turn, by=JURY)
        address = f"/t/{tournament.code}/turni/{turn}/sorteggio"
        said = verify(client, address, tmp_path / "sorteggio.json")
        assert "✓ I tavoli annunciati sono quelli sorteggiati." in said
        assert "✗" not in said
        assert "?" not in said
        if kind in OF_GAMES:
            for match in drawn.matches.select_related("round__tournament"):
                play_out(match, ["totals"])
            rounds.settle(tournament.pk, turn, by=JURY)
        else:
            settle(tournament, drawn)
        builds.build(tournament.pk)
        tournament.refresh_from_db()
    assert "Tutto torna." in text_of(client, f"{address}/")
