"""The language of the commands: that of the terminal they are typed in."""

import gettext
import locale
import os
import sys
from pathlib import Path
from typing import Final

from django.utils import translation

LOCALE: Final = Path(__file__).resolve().parent / "locale"


def environment_language() -> str:
    """ "it" or "en", by the variables that POSIX names, in their order, or by Windows' own language.

    Italian if nothing is set; English for every other language, because more people read it.
    """
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if not named and sys.platform == "win32":
        import ctypes

        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    language = named.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return "it" if language in ("", "c", "posix", "it") else "en"


def speak() -> None:
    """Activates the terminal's language for the output of commands, and for argparse's own sentences."""
    language = environment_language()
    translation.activate(language)
    # argparse asks gettext for its sentences by the variables of the environment, of which this is the first.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("argparse", LOCALE)
    gettext.textdomain("argparse")
