"""The first file of an archive: what it is, from when, and how many rows of which digest every part has."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final, Self

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

FORMAT: Final = "criccone-club"
FORMAT_VERSION: Final = 1
FILE: Final = "manifest.json"
#: The apps whose rows are in an archive.
APPS: Final = ("club", "tournaments")


class NoManifest(ValueError):
    """What is there is no manifest."""


@dataclass(frozen=True)
class Kept:
    """A part as it was written: a line a row."""

    model: str
    file: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    program: str
    made_at: str
    club: Mapping[str, str]
    migrations: Mapping[str, list[str]]
    #: Of each log the number of entries and the last hash: the club's under "", a tournament's under its key.
    logs: Mapping[str, list[Any]]
    parts: tuple[Kept, ...]
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    @property
    def counts(self) -> dict[str, int]:
        """Rows by model, of those that have any."""
        return {part.model: part.rows for part in self.parts if part.rows}

    def written(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode()

    @classmethod
    def read(cls, text: bytes) -> Self:
        """The manifest of these bytes. Raises NoManifest for anything else."""
        try:
            said = json.loads(text)
            if said.get("format") != FORMAT or not _is_number(said["format_version"]):
                raise NoManifest("format")
            if said["format_version"] > FORMAT_VERSION:
                return cls._of_the_future(said)
            made = cls(**{**said, "parts": tuple(Kept(**part) for part in said["parts"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
            raise NoManifest(str(wrong)) from wrong
        made._verify()
        return made

    @classmethod
    def _of_the_future(cls, said: dict[str, Any]) -> Self:
        """Of what only a newer program can read, its versions alone."""
        return cls(str(said.get("program")), "", {}, {}, {}, (), format_version=said["format_version"])

    def _verify(self) -> None:
        texts = [self.program, self.made_at, self.club["slug"], self.club["name"]]
        texts += [text for part in self.parts for text in (part.model, part.file, part.sha256)]
        texts += [name for names in self.migrations.values() for name in names]
        if not all(isinstance(text, str) for text in texts):
            raise NoManifest("text")
        if not all(_is_number(part.rows) and _is_number(part.bytes) for part in self.parts):
            raise NoManifest("number")
        if len({part.model for part in self.parts}) < len(self.parts):
            raise NoManifest("twice")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def program() -> str:
    """The version of this program; a word where it was never installed as a package."""
    try:
        return version("criccone")
    except PackageNotFoundError:
        return "dev"


def applied() -> dict[str, list[str]]:
    """The migrations this database has, by app."""
    return by_app(MigrationRecorder(connection).applied_migrations())


def by_app(migrations: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    there = sorted(migrations)
    return {app: [name for of, name in there if of == app] for app in APPS}
