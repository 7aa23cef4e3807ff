"""The manual, built for tests: once for all of them, and again where what it is made of has changed."""

import fcntl
import tempfile
from hashlib import sha256
from pathlib import Path

from deploy.wheel import LANGUAGES, MANUAL, build_manual
from tests.migrated import KEPT, ROOT

__all__ = ["LANGUAGES", "MANUAL", "built"]
#: What it is made of besides its own folder, and what builds it.
BESIDES = (
    *("docs/notation.md", "criccone/__init__.py", "criccone/static/css/tokens.css"),
    *("criccone/static/img/favicon.svg", "requirements-dev.txt", "deploy/wheel.py"),
)


def built() -> Path:
    """The folder with the manual in each language, which nobody changes."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / f"manual-{_digest()}"
    with (KEPT / "manual-lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=KEPT) as draft:
                build_manual(Path(draft) / "pages", Path(draft) / "read")
                (Path(draft) / "pages").rename(folder)  # whole or not at all
    return folder


def _digest() -> str:
    digest = sha256()
    sources = [path for path in MANUAL.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    fonts = (ROOT / "criccone" / "static" / "fonts").glob("*.woff2")
    for path in sorted([*sources, *fonts, *(ROOT / name for name in BESIDES)]):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
