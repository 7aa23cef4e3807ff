"""The manual's function that verifies the signature of a webhook works as it stands there."""

import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

from club.webhooks.posting import signature

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "manuale"


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_manual_s_function_knows_our_signatures(language: str) -> None:
    text = (MANUAL / language / "riferimento-api.md").read_text()
    (example,) = re.findall(r"```python\n(def is_ours.*?)```", text, re.DOTALL)
    namespace: dict[str, Any] = {"hmac": hmac, "hashlib": hashlib}
    exec(example, namespace)  # noqa: S102 - our own manual
    is_ours = namespace["is_ours"]
    signed = signature("whsec_x", b"{}", 1_764_279_667)
    assert is_ours("whsec_x", signed, b"{}", 1_764_279_700)
    assert not is_ours("whsec_x", signed, b"{ }", 1_764_279_700)
    assert not is_ours("whsec_y", signed, b"{}", 1_764_279_700)
    assert not is_ours("whsec_x", signed, b"{}", 1_764_280_700)
