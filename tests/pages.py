"""Pages as the tests quote them."""

import re
from html import unescape


def flat(page: str) -> str:
    """The page on one line, without white space beside its tags: however its template breaks its lines."""
    return re.sub(r"\s*(<[^<>]*?)\s*(/?>)\s*", r"\1\2", " ".join(page.split()))


def words(page: str) -> str:
    """What a page says: without tags, scripts and styles, its white space folded."""
    shown = re.sub(r"<script.*?</script>|<style.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(shown).split())
