"""Every page of an individual rotation: four names a table, two numbers a side, and giocatore for coppia."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import Club, RoleKind
from tests.evening import JURY, an_officer, signed_in
from tests.pages import words
from tests.tournaments.evenings.rotation.conftest import Evening
from tests.tournaments.evenings.rotation.evening import a_rotation, leave, playing, settle, sides_of, tables
from tests.tournaments.exports.test_printing import pages as printed_pages
from tests.tournaments.web.tables.table import totals
from tournaments.exports import printing
from tournaments.models import Entry, Match, Tournament
from tournaments.results import codes, evening_codes
from tournaments.rounds import rounds
from tournaments.text.deal_terms import seat_name

WRITTEN = {
    "format": "rotation", "date": "2026-11-21", "turn_minutes": 30, "rematches": "avoided",
    "house_rule": "accademia", "first_turn": "lot", "groups": 1, "qualifiers": 2, "sections": 1,
    "even_way": "skip",
}  # fmt: skip


def name_of(tournament: Tournament, number: int) -> str:
    return Entry.objects.get(tournament=tournament, number=number).players.get().person.full_name


def sitting(match: Match) -> list[int]:
    """The numbers of the four."""
    return [number for side in sides_of(match).values() for number in side]


def of_tournament(evening: Evening, name: str, *numbers: int) -> str:
    return reverse(name, args=[evening.tournament.code, *numbers])


PLACES = [
    ("nobody", "results", ()),
    ("nobody", "projector", ()),
    ("nobody", "pair", (1,)),
    ("organiser", "entries", ()),
    ("organiser", "rounds", ()),
    ("organiser", "settings_tournament", ()),
    ("organiser", "withdraw", (1,)),
    ("organiser", "log", ()),
    ("referee", "board", ()),
    ("referee", "table", (1, 1)),
    ("referee", "table_ruling", (1, 1)),
    ("referee", "table_substitution", (1, 1)),
    ("referee", "table_withdrawal", (1, 1)),
]


@pytest.mark.parametrize(("who", "name", "numbers"), PLACES, ids=[name for _who, name, _numbers in PLACES])
@pytest.mark.parametrize("state", ["playing", "settled"])
def test_no_page_says_coppia_to_those_who_play_alone(
    evening: Evening, who: str, name: str, numbers: tuple[int, ...], state: str
) -> None:
    if state == "settled":
        settle(evening.tournament, evening.round)
        leave(evening.tournament, 9)
    client = Client() if who == "nobody" else evening.client(who)
    answer = client.get(of_tournament(evening, name, *numbers))
    assert answer.status_code == 200
    said = words(answer.content.decode())
    # Cards come in pairs too, and the settings offer formulas that are for pairs.
    told = re.findall(r".{37}(?<!in )\b[Cc]opp(?:ia|ie)\b(?! di carte| E-O| ha 2).{20}", said)
    assert not told


@pytest.mark.parametrize("name", ["results", "projector", "rounds", "board"])
def test_the_four_at_a_table_are_named(evening: Evening, name: str) -> None:
    page = words(evening.client("organiser").get(of_tournament(evening, name)).content.decode())
    for match in tables(evening.round):
        for number in sitting(match):
            assert name_of(evening.tournament, number) in page
        if name in ("results", "rounds"):
            for side in sides_of(match).values():
                assert "n. {} · {}".format(*side) in page


def test_a_player_finds_partner_and_opponents_on_the_own_page(evening: Evening) -> None:
    settle(evening.tournament, evening.round)
    sides = sides_of(evening.match)
    me, partner = sides["A"]
    page = Client().get(of_tournament(evening, "pair", me)).content.decode()
    said = words(page)
    with_, against = (
        name_of(evening.tournament, partner),
        [name_of(evening.tournament, n) for n in sides["B"]],
    )
    either_way = (" – ".join(against), " – ".join(reversed(against)))
    assert any(f"con {with_}, contro {opponents}" in said for opponents in either_way)
    assert f"Con {with_} " in said
    assert f"Contro {against[0]} – {against[1]}" in said
    for number in (partner, *sides["B"]):
        assert of_tournament(evening, "pair", number) in page


def test_my_table_is_found_by_either_number(evening: Evening) -> None:
    page = Client().get(of_tournament(evening, "results")).content.decode()
    for match in tables(evening.round):
        sides = sides_of(match)
        assert 'data-pairs="{} {} {} {} "'.format(*sides["A"], *sides["B"]) in page


def test_those_at_rest_are_told(evening: Evening) -> None:
    (rest,) = evening.round.rests.all()
    organiser = evening.client("organiser")
    page = words(organiser.get(of_tournament(evening, "rounds")).content.decode())
    name = name_of(evening.tournament, rest.entry.number)
    assert f"Riposa il giocatore {rest.entry.number}: {name}" in page
    assert "a ogni turno 1 giocatore riposa" in words(
        organiser.get(of_tournament(evening, "entries")).content.decode()
    )


def test_the_log_of_the_draft_says_what_is_repeated(club: Club) -> None:
    tournament = a_rotation(club, 4, turns=4)
    for turn in (1, 2, 3):
        settle(tournament, playing(tournament, seed=turn))
    fourth = rounds.draw(tournament.pk, by=JURY, seed=4)
    assert (fourth.rematches, fourth.cost) == (2, 4)
    client = signed_in(an_officer(club, RoleKind.ORGANISER))
    page = words(client.get(reverse("rounds", args=[tournament.code])).content.decode())
    assert "Compagni ripetuti: 2. Avversari già incontrati: 4." in page
    assert "Di nuovo compagni" in page
    assert "qualcuno ritrova un compagno" in page


def test_the_sheet_has_the_four_names_and_both_numbers_of_a_side(evening: Evening) -> None:
    printed = printed_pages(printing.score_sheets(evening.tournament, 1, "http://laptop{}".format))
    assert len(printed) == 2
    for match, text in zip(tables(evening.round), printed, strict=True):
        for seat in match.seats.select_related("person"):
            assert text.count(seat.person.full_name) == 2  # on the side, and as the dealer of one deal
            assert f"{seat.person.full_name} ({seat_name(seat.position)})" in text
        for side, numbers in sides_of(match).items():
            assert "N. {}, {}".format(*numbers) in text
            assert f"Firma {'N-S' if side == 'A' else 'E-O'}" in text


def test_the_classifica_on_paper_is_of_players(evening: Evening) -> None:
    settle(evening.tournament, evening.round)
    (text,) = printed_pages(printing.standings_pdf(evening.tournament))
    assert "Giocatore" in text
    assert "Coppia" not in text


def test_one_side_writes_and_either_of_the_other_confirms(evening: Evening) -> None:
    match, phone = evening.match, Client()
    writer, reader = codes.code_of(match, "A"), codes.code_of(match, "B")
    assert phone.post(reverse("table_deal_by_code", args=[writer, 1]), totals()).status_code == 303
    deal = match.deals.get()
    assert (deal.entered_side, deal.agreement) == ("A", "waiting")
    yes = {"key": str(uuid4()), "seen": f"1:{deal.version}"}
    own = phone.post(reverse("table_confirm_by_code", args=[writer]), {**yes, "key": str(uuid4())})
    assert own.status_code == 409
    phone.post(reverse("table_confirm_by_code", args=[reader]), yes)
    assert match.deals.get().agreement == "confirmed"
    names = [name_of(evening.tournament, number) for number in sitting(match)]
    page = words(phone.get(reverse("table_by_code", args=[reader])).content.decode())
    assert all(name in page for name in names)


def test_after_its_round_the_sheet_asks_which_of_the_two_players_it_leads_on(evening: Evening) -> None:
    match, phone = evening.match, Client()
    sheet = reverse("table_by_code", args=[codes.code_of(match, "A")])
    settle(evening.tournament, evening.round)
    page = phone.get(sheet).content.decode()
    links = re.findall(r'href="(/serata/[^"]+)"', page)
    entries = Entry.objects.filter(seats__match=match, seats__side="A").order_by("number")
    assert links == [reverse("evening", args=[evening_codes.code_of(entry)]) for entry in entries]
    assert len(links) == 2
    assert phone.get(f"{links[1]}adesso/").context["entry"].number == entries[1].number
    assert phone.get(sheet, {"seen": "0"}, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def queries_of(client: Client, where: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(where).status_code == 200
    return len(asked)


@pytest.mark.parametrize("name", ["results", "projector", "pair"])
def test_pages_cost_the_same_queries_at_any_size(club: Club, name: str) -> None:
    costs = []
    for players in (8, 24):
        tournament = a_rotation(club, players)
        round_ = playing(tournament)
        assert round_.matches.count() == players // 4
        numbers = [1] if name == "pair" else []
        costs.append(queries_of(Client(), reverse(name, args=[tournament.code, *numbers])))
    assert costs[0] == costs[1]


def test_the_organiser_makes_a_rotation_and_enters_players_by_name(evening: Evening, club: Club) -> None:
    organiser = evening.client("organiser")
    sent = {"name": "Tutti con tutti", "game": "ottocento", "turns": 5, **WRITTEN}
    answer = organiser.post(reverse("new_tournament", args=[club.slug]), sent)
    assert answer.status_code == 303, words(answer.content.decode())
    made = Tournament.objects.get(game="ottocento")
    assert (made.format, made.entry_size) == ("rotation", 1)
    desk = reverse("entries", args=[made.code])
    assert "Iscrivi un giocatore" in organiser.get(desk).content.decode()
    for name in ("Neri Ugo (ospite)", "Verdi Lia (ospite)"):
        asked = organiser.post(desk, {"line": name, "present": "on", "key": str(uuid4())})
        last, first, _guest = name.split()
        guest = {
            "player0-about": name,
            "player0-choice": "guest",
            "player0-last_name": last,
            "player0-first_name": first,
        }
        assert asked.status_code in (200, 303)
        organiser.post(desk, {"line": name, "present": "on", "key": str(uuid4()), **guest})
    entered = [e.players.get().person.full_name for e in made.entries.all()]
    assert entered == ["Neri Ugo", "Verdi Lia"]


def test_a_game_without_pairs_is_refused_on_the_page(evening: Evening, club: Club) -> None:
    sent = {"name": "Da soli", "game": "terziglio", "turns": 4, **WRITTEN}
    answer = evening.client("organiser").post(reverse("new_tournament", args=[club.slug]), sent)
    assert answer.status_code == 422
    assert "ognuno gioca già da solo" in answer.content.decode().replace("&#x27;", "'")
