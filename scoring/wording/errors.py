"""One sentence for each thing the rules refuse: what is wrong, and what to do."""

from collections.abc import Mapping
from typing import Final

_ITALIAN: Final = {
    "card-in-both-piles": (
        "Queste carte sono in tutti e due i mazzi di prese: {cards}. Lasciarle a una coppia sola."
    ),
    "card-twice": "La carta {card} compare due volte: toglierne una.",
    "cards-missing": "Mancano queste carte: {cards}. Assegnarle a una delle due coppie.",
    "cards-not-a-list": 'Le carte vanno date come elenco di codici, per esempio ["Ang", "Rd"].',
    "cappotto-not-passed": (
        "La coppia {side} ha solo {count} carte, quindi non ha fatto prese: scarto e Matto passano agli "
        "avversari (cappotto). Dare tutte le carte all'altra coppia."
    ),
    "bad-points": (
        "I punti della coppia {side} nella smazzata {deal} devono essere un numero intero non negativo."
    ),
    "declaration-extra-cards": (
        "L'accuso di {player} ({family}) contiene carte che non ne fanno parte: {cards}. Togliere quelle "
        "in più."
    ),
    "declaration-kind": (
        'Un accuso è una cricca oppure una sequenza: indicare "cricca" o "sequence", uno solo.'
    ),
    "declaration-no-combination": (
        "Le carte mostrate da {player} ({cards}) non fanno una combinazione di {family}: correggere l'accuso."
    ),
    "declaration-not-understood": "Un accuso va dato come oggetto con coppia, giocatore, famiglia e carte.",
    "declaration-twice": "{player} ha accusato due volte {family}: lasciare un solo accuso.",
    "declared-by-two": (
        "La stessa carta è mostrata da {player} e da {other}: {cards}. Correggere uno dei due accusi."
    ),
    "declared-hand-too-big": (
        "{player} ha accusato {count} carte diverse, ma una mano ne ha 15: correggere gli accusi."
    ),
    "last-trick-without-cards": (
        "La coppia {side} non ha carte, quindi non può avere l'ultima presa: darla all'altra."
    ),
    "match-over": "La partita era già finita prima della smazzata {deal}: toglierla.",
    "no-pile": "Manca il mazzo delle prese: indicare le carte di almeno una coppia.",
    "odd-pile": (
        "La coppia {side} ha {count} carte e l'altra {other}, ma devono essere pari: chi ha il Matto paga "
        "una carta. Ricontare."
    ),
    "pile-size": (
        "La coppia {side} ha fatto lo scarto e ha {count} carte: devono essere un multiplo di 4 più le 2 "
        "dello scarto. Ricontare le carte o correggere il mazziere."
    ),
    "unknown-card": "La carta {card} non esiste nel tarocco bolognese: controllare il codice.",
    "unknown-deal": "La smazzata {deal} non esiste: si contano da 1.",
    "unknown-family": "La famiglia {family} non esiste: scegliere fra {families}.",
    "unknown-game": "Il gioco {game} non è fra quelli conosciuti.",
    "unknown-player": "Il giocatore {player} non è della coppia {side}.",
    "unknown-rules": (
        "La regola {rules} non è fra quelle conosciute: accademia, laghi-sole-luna, laghi-luna-16."
    ),
    "unknown-seat": "Il posto {seat} non esiste: i posti sono N, E, S, W.",
    "unknown-side": "La coppia {side} non esiste: le coppie sono {sides}.",
    "unknown-target": "Non si gioca a {target} punti: scegliere un traguardo previsto.",
}

_ENGLISH: Final = {
    "card-in-both-piles": "These cards are in both piles: {cards}. Leave them with one side only.",
    "card-twice": "The card {card} appears twice: take one away.",
    "cards-missing": "These cards are missing: {cards}. Give them to one of the sides.",
    "cards-not-a-list": 'Cards are given as a list of codes, for example ["Ang", "Rd"].',
    "cappotto-not-passed": (
        "Side {side} has only {count} cards, so it took no trick: discard and Matto pass to the opponents "
        "(cappotto). Give every card to the other side."
    ),
    "bad-points": "The points of side {side} in deal {deal} must be a whole number, not negative.",
    "declaration-extra-cards": (
        "{player}'s declaration ({family}) holds cards that do not belong to it: {cards}. Take the extra "
        "ones away."
    ),
    "declaration-kind": 'A declaration is a cricca or a sequence: give "cricca" or "sequence", one of them.',
    "declaration-no-combination": (
        "The cards shown by {player} ({cards}) make no combination of {family}: correct the declaration."
    ),
    "declaration-not-understood": "A declaration is an object with side, player, family and cards.",
    "declaration-twice": "{player} declared {family} twice: leave one declaration.",
    "declared-by-two": (
        "The same card is shown by {player} and by {other}: {cards}. Correct one of the declarations."
    ),
    "declared-hand-too-big": (
        "{player} declared {count} different cards, but a hand has 15: correct the declarations."
    ),
    "last-trick-without-cards": (
        "Side {side} has no cards, so it cannot have the last trick: give it to the other."
    ),
    "match-over": "The match was over before deal {deal}: take it away.",
    "no-pile": "The pile is missing: give the cards of one side at least.",
    "odd-pile": (
        "Side {side} has {count} cards and the other {other}, but both must be even: the Matto's holder "
        "pays a card. Count again."
    ),
    "pile-size": (
        "Side {side} dealt and has {count} cards: it must be a multiple of 4 plus the 2 of the discard. "
        "Count the cards again, or correct the dealer."
    ),
    "unknown-card": "The card {card} does not exist in the tarocco bolognese: check the code.",
    "unknown-deal": "Deal {deal} does not exist: they are numbered from 1.",
    "unknown-family": "The family {family} does not exist: choose among {families}.",
    "unknown-game": "The game {game} is not among those known.",
    "unknown-player": "Player {player} does not belong to side {side}.",
    "unknown-rules": "The rule {rules} is not among those known: accademia, laghi-sole-luna, laghi-luna-16.",
    "unknown-seat": "Seat {seat} does not exist: the seats are N, E, S, W.",
    "unknown-side": "Side {side} does not exist: the sides are {sides}.",
    "unknown-target": "Nobody plays to {target} points: choose one of the game's targets.",
}

SENTENCES: Final = {"it": _ITALIAN, "en": _ENGLISH}


def error_sentence(code: str, params: Mapping[str, object], language: str, sides: Mapping[str, str]) -> str:
    """The sentence of a code with its facts in it; a side's letter gives way to the name people know it
    by."""
    shown = {name: _shown(value) for name, value in params.items()}
    if "side" in shown:
        shown["side"] = sides.get(shown["side"], shown["side"])
    return SENTENCES[language][code].format(**shown)


def _shown(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
