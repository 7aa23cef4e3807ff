"""From plain data and a Typst page to the bytes of a PDF."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst
from django.conf import settings
from django.utils.translation import get_language

PAGES = Path(settings.BASE_DIR) / "templates" / "print"


def pdf(page: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/print/<page>.typ`, which reads `data` from its input. Names go in as text, so
    nothing a player is called can be markup."""
    said = {"language": get_language() or settings.LANGUAGE_CODE, **data}
    compiled = typst.compile(
        str(PAGES / f"{page}.typ"),
        root=str(PAGES),
        font_paths=[str(PAGES / "fonts")],
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": json.dumps(said, ensure_ascii=False, default=str)},
    )
    if not isinstance(compiled, bytes):
        raise TypeError(f"{page} gave no single PDF")
    return compiled
