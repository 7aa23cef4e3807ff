"""The games with the tarocco bolognese: pairs, Terziglio, one against one, Mattazza (Barilli 4)."""

from functools import partial
from typing import Final

from scoring.bolognese import counting, mattazza, terziglio
from scoring.bolognese.cards import DECK
from scoring.bolognese.checking import check_centocinquanta, check_mattazza
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL
from scoring.bolognese.declarable import declarable, points_shown
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.feasibility.check import check_pairs, check_terziglio
from scoring.bolognese.feasibility.search import MOST_OF
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.pile import CENTOCINQUANTA, MILLONE_DUE, PAIRS
from scoring.bolognese.play import deals
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.bolognese.play.terziglio import PACKETS, TerziglioState
from scoring.game import CallingOut, Game, the_loser_or_to_the_right, the_soloist
from scoring.match import AGREEMENTS, after_all_deals, at_target, by_agreement, every_deal, still_playing
from scoring.trick_state import deal_hands
from scoring.wording.explanations import bolognese_sentences

#: The most points that the declarations of two partners can have: the largest figure that ``check`` allows.
MOST_DECLARED: Final = 506


#: The settings that all games with this deck share.
_game: Final = partial(
    Game,
    deck=DECK,
    card_figures=("card_points",),
    house_rules=HOUSE_RULES,
    tricks=BOLOGNESE,
    sentences=bolognese_sentences,
)
#: The settings that all games with declared combinations share.
_with_accusi: Final = partial(
    _game, figures=counting.FIGURES, declared_figure="declarations", declarable=declarable
)
_pairs: Final = partial(
    _with_accusi,
    sides=("A", "B"),
    players=("A1", "B1", "A2", "B2"),
    count=counting.count_pairs,
    check=check_pairs,
    shared=("card_points", CARD_POINTS_IN_ALL),
    most_in_deal=MOST_OF["total"] + MOST_DECLARED,
    deal=partial(deal_hands, deals.packets_of(PAIRS.tricks)),
    begin=deals.PairsState,
)
_one_against_one: Final = partial(
    _with_accusi, sides=("A", "B"), players=("A1", "B1"), extra_keys=("laid_aside",), ended=at_target
)
#: By the declarations of the first fifteen cards (Barilli 4.1.1).
_ON_FIFTEEN: Final = CallingOut(HAND_SIZE, points_shown)

#: In the order of CONTRACT.
GAMES: Final[tuple[Game, ...]] = (
    # Barilli 4.1.2: every player deals once.
    _pairs(key="quattro-scartate", name="Quattro Scartate", ended=after_all_deals, deals=4),
    # Barilli 4.1.1: 800; at some tables 1000 or 1500.
    _pairs(
        key="ottocento", name="Ottocento", ended=at_target, targets=(800, 1000, 1500), calling_out=_ON_FIFTEEN
    ),
    # Pagat, "Millone": Ottocento to 1000.
    _pairs(key="millone", name="Millone", ended=at_target, targets=(1000,), calling_out=_ON_FIFTEEN),
    _with_accusi(
        key="terziglio",
        name="Terziglio",
        sides=("A", "B", "C"),
        players=("A1", "B1", "C1"),
        # "ogni Smazzata è di per sé stessa una Partita" (Barilli 4.2.1).
        deals=1,
        count=terziglio.count_terziglio,
        check=check_terziglio,
        shared=("card_points", CARD_POINTS_IN_ALL),
        deal=partial(deal_hands, PACKETS),
        begin=TerziglioState,
        ended=every_deal,
        deals_next=the_soloist,
        scored=terziglio.scored_in_poste,
        camps=terziglio.camps_of_terziglio,
        facts=("soloist", "own"),
        counted_with=("poste",),
        extra_keys=("pozzo", "calls"),
        pays=True,
    ),
    # Barilli 4.3.1.
    _one_against_one(
        key="millone-due",
        name="Millone a due",
        targets=(1000,),
        count=partial(counting.count_pairs, shape=MILLONE_DUE),
        check=partial(check_pairs, shape=MILLONE_DUE),
        deal=partial(deal_hands, deals.packets_of(MILLONE_DUE.tricks)),
        begin=deals.MilloneState,
        # On the first hand, before anything is laid aside (Barilli 4.3.1, 4.3.2): a card for each trick.
        calling_out=CallingOut(MILLONE_DUE.tricks, points_shown),
        shared=("card_points", CARD_POINTS_IN_ALL),
    ),
    # Barilli 4.3.2: 150; at some tables 151 or 200.
    _one_against_one(
        key="centocinquanta",
        name="Centocinquanta",
        targets=(150, 151, 200),
        count=counting.count_centocinquanta,
        check=check_centocinquanta,
        deal=partial(deal_hands, deals.packets_of(CENTOCINQUANTA.tricks)),
        begin=deals.CentocinquantaState,
        calling_out=CallingOut(CENTOCINQUANTA.tricks, points_shown),
    ),
    # Barilli 4.3.3: 15; at some tables 20 or 21.
    _one_against_one(
        key="quindici",
        name="Quindici",
        targets=(15, 20, 21),
        count=counting.count_quindici,
        check=check_centocinquanta,
        deal=partial(deal_hands, deals.packets_of(CENTOCINQUANTA.tricks)),
        begin=deals.CentocinquantaState,
        calling_out=CallingOut(CENTOCINQUANTA.tricks, points_shown, worth=counting.rounded),
        scored=counting.scored_in_tens,
    ),
    _game(
        key="mattazza",
        name="Mattazza",
        sides=("A", "B", "C", "D", "E", "F"),
        players=("A1", "B1", "C1", "D1", "E1", "F1"),
        figures=mattazza.FIGURES,
        # "in genere da 2 a 6 Punti" (Barilli 4.4.1).
        targets=(2, 3, 4, 5, 6),
        agreements=AGREEMENTS,
        count=mattazza.count_mattazza,
        check=check_mattazza,
        deal=deals.deal_mattazza,
        begin=deals.MattazzaState,
        ended=by_agreement,
        playing=still_playing,
        deals_next=the_loser_or_to_the_right,
        scored=mattazza.scored_in_charges,
        fewest_win=True,
        # "Da 6 a 3 giocatori" (Barilli 4.4.1); four is a common table.
        tables_of=(4, 5, 3, 6),
    ),
)
