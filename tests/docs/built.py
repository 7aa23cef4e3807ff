"""The manual, built for a test."""

from pathlib import Path

from deploy.wheel import LANGUAGES, MANUAL, build_manual

__all__ = ["LANGUAGES", "MANUAL", "build"]


def build(folder: Path) -> Path:
    """Builds it there; returns the folder."""
    build_manual(folder, folder / "doctrees")
    return folder
