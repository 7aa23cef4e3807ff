"""Draws published once, by these rules and by earlier ones, are drawn again as they were; see `storing`."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.tournaments.core.draws.storing import STORED
from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Movement
from tournaments.core.draws.movements import EARLIER, KINDS
from tournaments.core.draws.publishing import FORMAT
from tournaments.core.draws.rules import RULES, larger_of_rules_2, larger_of_search
from tournaments.core.draws.verifying import Verification, verification

NUMBERS = range(1, RULES + 1)
FORGOTTEN = (
    "This was drawn otherwise by the rules of its number: raise rules.RULES, keep in `rules` the way "
    "it was, and store draws of the new number."
)


def stored(rules: int) -> dict[str, dict[str, Any]]:
    """The files of draws made by the rules of that number; those of 1 do not tell it."""
    files: dict[str, dict[str, Any]] = json.loads((STORED / f"rules-{rules}.json").read_text())
    return files


#: Found by the search for the cheapest tables of all, which rules 3 do not have: all but who sits together
#: is made again.
SEARCHED = {
    (1, "larger-by-three-4"),
    (2, "larger-by-four-4"),
    (2, "larger-by-four-4-by-hand"),
    (2, "larger-by-five-3"),
}
FILES = {(rules, name): data for rules in NUMBERS for name, data in stored(rules).items()}


def outcomes(found: Verification) -> dict[str, str]:
    return {check.code: check.outcome for check in found.checks}


def kind_of(data: dict[str, Any]) -> str:
    told = data["movement"]
    return told if isinstance(told, str) else str(told["kind"])


#: One file of each kind and number of rules.
ALTERED = list({(rules, kind_of(data)): (rules, name) for (rules, name), data in FILES.items()}.values())


def exchanged(data: dict[str, Any]) -> dict[str, Any]:
    """The same file with two entrants of two tables, or of the two sides of its only one, exchanged."""
    altered = deepcopy(data)
    tables = altered["draw"]["tables"]
    if len(tables) < 2:
        table = tables[0]
        table["side_a"], table["side_b"] = table["side_b"], table["side_a"]
    elif "entrants" in tables[0]:
        one, other = tables[0]["entrants"], tables[1]["entrants"]
        one[0], other[0] = other[0], one[0]
    elif isinstance(tables[0]["side_a"], list):
        one, other = tables[0]["side_a"], tables[1]["side_a"]
        one[0], other[0] = other[0], one[0]
    else:
        tables[0]["side_a"], tables[1]["side_a"] = tables[1]["side_a"], tables[0]["side_a"]
    return altered


@pytest.mark.parametrize(("rules", "name"), FILES, ids=str)
def test_what_was_drawn_is_drawn_again_by_the_rules_it_was_drawn_by(rules, name):
    found = verification(FILES[rules, name])
    assert outcomes(found)["same-draw"] == ("unknown" if (rules, name) in SEARCHED else "kept"), FORGOTTEN
    assert found.is_kept, FORGOTTEN


@pytest.mark.parametrize(("rules", "name"), ALTERED, ids=str)
def test_what_was_altered_is_found_by_whatever_rules_it_was_drawn(rules, name):
    assert outcomes(verification(exchanged(FILES[rules, name])))["same-draw"] == "broken"


@pytest.mark.parametrize("name", [name for name, data in stored(RULES).items() if "moves" in data])
def test_changes_by_hand_are_made_again_as_they_were(name):
    assert outcomes(verification(stored(RULES)[name]))["played-by-hand"] == "kept", FORGOTTEN


@pytest.mark.parametrize("rules", NUMBERS)
def test_of_every_number_draws_are_stored(rules):
    kinds = {kind_of(data) for data in stored(rules).values()}
    changed = {kind for until, kind in EARLIER if until == rules}
    assert kinds >= (set(KINDS) if rules == RULES else changed)


def test_those_of_now_tell_their_rules_and_of_those_before_some_are_drawn_otherwise_now():
    assert {data["movement"]["rules"] for data in stored(RULES).values()} == {RULES}
    assert {data["format"] for data in stored(RULES).values()} == {FORMAT}
    for until, kind in EARLIER:
        files = [data for data in stored(until).values() if kind_of(data) == kind]
        told = [check.params for data in files for check in verification(data).checks[:1]]
        assert {"rules": until} in told


@pytest.mark.parametrize("name", ["rotation-of-nine-1", "rotation-of-nine-short-1", "danish-late-4"])
def test_whoever_tells_other_rules_than_those_it_was_drawn_by_is_found(name):
    data = stored(RULES)[name]
    other = {**data, "movement": {**data["movement"], "rules": 1}}
    assert outcomes(verification(other))["same-draw"] == "broken"


@pytest.mark.parametrize(
    ("format_", "rules", "code"),
    [
        (FORMAT, None, "unknown-format"),
        (FORMAT, 0, "unknown-format"),
        (FORMAT, -1, "unknown-format"),
        (FORMAT, True, "unknown-format"),
        (FORMAT, "2", "unknown-format"),
        (FORMAT, RULES + 1, "newer-rules"),
        (2, 2, "unknown-format"),
    ],
)
def test_rules_that_are_no_number_of_any_or_not_known_yet_are_refused(format_, rules, code):
    data = deepcopy(stored(RULES)["danish-1"])
    data["format"] = format_
    data["movement"] = {**data["movement"], "rules": rules}
    if rules is None:
        del data["movement"]["rules"]
    with pytest.raises(DrawImpossible) as refused:
        verification(data)
    assert refused.value.code == code


def test_rules_are_no_setting_of_an_evening():
    assert Movement("rotation", turns=9, rules=1) == Movement("rotation", turns=9)
    assert Movement.from_json({"kind": "rotation", "turns": 9}) == Movement("rotation", turns=9)


@pytest.mark.parametrize(("rules", "name"), sorted(SEARCHED), ids=str)
def test_of_tables_found_by_a_search_that_is_no_more_everything_else_is_made_again(rules, name):
    data = deepcopy(FILES[rules, name])
    first = data["draw"]["tables"][0]
    first["first_dealer"] = (first["first_dealer"] + 1) % len(first["entrants"])
    assert outcomes(verification(data))["same-draw"] == "broken"


def test_tables_that_trades_alone_would_make_nearer_were_found_by_no_search():
    given = DrawInput(2, tuple(Entrant(n, n, rank=n) for n in range(1, 10)), (), 1, sizes=(3,))
    straight, crooked = ([1, 2, 3], [4, 5, 6], [7, 8, 9]), ([1, 2, 4], [3, 5, 6], [7, 8, 9])
    assert [sorted(table.entrants) for table in larger_of_rules_2(given).tables] == list(straight)
    assert larger_of_search(given, straight) is None
    assert larger_of_search(given, crooked) is None
    assert larger_of_search(given, crooked[:2]) is None
