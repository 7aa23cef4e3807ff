"""Checks one published draw: `python -m tournaments.pairing.draw_process SECONDS < FILE`.

Anybody can send a file that takes long to check, and the solver cannot be interrupted from within: so the
operating system ends this process after that many seconds of CPU time, or beyond `MOST_MEMORY`. Answers
in JSON: ``{"checks": [[code, outcome, params], ...]}`` or ``{"refused": [code, params]}``.
"""

import json
import os
import sys

from club.untrusted_files import OUT_OF_MEMORY, bound_itself
from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.publishing import MOST_BYTES, file_data
from tournaments.core.draws.verifying import verification

MOST_MEMORY = 1_500_000_000


def main(seconds: int) -> None:
    bound_itself(seconds, MOST_MEMORY)
    answer: dict[str, object]
    try:
        checks = verification(file_data(sys.stdin.buffer.read(MOST_BYTES + 1))).checks
        answer = {"checks": [[check.code, check.outcome, check.params] for check in checks]}
    except DrawImpossible as refusal:
        answer = {"refused": [refusal.code, refusal.params]}
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # at once: an orderly end takes memory too
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(int(sys.argv[1]))
