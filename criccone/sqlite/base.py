"""The backend: SQLite's own limit of values in a statement, and files that only their owner reads."""

import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base, features
from django.utils.functional import cached_property

from criccone.data_folder import private_file


class DatabaseFeatures(features.DatabaseFeatures):
    @cached_property
    def max_query_params(self) -> int:  # type: ignore[override]
        """SQLite's own limit, in the thousands; Django 5.2 assumes 999, the limit until 2020."""
        self.connection.ensure_connection()
        return int(self.connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER))


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection. Only its owner can read a new file, and those that SQLite makes beside it."""
        path = str(conn_params["database"])
        if path != ":memory:" and not path.startswith("file:"):
            private_file(Path(path))
        return super().get_new_connection(conn_params)
