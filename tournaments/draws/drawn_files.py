"""Reading a published draw from bytes that anyone may have written, or a refusal that says what is wrong."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from tournaments.draws.inputs import DrawImpossible
from tournaments.draws.told import FORMAT, FORMATS

MEGABYTE = 1_000_000
MOST_BYTES = 5 * MEGABYTE  # ten times the file of a thousand pairs in their tenth turn
MOST_DIGITS = 19  # of a seed, the largest number there is


def read(written: bytes, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """The data of a published draw, not yet checked.

    Raises `DrawImpossible`: ``file-empty``, ``file-too-large`` with ``most`` in megabytes, ``file-cut``,
    ``not-json``, ``too-deep``, ``number-not-whole``, ``number-too-large``, ``named-twice``, ``newer-format``
    with the newest ``known``, and ``unknown-format`` for any other file.
    """
    if len(written) > most_bytes:
        raise DrawImpossible("file-too-large", most=most_bytes // MEGABYTE)
    data = _parsed(_text(written))
    if not isinstance(data, dict) or data.get("criccone") != "draw":
        raise DrawImpossible("unknown-format", known=FORMAT)
    told = data.get("format")
    if type(told) is int and told > FORMAT:
        raise DrawImpossible("newer-format", known=FORMAT)
    if told not in FORMATS:
        raise DrawImpossible("unknown-format", known=FORMAT)
    return data


def entrants_in(data: Mapping[str, Any]) -> int:
    """How many it names, as far as can be told before it is checked; it takes longer the more they are."""
    given = data.get("input")
    entrants = given.get("entrants") if isinstance(given, dict) else None
    return len(entrants) if isinstance(entrants, list) else 0


def _text(written: bytes) -> str:
    try:
        text = written.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise DrawImpossible("not-json") from error
    if not text:
        raise DrawImpossible("file-empty")
    return text


def _parsed(text: str) -> Any:
    try:
        return json.loads(
            text,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
            object_pairs_hook=_named_once,
        )
    except json.JSONDecodeError as error:
        if text[0] == "{" and (error.pos >= len(text) or error.msg.startswith("Unterminated")):
            raise DrawImpossible("file-cut") from error
        raise DrawImpossible("not-json") from error
    except RecursionError as error:
        raise DrawImpossible("too-deep") from error


def _whole(written: str) -> int:
    if len(written.lstrip("-")) > MOST_DIGITS:
        raise DrawImpossible("number-too-large", digits=MOST_DIGITS)
    return int(written)


def _not_whole(_written: str) -> NoReturn:
    raise DrawImpossible("number-not-whole")


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; two values of one name could be read in two ways."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise DrawImpossible("named-twice")
    return made
