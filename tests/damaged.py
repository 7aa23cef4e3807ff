"""Valid files and documents with something changed, as hypothesis draws it."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

#: What no form and no program of ours writes in such a place.
ODD = [
    None, True, False, 0, -1, 1.5, 2**31, 2**63, -(10**30), "", " ", "x", "\x00", "\u202e", "\ud800", "NaN",
    "1e9", "-1", "é" * 300, "x" * 70_000, "2026-02-30", [], [[]], {}, {"x": 1}, float("nan"), float("inf"),
]  # fmt: skip


@st.composite
def damaged_json(draw: st.DrawFn, document: Any) -> Any:
    """A copy of the JSON value with one to three places changed, dropped, doubled or named otherwise."""
    made = json.loads(json.dumps(document))
    for _change in range(draw(st.integers(1, 3))):
        made = _changed(draw, made)
    return made


def _changed(draw: st.DrawFn, document: Any) -> Any:
    """The document with one place changed, at any depth."""
    holder, place = None, None
    here = document
    while isinstance(here, dict | list) and here and (holder is None or draw(st.integers(0, 3))):
        holder, place = (
            here,
            draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here)))),
        )
        here = holder[place]
    if holder is None:
        return deepcopy(draw(st.sampled_from(ODD)))
    act = draw(st.sampled_from(["odd", "odd", "odd", "drop", "double", "near"]))
    if act == "drop":
        del holder[place]
    elif act == "double" and isinstance(holder, list):
        holder.append(here)
    elif act == "double":
        holder[f"{place}x"] = here
    elif act == "near" and isinstance(here, int) and not isinstance(here, bool):
        holder[place] = here + draw(st.sampled_from([-1, 1, 10, 1000]))
    else:
        holder[place] = deepcopy(draw(st.sampled_from(ODD)))
    return document


@st.composite
def damaged_bytes(draw: st.DrawFn, body: bytes) -> bytes:
    """The bytes cut, or with some of them flipped, dropped, doubled, or exchanged for others."""
    begin = draw(st.integers(0, max(0, len(body) - 1)))
    end = min(len(body), begin + draw(st.integers(1, 64)))
    act = draw(st.sampled_from(["cut", "flip", "drop", "double", "other", "append"]))
    if act == "cut":
        return body[:begin]
    if act == "flip":
        return body[:begin] + bytes(byte ^ draw(st.integers(1, 255)) for byte in body[begin:end]) + body[end:]
    if act == "drop":
        return body[:begin] + body[end:]
    if act == "double":
        return body[:end] + body[begin:]
    if act == "append":
        return body + draw(st.binary(max_size=64))
    return body[:begin] + draw(st.binary(max_size=64)) + body[end:]
