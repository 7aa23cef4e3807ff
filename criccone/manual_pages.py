"""The manual, as files that `make manual` has built: `/manuale/it/` and `/manuale/en/`."""

import mimetypes
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils._os import safe_join
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

LANGUAGES: Final = ("it", "en")
#: For browsers of Windows too, where the registry may call scripts plain text.
KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".woff2": "font/woff2"}


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """Leads to the manual in the visitor's language."""
    if not is_built():
        return render(request, "manual_missing.html", status=404)
    return redirect("manual_of", language=get_language() or settings.LANGUAGE_CODE)


def is_built() -> bool:
    return all((settings.MANUAL_DIR / language / "index.html").is_file() for language in LANGUAGES)


def _file(language: str, path: str) -> Path | None:
    """The file at that address; None if there is none, or if it lies outside of the manual."""
    if language not in LANGUAGES:
        return None
    try:
        file = Path(safe_join(settings.MANUAL_DIR / language, path or "index.html"))
    except (SuspiciousFileOperation, ValueError):
        return None
    return file if file.is_file() else None


def _changed_at(_request: HttpRequest, language: str, path: str = "") -> datetime | None:
    try:
        file = _file(language, path)
    except OSError:  # a name longer than the file system takes
        return None
    return datetime.fromtimestamp(file.stat().st_mtime, UTC) if file else None


@require_safe
@cache_control(no_cache=True)
@condition(last_modified_func=_changed_at)
def page(request: HttpRequest, language: str, path: str = "") -> HttpResponse:
    """A page or a file of the manual; 304 if the browser has it."""
    if not is_built():
        return render(request, "manual_missing.html", status=404)
    try:
        file = _file(language, path)
    except OSError:
        file = None
    if file is None:
        raise Http404
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    headers = {"Content-Language": language}
    return HttpResponse(file.read_bytes(), content_type=kind + charset, headers=headers)
