"""Totals of a whole match: refused where no deals can add up to them."""

import pytest

import scoring

POSSIBLE = {
    "four deals": ("quattro-scartate", {"A": 650, "B": 480}, {"deals": 4}),
    "a side that makes nothing": ("quattro-scartate", {"A": 5780, "B": 0}, {"deals": 4}),
    "only the card points": ("quattro-scartate", {"A": 174, "B": 174}, {"deals": 4}),
    "three, the time being over": ("quattro-scartate", {"A": 200, "B": 80}, {"deals": 3}),
    "ottocento, won": ("ottocento", {"A": 845, "B": 640}, {}),
    "ottocento, level at the target once": ("ottocento", {"A": 1900, "B": 1899}, {}),
    "ottocento, cut by the clock": ("ottocento", {"A": 300, "B": 280}, {"deals": 2}),
    "scopone to 11": ("scopone", {"A": 11, "B": 9}, {"target": 11}),
    "terziglio": ("terziglio", {"A": 4, "B": -2, "C": -2}, {"deals": 3}),
    "three players": ("genovese-gatti", {"A": 120, "B": 90, "C": 60}, {"deals": 3}),
}


@pytest.mark.parametrize(("game", "totals", "how"), POSSIBLE.values(), ids=list(POSSIBLE))
def test_possible_totals_pass(game: str, totals: dict[str, int], how: dict[str, int]) -> None:
    scoring.verify_match_totals(game, totals, **how)


REFUSED = {
    "more than four deals give": (
        "quattro-scartate",
        {"A": 5781, "B": 0},
        {"deals": 4},
        "N-S non può avere 5781 punti: in 4 smazzate se ne fanno al massimo 5780. Controlla il totale.",
    ),
    "fewer than the cards give": (
        "quattro-scartate",
        {"A": 200, "B": 147},
        {"deals": 4},
        "I totali insieme fanno 347, ma in 4 smazzate se ne fanno almeno 348. Controllali.",
    ),
    "a side is missing": (
        "quattro-scartate",
        {"A": 650},
        {"deals": 4},
        "Manca il totale di E-O: scrivi i punti di tutta la partita.",
    ),
    "below zero": (
        "quattro-scartate",
        {"A": 650, "B": -1},
        {"deals": 4},
        "Manca il totale di E-O: scrivi i punti di tutta la partita.",
    ),
    "below the target": (
        "ottocento",
        {"A": 799, "B": 640},
        {},
        "Con questi totali la partita non è finita: nessuno è in testa da solo con almeno 800 punti. "
        "Controllali; se l'ha chiusa il tempo, segna prima l'ultima smazzata che conta.",
    ),
    "level": (
        "ottocento",
        {"A": 820, "B": 820},
        {},
        "Con questi totali la partita non è finita: nessuno è in testa da solo con almeno 800 punti. "
        "Controllali; se l'ha chiusa il tempo, segna prima l'ultima smazzata che conta.",
    ),
    "far beyond the target": (
        "ottocento",
        {"A": 2250, "B": 640},
        {},
        "N-S non può avere 2250 punti: con gli altri totali la partita sarebbe finita prima, al massimo a "
        "2244. Controlla i totali.",
    ),
    "poste that do not close": (
        "terziglio",
        {"A": 4, "B": -2, "C": -1},
        {"deals": 3},
        "I totali in tutto fanno 1: chi vince prende quello che gli altri pagano, e in tutto fanno zero. "
        "Controllali.",
    ),
    "mattazza": (
        "mattazza",
        {"A": 1, "B": 2, "C": 0, "D": 0},
        {},
        "A Mattazza i totali non dicono com'è finita la partita: scrivi le smazzate.",
    ),
}


@pytest.mark.parametrize(("game", "totals", "how", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_impossible_totals_are_refused_in_a_sentence(
    game: str, totals: dict[str, int], how: dict[str, int], sentence: str
) -> None:
    with pytest.raises(scoring.ScoringError) as refused:
        scoring.verify_match_totals(game, totals, **how)
    assert refused.value.message("it", {"A": "N-S", "B": "E-O"}) == sentence
    assert refused.value.message("en")


def test_the_bound_of_a_deal_is_the_largest_total_and_the_largest_declarations() -> None:
    """Nobody can have both at once: the bound refuses nothing that can happen."""
    most = scoring.GAMES["quattro-scartate"].most_in_deal
    assert most is not None
    for declared in (506, 507):
        figures = {"A": {"declarations": declared}}
        assert scoring.check("quattro-scartate", figures).possible is (declared == 506)
    everything = scoring.count("quattro-scartate", {"A": scoring.DECK}, "A").points("A")
    assert most == everything + 506


@pytest.mark.parametrize(
    ("game", "rules"),
    [("genovese-gatti", "both"), ("genovese-coppie", "both"), ("genovese-pizzico", "declared")],
)
def test_the_bound_of_a_deal_of_tarocco_genovese_is_the_largest_total_of_its_check(
    game: str, rules: str
) -> None:
    most = scoring.GAMES[game].most_in_deal
    assert most is not None
    for points in (most, most + 1):
        assert scoring.check(game, {"A": {"total": points}}, rules=rules).possible is (points == most)
