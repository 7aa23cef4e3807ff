"""Checks a published draw on the server: in a process of its own, one at a time, once for each file."""

import json
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import TypedDict

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from tournaments.core.draws import DrawImpossible
from tournaments.core.draws.publishing import FORMAT, Check, Outcome, entrants_in, file_data
from tournaments.core.draws.rules import RULES
from tournaments.errors import InputRefused, TournamentError
from tournaments.text.draw_wording import refusal_sentence

MOST_BYTES = 1_000_000  # three times the file of two hundred pairs in their tenth round
MOST_ENTRANTS = 300
MOST_SECONDS = 8  # of CPU time; a file of two hundred pairs takes one
KEPT_SECONDS = 24 * 60 * 60
AGAIN_SECONDS = 60  # after a check that ran out of wall-clock time: the machine may only have been busy
PATIENCE_SECONDS = 12
TOO_MUCH = 3  # the exit status of `tournaments.core.draws.__main__` when memory runs out

_checking = Lock()


@dataclass(frozen=True)
class Checked:
    """The result of a check; no checks at all if it would have taken too long."""

    checks: tuple[Check, ...]
    is_too_long: bool = False

    @property
    def is_broken(self) -> bool:
        return any(check.outcome == "broken" for check in self.checks)

    @property
    def is_all_kept(self) -> bool:
        return bool(self.checks) and all(check.outcome == "kept" for check in self.checks)


def checked(written: bytes) -> Checked:
    """The checks of that file, cached by its digest for a day, or `AGAIN_SECONDS` after a timeout.

    Raises InputRefused for an invalid file, or one with more than `MOST_ENTRANTS`; TournamentError while
    other files are being checked.
    """
    key = f"draw-check:{FORMAT}:{RULES}:{sha256(written).hexdigest()}"
    if kept := cache.get(key):
        return _answered(kept)
    _verify_bounds(written)
    if not _checking.acquire(timeout=PATIENCE_SECONDS):
        raise TournamentError("checks-busy", _("Si stanno verificando altri file: riprova fra un minuto."))
    try:
        answer = cache.get(key) or _run(written)
        cache.set(key, answer, AGAIN_SECONDS if answer.get("by") == "clock" else KEPT_SECONDS)
    finally:
        _checking.release()
    return _answered(answer)


def _verify_bounds(written: bytes) -> None:
    try:
        entrants = entrants_in(file_data(written, MOST_BYTES))
    except DrawImpossible as refusal:
        raise _refused(refusal.code, refusal.params) from refusal
    if entrants > MOST_ENTRANTS:
        raise InputRefused(
            "draw-too-large-here",
            _(
                "Il file ha %(entrants)s iscritti: qui se ne verificano fino a %(most)s. "
                "Sul tuo computer: manage.py verify_draw FILE."
            )
            % {"entrants": entrants, "most": MOST_ENTRANTS},
        )


#: The answer of the process: why it refused the file, that it took too long, or the checks.
Answer = TypedDict(
    "Answer",
    {
        "refused": tuple[str, dict[str, int]],
        "too-long": bool,
        "by": str,
        "checks": list[tuple[str, Outcome, dict[str, int]]],
    },
    total=False,
)


def _run(written: bytes) -> Answer:
    """The answer of the process; ``too-long`` if it ran out of CPU time, memory or wall-clock time."""
    command = [sys.executable, "-m", "tournaments.core.draws", str(MOST_SECONDS)]
    try:
        done = subprocess.run(  # noqa: S603 - our own words only; the file comes in by stdin
            command, input=written, capture_output=True, cwd=settings.BASE_DIR, timeout=2 * MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        return {"too-long": True, "by": "clock"}
    if done.returncode < 0 or done.returncode == TOO_MUCH:
        return {"too-long": True}
    done.check_returncode()
    answer: Answer = json.loads(done.stdout)
    return answer


def _answered(answer: Answer) -> Checked:
    if "refused" in answer:
        raise _refused(*answer["refused"])
    if "too-long" in answer:
        return Checked((), is_too_long=True)
    return Checked(tuple(Check(code, outcome, params) for code, outcome, params in answer["checks"]))


def _refused(code: str, params: dict[str, int]) -> InputRefused:
    return InputRefused(f"draw-{code}", refusal_sentence(code, params), **params)
