"""The discard told with a deal: what nobody lays aside, and accusi of cards laid aside (Barilli 3.3)."""

import pytest

from scoring import GAMES, ScoringError, check, count, generate_deal

ALL_TO_B = {"B": GAMES["quattro-scartate"].deck}
RE = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}
REGINE = {"side": "A", "player": "A1", "cricca": "regine", "cards": ["Qd", "Qc", "Qs"]}


def refusal(discards, declarations=(), game="quattro-scartate"):
    with pytest.raises(ScoringError) as refused:
        count(game, ALL_TO_B, "B", dealer="A", declarations=declarations, discards=discards)
    return refused.value.code


def test_the_dealer_cannot_show_what_was_laid_aside():
    assert refusal(["Qd", "6c"], [RE, REGINE]) == "declaration-discarded"


def test_nobody_else_can_show_what_was_laid_aside():
    assert refusal(["Qd", "6c"], [{**REGINE, "side": "B", "player": "B2"}]) == "declaration-discarded"


def numbered(family, number, player="A1", kind="cricca"):
    return {"side": player[0], "player": player, kind: family, "number": number}


@pytest.mark.parametrize(
    ("declarations", "discards"),
    [
        ([numbered("regine", 4)], ["Qd", "6c"]),
        ([numbered("regine", 3)], ["Qd", "Qc"]),
        ([numbered("danari", 7, "B1", "sequence")], ["Ad", "6c"]),
        ([numbered("mori", 3, "A1", "sequence"), numbered("mori", 3, "B1", "sequence")], ["Mo1", "6c"]),
    ],
)
def test_nobody_can_show_by_number_what_the_discard_leaves_too_few_of(declarations, discards):
    assert refusal(discards, declarations) == "declared-together-discarded"
    found = check("quattro-scartate", {}, declarations=declarations, discards=discards)
    assert found.why.code == "declared-together-discarded"


def test_by_number_the_cards_that_are_left_can_be_shown():
    shown = [numbered("regine", 3), numbered("danari", 5, "B1", "sequence")]
    deal = count("quattro-scartate", ALL_TO_B, "B", dealer="B", declarations=shown, discards=["Qd", "Ad"])
    assert (deal.sides["A"].declarations, deal.sides["B"].declarations) == (14, 20)


@pytest.mark.parametrize("card", ["Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb"])
def test_the_carte_da_5_are_never_laid_aside(card):
    assert refusal([card, "6c"]) == "discard-forbidden"


@pytest.mark.parametrize(
    ("discards", "code"),
    [
        (["6d"], "discard-size"),
        (["6d", "7d", "8d"], "discard-size"),
        (["6d", "6d"], "card-twice"),
        (["6d", "1d"], "unknown-card"),
        ("6d", "not-a-list"),
    ],
)
def test_a_discard_is_two_different_cards_of_the_deck(discards, code):
    assert refusal(discards) == code


@pytest.mark.parametrize(
    ("game", "size"), [("terziglio", 8), ("millone-due", 12), ("centocinquanta", 2), ("quindici", 2)]
)
def test_every_game_has_its_own_number_of_cards_laid_aside(game, size):
    played = next(
        deal
        for deal in (generate_deal(seed, game) for seed in range(20))
        if deal.discards  # at terziglio nothing is laid aside under "faccio di mio"
    )
    told = played.as_json()
    assert len(told["discards"]) == size
    GAMES[game].count(GAMES[game], told)
    with pytest.raises(ScoringError) as refused:
        GAMES[game].count(GAMES[game], {**told, "discards": told["discards"][1:]})
    assert refused.value.code == "discard-size"


def test_a_discard_that_nobody_showed_changes_no_count():
    plain = count("quattro-scartate", ALL_TO_B, "B", dealer="A", declarations=[RE])
    told = count("quattro-scartate", ALL_TO_B, "B", dealer="A", declarations=[RE], discards=["Qd", "6c"])
    assert told == plain


def test_a_discard_is_in_the_pile_of_the_side_that_dealt():
    deal = generate_deal(3).as_json()
    other = "B" if deal["dealer"][0] == "A" else "A"
    lost = [card for card in deal["cards"][other] if card[0] in "6789"][:2]
    if not deal["cards"][deal["dealer"][0]] or len(lost) < 2:
        pytest.fail("the deal of this seed has changed: choose another")
    with pytest.raises(ScoringError) as refused:
        count("quattro-scartate", deal["cards"], deal["last_trick"], dealer=deal["dealer"][0], discards=lost)
    assert refused.value.code == "discard-not-in-pile"


def halves(size, first):
    """A pile of so many cards that begins with these, and all the others."""
    deck = GAMES["quattro-scartate"].deck
    pile = [*first, *(card for card in reversed(deck) if card not in first)][:size]
    return pile, [card for card in deck if card not in pile]


@pytest.mark.parametrize(
    ("size", "discards", "allowed"),
    [
        pytest.param(30, ["6d", "7d"], True, id="Barilli 3.9 thirty cards are seven tricks and the discard"),
        pytest.param(32, ["6d", "7d"], False, id="Barilli 3.9 thirty-two are eight tricks"),
        pytest.param(30, ["6d", "5"], False, id="Barilli 3.9 a card in each pile"),
    ],
)
def test_where_nobody_says_who_dealt_the_piles_do(size, discards, allowed):
    pile, rest = halves(size, ["6d", "7d"])
    ask = {"cards": {"A": pile, "B": rest}, "last_trick": "A", "discards": discards}
    game = GAMES["quattro-scartate"]
    if allowed:
        assert game.count(game, ask) == game.count(game, {**ask, "discards": None})
        return
    with pytest.raises(ScoringError) as refused:
        game.count(game, ask)
    assert refused.value.code == "discard-not-in-pile"


EIGHT = ["6d", "7d", "8d", "9d", "10d", "6c", "7c", "8c"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        pytest.param({}, None, id="Barilli 4.2.1 the eight cards of who went up are his"),
        pytest.param({"soloist": "B"}, "discard-not-in-pile", id="Barilli 4.2.1 the soloist lays aside"),
        pytest.param({"discards": [*EIGHT[:7], "5"]}, "discard-not-in-pile", id="Barilli 4.2.1 whole"),
        pytest.param({"own": True}, "discard-of-nobody", id="Barilli 4.2.1 faccio di mio"),
    ],
)
def test_barilli_421_the_discard_is_with_who_went_up(changes, code):
    pile, rest = halves(29, EIGHT)
    ask = {"cards": {"A": pile, "B": rest}, "last_trick": "A", "soloist": "A", "discards": EIGHT, **changes}
    if ask["soloist"] == "B":
        ask["cards"] = {"B": rest[:29], "A": [*pile, *rest[29:]]}
    game = GAMES["terziglio"]
    if code is None:
        assert game.count(game, ask).points("A")
        return
    with pytest.raises(ScoringError) as refused:
        game.count(game, ask)
    assert refused.value.code == code


def test_barilli_421_the_discard_of_who_went_up_and_took_nothing_is_with_the_others():
    ask = {"cards": {"A": []}, "last_trick": "B", "soloist": "A", "discards": EIGHT}
    assert GAMES["terziglio"].count(GAMES["terziglio"], ask).sides["B"].total == 939
