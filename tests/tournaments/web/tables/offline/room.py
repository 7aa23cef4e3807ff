"""The club's evening on a server of its own, and what that server has of each table."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.service.installation import Installation

SCRIPT_NAME = "D'Angelo <script>alert(1)</script> 🂡"
REFEREES = ("ada", "bea")

A_TURN = f"""
import json
from tests.evening import a_club, a_round, a_tournament, an_officer
from club.models import Person, RoleKind
from tournaments.results import codes, evening_codes
club = a_club()
for name in {REFEREES!r}:
    an_officer(club, RoleKind.REFEREE, email=f"{{name}}@example.org")
tournament, other = a_tournament(club, pairs=80), a_tournament(a_club("Altro"))
person = Person.objects.order_by("id").first()
person.last_name = {SCRIPT_NAME!r}
person.save(update_fields=["last_name"])
tables = [
    {{"match": match.pk, "A": codes.code_of(match, "A"), "B": codes.code_of(match, "B"),
      "evening": evening_codes.code_of(match.seats.filter(side="A")[0].entry),
      "page": f"/t/{{match.round.tournament.code}}/turni/1/tavoli/{{match.table}}/",
      "kind": kind if match.table == 1 else "odd" if match.seats.filter(person=person).exists() else ""}}
    for kind, turn in (("", a_round(tournament)), ("renewed", a_round(other)))
    for match in turn.matches.select_related("round__tournament")
]
print(json.dumps(tables))
"""
REFEREE_WRITES = """
from tournaments.results import scores
from tournaments.actors import Actor
from tournaments.models import Match
totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
scores.enter(Match.objects.get(pk=%d), 1, "totals", totals, by=Actor("Giuria"), based_on=0)
"""
OTHERS_WRITE = """
from tournaments.results import scores
from tournaments.actors import Actor
from tournaments.models import Match
totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
match = Match.objects.select_related("round__tournament").get(pk=%d)
scores.enter(match, 1, "totals", totals, by=Actor.at_table(match, "B"), based_on=0)
"""
RENEW = """
from tournaments.rounds import rounds
from tournaments.actors import Actor
from tournaments.models import Match
turn = Match.objects.get(pk=%d).round
rounds.renew_codes(turn.tournament_id, 1, by=Actor("Giuria"))
"""


class AsServed(Installation):
    """On its own SQLite file, as `make serve` runs: browsers may keep the static files."""

    def environment(self, **changed: str) -> dict[str, str]:
        return super().environment(STATIC_ROOT=str(self.data / "static"), **changed)


@dataclass(frozen=True)
class Sheet:
    """A table of the evening, and what the server has of it."""

    here: Installation
    match: int
    codes: dict[str, str]
    #: Whether the phone scanned the code of the entry, not that of the table.
    by_evening: bool = False

    def url(self, number: int | None = None, *, side: str = "A", way: str = "totali") -> str:
        deal = f"smazzate/{number}/?modo={way}" if number else ""
        if self.by_evening:
            return f"/serata/{self.codes['evening']}/{'#turno/1/' if deal else ''}{deal}"
        return f"/tavolo/{self.codes[side]}/{deal}"

    def stored(self) -> dict[int, tuple[int, int]]:
        """The points on the sheet, by smazzata."""
        deals = self._rows("SELECT number, points FROM tournaments_deal WHERE match_id = ?")
        return {number: tuple(json.loads(points).values()) for number, points in deals}

    def acts(self) -> list[tuple[str, int]]:
        """What the log says of this table, in order: act and smazzata."""
        ((tournament, table),) = self._rows(
            'SELECT tournament_id, "table" FROM tournaments_match JOIN tournaments_round'
            " ON tournaments_round.id = round_id WHERE tournaments_match.id = ?"
        )
        said = self._rows(
            "SELECT act, subject FROM tournaments_logentry WHERE tournament_id = ? ORDER BY number",
            tournament,
        )
        subjects = [(act, json.loads(subject)) for act, subject in said]
        return [(act, about.get("deal", 0)) for act, about in subjects if about.get("table") == table]

    def _rows(self, query: str, about: int | None = None) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.here.data / "criccone.sqlite3", timeout=20)) as connection:
            return connection.execute(query, [about or self.match]).fetchall()


@dataclass
class Evening:
    """A server of its own; each test takes the tables it needs."""

    here: Installation
    port: int
    tables: list[dict[str, Any]]

    def table(self, kind: str = "") -> Sheet:
        taken = next(each for each in self.tables if each["kind"] == kind)
        self.tables.remove(taken)
        return Sheet(self.here, taken["match"], taken)
