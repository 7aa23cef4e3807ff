"""The codes of all refusals, found in the source, with their statuses and sentences."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.utils import translation
from rest_framework import exceptions

from club import limits
from club.api.parsing import TooLarge
from club.api.preconditions import PreconditionFailed
from club.errors import Refusal
from criccone import bodies
from criccone.refusals import status_and_sentence
from scoring.wording.errors import SENTENCES
from tournaments.entries.bookings.terms import BookingState
from tournaments.models import Booking, RoundState
from tournaments.standings import ranking_service
from tournaments.text import draw_wording, move_wording, season_wording

SOURCES: Final = ("club", "tournaments", "criccone")
#: Those of Django REST framework that carry a `code` of ours.
WITH_CODE: Final = {"PermissionDenied": 403, "AuthenticationFailed": 401}
#: Codes that are no literal where they are raised: the file, and what is written there.
MADE: Final = {
    ("club/imports/service.py", "wrong.code"),
    ("tournaments/web/views/tables/answers.py", "refusal.code"),
    ("tournaments/pairing/moves.py", "f'move-{refusal.code}'"),
    ("tournaments/pairing/mending.py", "f'mend-{refusal.code}'"),
    ("tournaments/pairing/draw_checks.py", "f'draw-{code}'"),
    ("tournaments/pairing/pairing_service.py", "f'draw-{refusal.code}'"),
    ("tournaments/pairing/pairing_service.py", "f'check-{each.code}'"),
    ("tournaments/seasons/season_service.py", "refusal.code"),
    ("tournaments/standings/ranking_service.py", "refusal.code"),
    ("tournaments/entries/bookings/confirmations.py", "f'booking-{booking.end_cause}'"),
    ("tournaments/entries/bookings/requests.py", "state.value"),
    ("tournaments/rounds/rounds.py", "f'round-{round_.state}'"),
    ("club/api/permissions.py", "lacking.code"),
}

OF_THE_FRAMEWORK: Final = (
    exceptions.ParseError,
    exceptions.AuthenticationFailed,
    exceptions.NotAuthenticated,
    exceptions.PermissionDenied,
    exceptions.NotFound,
    exceptions.MethodNotAllowed,
    exceptions.NotAcceptable,
    exceptions.UnsupportedMediaType,
    exceptions.Throttled,
    TooLarge,
    PreconditionFailed,
)


@dataclass(frozen=True)
class Raised:
    """A place of the source that refuses: `code` is None where it is no literal, `sentence` its msgid."""

    file: str
    line: int
    written: str
    code: str | None
    status: int
    sentence: str


def statuses() -> dict[str, int]:
    """The status of each class of refusals that carries a code first, by the class's name."""
    import_module("criccone.urls")
    found, waiting = {}, [Refusal]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        found |= {
            kind.__name__: kind.status for kind in kinds if kind not in (limits.CannotCount, limits.TryLater)
        }
    return found


def raised() -> Iterator[Raised]:
    """Every refusal of the source."""
    known = statuses()
    for source in SOURCES:
        for path in sorted(Path(source).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and (found := _raised(str(path), node, known)):
                    yield found


def _raised(file: str, call: ast.Call, known: dict[str, int]) -> Raised | None:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    code: ast.expr | None = call.args[0] if call.args and name in known else None
    if name in WITH_CODE:
        code = next((each.value for each in call.keywords if each.arg == "code"), None)
    if ast.unparse(call.func) in ("problems.as_json", "problems.response"):
        code = call.args[0] if isinstance(call.args[0], ast.Constant) else None
    if code is None or isinstance(code, ast.Name):
        return None
    literal = code.value if isinstance(code, ast.Constant) else None
    status = known.get(name) or WITH_CODE.get(name) or _literal(call.args[2])
    sentence = _sentence(call, code)
    return Raised(file, call.lineno, ast.unparse(code), literal, status, sentence)


def _literal(status: ast.expr) -> int:
    return int(ast.literal_eval(status))


def _sentence(call: ast.Call, code: ast.expr) -> str:
    """The first translated text among the arguments; empty if it is made elsewhere."""
    for argument in (*call.args, *(each.value for each in call.keywords)):
        for node in ast.walk(argument):
            if argument is not code and isinstance(node, ast.Call) and _is_translated(node):
                text = node.args[-1] if ast.unparse(node.func) == "pgettext" else node.args[0]
                return str(text.value) if isinstance(text, ast.Constant) else ""
    return ""


def _is_translated(call: ast.Call) -> bool:
    return ast.unparse(call.func) in ("_", "gettext", "gettext_lazy", "ngettext", "pgettext")


def codes(language: str) -> dict[int, dict[str, str]]:
    """The sentence of each code in that language, by status; empty where it is made from other sentences."""
    found: dict[int, dict[str, str]] = {}
    for each in raised():
        if each.code is not None:
            sentence = translation.gettext(each.sentence) if each.sentence else ""
            known = found.setdefault(each.status, {})
            known[each.code] = known.get(each.code) or sentence
    for status, code, said in (*_made(language), *_of_the_framework()):
        found.setdefault(status, {}).setdefault(code, str(said))
    return found


def _made(language: str) -> Iterator[tuple[int, str, Any]]:
    """The codes that are no literals in the source."""
    yield from ((422, code, sentence) for code, sentence in SENTENCES[language].items())
    yield from ((409, f"draw-{code}", sentence) for code, sentence in draw_wording.REFUSALS.items())
    for code, sentence in move_wording.REFUSALS.items():
        yield from ((409, f"{act}-{code}", sentence) for act in ("mend", "move"))
    for code, (finding, remedy) in draw_wording.FINDINGS.items():
        yield 409, f"check-{code}", f"{finding} {remedy}"
    yield from ((422, code, sentence) for code, sentence in season_wording.IMPOSSIBLE.items())
    yield from ((422, code, sentence) for code, sentence in ranking_service.REFUSALS.items())
    yield from ((409, f"round-{state.value}", "") for state in RoundState)
    yield from ((409, f"booking-{cause.value}", "") for cause in Booking.End)
    yield from ((409, state.value, "") for state in BookingState if not state.lets_in)
    yield 409, "sheet-refused", ""
    yield 422, "sheet-refused", ""


def _of_the_framework() -> Iterator[tuple[int, str, Any]]:
    """The codes of Django REST framework, and of code that answers before the views."""
    yield 400, "invalid", translation.gettext("Dati non validi.")
    yield 403, "second-factor-missing", ""
    yield 503, "cannot-count", limits.CannotCount()
    for error in OF_THE_FRAMEWORK:
        yield error.status_code, str(error.default_code).replace("_", "-"), error.default_detail
    for reason in (bodies.Reason.TOO_LARGE, bodies.Reason.TOO_SLOW, bodies.Reason.TOO_MANY):
        status, sentence = status_and_sentence(bodies.Refusal(reason, 2**20))
        yield status, reason.value, sentence
