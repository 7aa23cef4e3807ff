"""One sentence for each thing the rules refuse: what is wrong, and what to do."""

from collections.abc import Mapping
from typing import Final

from scoring.wording.names import card_name, family_name, figure_name

_ITALIAN: Final = {
    "figure-not-whole": "Il valore {figure} della coppia {side} deve essere un numero intero.",
    "figures-not-an-object": "I punti della coppia {side} vanno dati come oggetto con i loro nomi.",
    "impossible-card-points": "Gli scartini delle due coppie devono fare {expected} in tutto, non {sum}.",
    "impossible-figure": "Nessuna smazzata può dare {figures}: ricontare.",
    "impossible-together": "Non possono stare insieme: {figures}. Ricontare.",
    "impossible-with-dealer": (
        "Con lo scarto della coppia {side} non può essere: {figures}. Ricontare o correggere il mazziere."
    ),
    "impossible-with-last-trick": (
        "Con l'ultima presa della coppia {side} non può essere: {figures}. Ricontare."
    ),
    "unknown-figure": "Il valore {figure} non esiste: si danno sequences, cricche, card_points e total.",
    "bad-seed": "Il seme {seed} è negativo: darne uno da 0 in su.",
    "card-not-held": "La carta {card} non è nella mano: giocarne una che c'è.",
    "declarations-not-a-list": "Gli accusi vanno dati come elenco.",
    "discard-forbidden": (
        "{card} non si può scartare: Re e tarocchi restano in mano. Scegliere un'altra carta."
    ),
    "discard-size": "Si scartano due carte diverse, non {count}.",
    "missing-key": 'Manca "{key}": aggiungerlo.',
    "must-follow": "Non si può giocare {card}: in mano c'è il palo richiesto ({palo}), bisogna rispondere.",
    "must-trump": "Non si può giocare {card}: senza il palo richiesto ({palo}) bisogna dare un trionfo.",
    "not-an-object": "La riga deve contenere un oggetto JSON fra parentesi graffe.",
    "not-json": "La riga non è JSON valido: correggerla.",
    "not-text": '"{key}" deve essere un testo.',
    "repeated-key": 'La chiave "{key}" compare due volte: lasciarne una.',
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
    "figure-not-whole": "The figure {figure} of side {side} must be a whole number.",
    "figures-not-an-object": "The figures of side {side} are given as an object with their names.",
    "impossible-card-points": "The card points of both sides must make {expected} in all, not {sum}.",
    "impossible-figure": "No deal can give {figures}: count again.",
    "impossible-together": "These cannot stand together: {figures}. Count again.",
    "impossible-with-dealer": (
        "With the discard of side {side} it cannot be: {figures}. Count again, or correct the dealer."
    ),
    "impossible-with-last-trick": "With the last trick of side {side} it cannot be: {figures}. Count again.",
    "unknown-figure": (
        "The figure {figure} does not exist: sequences, cricche, card_points and total are given."
    ),
    "bad-seed": "The seed {seed} is negative: give one from 0 up.",
    "card-not-held": "The card {card} is not in the hand: play one that is.",
    "declarations-not-a-list": "Declarations are given as a list.",
    "discard-forbidden": "{card} cannot be discarded: Kings and tarocchi stay in hand. Choose another card.",
    "discard-size": "Two different cards are discarded, not {count}.",
    "missing-key": '"{key}" is missing: add it.',
    "must-follow": "{card} cannot be played: the hand holds the suit led ({palo}), which must be followed.",
    "must-trump": "{card} cannot be played: without the suit led ({palo}) a trump must be given.",
    "not-an-object": "The line must hold one JSON object, in braces.",
    "not-json": "The line is not valid JSON: correct it.",
    "not-text": '"{key}" must be text.',
    "repeated-key": 'The key "{key}" appears twice: leave one.',
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


#: Facts that are cards, and families, shown by name.
_CARD_FACTS: Final = ("card", "cards")
_FAMILY_FACTS: Final = ("family", "palo")
_SIDE_FACTS: Final = ("side", "sides")
#: A figure of the sheet, told as "name side value".
_FIGURE: Final = {"it": "{figure} di {side} {points}", "en": "{figure} of {side} {points}"}


def error_sentence(code: str, params: Mapping[str, object], language: str, sides: Mapping[str, str]) -> str:
    """The sentence of a code with its facts in it; a side's letter gives way to its name, when one is
    given."""
    shown = {name: _shown(name, value, language, sides) for name, value in params.items()}
    return SENTENCES[language][code].format(**shown)


def _shown(name: str, value: object, language: str, sides: Mapping[str, str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(name, item, language, sides) for item in value)
    text = str(value)
    if name in _CARD_FACTS:
        return card_name(text, language)
    if name in _FAMILY_FACTS:
        return family_name(text, language)
    if name == "figures":
        figure, side, points = text.split()
        return _FIGURE[language].format(
            figure=figure_name(figure, language), side=sides.get(side, side), points=points
        )
    return sides.get(text, text) if name in _SIDE_FACTS else text
