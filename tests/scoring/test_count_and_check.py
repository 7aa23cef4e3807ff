"""What ``count`` refuses of what is told of a deal, ``check`` refuses too, whatever the piles hold."""

import json
from random import Random

import pytest

from scoring import GAMES, ScoringError, check, count, generate_deal
from scoring.sheet import Figure, Figures, OutOfEffort, nearest

#: What is told of a deal besides piles and figures.
TOLD = ("last_trick", "dealer", "rules", "declarations", "discards", "soloist", "own", "partner", "buone")
#: Refusals that the cards of the piles are needed for: figures alone do not tell them.
OF_PILES = {
    "cappotto-not-passed",
    "discard-elsewhere",
    "discard-not-covered",
    "discard-not-in-pile",
    "last-trick-without-cards",
    "pile-size",
    "pile-of-tricks",
    "declaration-out-of-play",
    "declaration-without-matto",
    "declared-elsewhere",
    "declared-together-out-of-play",
    "declared-together-with-piles",
    "buone-not-declared",
}
#: Games in which nothing is declared or laid aside.
BARE = ("mattazza", "scopone")


def told_in(deal):
    line = json.loads(json.dumps(deal.as_json()))
    keys = [key for key in TOLD if deal.game not in BARE or key not in ("declarations", "discards")]
    return {key: line[key] for key in keys if line.get(key) is not None}


def changed(told, game, chance):
    """The same told otherwise: another side, another discard, another accuso, own or not."""
    key = chance.choice([key for key in TOLD if key in told or key in GAMES[game].facts])
    if key == "discards":
        value = chance.sample(GAMES[game].deck, chance.choice((1, 2, 3, 8, 12)))
    elif key == "declarations":
        player = chance.choice(GAMES[game].players)
        family = {"cricca": chance.choice(["re", "regine", "tarocchi"])}
        if chance.random() < 0.5:
            family = {"sequence": chance.choice(["danari", "assi", "mori", "grande"])}
        new = {"side": player[0], "player": player, "number": chance.randint(2, 7), **family}
        value = [*told[key], new]
    elif key == "own":
        value = not told.get(key)
    else:
        value = chance.choice((*GAMES[game].sides, "Z"))
    return {**told, key: value}


def refusal(ask, *args, **facts):
    try:
        found = ask(*args, **facts)
    except ScoringError as refused:
        return refused.code
    return found.why and found.why.code if ask is check else None


@pytest.mark.parametrize("game", [key for key in GAMES if not key.startswith("genovese")])
def test_whatever_is_told_of_a_deal_is_refused_by_both_or_for_the_piles(game):
    chance, seen = Random(game), set()
    for seed in range(12):
        deal = generate_deal(seed, game, chance.choice(GAMES[game].players))
        for _ in range(25):
            told = changed(told_in(deal), game, chance)
            facts = {key: value for key, value in told.items() if key != "last_trick"}
            scope = {"scope": deal.facts["scope"]} if game == "scopone" else {}
            code = refusal(count, game, deal.piles, told.get("last_trick"), **facts, **scope)
            # At Mattazza the piles tell who is at the table.
            at_table = game == "mattazza" and {told["dealer"], told["last_trick"]} <= {*GAMES[game].sides}
            if code in {None, *OF_PILES} or at_table:
                continue
            seen.add(code)
            assert refusal(check, game, {}, **told), (code, told)
    assert seen


def test_at_terziglio_who_does_his_own_lays_nothing_aside():
    deal = next(
        deal for seed in range(400) for deal in [generate_deal(seed, "terziglio")] if deal.facts["own"]
    )
    told = {**told_in(deal), "discards": ["6d", "7d", "8d", "9d", "10d", "6c", "7c", "8c"]}
    last, facts = told["last_trick"], {key: value for key, value in told.items() if key != "last_trick"}
    assert refusal(count, "terziglio", deal.piles, last, **facts) == "discard-of-nobody"
    assert refusal(check, "terziglio", {}, **told) == "discard-of-nobody"


def test_poste_are_read_by_both():
    pile = {"A": ["Ang", *GAMES["terziglio"].deck[30:43]]}
    assert refusal(count, "terziglio", pile, "A", poste="mille") == "unknown-poste"
    assert refusal(check, "terziglio", {}, poste="mille") == "unknown-poste"
    assert check("terziglio", {}, poste="to-45").possible


@pytest.mark.parametrize("key", ["last_trick", "dealer"])
def test_at_mattazza_who_is_named_is_at_the_table(key):
    """Three have all ten tricks between them, or some of ten where there are six (Barilli 4.4.1)."""
    figures = {side: {"card_points": 3} for side in "ABC"}
    assert not check("mattazza", figures, **{key: "A"}).possible
    assert check("mattazza", figures, **{key: "F"}).possible


def test_a_search_that_is_cut_short_offers_nothing_where_a_figure_has_no_value_beside_the_others():
    figures = {Figure("A", "total"): 1, Figure("B", "total"): 2}
    asked: list[Figures] = []

    def ask(entry: Figures) -> bool:
        asked.append(entry)
        if len(asked) == 1:
            raise OutOfEffort
        return len(entry) < 2

    found = nearest(figures, ask, lambda _figure, _beside: [0, 1, 2])
    assert (found.entries, found.is_complete) == ([], False)
    assert len(asked) > 2
