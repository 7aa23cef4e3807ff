"""All standings computed again from log and results; a fault is found wherever it is, and said."""

import re
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tests.once import once_a_module
from tests.tampering import without_triggers
from tests.tournaments.evenings import test_every_game as every_game
from tests.tournaments.standings.test_builds import an_evening, correct, fresh, table
from tournaments.evenings import lifecycle
from tournaments.models import Deal, LogEntry, Match, RulingEffect, Snapshot, Tournament
from tournaments.results import catalogue, rulings
from tournaments.rounds import rounds
from tournaments.standings import builds, ranking_service
from tournaments.standings.audit import recompute

pytestmark = pytest.mark.django_db


def an_evening_of_versions() -> Tournament:
    """Three turns with everything that makes a new version: correction, ruling, its end, another ranking."""
    tournament = an_evening(turns=2)
    catalogue.adopt_base_catalogue(tournament.club)
    correct(tournament, turn=1)
    builds.build(tournament.pk)
    article = tournament.club.articles.get(effect=RulingEffect.ONLY_CARD_POINTS)
    on_deal = rulings.give(table(tournament), article, side="B", by=JURY, reason="Busso", deal_number=1)
    builds.build(tournament.pk)
    forfeit = tournament.club.articles.filter(effect=RulingEffect.FORFEIT)[0]
    rulings.give(table(tournament, turn=2), forfeit, side="A", by=JURY, reason="Andati via")
    builds.build(tournament.pk)
    rulings.revoke(on_deal, by=JURY, reason="Non era un busso")
    builds.build(tournament.pk)
    ranking_service.choose(
        tournament.pk, by=JURY, reason="Voto dell'assemblea",
        criteria=["victory_points", "cappotti", "points_conceded", "opponents_strength", "lots"],
        match_scale="3-1-0", bye_policy="win-and-14",
    )  # fmt: skip
    builds.build(tournament.pk)
    settle(fresh(tournament), a_round(fresh(tournament), seed=3))
    builds.build(tournament.pk)
    return fresh(tournament)


made_evening = once_a_module(an_evening_of_versions)


@pytest.fixture
def evening(made_evening: Callable[[], Tournament], db: None) -> Tournament:
    return made_evening()


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in recompute(tournament.pk).faults]


def test_every_version_of_every_turn_is_made_again_byte_for_byte(evening: Tournament) -> None:
    report = recompute(evening.pk)
    assert report.faults == []
    assert report.snapshots == evening.snapshots.count() > 10
    assert not report.waiting


def spoiled_row(tournament: Tournament) -> None:
    snapshot = tournament.snapshots.filter(round_number=1).earliest("results_version")
    snapshot.rows[0]["difference"] += 10
    Snapshot.objects.filter(pk=snapshot.pk).update(rows=snapshot.rows)


def swapped_rows(tournament: Tournament) -> None:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    snapshot.rows[0], snapshot.rows[1] = snapshot.rows[1], snapshot.rows[0]
    Snapshot.objects.filter(pk=snapshot.pk).update(rows=snapshot.rows)


def changed_deal(tournament: Tournament) -> None:
    deal = Deal.objects.filter(match__round__tournament=tournament, match__round__number=3).earliest("pk")
    Deal.objects.filter(pk=deal.pk).update(points={**deal.points, "A": deal.points["A"] + 500})


def changed_log(tournament: Tournament) -> None:
    said = LogEntry.objects.filter(tournament=tournament, act="deal.entered").earliest("number")
    after = {**said.after, "points": {"A": 939, "B": 0}}  # type: ignore[dict-item]
    without_triggers()
    LogEntry.objects.filter(pk=said.pk).update(after=after)


def lost_snapshot(tournament: Tournament) -> None:
    tournament.snapshots.filter(round_number=3).delete()


def silent_ranking(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(match_scale="2-1-0")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoiled_row, r"turno 1, versione 1, dal registro, iscrizione \d+, difference: conservato"),
        (swapped_rows, r"turno 3, versione \d+, dal registro, riga 1: conservato iscrizione"),
        (changed_deal, r"turno 3, tavolo 1, smazzata 1: conservato .*nel registro"),
        (changed_log, r"registro, riga \d+: conservato la catena, ricalcolato interrotta"),
        (lost_snapshot, r"turno 3: conservato nessuna classifica"),
        (silent_ranking, r"turno \d: conservato un'altra regola della classifica"),
    ],
)
def test_whatever_was_changed_behind_the_programme_is_found(
    evening: Tournament, spoil: Any, said: str
) -> None:
    spoil(evening)
    assert any(re.search(said, fault) for fault in faults(fresh(evening)))


def test_a_build_still_to_come_is_told_and_is_no_fault(evening: Tournament) -> None:
    correct(evening, turn=2)
    report = recompute(evening.pk)
    assert (report.waiting, report.faults) == (True, [])


def test_another_rule_that_moves_nobody_is_a_version_and_no_fault(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=2)
    ranking_service.choose(tournament.pk, by=JURY, bye_policy="draw", reason="Nessuno ha riposato")
    builds.build(tournament.pk)
    report = recompute(tournament.pk)
    assert [str(fault) for fault in report.faults] == []
    assert report.snapshots == 4
    page = client.get(f"/t/{tournament.code}/").content.decode()
    assert "Posti e punti sono gli stessi" in page
    assert "Nessuno ha riposato" in page


def test_nothing_is_written(evening: Tournament) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Snapshot, LogEntry, Tournament, Deal)]
    recompute(evening.pk)
    after = [list(model.objects.order_by("pk").values()) for model in (Snapshot, LogEntry, Tournament, Deal)]
    assert after == before


def test_a_classifica_of_the_time_before_rankings_were_chosen_is_made_again_too() -> None:
    """Then head-to-head and mini-table were one criterion, and no rules were kept."""
    tournament = an_evening(pairs=6, turns=2, criteria=["match_points", "head_to_head", "mini_table", "lots"])
    for snapshot in tournament.snapshots.all():
        for row in snapshot.rows:
            first, direct, mini, lots = row["values"]
            row["values"] = [first, direct + mini, lots]
            row["decided_by"] = "head_to_head" if row["decided_by"] == "mini_table" else row["decided_by"]
        snapshot.criteria = ["match_points", "head_to_head", "lots"]
        snapshot.rules, snapshot.digest = None, ""
        snapshot.save()
    assert faults(tournament) == []


@pytest.mark.parametrize("game", ["mattazza", "terziglio", "ottocento"])
def test_evenings_of_other_games_too(game: str) -> None:
    tournament = every_game.an_evening(a_club(), game, 6)
    round_ = every_game.playing(tournament)
    for match in round_.matches.select_related("round__tournament"):
        every_game.play_out(match, ["parts", "totals"])
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)
    assert faults(tournament) == []
    if game == "mattazza":
        lost = {
            seat.entry.number
            for match in Match.objects.filter(round=round_).select_related("round__tournament")
            for seat in match.seats.all()
            if seat.side in match.losers
        }
        rows = builds.latest_snapshot(tournament).rows  # type: ignore[union-attr]
        assert {row["number"] for row in rows if row["lost"]} == lost
        assert {row["number"] for row in rows if row["won"]} == {row["number"] for row in rows} - lost


class TestCommand:
    def run(self, *words: str, **options: Any) -> tuple[int, str]:
        out = StringIO()
        try:
            call_command("recompute_standings", *words, stdout=out, **options)
        except SystemExit as stopped:
            return int(stopped.code or 0), out.getvalue()
        return 0, out.getvalue()

    def test_equal_is_0_and_different_is_1(self, evening: Tournament) -> None:
        assert self.run() == (
            0, f"{evening.code} Torneo di novembre: classifiche {evening.snapshots.count()}: uguali\n",
        )  # fmt: skip
        spoiled_row(evening)
        status, said = self.run(evening.code)
        assert status == 1
        assert "1 differenza" in said
        assert "difference: conservato" in said

    def test_of_one_club_or_of_one_tournament(self, evening: Tournament) -> None:
        other = a_tournament(a_club("Altro"), pairs=4)
        spoiled_row(evening)
        assert self.run(club="altro") == (0, f"{other.code} Torneo di novembre: classifiche 0: uguali\n")
        assert self.run(other.code)[0] == 0
        assert self.run(other.code, evening.code)[0] == 1

    @pytest.mark.usefixtures("evening")
    @pytest.mark.parametrize(("words", "options"), [(("nonsono",), {}), ((), {"club": "nessuno"})])
    def test_what_is_not_there_is_2(self, words: tuple[str, ...], options: dict[str, str]) -> None:
        with pytest.raises(CommandError) as refused:
            self.run(*words, **options)
        assert refused.value.returncode == 2


def test_a_closed_evening_too(evening: Tournament) -> None:
    lifecycle.close(evening.pk, by=JURY)
    assert faults(evening) == []


def test_a_tournament_begun_before_forfeits_lost_most_stays_as_it_was() -> None:
    begun, coming = an_evening(pairs=6, turns=2), a_tournament(a_club("Altro circolo"))
    import_module("tournaments.migrations.0023_forfeits_lose_most").spare_those_begun(apps, None)
    begun.refresh_from_db()
    coming.refresh_from_db()
    assert (begun.forfeits_lose_most, coming.forfeits_lose_most) == (False, True)

    catalogue.adopt_base_catalogue(begun.club)
    article = begun.club.articles.get(effect=RulingEffect.FORFEIT, late_step=None)
    match = begun.rounds.get(number=2).matches.get(table=1)
    given = rulings.give(match, article, side="A", by=JURY, reason="Via")
    builds.build(begun.pk)

    newest = begun.snapshots.latest("results_version", "round_number")
    absent = next(row for row in newest.rows if row["number"] == given.entry.number)
    assert (absent["per_turn"][1]["forfeited"], absent["per_turn"][1]["conceded"]) == (True, 0)
    assert "forfeits_lose_most" not in newest.rules
    assert recompute(begun.pk).faults == []
