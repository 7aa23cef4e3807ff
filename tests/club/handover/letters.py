"""The encryption takes seconds, and is tried elsewhere: here a letter stands for it."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import pytest

from club.handover import archive_writer, encryption, restore

PASSPHRASE = "tre carte in mano di più"


def seal_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Archives of the pages are the passphrase and, beneath it, the bundle."""
    monkeypatch.setattr(archive_writer, "seal", lambda body, passphrase: passphrase.encode() + b"\n" + body)

    @contextmanager
    def sealing(out: BinaryIO, passphrase: str) -> Iterator[BinaryIO]:
        out.write(passphrase.encode() + b"\n")
        body = io.BytesIO()
        yield body
        out.write(body.getvalue())

    monkeypatch.setattr(archive_writer, "sealing", sealing)

    def unseal(sealed: bytes, passphrase: str) -> bytes:
        said, _end, body = sealed.partition(b"\n")
        if said != passphrase.encode():
            raise encryption.ArchiveRefused("not-opened", "La frase non è questa.")
        return body

    monkeypatch.setattr(restore, "unseal", unseal)
