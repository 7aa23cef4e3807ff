"""The language in which commands speak to whoever runs them."""

import os

from django.conf import settings


def of_environment() -> str:
    """The language that the environment names, if the program has it; otherwise that of the installation."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code in dict(settings.LANGUAGES):
            return code
    return settings.LANGUAGE_CODE
