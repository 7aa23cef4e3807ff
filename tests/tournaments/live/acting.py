"""Another process that acts on an installation: reads lines of Python, runs them, says what they printed.

Started once a server: Django and the engine take seconds to load, which every act would pay again.
"""

import io
import json
import sys
import traceback
from contextlib import redirect_stdout
from importlib import import_module

import django

#: What an act may use without importing it: the makers, and the verbs of people and entries.
AT_HAND = ("club.register.people", "tournaments.entries.entries")


def said_by(lines: str, makers: dict[str, object]) -> dict[str, str]:
    """What `lines` printed, the makers of `tests.evening` at hand, and how they failed if they did."""
    out = io.StringIO()
    failed = ""
    with redirect_stdout(out):
        try:
            exec(compile(lines, "<act>", "exec"), dict(makers))  # noqa: S102 - the lines of our own tests
        except Exception:  # noqa: BLE001 - whatever went wrong is the test's to show
            failed = traceback.format_exc()
    return {"said": out.getvalue(), "failed": failed}


def main() -> None:
    django.setup()
    makers = vars(import_module("tests.evening")) | {
        name.rpartition(".")[2]: import_module(name) for name in AT_HAND
    }
    for line in sys.stdin:
        sys.stdout.write(json.dumps(said_by(json.loads(line), makers)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
