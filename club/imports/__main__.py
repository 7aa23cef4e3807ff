"""Reads an uploaded file in a process of its own: `python -m club.imports SECONDS CHOICES < FILE`.

A file of some kilobytes can be made so that reading it takes hours or gigabytes. Answers in JSON: the fields
of a `Grid`, or ``{"unreadable": {"code": ..., ...}}``.
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Final

from club.imports.files import read_file
from club.imports.grid import Unreadable
from club.untrusted_files import OUT_OF_MEMORY, bound_itself

MOST_MEMORY: Final = 256 * 2**20


def answer_to(body: bytes, choices: Mapping[str, str]) -> str:
    """The answer about the file `body`, in JSON."""
    answer: dict[str, object]
    try:
        answer = vars(read_file(body, **choices))
    except Unreadable as wrong:
        answer = {"unreadable": wrong.as_json}
    return json.dumps(answer)


def main(seconds: int, choices: dict[str, str]) -> None:
    bound_itself(seconds, MOST_MEMORY)
    # openpyxl would import it only to know its numbers, which no file has.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        answer = answer_to(sys.stdin.buffer.read(), choices)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # at once: an orderly end takes memory too
    sys.stdout.write(answer)


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(sys.argv[2]))
