"""English is complete: every sentence in use is translated, and what is compiled is what is written."""

import ast
import gettext
import re
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.conftest import REQUIRED
from tests.translations.catalogue import Message, read

ROOT = Path(__file__).resolve().parent.parent.parent
INSIDE = Path("criccone/locale/en/LC_MESSAGES/django.po")
CATALOGUE = ROOT / INSIDE
SOURCES = ("club", "criccone", "tournaments", "manage.py")
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy"}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def _facts(sentence: str) -> set[str]:
    return set(PLACEHOLDER.findall(sentence))


@pytest.fixture(scope="module")
def messages() -> list[Message]:
    return read(CATALOGUE)


def test_every_sentence_has_its_english(messages: list[Message]):
    assert messages
    assert [message.id for message in messages if message.fuzzy or not all(message.translations)] == []


def test_english_fills_in_the_same_facts(messages: list[Message]):
    wrong = [
        message.id
        for message in messages
        for at, english in enumerate(message.translations)
        if _facts(english) != _facts(message.parts.get("msgid_plural", message.id) if at else message.id)
    ]
    assert wrong == []


def test_the_apostrophe_is_one_in_both_languages(messages: list[Message]):
    texts = [text for message in messages for text in message.parts.values()]
    assert [text for text in texts if "’" in text] == []


def test_the_compiled_catalogue_is_fresh(messages: list[Message]):
    with CATALOGUE.with_suffix(".mo").open("rb") as compiled:
        known = gettext.GNUTranslations(compiled)._catalog  # type: ignore[attr-defined]
    singular = {key: text for key, text in known.items() if key and not isinstance(key, tuple)}
    written = {message.key: message.parts["msgstr"] for message in messages if "msgstr" in message.parts}
    assert singular == written


@pytest.mark.slow
def test_no_sentence_stands_inside_an_f_string_where_its_translation_would_be_missed():
    missed = [
        f"{path}:{call.lineno}"
        for name in ("club", "criccone", "tournaments")
        for path in (ROOT / name).rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text()))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in GETTEXT
    ]
    assert missed == []


@pytest.mark.skipif(not REQUIRED and not shutil.which("xgettext"), reason="gettext's tools are not installed")
def test_the_catalogue_has_every_sentence_of_the_source(
    messages: list[Message], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "locale"))
        else:
            shutil.copy(source, tmp_path / name)
    (tmp_path / "criccone" / "locale").mkdir()
    shutil.copytree(ROOT / "scoring", tmp_path / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    with override_settings(LOCALE_PATHS=[tmp_path / "criccone" / "locale"]):
        call_command("makemessages", locale=["en"], ignore_patterns=["scoring/*"], verbosity=0)
    in_source = {message.key for message in read(tmp_path / INSIDE)}
    assert in_source == {message.key for message in messages}
