"""The log page: every act in words, and whether the chain holds."""

from django.test import Client

from club.history.log_wording import ValueChange
from club.models import Club
from tests.evening import a_round, a_tournament, fill
from tests.tampering import without_triggers
from tournaments.models import LogEntry, Tournament
from tournaments.text.log_wording import leaf_changes


def test_acts_are_told_newest_first(organiser: Client, tournament: Tournament) -> None:
    a_round(tournament)
    page = organiser.get(f"/t/{tournament.code}/registro/").content.decode()
    assert "Il registro è integro" in page
    assert page.index("ha fatto partire il turno 1") < page.index("ha pubblicato il turno 1")
    assert page.index("ha pubblicato il turno 1") < page.index("ha iscritto la coppia 4")


def test_an_altered_entry_is_found_out(organiser: Client, tournament: Tournament) -> None:
    without_triggers()
    LogEntry.objects.filter(tournament=tournament, number=3).update(actor_name="Nessuno")
    page = organiser.get(f"/t/{tournament.code}/registro/").content.decode()
    assert "Il registro non è integro" in page
    assert "La voce 3 è stata alterata" in page


def test_every_act_has_words(tournament: Tournament, organiser: Client) -> None:
    fill(a_round(tournament).matches.select_related("round__tournament")[0])
    assert "ha fatto:" not in organiser.get(f"/t/{tournament.code}/registro/").content.decode()


def test_a_change_is_told_leaf_by_leaf() -> None:
    entry = LogEntry(
        tournament=Tournament(),
        before={"way": "totals", "counted": {"A": {"total": 10}, "B": {"total": 7}}},
        after={
            "way": "cards",
            "counted": {"A": {"total": 12}, "B": {"total": 7}},
            "entered": {"cards": {"A": ["Ang", "Rd"]}},
        },
    )
    assert leaf_changes(entry) == [
        ValueChange("modo", "totali", "carte"),
        ValueChange("contato, N-S, totale", "10", "12"),
        ValueChange("scritto, carte, N-S", "", "Ang, Rd"),
    ]


def test_an_act_that_changed_nothing_shows_no_change() -> None:
    assert leaf_changes(LogEntry(tournament=Tournament(), before=None, after=None)) == []


def test_a_long_log_has_pages(organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=120)
    first = organiser.get(f"/t/{tournament.code}/registro/").content.decode()
    assert 'id="voce-121"' in first
    assert 'id="voce-1"' not in first
    assert 'id="voce-1"' in organiser.get(f"/t/{tournament.code}/registro/?pagina=2").content.decode()
    assert organiser.get(f"/t/{tournament.code}/registro/?pagina=x").status_code == 200
