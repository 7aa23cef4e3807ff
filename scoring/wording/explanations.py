"""A side's explanation in sentences, one for each item, for learners and for disputes."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.wording import names

# The data comes from a count's ``explain`` or back from JSON: its shape is known, not its type.
Data = Mapping[str, Any]

_PHRASES: Final = {language: words["explanations"] for language, words in names.WORDS.items()}


def bolognese_sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation in the order in which a deal is counted (Barilli 3.9)."""
    sequences, last_trick = explanation["sequences"], explanation["last_trick"]
    return [
        *_combination_sentences("sequences", sequences, language),
        *(_say(language, item["reason"], family=item["family"]) for item in sequences["missed"]),
        *_combination_sentences("cricche", explanation["cricche"], language),
        _card_points(explanation["card_points"], language),
        *([_say(language, "last_trick", points=last_trick)] if last_trick else []),
        *(line for player in explanation["declarations"] for line in _player(player, language)),
        _say(language, "total", total=explanation["total"]),
    ]


def _combination_sentences(kind: str, combinations: Data, language: str) -> list[str]:
    items = combinations["items"]
    sentences = [line for item in items for line in _item(item, language)]
    if not items:
        return sentences
    phrase = f"{kind}-doubled" if combinations["doubled"] else kind
    facts = {"number": len(items), "sum": combinations["sum"], "total": combinations["total"]}
    return [*sentences, _say(language, phrase, **facts)]


def _item(item: Data, language: str) -> list[str]:
    if "row" in item:
        row = ", ".join(_in_row(entry, language) for entry in item["row"])
        return [_say(language, "item", **{**item, "row": row}), *_scavezzo(item, language)]
    if "held" in item:
        return [_say(language, "cricca", count=item["cards"], **item)]
    return [_say(language, "numbered", **item)]


def _scavezzo(item: Data, language: str) -> list[str]:
    """Returns where a grande breaks and the players' shortcut; nothing for what has no shortcut."""
    if "shortcut" not in item:
        return []
    quick, scavezzo = item["shortcut"], item["scavezzo"]
    cards = 21 - quick["scavezzo"] - quick["missing"]
    if scavezzo is None:
        where = _say(language, "whole")
    else:
        reason = _say(language, item["reason"], scavezzo=scavezzo)
        where = _say(language, "broken", scavezzo=scavezzo, reason=reason)
    return [where, _say(language, "shortcut", cards=cards, **quick)]


def _card_points(points: Data, language: str) -> str:
    parts = [
        _say(language, "kind", family=kind["kind"], count=len(held), each=kind["each"], points=kind["points"])
        for kind in points["kinds"]
        if (held := kind["held"])
    ]
    parts.append(_say(language, "scartini", count=points["scartini"]))
    if "groups" in points:
        phrase = "card_points-in-tricks"
    else:
        phrase = "card_points-unpaired" if points.get("unpaired") else "card_points"
    return _say(language, phrase, **points, parts=", ".join(parts))


def _player(declared: Data, language: str) -> list[str]:
    return [
        *_combination_sentences("sequences", declared["sequences"], language),
        *_combination_sentences("cricche", declared["cricche"], language),
        _say(language, "player", player=declared["player"], total=declared["total"]),
    ]


def _in_row(entry: Data, language: str) -> str:
    card = names.card_name(entry["card"], language)
    if entry["stands_for"] is None:
        return card
    return _say(language, "stands_for", card=card, place=names.card_name(entry["stands_for"], language))


def genovese_sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation: deck points, buone, Bagatto ultimo (Maillard, "Punteggio")."""
    points, bagatto = explanation["deck_points"], explanation["bagatto"]
    # The buone keep their names: English-speaking players have no others.
    said = [
        *(("value", kind) for kind in points["values"]),
        ("tricks-and-discard" if points.get("discard") else "tricks", points),
        ("deck_points", points),
        *((_phrase_of_buona(item), item) for item in explanation["buone"]),
        *(("of_which", both) for both in _both_kinds(explanation)),
        *([("bagatto", {"points": bagatto})] if bagatto else []),
        ("total", explanation),
    ]
    return [_say(language, phrase, names.GENOVESE, **facts) for phrase, facts in said]


def _phrase_of_buona(item: Data) -> str:
    if item["player"] is None:
        return "captured"
    return "grown" if item["grows"] else "declared"


def _both_kinds(explanation: Data) -> list[Data]:
    """Returns the sum of the buone with the captured part, where some are captured and some were declared."""
    total, captured = sum(item["points"] for item in explanation["buone"]), explanation.get("buone_captured")
    return [{"total": total, "captured": captured}] if captured and captured != total else []


def scopone_sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation, a sentence for each point, in the order of FIGS, art. 14."""
    points, primiera = explanation["points"], explanation["primiera"]
    said: list[tuple[str, Data]] = [
        ("cards", {"held": explanation["cards"]}),
        ("denari", {"held": explanation["denari"]}),
        ("settebello", {}),
        ("no-primiera" if primiera["sum"] is None else "primiera", {**primiera, "held": primiera["cards"]}),
        ("scope", {}),
        ("total", {"total": explanation["total"]}),
    ]
    return [
        _say(language, phrase, names.SCOPONE, **{**facts, "points": points.get(phrase)})
        for phrase, facts in said
    ]


def _say(language: str, phrase: str, deck: str = names.BOLOGNESE, **facts: object) -> str:
    """Returns a phrase with its facts; the codes in ``held`` are named as ``cards``."""
    if isinstance(held := facts.get("held"), (list, tuple)):
        facts["cards"] = ", ".join(names.card_name(code, language, deck) for code in held)
    if "family" in facts:
        facts["family"] = names.family_name(str(facts["family"]), language)
    return names.agreed(_PHRASES[language][deck][phrase].format(**facts), language)
