"""The manual, built for a test."""

import subprocess
import sys
from pathlib import Path

MANUAL = Path(__file__).resolve().parent.parent.parent / "docs" / "manuale"
LANGUAGES = ("it", "en")


def build(folder: Path) -> Path:
    """Builds it there as `make manual` does, where any warning fails; returns the folder."""
    for language in LANGUAGES:
        words = ["-q", "-W", "--keep-going", "-E", "-b", "html", "-c", MANUAL, "-t", language]
        places = ["-d", folder / "doctrees" / language, MANUAL / language, folder / language]
        subprocess.run([sys.executable, "-W", "ignore", "-m", "sphinx", *words, *places], check=True)
    return folder
