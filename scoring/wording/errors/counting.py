"""What is refused about piles of cards."""

from typing import Final

ITALIAN: Final = {
    "cappotto-not-passed": "{side} ha solo {count} carte, quindi non ha fatto prese: scarto e Matto passano agli avversari (cappotto). Dare tutte le carte all'altra parte.",
    "card-in-both-piles": "Queste carte sono in tutti e due i mazzi di prese: {cards}. Lasciarle a una parte sola.",
    "card-twice": "La carta {card} compare due volte: toglierne una.",
    "cards-missing": "Mancano queste carte: {cards}. Assegnarle a una delle due parti.",
    "cards-not-a-list": 'Le carte vanno date come elenco di codici, per esempio ["Ang", "Rd"].',
    "last-trick-without-cards": "{side} non ha carte, quindi non può avere l'ultima presa: darla all'altra.",
    "no-pile": "Manca il mazzo delle prese: indicare le carte di almeno una parte.",
    "odd-pile": "{side} ha {count} carte e l'altra {other}, ma devono essere pari: chi ha il Matto paga una carta. Ricontare.",
    "pile-size": "{side} ha fatto lo scarto e ha {count} carte: devono essere un multiplo di {trick} più le {discard} dello scarto, e all'altra parte resta almeno una presa. Ricontare le carte o correggere chi ha scartato.",
    "unknown-card": "La carta {card} non esiste in questo mazzo: controllare il codice.",
    "unknown-rules": "La regola {rules} non è fra quelle conosciute: accademia, laghi-sole-luna, laghi-luna-16.",
}

ENGLISH: Final = {
    "cappotto-not-passed": "{side} has only {count} cards, so it took no trick: discard and Matto pass to the opponents (cappotto). Give every card to the other side.",
    "card-in-both-piles": "These cards are in both piles: {cards}. Leave them with one side only.",
    "card-twice": "The card {card} appears twice: take one away.",
    "cards-missing": "These cards are missing: {cards}. Give them to one of the sides.",
    "cards-not-a-list": 'Cards are given as a list of codes, for example ["Ang", "Rd"].',
    "last-trick-without-cards": "{side} has no cards, so it cannot have the last trick: give it to the other.",
    "no-pile": "The pile is missing: give the cards of one side at least.",
    "odd-pile": "{side} has {count} cards and the other {other}, but both must be even: the Matto's holder pays a card. Count again.",
    "pile-size": "{side} dealt and has {count} cards: it must be a multiple of {trick} plus the {discard} of the discard, and the other side has a trick at least. Count the cards again, or correct who discarded.",
    "unknown-card": "The card {card} does not exist in this deck: check the code.",
    "unknown-rules": "The rule {rules} is not among those known: accademia, laghi-sole-luna, laghi-luna-16.",
}
