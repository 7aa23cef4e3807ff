"""Pages as the tests quote them."""

import re


def flat(page: str) -> str:
    """The page on one line, without white space beside its tags: however its template breaks its lines."""
    return re.sub(r"\s*(<[^<>]*?)\s*(/?>)\s*", r"\1\2", " ".join(page.split()))
