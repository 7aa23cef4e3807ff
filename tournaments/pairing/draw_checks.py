"""Checks a published draw on the server: in a process of its own, one at a time, once for each file."""

from dataclasses import dataclass
from hashlib import sha256
from typing import TypedDict

from django.core.cache import cache
from django.utils.translation import gettext as _

from club.turns import NoTurn, Turns
from club.untrusted_files import Failed, TooMuch, answer_of
from tournaments.core.draws import DrawImpossible
from tournaments.core.draws.publishing import FORMAT, Check, Outcome, entrants_in, file_data
from tournaments.core.draws.rules import RULES
from tournaments.errors import InputRefused, TournamentError
from tournaments.text.draw_wording import refusal_sentence

MOST_BYTES = 1_000_000  # three times the file of two hundred pairs in their tenth round
MOST_ENTRANTS = 300
MOST_SECONDS = 1  # of CPU time, for anybody's file; one of two hundred pairs takes half
OWN_SECONDS = 8  # for the file of a round of ours, on a slow laptop too
KEPT_SECONDS = 24 * 60 * 60
AGAIN_SECONDS = 60  # after a check that ran out of wall-clock time: the machine may only have been busy
PATIENCE_SECONDS = 5

_checking = Turns(1)


#: The answer of the process: why it refused the file, the seconds that were not enough, or the checks.
Answer = TypedDict(
    "Answer",
    {
        "refused": tuple[str, dict[str, int]],
        "too-long": int,
        "by": str,
        "checks": list[tuple[str, Outcome, dict[str, int]]],
    },
    total=False,
)


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


def checked(written: bytes, seconds: int = MOST_SECONDS) -> Checked:
    """The checks of that file, cached by its digest for a day, or `AGAIN_SECONDS` after a timeout.

    They may take `seconds` of CPU time; a file given up after fewer seconds is checked again.

    Raises InputRefused for an invalid file, or one with more than `MOST_ENTRANTS`; TournamentError while
    other files are being checked, and if the check fails.
    """
    key = f"draw-check:{FORMAT}:{RULES}:{sha256(written).hexdigest()}"
    if kept := _kept(key, seconds):
        return _answered(kept)
    _verify_bounds(written)
    try:
        with _checking.held(PATIENCE_SECONDS):
            answer = _kept(key, seconds) or _run(written, seconds)
            cache.set(key, answer, AGAIN_SECONDS if answer.get("by") == "clock" else KEPT_SECONDS)
    except NoTurn as busy:
        raise TournamentError(
            "checks-busy", _("Si stanno verificando altri file: riprova fra un minuto.")
        ) from busy
    return _answered(answer)


def _kept(key: str, seconds: int) -> Answer | None:
    """The cached answer, unless the file was given up after fewer than these seconds."""
    answer: Answer | None = cache.get(key)
    return None if answer and answer.get("too-long", seconds) < seconds else answer


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


def _run(written: bytes, seconds: int) -> Answer:
    """The answer of the process; ``too-long`` if it ran out of CPU time, memory or wall-clock time."""
    try:
        answer: Answer = answer_of("tournaments.pairing.draw_process", body=written, seconds=seconds)
    except TooMuch as too_much:
        return {"too-long": seconds, "by": "clock"} if too_much.by_clock else {"too-long": seconds}
    except Failed as failed:
        raise TournamentError(
            "check-failed", _("Qui la verifica non riesce. Sul tuo computer: manage.py verify_draw FILE.")
        ) from failed
    return answer


def _answered(answer: Answer) -> Checked:
    if "refused" in answer:
        raise _refused(*answer["refused"])
    if "too-long" in answer:
        return Checked((), is_too_long=True)
    return Checked(tuple(Check(code, outcome, params) for code, outcome, params in answer["checks"]))


def _refused(code: str, params: dict[str, int]) -> InputRefused:
    return InputRefused(f"draw-{code}", refusal_sentence(code, params), **params)
