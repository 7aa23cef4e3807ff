"""What a page needs to count a heap on the device: rules, sentences and the people at the table, as JSON."""

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language

import scoring
from scoring.wording.names import LANGUAGES


def counting(
    rules: str | None,
    players: Mapping[str, Sequence[str]],
    *,
    dealer: str = "",
    names: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Returns what `static/js/live_count.js` reads: ``players`` of each side, ``names`` of the players."""
    language = get_language()
    return {
        "rules": scoring.device_rules(rules),
        "words": scoring.device_words(language if language in LANGUAGES else "it"),
        "dealer": dealer,
        "players": players,
        "names": names or {},
    }
