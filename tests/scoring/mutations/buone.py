"""What is asked of a mutant of the buone: the booklet's own table, and what it says of showing them."""

from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.mutations.genovese_deals import DECK, FRILLI, ask, items, pile_worth, shows

MODULES = ("scoring.genovese.buone", "scoring.genovese.declarations")

#: Mutants that say the same, and why.
EQUIVALENT = (
    # A terno and a quaterno are of one figure, whichever of their cards is looked at.
    *["buone: return one.cards[0][0] == other.cards[0][0] [0 -> 1]"] * 2,
    *["buone: return one.cards[0][0] == other.cards[0][0] [0 -> -1]"] * 2,
    # Any of the opponents, or the only one.
    "declarations: return players[0] [0 -> -1]",
)


def battery():
    """Imports the Genoese games and raises when an answer is wrong."""
    _buone_are_made()
    _buone_are_declared()
    _buone_that_cannot_be()
    _captured()
    _what_may_still_be_declared()
    _bagatto_ultimo_is_read()


def _buone_are_made():
    """Maillard, "Buone"."""
    from scoring.genovese.buone import declarable, made_of

    hand = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "Rc", "Rq", "Rf", "Rp"]
    least = {"trionfi": 10}

    def told(shown, held=hand):
        return [(item.name, item.points) for item in declarable(least, held, shown)]

    assert told(()) == [("trionfi", 11), ("quaterno", 10)]
    assert told((made_of("trionfi", hand[:10]), made_of("terno", hand[11:14]))) == [
        ("trionfi", 1),
        ("quaterno", 5),
    ]
    assert told((made_of("trionfi", hand[:11]), made_of("quaterno", hand[11:]))) == []
    assert told((), ["Jc", "Jq", "Jf"]) == [("terno", 5)]
    assert told((made_of("terno", ["Qc", "Qq", "Qf"]),), ["Jc", "Jq", "Jf"]) == [("terno", 5)]
    cuori, quadri = ["Jc", "Cc", "Qc", "Rc"], ["Jq", "Cq", "Qq", "Rq"]
    assert told((made_of("famiglia", cuori),), [*cuori, *quadri]) == [("famiglia", 10)]
    assert told((made_of("famiglia", cuori),), cuori) == []
    assert told((), cuori) == [("famiglia", 10)]
    assert told((), ["Mat", "1", "21"]) == [("gatti", 10)]
    assert told((made_of("terno", ["Rc", "Rq", "Rf"]),), ["Rc", "Rq", "Rp"]) == []


def _buone_are_declared():
    def buone(form, *shown, **written):
        empty = {"C": []} if form == "A_TRE" else {}
        piles = {"A": [], "B": DECK, **empty}
        return items(ask(form, cards=piles, declarations=list(shown), **written), "A")

    trionfi = "2 3 4 5 6 7 8 9 10 11 12 13"
    cases = (
        ("A_QUATTRO", "frilli", FRILLI, 15),
        ("A_TRE", "frilli", FRILLI, 20),
        ("A_QUATTRO", "trionfi", trionfi, 8),
        ("A_TRE", "trionfi", trionfi, 10),
        ("A_PIZZICO", "trionfi", trionfi, 10),
    )
    for form, name, cards, least in cases:
        enough = " ".join(cards.split()[:least])
        assert buone(form, shows("A1", name, enough)) == [(name, least, least)]
        fewer = " ".join(cards.split()[: least - 1])
        refuses("buona-too-small", lambda f=form, n=name, c=fewer: buone(f, shows("A1", n, c)), least=least)
    for name, cards, points in (
        ("gatti", "Mat 1 21", 10),
        ("famiglia", "Jq Cq Qq Rq", 10),
        ("quaterno", "Jc Jq Jf Jp", 10),
        ("terno", "Cc Cf Cp", 5),
    ):
        size = len(cards.split())
        for form in ("A_TRE", "A_QUATTRO", "A_PIZZICO"):
            assert buone(form, shows("A1", name, cards)) == [(name, size, points)]
    grown = buone("A_PIZZICO", shows("A1", "terno", "Rc Rq Rf"), shows("A1", "quaterno", "Rc Rq Rf Rp"))
    assert grown == [("terno", 3, 5), ("quaterno", 4, 5)]
    both = buone("A_PIZZICO", shows("A1", "terno", "Rc Rq Rf"), shows("A1", "terno", "Qc Qq Qf"))
    assert both == [("terno", 3, 5), ("terno", 3, 5)]


def _buone_that_cannot_be():
    def said(*shown, form="A_QUATTRO", **written):
        piles = {"A": [], "B": DECK} | ({"C": []} if form == "A_TRE" else {})
        return lambda: ask(form, cards=piles, declarations=list(shown), **written)

    for name, cards in (
        ("gatti", "Mat 1 20"),
        ("trionfi", "Mat 2 3 4 5 6 7 8"),
        ("terno", "Rc Rq Rf Rp"),
        ("terno", "10c 10q 10f"),
        ("quaterno", "Rc Rq Rf Qp"),
        ("quaterno", "Rc Rq Rf"),
        ("famiglia", "Rc Qc Cc Jq"),
    ):
        refuses("not-that-buona", said(shows("A1", name, cards)), buona=name)
    terno, famiglia = shows("A1", "terno", "Rc Rq Rf"), shows("A2", "famiglia", "Rc Qc Cc Jc")
    refuses("declared-by-two", said(terno, famiglia), cards=("Rc",))
    refuses("buona-shown-already", said(shows("A1", "gatti", "Mat 1 21"), shows("A1", "gatti", "Mat 1 21")))
    refuses("buona-shown-already", said(shows("A1", "quaterno", "Rc Rq Rf Rp"), terno))
    otto, nove = "2 3 4 5 6 7 8 9", "2 3 4 5 6 7 8 9 10"
    refuses("buona-shown-already", said(shows("A1", "trionfi", otto), shows("A1", "trionfi", nove)))
    dieci, altri = "2 3 4 5 6 7 8 9 10 11", "3 4 5 6 7 8 9 10 11 12 13"
    pizzico = (shows("A1", "trionfi", dieci), shows("A1", "trionfi", altri))
    refuses("buona-shown-already", said(*pizzico, form="A_PIZZICO"))
    quindici = " ".join(FRILLI.split()[:15])
    nineteen = (shows("A1", "frilli", quindici), shows("A1", "quaterno", "Rc Rq Rf Rp"))
    said(*nineteen)()
    gatti = shows("A1", "gatti", "Mat 1 21")
    refuses("buone-hand-too-big", said(*nineteen, gatti), count=22, size=19)
    sixteen = " ".join(str(number) for number in range(2, 18))
    refuses("buone-hand-too-big", said(shows("A1", "trionfi", sixteen), form="A_PIZZICO"), count=16, size=15)
    said(shows("A1", "trionfi", sixteen.removesuffix(" 17")), form="A_PIZZICO")()
    refuses("unknown-buona", said(shows("A1", "frilli", FRILLI), form="A_PIZZICO"))
    refuses("unknown-player", said({**gatti, "player": "B1"}))
    refuses("buona-discarded", said(terno, discards=["Rq", "2c"]), cards=("Rq",))
    for rules in ("none", "captured"):
        refuses("buone-not-declared", said(terno, rules=rules))
    refuses("two-buone-rules", said(rules="none", buone="both"))
    refuses("unknown-buone-rules", said(buone="alcune"))


def _captured():
    """Maillard, "Cattura delle buone"."""
    pile = [
        "Rc",
        "Rq",
        "Rf",
        "Rp",
        "Qc",
        "Cc",
        "Jc",
        "Mat",
        "1",
        "21",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
    ]
    captured = ask("A_QUATTRO", cards={"A": pile}, buone="captured")
    assert items(captured, "A") == [
        ("trionfi", 10, 10),
        ("gatti", 3, 10),
        ("famiglia", 4, 10),
        ("quaterno", 4, 10),
    ]
    assert items(captured, "B") == [("frilli", 40, 40), ("trionfi", 11, 11)] + [("terno", 3, 5)] * 3
    terno = [shows("A1", "terno", "Rc Rq Rf")]
    assert ask("A_QUATTRO", cards={"A": pile}, rules="both", declarations=terno).sides["A"].buone == 45
    assert ask("A_QUATTRO", cards={"A": pile}, rules="declared").sides["A"].buone == 0
    assert ask("A_QUATTRO", cards={"A": pile}, rules="none").sides["A"].buone == 0


def _what_may_still_be_declared():
    from scoring.declaration import Declaration
    from scoring.genovese.declarations import declarable_buone
    from scoring.genovese.forms import A_QUATTRO

    game = bare_game(DECK, ())
    terno = Declaration("B", "B2", "buona", "terno", ("Rc", "Rq", "Rf"))
    for before in ((), (Declaration("B", "B1", "buona", "gatti", ("Mat", "1", "21")),)):
        assert declarable_buone(A_QUATTRO, game, "B2", ["Rc", "Rq", "Rf", "2"], before) == (terno,)
    assert declarable_buone(A_QUATTRO, game, "B2", ["Rc", "Rq", "Rf", "2"], (terno,)) == ()


def _bagatto_ultimo_is_read():
    def played(player, taker):
        told = {"player": player, "trick_to": taker}
        return lambda: ask("A_QUATTRO", cards={"A": pile_worth(39, 38, 10)}, bagatto_ultimo=told)

    assert played("B1", "A")().sides["A"].bagatto == 20
    refuses("bagatto-who", played("A1", "A"), side="A")
    refuses("bagatto-who", played("A", "A1"), side="A")
    refuses("unknown-player", played("A3", "A1"))
    alone = {"cards": {"B": pile_worth(45, 38, 19)}, "bagatto_ultimo": {"player": "B", "trick_to": "B"}}
    assert ask("A_PIZZICO", **alone).sides["B"].bagatto == 20
    one = {"player": "A1"}
    refuses("missing-key", lambda: ask("A_QUATTRO", cards={"A": []}, bagatto_ultimo=one))
