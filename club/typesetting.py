"""From plain data and a Typst page to the bytes of a PDF."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal
from unicodedata import category

import typst
from django.conf import settings
from django.utils.translation import get_language

PAGES = Path(settings.BASE_DIR) / "templates" / "print"
#: Up to here (Latin, with every accent) our faces have all letters; of those after it we ask.
LAST_OF_LATIN = "\u024f"
#: Typst says which letters would come out as boxes only to who asks for a PDF that everybody can read.
READABLE: Literal["ua-1"] = "ua-1"
LETTERS = b"#set document(title: [-])\n#sys.inputs.letters"


def pdf(page: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/print/<page>.typ`, which reads `data` from its input. Names go in as text, so
    nothing a player is called can be markup.

    The faces are ours, the same on all machines; those of the system are let in only for a page with letters
    that ours lack, as Chinese, Japanese and Korean ones.
    """
    said = json.dumps(
        {"language": get_language() or settings.LANGUAGE_CODE, **data}, ensure_ascii=False, default=str
    )
    compiled = typst.compile(
        str(PAGES / f"{page}.typ"),
        root=str(PAGES),
        font_paths=_faces(with_the_systems=not _are_ours(_foreign(said))),
        format="pdf",
        sys_inputs={"data": said},
    )
    if not isinstance(compiled, bytes):
        raise TypeError(f"{page} gave no single PDF")
    return compiled


@cache
def _faces(*, with_the_systems: bool) -> typst.Fonts:
    """Ours, and those that Typst brings with it; read once."""
    return typst.Fonts(include_system_fonts=with_the_systems, font_paths=[str(PAGES / "fonts")])


def _foreign(text: str) -> str:
    """The letters and signs after the Latin ones, each once; no marks and joiners, which are never alone."""
    return "".join(sorted({each for each in text if each > LAST_OF_LATIN and category(each)[0] not in "MC"}))


@lru_cache(maxsize=256)
def _are_ours(letters: str) -> bool:
    """Whether our faces, and those that Typst brings with it, have all of these."""
    if not letters:
        return True
    try:
        typst.compile(
            LETTERS,
            font_paths=_faces(with_the_systems=False),
            format="pdf",
            pdf_standards=READABLE,
            sys_inputs={"letters": letters},
        )
    except typst.TypstError:
        return False
    return True
