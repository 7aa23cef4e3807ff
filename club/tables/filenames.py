"""What a file is called on the device that takes it."""

import re
import unicodedata

from club.tables.columns import Source

# What Windows, macOS or Linux refuse in a name, and what cannot be seen in one.
FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+')
#: Bytes: file systems allow 255, and a browser may add " (1)".
MOST_BYTES = 180


def file_name(title: str, source: Source, ending: str) -> str:
    """The name: what, of which evening, when: "Classifica dopo il turno 2 - Torneo - 2026-11-21.csv"."""
    stem = f"{title} - {source.name}"
    return f"{_cut(clean(stem))} - {source.date:%Y-%m-%d}.{ending}"


def clean(name: str) -> str:
    """The name without what a file system refuses; accents stay."""
    spaced = FORBIDDEN.sub(" ", unicodedata.normalize("NFC", name))
    return " ".join(spaced.split()).strip(". ") or "Criccone"


def _cut(name: str) -> str:
    return name.encode()[:MOST_BYTES].decode(errors="ignore").rstrip()
