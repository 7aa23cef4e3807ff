"""Why the system refused a file, in the reader's language: the system's own words are usually English."""

import errno
from typing import Final

from django.utils.translation import get_language

REASONS: Final[dict[str, dict[int, str]]] = {
    "it": {
        errno.ENOENT: "non c'è",
        errno.EACCES: "permesso negato",
        errno.EPERM: "permesso negato",
        errno.EROFS: "il disco è di sola lettura",
        errno.ENOSPC: "il disco è pieno",
        errno.EEXIST: "non è una cartella",
        errno.ENOTDIR: "non è una cartella",
        errno.EISDIR: "è una cartella",
        errno.EIO: "il disco non risponde",
    },
    "en": {
        errno.ENOENT: "it is not there",
        errno.EACCES: "permission denied",
        errno.EPERM: "permission denied",
        errno.EROFS: "the disk is read-only",
        errno.ENOSPC: "the disk is full",
        errno.EEXIST: "it is not a folder",
        errno.ENOTDIR: "it is not a folder",
        errno.EISDIR: "it is a folder",
        errno.EIO: "the disk does not answer",
    },
}


def reason(wrong: OSError, language: str | None = None) -> str:
    """The reason in `language`, or else in the active language; a rare reason in the system's own words."""
    known = REASONS.get(language or get_language() or "it", REASONS["en"])
    return known.get(wrong.errno or 0) or wrong.strerror or str(wrong)
