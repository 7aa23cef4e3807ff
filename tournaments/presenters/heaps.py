"""What a page needs to count a heap on the device: rules, sentences and the people at the table, as JSON."""

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language

import scoring


def counting(
    rules: str | None,
    players: Mapping[str, Sequence[str]],
    *,
    dealer: str = "",
    names: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Returns what `static/js/live_count.js` reads: ``players`` of each side, ``names`` of the players."""
    return {
        "rules": scoring.device_rules(rules),
        "words": scoring.device_words(get_language() or "it"),
        "dealer": dealer,
        "players": players,
        "names": names or {},
    }
