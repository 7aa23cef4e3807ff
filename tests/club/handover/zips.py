"""Bundles taken apart and put together again, with something changed: the work of a forger."""

import io
import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from typing import Any

Files = dict[str, bytes]
MANIFEST = "manifest.json"


def opened(body: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def closed(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def rows(files: Files, label: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[f"rows/{label}.jsonl"].splitlines()]


def forged(body: bytes, label: str, change: Callable[[list[dict[str, Any]]], None]) -> bytes:
    """The bundle with other rows of a model, its manifest made to agree with them."""
    files = opened(body)
    there = rows(files, label)
    change(there)
    text = b"".join(json.dumps(row).encode() + b"\n" for row in there)
    files[f"rows/{label}.jsonl"] = text
    told = json.loads(files[MANIFEST])
    part = next(part for part in told["parts"] if part["model"] == label)
    part |= {"rows": len(there), "bytes": len(text), "sha256": sha256(text).hexdigest()}
    return closed({**files, MANIFEST: json.dumps(told).encode()})


def retold(body: bytes, **said: Any) -> bytes:
    """The bundle with something else in its manifest."""
    files = opened(body)
    told = {**json.loads(files[MANIFEST]), **said}
    return closed({**files, MANIFEST: json.dumps(told).encode()})
