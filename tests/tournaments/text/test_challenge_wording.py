"""Words of a challenge's tables, and of when standings were built."""

from datetime import UTC, datetime

from tournaments.text.challenge_wording import tables_words
from tournaments.text.format_wording import standings_as_of


def test_one_table_is_in_the_singular() -> None:
    assert tables_words(1, 0, 3) == "tavoli: 1 vinto, 0 pari, 3 persi"
    assert tables_words(2, 1, 1) == "tavoli: 2 vinti, 1 pari, 1 perso"


def test_standings_say_the_hour_of_the_club() -> None:
    """What a template passes to a tag is in UTC."""
    built_at = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)
    assert standings_as_of(1, 2, built_at, with_day=False).endswith("aggiornata alle 00:30")
    assert "il 29/11/2026 alle 00:30" in standings_as_of(1, 2, built_at, with_day=True)
