"""Whoever sits where, the answer is the same: with the sides exchanged, it is the answer exchanged."""

import json
from random import Random

import pytest

from scoring import GAMES, ScoringError, check
from tests.samples import so_many

#: Of each game as many sides as sit at a table, the other figures being those of the Bolognese deck.
SIDES = {"terziglio": "ABC", "mattazza": "ABCD", "genovese-gatti": "ABC"}
PARTS = {"sequences": range(0, 250, 5), "cricche": (0, 17, 18, 20, 23, 34, 40), "card_points": range(94)}
TOTAL = {"total": range(500)}
ACCUSI = {"declarations": (0, 7, 15, 17, 20, 38, 45)}
SCOPONE = {"primiera": (0, 1), "carte": (0, 1), "denari": (0, 1), "scope": range(5), "total": range(9)}
GENOVESE = {"deck_points": range(130), "buone": (0, 13, 26), "bagatto": (0, 5), "total": range(150)}
DISCARDS = ["10d", "9d", "8c", "7s", "Ad", "Qc", "6b"]
GAMES_ASKED = [
    "quattro-scartate", "millone", "millone-due", "terziglio", "centocinquanta", "mattazza", "scopone",
    "genovese-gatti", "genovese-coppie",
]  # fmt: skip


def sheet(game, chance):
    sides = SIDES.get(game, "AB")
    written = {side: figures for side in sides if (figures := _figures(game, chance))}
    if game == "mattazza":  # the last of them is at the table whatever was written
        written.setdefault(sides[-1], {"total": 0})
    if game == "terziglio":  # allies who tell different things are told so in the order of their seats
        written["soloist"] = chance.choice(sides)
        written.pop(chance.choice([side for side in sides if side != written["soloist"]]), None)
    if game != "scopone" and chance.random() < 0.8:
        written["last_trick"] = chance.choice(sides)
    if chance.random() < 0.6:
        written["dealer"] = chance.choice(sides)
    if game in ("quattro-scartate", "millone") and chance.random() < 0.2:
        written["discards"] = chance.sample(DISCARDS, 2)
    return written


def _figures(game, chance):
    of_deck = PARTS if chance.random() < 0.6 else TOTAL
    if game not in ("mattazza", "terziglio") and chance.random() < 0.3:
        of_deck = of_deck | ACCUSI
    figures = SCOPONE if game == "scopone" else GENOVESE if game.startswith("genovese") else of_deck
    return {name: chance.choice(values) for name, values in figures.items() if chance.random() < 0.7}


def exchanged(told, names):
    """The same with other names for the sides, wherever they stand."""
    if isinstance(told, dict):
        return {names.get(key, key): exchanged(value, names) for key, value in told.items()}
    if isinstance(told, list):
        return [exchanged(each, names) for each in told]
    return " ".join(names.get(word, word) for word in told.split(" ")) if isinstance(told, str) else told


def answer(game, written):
    figures = {side: written[side] for side in GAMES[game].sides if side in written}
    facts = {key: value for key, value in written.items() if key not in figures}
    try:
        found = check(game, figures, **facts)
    except ScoringError as refusal:
        return {"refused": [refusal.code, _plain(refusal.params)]}
    why = found.why and [found.why.code, _plain(found.why.params)]
    return {"possible": found.possible, "why": why, "nearest": list(found.nearest)}


def _plain(params):
    return json.loads(json.dumps(dict(params)))


@pytest.mark.parametrize("game", GAMES_ASKED)
def test_sides_exchanged_get_the_answer_exchanged(game):
    chance, told = Random(game), set()
    for _ in range(so_many(40, 20)):
        written, sides = sheet(game, chance), SIDES.get(game, "AB")
        others = list(sides)
        while game != "mattazza" and others == list(sides):
            chance.shuffle(others)
        if game == "mattazza":  # the last of them stays, so that as many play
            others = [*chance.sample(sides[:-1], len(sides) - 1), sides[-1]]
        names = dict(zip(sides, others, strict=True))
        here, there = answer(game, written), answer(game, exchanged(written, names))
        assert exchanged(here, names) == there, written
        told.add(here.get("possible"))
    assert False in told


def test_the_entries_offered_tell_the_sides_in_order():
    near = check("quattro-scartate", {"A": {"total": 60}, "B": {"total": 24}}, last_trick="B").nearest
    assert near
    assert {tuple(entry) for entry in near} == {("A", "B")}


def test_of_allies_who_tell_different_things_each_figure_is_of_who_told_it():
    refused = check(
        "terziglio", {"A": {"total": 391}, "C": {"sequences": 5}}, soloist="B", last_trick="A"
    ).why
    assert refused.params["figures"] == ("sequences C 5",)
