"""Django's SQLite, told how many values a statement may really hold."""
