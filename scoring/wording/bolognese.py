"""A side's explanation in sentences, one for each item, for learners and for disputes."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.wording.names import agreed, card_list, card_name, family_name

# The data comes from ``scoring.bolognese.explanation`` or back from JSON: its shape is known, not its type.
Data = Mapping[str, Any]

PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "item": "{family}: {row}: {cards} carte, {points} punti.",
        "cricca": "{count} {family}: {cards}: {points} punti.",
        "numbered": "{family}: {cards} carte, {points} punti.",
        "stands_for": "{card} (per {place})",
        "whole": "Grande fino ai calzettini: nessuno scavezzo.",
        "broken": "Scavezzo al {scavezzo}: {reason}.",
        "shortcut": (
            "Conto rapido: 21 − {scavezzo} (scavezzo) − {missing} (trionfi sopra lo scavezzo e contatori "
            "che mancano) = {cards}; per 5 fanno {points}."
        ),
        "sequences": "Sequenze: {sum} punti.",
        "sequences-doubled": "Sequenza: {number} sequenze, {sum} punti raddoppiati: {total}.",
        "cricche": "Cricche: {sum} punti.",
        "cricche-doubled": "Criccone: {number} cricche, {sum} punti raddoppiati: {total}.",
        "kind": "{count} {family} da {each}: {points}",
        "scartini": "{count} scartini: {count}",
        "card_points": "Scartini: {parts}; meno {pairs} coppie di carte: {total} punti.",
        "card_points-unpaired": (
            "Scartini: {parts}; meno {pairs} coppie di carte e la carta spaiata: {total} punti."
        ),
        "card_points-in-tricks": (
            "Scartini: {parts}; meno {cards}, uno a carta, e più {groups}, uno ogni {group} carte: "
            "{total} punti."
        ),
        "last_trick": "Ultima presa: {points} punti.",
        "player": "Accusi di {player}: {total} punti.",
        "total": "Totale: {total} punti.",
        "no-contatore": "il {scavezzo} manca e nessun contatore può stare al suo posto",
        "two-together": "mancano il {scavezzo} e il numero seguente, e due contatori non stanno vicini",
        "scavezzo-reale": "senza Sole, Luna e 16 i due contatori sarebbero vicini (scavezzo reale)",
        "house-sole-luna": "senza Sole e Luna il 16 non si aggiunge (regola del circolo)",
        "house-luna-16": "senza Luna e 16 il 15 non si aggiunge (regola del circolo)",
        "needs-pezzi": "{family}: con l'Angelo servono due fra Mondo, Sole e Luna, uno almeno vero.",
        "needs-court": "{family}: il Re c'è, ma servono due figure, una almeno vera.",
        "needs-king": "{family}: manca il Re.",
        "needs-third": "{family}: due carte e nessun contatore.",
    },
    "en": {
        "item": "{family}: {row}: {cards} cards, {points} points.",
        "cricca": "{count} {family}: {cards}: {points} points.",
        "numbered": "{family}: {cards} cards, {points} points.",
        "stands_for": "{card} (for the {place})",
        "whole": "Grande down to the socks: nothing breaks it.",
        "broken": "It breaks at the {scavezzo}: {reason}.",
        "shortcut": (
            "Shortcut: 21 − {scavezzo} (the break) − {missing} (the trumps above it and wild cards that are "
            "missing) = {cards}; times 5 makes {points}."
        ),
        "sequences": "Runs: {sum} points.",
        "sequences-doubled": "Sequenza: {number} runs, {sum} points doubled: {total}.",
        "cricche": "Sets: {sum} points.",
        "cricche-doubled": "Criccone: {number} sets, {sum} points doubled: {total}.",
        "kind": "{family} {count} × {each}: {points}",
        "scartini": "low cards {count} × 1: {count}",
        "card_points": "Card points: {parts}; less {pairs} pairs of cards: {total} points.",
        "card_points-unpaired": (
            "Card points: {parts}; less {pairs} pairs of cards and the odd card: {total} points."
        ),
        "card_points-in-tricks": (
            "Card points: {parts}; less {cards}, one for each card, and plus {groups}, one for every "
            "{group} cards: {total} points."
        ),
        "last_trick": "Last trick: {points} points.",
        "player": "Declarations of {player}: {total} points.",
        "total": "Total: {total} points.",
        "no-contatore": "the {scavezzo} is missing and no wild card can stand for it",
        "two-together": (
            "the {scavezzo} and the next number are missing, and two wild cards never stand side by side"
        ),
        "scavezzo-reale": "without Sun, Moon and 16 both wild cards would be side by side (scavezzo reale)",
        "house-sole-luna": "without Sun and Moon the 16 cannot be added (house rule)",
        "house-luna-16": "without Moon and 16 the 15 cannot be added (house rule)",
        "needs-pezzi": "{family}: with the Angel, two of World, Sun and Moon are needed, one of them real.",
        "needs-court": "{family}: the King is there, but two court cards are needed, one of them real.",
        "needs-king": "{family}: the King is missing.",
        "needs-third": "{family}: two cards and no wild card.",
    },
}


def sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation, one sentence an item, in the order in which a deal is counted (Barilli
    3.9)."""
    return [
        *_combination_sentences("sequences", explanation["sequences"], language),
        *(
            _say(language, item["reason"], family=item["family"])
            for item in explanation["sequences"]["missed"]
        ),
        *_combination_sentences("cricche", explanation["cricche"], language),
        _card_points(explanation["card_points"], language),
        *(
            [_say(language, "last_trick", points=explanation["last_trick"])]
            if explanation["last_trick"]
            else []
        ),
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
    if "row" not in item and "held" not in item:
        return [_say(language, "numbered", **item)]
    if "row" not in item:
        cards = card_list(item["held"], language)
        facts = {"count": item["cards"], "cards": cards, "points": item["points"]}
        return [_say(language, "cricca", family=item["family"], **facts)]
    row = ", ".join(_in_row(entry, language) for entry in item["row"])
    sentence = _say(
        language, "item", family=item["family"], row=row, cards=item["cards"], points=item["points"]
    )
    return [sentence, *_scavezzo(item, language)] if "shortcut" in item else [sentence]


def _scavezzo(item: Data, language: str) -> list[str]:
    quick = item["shortcut"]
    cards = 21 - quick["scavezzo"] - quick["missing"]
    if item["scavezzo"] is None:
        where = _say(language, "whole")
    else:
        reason = _say(language, item["reason"], scavezzo=item["scavezzo"])
        where = _say(language, "broken", scavezzo=item["scavezzo"], reason=reason)
    return [where, _say(language, "shortcut", cards=cards, **quick)]


def _card_points(points: Data, language: str) -> str:
    parts = [
        _say(
            language,
            "kind",
            count=len(kind["held"]),
            family=kind["kind"],
            each=kind["each"],
            points=kind["points"],
        )
        for kind in points["kinds"]
        if kind["held"]
    ]
    parts.append(_say(language, "scartini", count=points["scartini"]))
    facts = {"parts": ", ".join(parts), "total": points["total"]}
    if "groups" in points:
        groups = {name: points[name] for name in ("cards", "groups", "group")}
        return _say(language, "card_points-in-tricks", **facts, **groups)
    phrase = "card_points-unpaired" if points.get("unpaired") else "card_points"
    return _say(language, phrase, **facts, pairs=points["pairs"])


def _player(declared: Data, language: str) -> list[str]:
    return [
        *_combination_sentences("sequences", declared["sequences"], language),
        *_combination_sentences("cricche", declared["cricche"], language),
        _say(language, "player", player=declared["player"], total=declared["total"]),
    ]


def _in_row(entry: Data, language: str) -> str:
    card = card_name(entry["card"], language)
    if entry["stands_for"] is None:
        return card
    return _say(language, "stands_for", card=card, place=card_name(entry["stands_for"], language))


def _say(language: str, phrase: str, **facts: object) -> str:
    if "family" in facts:
        facts["family"] = family_name(str(facts["family"]), language)
    return agreed(PHRASES[language][phrase].format(**facts), language)
