"""Pure functions over plain rows: draws, standings, seasons, ratings and plots; no Django, no models."""


def gettext_noop(message: str) -> str:
    """The message itself. The name marks it for translation without importing Django."""
    return message
