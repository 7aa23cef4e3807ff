"""Django's SQLite backend with the true limit of values in a statement."""
