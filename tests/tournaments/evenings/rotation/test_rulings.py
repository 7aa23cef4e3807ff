"""Rulings where two players make a side for one turn: some are on the side, some on one of the two."""

from typing import Any

import pytest
from django.urls import reverse

from tests.evening import JURY
from tests.tournaments.evenings.rotation.conftest import Evening
from tests.tournaments.evenings.rotation.evening import play_out, sides_of, tables
from tournaments.entries import entries, substitutions
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused
from tournaments.models import Article, Entry, Ruling, RulingEffect, Tournament
from tournaments.results import correction_preview, rulings
from tournaments.results.rulings import RulingRequest
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.standings import ranking_service as tournament_ranking
from tournaments.text import log_wording
from tournaments.web.views.tables.previews import effect_sentence


def article(effect: RulingEffect) -> Article:
    return Article.objects.filter(effect=effect, late_step=None)[0]


def rule(evening: Evening, effect: RulingEffect, **changed: Any) -> Ruling:
    given = {"side": "A", "by": JURY, "reason": "Così", **changed}
    return rulings.give(evening.match, article(effect), **given)


def settled(evening: Evening) -> dict[int, dict[str, Any]]:
    """The rows of the classifica, by number, once every table but a decided one is played out."""
    for match in tables(evening.round):
        if not match.is_decided:
            play_out(match)
    rounds.settle(evening.tournament.pk, 1, by=JURY)
    builds.build(evening.tournament.pk)
    snapshot = builds.latest_snapshot(evening.tournament)
    assert snapshot is not None
    return {row["number"]: row for row in snapshot.rows}


def taking_victory_points(evening: Evening) -> Article:
    """An article that takes two, in a tournament that counts them."""
    club = evening.tournament.club
    tournament_ranking.choose(evening.tournament.pk, by=JURY, criteria=["victory_points", "lots"])
    effect = RulingEffect.VICTORY_POINTS_OFF
    return Article.objects.create(club=club, code="9", title="Reclami", effect=effect, points=2)


@pytest.mark.parametrize(
    "effect",
    [
        RulingEffect.WARNING,
        RulingEffect.POINTS_OFF,
        RulingEffect.VICTORY_POINTS_OFF,
        RulingEffect.EXPULSION,
    ],
)
def test_what_is_on_a_player_asks_which_of_the_two(evening: Evening, effect: RulingEffect) -> None:
    taking_victory_points(evening)
    with pytest.raises(InputRefused, match="scegli quale dei due") as refused:
        rule(evening, effect)
    assert refused.value.code == "player-missing"
    opponent = sides_of(evening.match)["B"][0]
    with pytest.raises(InputRefused, match=f"Il numero {opponent} non siede su quel lato"):
        rule(evening, effect, entry=opponent)


def test_points_are_taken_from_one_of_the_two(evening: Evening) -> None:
    first, second = sides_of(evening.match)["A"]
    rule(evening, RulingEffect.POINTS_OFF, entry=second)
    rows = settled(evening)
    assert rows[first]["scored"] == rows[second]["scored"] + 50


def test_victory_points_are_taken_from_one_of_the_two_whom_page_and_log_name(evening: Evening) -> None:
    first, second = sides_of(evening.match)["A"]
    off = taking_victory_points(evening)
    seat = evening.match.seats.get(entry__number=second)
    said = effect_sentence(evening.match, RulingRequest(off, "A", entry=second))
    assert seat.person.full_name in said
    rule(evening, RulingEffect.VICTORY_POINTS_OFF, entry=second)
    rows = settled(evening)
    assert rows[first]["victory_points"] == rows[second]["victory_points"] + 2
    (line,) = log_wording.log_lines(evening.tournament.log.filter(act="ruling.given"))
    assert line.sentence == f"ha dato un provvedimento al giocatore {second}, turno 1"


def test_two_warnings_are_a_penalty_only_when_they_are_one_player_s(evening: Evening) -> None:
    first, second = sides_of(evening.match)["A"]
    for number in (first, second):
        rule(evening, RulingEffect.WARNING, entry=number)
    assert (
        rulings.warnings_of(evening.match, RulingRequest(article(RulingEffect.WARNING), "A", entry=first))
        == 1
    )
    rows = settled(evening)
    assert rows[first]["scored"] == rows[second]["scored"]


def test_a_match_lost_a_tavolino_is_lost_by_both_of_the_side(evening: Evening) -> None:
    sides = sides_of(evening.match)
    rule(evening, RulingEffect.FORFEIT)
    rows = settled(evening)
    assert {rows[number]["match_points"] for number in sides["A"]} == {0}
    assert {rows[number]["match_points"] for number in sides["B"]} == {2}
    (line,) = log_wording.log_lines(evening.tournament.log.filter(act="ruling.given"))
    assert line.sentence == "ha dato un provvedimento ai giocatori {} – {}, turno 1".format(*sides["A"])


def test_an_assigned_score_is_of_both_of_each_side(evening: Evening) -> None:
    sides = sides_of(evening.match)
    rule(evening, RulingEffect.ASSIGNED, assigned={"A": 500, "B": 200})
    rows = settled(evening)
    assert [rows[number]["scored"] for number in (*sides["A"], *sides["B"])] == [500, 500, 200, 200]


def test_who_is_put_out_goes_alone_and_the_partner_has_the_riposo(evening: Evening) -> None:
    sides = sides_of(evening.match)
    out, partner = sides["A"]
    foreseen = correction_preview.preview_ruling(
        evening.match, RulingRequest(article(RulingEffect.EXPULSION), "A", entry=out)
    )
    assert foreseen.of_singles
    given = rule(evening, RulingEffect.EXPULSION, entry=out)
    assert evening.tournament.entries.get(number=out).withdrawn_at
    assert evening.tournament.entries.get(number=partner).withdrawn_at is None
    rows = settled(evening)
    assert (rows[out]["match_points"], rows[out]["rested"]) == (0, 0)
    for number in (partner, *sides["B"]):
        assert (rows[number]["match_points"], rows[number]["rested"]) == (2, 1)
    page = evening.client("player").get(reverse("pair", args=[evening.tournament.code, partner]))
    assert "Persa" not in page.content.decode()
    (line,) = log_wording.log_lines(evening.tournament.log.filter(act="ruling.given"))
    assert line.sentence == f"ha dato un provvedimento al giocatore {out}, turno 1"
    assert given.entry.number == out


def test_an_expulsion_taken_back_lets_the_player_in_again(evening: Evening) -> None:
    out, _partner = sides_of(evening.match)["A"]
    given = rule(evening, RulingEffect.EXPULSION, entry=out)
    rulings.revoke(given, by=JURY, reason="Era un altro")
    assert evening.tournament.entries.get(number=out).withdrawn_at is None
    assert not evening.match.is_decided


def test_the_page_offers_each_player_and_gives_the_ruling_to_the_one_chosen(evening: Evening) -> None:
    referee, match = evening.client("referee"), evening.match
    where = reverse("table_ruling", args=[evening.tournament.code, 1, match.table])
    number = sides_of(match)["B"][1]
    sent = {"article": article(RulingEffect.POINTS_OFF).pk, "side": f"B{number}", "reason": "Ha disturbato"}
    seen = referee.post(where, sent)
    assert seen.status_code == 200
    name = Entry.objects.get(tournament=evening.tournament, number=number).players.get().person.full_name
    assert f"{name}, punti in meno in questo turno: 50." in seen.content.decode()
    assert referee.post(where, {**sent, "shown": seen.context["foreseen"].mark}).status_code == 303
    assert Ruling.objects.get().entry.number == number
    assert (
        name in referee.get(reverse("table", args=[evening.tournament.code, 1, match.table])).content.decode()
    )
    refused = referee.post(where, {**sent, "side": "B"})
    assert refused.status_code == 422
    assert "scegli quale dei due" in refused.content.decode()


def test_who_is_late_is_a_player(evening: Evening) -> None:
    referee, match = evening.client("referee"), evening.match
    table = referee.get(reverse("table", args=[evening.tournament.code, 1, match.table])).content.decode()
    where = reverse("table_ruling", args=[evening.tournament.code, 1, match.table])
    late = sides_of(match)["A"][1]
    assert table.count("In ritardo: ") == 4
    assert f"{where}?ritardo=A{late}" in table
    shown = referee.get(f"{where}?ritardo=A{late}")
    assert "ammonizione numero 1" in shown.content.decode()
    sent = {"article": Article.objects.get(late_step=1).pk, "side": f"A{late}", "reason": "Tardi"}
    assert referee.post(where, {**sent, "shown": shown.context["foreseen"].mark}).status_code == 303
    assert Ruling.objects.get().entry.number == late
    nobody = referee.get(f"{where}?ritardo=A99")
    assert nobody.status_code == 200
    assert "ladder" not in nobody.context


def test_a_player_is_withdrawn_from_the_table_s_page(evening: Evening) -> None:
    referee, match = evening.client("referee"), evening.match
    where = reverse("table_withdrawal", args=[evening.tournament.code, 1, match.table])
    asked = referee.get(where).content.decode()
    assert "Ritiro di un giocatore" in asked
    assert asked.count('type="radio"') == 4
    number = sides_of(match)["B"][0]
    answer = referee.post(where, {"side": f"B{number}", "reason": "Sta male"}, follow=True)
    assert f"Il giocatore {number} è ritirato" in answer.content.decode()
    gone = evening.tournament.entries.filter(withdrawn_at__isnull=False)
    assert list(gone.values_list("number", flat=True)) == [number]


def test_a_substitute_plays_for_one_player_and_their_points_are_the_player_s(evening: Evening) -> None:
    match = evening.match
    seat = match.seats.get(position="S")
    substitutions.substitute(match, "S", Guest("Ospite", "Ugo"), by=JURY, reason="Sta male")
    rows = settled(evening)
    assert rows[seat.entry.number]["played"] == 1
    second = rounds.draw(evening.tournament.pk, by=JURY, seed=2)
    again = second.matches.filter(seats__entry=seat.entry).first()
    if again is not None:
        assert again.seats.get(entry=seat.entry).person.last_name == "Ospite"
    other = match.seats.exclude(pk=seat.pk)[0]
    with pytest.raises(InputRefused, match=f"gioca già con il numero {other.entry.number}"):
        substitutions.substitute(
            tables(second)[0], "N", other.entry.players.get().person, by=JURY, reason="Cambio"
        )


def test_the_sentences_of_the_desk_speak_of_players(evening: Evening) -> None:
    tournament: Tournament = evening.tournament
    with pytest.raises(InputRefused, match="non c'è il giocatore 44"):
        entries.check_in(tournament.pk, 44, present=True, by=JURY)
    with pytest.raises(InputRefused, match="è già iscritto con il numero 1"):
        entries.enter(tournament.pk, [tournament.entries.get(number=1).players.get().person], by=JURY)
    with pytest.raises(InputRefused, match="ognuno gioca da solo"):
        entries.enter(
            tournament.pk, [p.person for e in tournament.entries.all()[:2] for p in e.players.all()], by=JURY
        )
    told = [line.sentence for line in log_wording.log_lines(tournament.log.all())]
    assert "ha iscritto il giocatore 9" in told
    assert not any("coppia" in sentence for sentence in told)
