"""The five games with the tarocco genovese (Maillard)."""

from functools import partial
from typing import Final

from scoring.game import Game
from scoring.genovese.cards import A_PIZZICO, A_QUATTRO, A_TRE, CHIAMA_RE, DECK, Form
from scoring.genovese.counting import BUONE_CAPTURED, FIGURES, count_genovese
from scoring.genovese.declarations import BUONE_RULES, BUONE_RULES_A_PIZZICO, declarable_by_rule
from scoring.genovese.feasibility.check import check_genovese
from scoring.genovese.piles import sides_of_camps
from scoring.genovese.play.deals import ChiamaReState, DueMortiState, GenoveseState
from scoring.genovese.play.rules import GENOVESE, deal_out
from scoring.match import after_all_deals
from scoring.wording.explanations import genovese_sentences

PAIRS: Final = ("A1", "B1", "A2", "B2")


def _genovese(
    key: str,
    name: str,
    form: Form,
    players: tuple[str, ...],
    state: type[GenoveseState] = GenoveseState,
    *,
    deals: int,
    most_in_deal: int | None = None,
    house_rules: tuple[str, ...] = BUONE_RULES,
    dummies: tuple[str, ...] = (),
) -> Game:
    return Game(
        key=f"genovese-{key}",
        name=name,
        sides=tuple(dict.fromkeys(player[0] for player in players)),
        players=players,
        deck=DECK,
        figures=FIGURES,
        card_figures=("deck_points",),
        declared_figure="buone",
        undeclared_part=BUONE_CAPTURED,
        deals=deals,
        house_rules=house_rules,
        dummies=dummies,
        count=partial(count_genovese, form),
        check=partial(check_genovese, form),
        deal=partial(deal_out, form),
        begin=partial(state, form),
        tricks=GENOVESE,
        ended=after_all_deals,
        sentences=genovese_sentences,
        declarable=partial(declarable_by_rule, form),
        camps=partial(sides_of_camps, form) if form.calls else None,
        facts=("partner",) if form.calls else (),
        counted_with=("buone", "bagatto_ultimo"),
        extra_keys=("called", "exposed", "draws"),
        shared=("deck_points", form.deck_points_in_all),
        most_in_deal=most_in_deal,
    )


GAMES: Final = (
    # Maillard, "Tarocchi a tre": three deals.
    _genovese("gatti", "Gatti", A_TRE, ("A1", "B1", "C1"), deals=3, most_in_deal=339),
    # Maillard, "A quattro in coppia": four deals.
    _genovese("coppie", "Tarocchi a quattro in coppia", A_QUATTRO, PAIRS, deals=4, most_in_deal=352),
    # Maillard, "Con due morti": played as "A quattro in coppia"; A2 and B2 are the open hands.
    _genovese(
        "due-morti",
        "Tarocchi con due morti",
        A_QUATTRO,
        PAIRS,
        DueMortiState,
        deals=4,
        most_in_deal=352,
        dummies=("A2", "B2"),
    ),
    # Maillard, "Chiama re": as a quattro, but each player has his own column of points.
    _genovese(
        "chiama-re",
        "Chiama re",
        CHIAMA_RE,
        ("A1", "B1", "C1", "D1"),
        ChiamaReState,
        deals=4,
        most_in_deal=352,
    ),
    # Maillard, "A pizzico": typically two deals.
    _genovese(
        "pizzico",
        "Tarocchi a pizzico",
        A_PIZZICO,
        ("A1", "B1"),
        deals=2,
        most_in_deal=216,
        house_rules=BUONE_RULES_A_PIZZICO,
    ),
)
