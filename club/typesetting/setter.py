"""`python setter.py FOLDER PAGE FORMAT < data > file`: makes one PDF or PNG and ends.

Typst caches everything that it has set: hundreds of megabytes, in a process that serves pages all evening.
This script imports no module of the project, so that it starts at once.
"""

import sys
from pathlib import Path
from typing import Literal
from unicodedata import category

import typst

#: The project's fonts have all letters up to this one (Latin with all accents); later letters are checked.
LAST_OF_LATIN = "\u024f"
#: The standard of accessible PDFs: only for these does Typst report letters that the fonts lack.
READABLE: Literal["ua-1"] = "ua-1"
LETTERS = b"#set document(title: [-])\n#sys.inputs.letters"


def typeset(folder: Path, page: str, text: str, kind: Literal["pdf", "png"]) -> bytes:
    """The file of `<folder>/<page>.typ`; a PNG has one pixel for each point.

    Raises `TypstError` for a page that cannot be set.
    """
    faces = _faces(folder, with_the_systems=False)
    if not _has_all(faces, _foreign(text)):
        faces = _faces(folder, with_the_systems=True)
    compiled = typst.compile(
        str(folder / f"{page}.typ"),
        root=str(folder),
        font_paths=faces,
        format=kind,
        ppi=72 if kind == "png" else None,
        sys_inputs={"data": text},
    )
    if not isinstance(compiled, bytes):
        raise TypeError(f"{page} gave no single file")
    return compiled


def _faces(folder: Path, *, with_the_systems: bool) -> typst.Fonts:
    """The project's fonts, those included in Typst and, if wanted, those of the system."""
    return typst.Fonts(include_system_fonts=with_the_systems, font_paths=[str(folder / "fonts")])


def _foreign(text: str) -> str:
    """The letters and signs beyond Latin, each once, without marks and joiners, which never stand alone."""
    return "".join(sorted({each for each in text if each > LAST_OF_LATIN and category(each)[0] not in "MC"}))


def _has_all(faces: typst.Fonts, letters: str) -> bool:
    if not letters:
        return True
    try:
        typst.compile(
            LETTERS, font_paths=faces, format="pdf", pdf_standards=READABLE, sys_inputs={"letters": letters}
        )
    except typst.TypstError:
        return False
    return True


def main() -> None:
    folder, page, kind = sys.argv[1:]
    text = sys.stdin.buffer.read().decode()
    try:
        sys.stdout.buffer.write(typeset(Path(folder), page, text, "png" if kind == "png" else "pdf"))
    except typst.TypstError as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
