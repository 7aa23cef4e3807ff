"""A club before and after it moved, row by row and column by column, with keys of its own.

Shares nothing with the code that moves it: the rows are all that an installation has, and a row's key there
is told from its place in the order of the keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Field

Rows = dict[str, list[dict[str, Any]]]

#: What no archive takes along, as people are told.
STAYS_BEHIND = {
    "club.invitation", "club.devicetoken", "club.handover",
    "tournaments.archive", "tournaments.archivefile", "tournaments.simulation",
}  # fmt: skip
#: What an archive tells of an account.
OF_ACCOUNTS = {"id", "email", "first_name", "last_name", "is_active", "date_joined"}
#: Keys that are not foreign keys: in which column, under which word, of which model.
INSIDE = {
    ("club.import", "rules"): {"category": "club.category"},
    ("club.importrow", "made"): {"membership": "club.membership"},
    ("club.importrow", "problems"): {"person": "club.person"},
}


def differences(
    source: Rows,
    arrived: Rows,
    *,
    others: frozenset[tuple[str, str]] = frozenset(),
    has_accounts: bool = True,
) -> list[str]:
    """Every value that is not what it was; none for a club that arrived whole.

    `others` are columns that may hold something else. The log of the club has one entry more.
    """
    return list(_Moved(source, arrived, others, has_accounts=has_accounts).differences())


class _Moved:
    def __init__(
        self, source: Rows, arrived: Rows, others: frozenset[tuple[str, str]], *, has_accounts: bool
    ) -> None:
        officers = {row["user_id"] for row in source["club.role"]}
        accounts = [row for row in source["club.user"] if row["id"] in officers]
        self.source = {**source, "club.user": accounts if has_accounts else []}
        self.arrived = {**arrived, "club.clublogentry": arrived["club.clublogentry"][:-1]}
        self.others, self.officers = others, officers
        self.keys = {label: self._paired(label) for label in self.source}
        if not has_accounts:
            self.keys["club.user"] = {key: key for key in officers}

    def _paired(self, label: str) -> dict[Any, Any]:
        pk = apps.get_model(label)._meta.pk.attname
        pairs = zip(self.source[label], self.arrived[label], strict=False)
        return {old[pk]: new[pk] for old, new in pairs}

    def differences(self) -> Iterator[str]:
        for label, rows in self.source.items():
            wanted = 0 if label in STAYS_BEHIND else len(rows)
            if label == "club.formerkey":
                continue
            if len(self.arrived[label]) != wanted:
                yield f"{label}: {wanted} rows, {len(self.arrived[label])} arrived"
            if wanted:
                yield from self._rows(label)

    def _rows(self, label: str) -> Iterator[str]:
        fields = {field.attname: field for field in apps.get_model(label)._meta.concrete_fields}
        for old, new in zip(self.source[label], self.arrived[label], strict=False):
            for name, field in fields.items():
                if (label, name) in self.others or (label == "club.user" and name not in OF_ACCOUNTS):
                    continue
                expected = self._expected(label, field, old[name])
                if new[name] != expected:
                    yield f"{label} {old} {name}: {new[name]!r} instead of {expected!r}"

    def _expected(self, label: str, field: Field[Any, Any], value: Any) -> Any:
        inside = INSIDE.get((label, field.attname))
        if inside:
            return self._inside(inside, value)
        if value is None or not (field.remote_field or field.primary_key):
            return value
        target = field.remote_field.model._meta.label_lower if field.remote_field else label
        if target == "club.user" and value not in self.officers:
            return None  # who has left is a name in the row
        return self.keys[target][value]

    def _inside(self, words: dict[str, str], value: Any) -> Any:
        if isinstance(value, list):
            return [self._inside(words, each) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            word: self.keys[words[word]][each] if word in words and each else self._inside(words, each)
            for word, each in value.items()
        }
