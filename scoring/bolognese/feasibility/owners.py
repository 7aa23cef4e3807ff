"""The two owners of the deck: which sides of the table each is, and the answer about them under the sides'
names."""

from collections.abc import Mapping
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.feasibility.figures import SIDES, Figure, as_json
from scoring.errors import ScoringError

#: For each side the owner of its pile, whose players' accusi count together; the first owner's come first.
Owners = Mapping[str, str]

#: Facts of a refusal that are figures, each as "name owner value".
_FIGURES: Final = ("figures", "others")


def owned(figures: Mapping[Figure, int], owners: Owners) -> dict[Figure, int]:
    """The figures as the owners', the first one's first."""
    found = {Figure(owners[side], name): value for (side, name), value in figures.items()}
    return dict(sorted(found.items(), key=lambda item: SIDES.index(item[0].side)))


def under_names(found: Feasibility, figures: Mapping[Figure, int], owners: Owners) -> Feasibility:
    """The answer about the owners under the names that the sheet gives."""
    if found.why is None:
        return found
    entries = tuple(as_json(_by_side(entry, figures, owners)) for entry in found.nearest)
    return Feasibility(False, _named(found.why, figures, owners), entries)


def _by_side(
    entry: Mapping[str, Mapping[str, int]], figures: Mapping[Figure, int], owners: Owners
) -> dict[Figure, int]:
    return {figure: entry[owners[figure.side]][figure.name] for figure in figures}


def _named(why: ScoringError, figures: Mapping[Figure, int], owners: Owners) -> ScoringError:
    """The reason under the sides' names; of allies, the first who has figures."""
    names: dict[str, str] = {}
    for side in (*(figure.side for figure in figures), *owners):
        names.setdefault(owners[side], side)
    facts = dict(why.params)
    owner = facts.get("side")
    for fact in _FIGURES:
        told = facts.get(fact)
        if isinstance(told, tuple):
            facts[fact] = tuple(_written(words, figures, owners) for words in told)
    if isinstance(owner, str):
        facts["side"] = names[owner]
    return ScoringError(why.code, **facts)


def _written(words: str, figures: Mapping[Figure, int], owners: Owners) -> str:
    """A figure under the name of the first side that gave it."""
    name, owner, value = words.split()
    side = next(figure.side for figure in figures if figure.name == name and owners[figure.side] == owner)
    return f"{name} {side} {value}"
