"""The evening's outcome for a terminal or a program, from the serializers that feed page and paper."""

from typing import Any

from tournaments import queries
from tournaments.api.serializers import StandingsSerializer
from tournaments.api.serializers.results import classifica
from tournaments.api.serializers.rounds import RoundSerializer
from tournaments.models import Tournament

# Whoever runs this sits at the organiser's own machine.
FULL = {"full_names": True, "drafts": True}


def as_text(tournament: Tournament) -> str:
    """The classifica, a line a pair: place, match points, difference, points scored, names. Empty before the
    first settled turn."""
    found = classifica(tournament, FULL)
    if found is None:
        return ""
    rows = StandingsSerializer(found, context=FULL).data["rows"]
    head = f"{'':>4}  {'PP':>3}  {'diff.':>7}  {'fatti':>7}  coppia"
    return "\n".join([head, *(_line(row) for row in rows)])


def as_json(tournament: Tournament) -> dict[str, Any]:
    """Every turn's tables with their deals, and the classifica: equal for two evenings played alike.

    Times, codes and versions are left out, since they are the installation's own.
    """
    rounds = queries.with_tables(tournament.rounds.all()).order_by("number")
    snapshot = queries.snapshot(tournament)
    return {
        "rounds": [_round(dict(RoundSerializer(round_, context=FULL).data)) for round_ in rounds],
        "standings": snapshot.rows if snapshot else [],
    }


def _line(row: dict[str, Any]) -> str:
    place = f"{row['place']}{'=' if row['tied'] else '.'}"
    return (
        f"{place:>4}  {row['match_points']:>3}  {row['difference']:>+7}  {row['scored']:>7}  "
        f"{row['name']} ({row['number']})"
    )


def _round(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "turn": data["number"],
        "seed": data["seed"],
        "rests": [rest["number"] for rest in data["rests"]],
        "tables": [_table(table) for table in data["tables"]],
    }


def _table(data: dict[str, Any]) -> dict[str, Any]:
    deals = [{key: deal[key] for key in ("number", "way", "entered", "figures")} for deal in data["deals"]]
    seats = {seat["position"]: (seat["entry"], seat["name"]) for seat in data["seats"]}
    return {"table": data["table"], "seats": seats, "dealers": data["dealers"], "deals": deals}
