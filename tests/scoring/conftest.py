"""The engine runs without a database, and so do its tests."""

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
