"""Checks one published draw in a process of its own: `python -m tournaments.core.draws SECONDS < FILE`.

Anyone can send a server a file that takes long to check, and the solver cannot be interrupted from within: so
the operating system ends this process after that many seconds of CPU time, or beyond `MOST_MEMORY`. Answers
in JSON: ``{"checks": [[code, outcome, params], ...]}`` or ``{"refused": [code, params]}``.
"""

import contextlib
import json
import sys

from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.publishing import MOST_BYTES, file_data
from tournaments.core.draws.verifying import verification

with contextlib.suppress(ImportError):  # Windows has no such limits; there the caller's timeout applies
    import resource

MOST_MEMORY = 1_500_000_000
TOO_MUCH = 3  # the exit status when memory runs out


def main(seconds: int) -> None:
    if "resource" in globals():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    answer: dict[str, object]
    try:
        checks = verification(file_data(sys.stdin.buffer.read(MOST_BYTES + 1))).checks
        answer = {"checks": [[check.code, check.outcome, check.params] for check in checks]}
    except DrawImpossible as refusal:
        answer = {"refused": [refusal.code, refusal.params]}
    except MemoryError:
        sys.exit(TOO_MUCH)
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(int(sys.argv[1]))
