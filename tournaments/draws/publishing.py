"""The published form of a draw, which `verifying` checks."""

from dataclasses import asdict
from typing import Any

from tournaments.draws.inputs import DrawInput, listed
from tournaments.draws.movements import Drawn, Movement
from tournaments.draws.told import FORMAT


def published(movement: Movement, given: DrawInput, made: Drawn) -> dict[str, Any]:
    """The file's data, of JSON's own types: all that `verification` needs, and no name of a person."""
    return {
        "criccone": "draw",
        "format": FORMAT,
        "movement": movement.as_json(),
        "input": given.as_json(),
        "draw": listed(asdict(made)),
    }
