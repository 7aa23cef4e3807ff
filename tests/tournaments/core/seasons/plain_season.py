"""A season computed another way: every choice of evenings is tried, every two people are compared."""

from itertools import combinations
from typing import Any

from tournaments.core.seasons import Counting, Evening, Rules


def worth(rules: Rules, evening: Evening, result: Any) -> int:
    if not result.in_prizes:
        return 0
    if rules.counting is not Counting.PLACE:
        return int(result.figure) * evening.weight
    table = dict(enumerate(rules.place_points, start=1))
    return table.get(result.place, rules.presence_points) * evening.weight


def season(evenings: list[Evening], rules: Rules, ranked: set[int] | None) -> list[dict[str, Any]]:
    """A line for each who played, in no order; `place` counts who is ahead."""
    lines = {}
    everybody = {person for evening in evenings for result in evening.results for person in result.people}
    wanted = combinations(sorted(everybody), 2) if rules.by_pair else [(person,) for person in everybody]
    for who in wanted:
        if ranked is not None and set(who) - ranked:
            continue
        mine = []
        for evening in evenings:
            for result in evening.results:
                is_mine = set(result.people) == set(who) if rules.by_pair else who[0] in result.people
                if is_mine:
                    mine.append((worth(rules, evening, result), evening, result))
        if mine:
            lines[who] = line(mine, rules)
    ranked_ones = {who: line for who, line in lines.items() if len(line["mine"]) >= rules.min_evenings}
    for who, each in lines.items():
        better = sum(other["key"] > each["key"] for other in ranked_ones.values())
        level = sum(other["key"] == each["key"] for other in ranked_ones.values())
        is_ranked = who in ranked_ones
        each |= {"who": who, "place": better + 1 if is_ranked else None, "tied": is_ranked and level > 1}
    return list(lines.values())


def line(mine: list[Any], rules: Rules) -> dict[str, Any]:
    valid = [at for at, (_points, _evening, result) in enumerate(mine) if result.in_prizes]
    take = len(valid) if rules.best_of is None else min(rules.best_of, len(valid))
    # Of all the choices the richest, and of those as rich the one with the earliest evenings.
    chosen = max(
        combinations(valid, take),
        key=lambda choice: (sum(mine[at][0] for at in choice), [-at for at in choice]),
    )
    points = sum(mine[at][0] for at in chosen)
    figures = {
        "evenings_won": sum(mine[at][2].place == 1 for at in valid),
        "best_result": max([mine[at][0] for at in valid], default=0),
        "podiums": sum(mine[at][2].place in (1, 2, 3) for at in valid),
        "matches_won": sum(mine[at][2].won for at in chosen),
        "difference": sum(mine[at][2].difference for at in chosen),
        "evenings_played": len(mine),
    }
    values = tuple(figures[key] for key in rules.criteria)
    return {
        "mine": mine, "points": points, "values": values, "key": (points, *values),
        "counted": [mine[at][1].key for at in chosen],
    }  # fmt: skip
