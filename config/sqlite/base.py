import sqlite3

from django.db.backends.sqlite3 import base, features
from django.utils.functional import cached_property


class DatabaseFeatures(features.DatabaseFeatures):
    @cached_property
    def max_query_params(self) -> int:  # type: ignore[override]
        """SQLite's own limit, in the thousands; Django 5.2 assumes 999, the limit until 2020."""
        self.connection.ensure_connection()
        return int(self.connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER))


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
