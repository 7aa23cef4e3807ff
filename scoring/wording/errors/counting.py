"""What is refused about piles of cards."""

from typing import Final

ITALIAN: Final = {
    "cappotto-not-passed": "{side} ha solo {count} carte, quindi non ha fatto prese: scarto e Matto passano agli avversari (cappotto). Dare tutte le carte all'altra parte.",
    "card-in-both-piles": "Queste carte sono in tutti e due i mazzi di prese: {cards}. Lasciarle a una parte sola.",
    "card-twice": "La carta {card} compare due volte: toglierne una.",
    "cards-in-all": "Le carte delle prese sono {count} in tutto, ma devono essere {expected}: ricontarle.",
    "cards-missing": "Mancano queste carte: {cards}. Assegnarle a una delle parti.",
    "cards-not-a-list": 'Le carte vanno date come elenco di codici, per esempio ["Ang", "Rd"].',
    "last-trick-without-cards": "{side} non ha carte, quindi non può avere l'ultima presa: darla all'altra.",
    "no-pile": "Manca il mazzo delle prese: indicare le carte di almeno una parte.",
    "nothing-declared": "A {game} non si accusa: togliere gli accusi.",
    "odd-pile": "{side} ha {count} carte e l'altra {other}, ma devono essere pari: chi ha il Matto paga una carta. Ricontare.",
    "other-pile-missing": "Manca il mazzo di {side}: trenta carte restano fuori, quindi non si ricava dall'altro. Dare tutti e due i mazzi.",
    "pile-not-in-tricks": "{side} ha {count} carte, ma le prese sono di {trick}: il numero deve esserne un multiplo. Ricontare.",
    "pile-size": "{side} ha fatto lo scarto e ha {count} carte: devono essere un multiplo di {trick} più le {discard} dello scarto, e all'altra parte resta almeno una presa. Ricontare le carte o correggere chi ha scartato.",
    "piles-of-players": "Serve un mazzo di prese a testa, da {least} a {most} giocatori; chi non ha prese ha un elenco vuoto.",
    "unknown-card": "La carta {card} non esiste in questo mazzo: controllare il codice.",
    "unknown-poste": "Le poste {poste} non sono fra quelle conosciute: scegliere fra {known}.",
    "unknown-rules": "La regola {rules} non è fra quelle conosciute: accademia, laghi-sole-luna, laghi-luna-16.",
}

ENGLISH: Final = {
    "cappotto-not-passed": "{side} has only {count} cards, so it took no trick: discard and Matto pass to the opponents (cappotto). Give every card to the other side.",
    "card-in-both-piles": "These cards are in both piles: {cards}. Leave them with one side only.",
    "card-twice": "The card {card} appears twice: take one away.",
    "cards-in-all": "The piles hold {count} cards in all, but must hold {expected}: count them again.",
    "cards-missing": "These cards are missing: {cards}. Give them to one of the sides.",
    "cards-not-a-list": 'Cards are given as a list of codes, for example ["Ang", "Rd"].',
    "last-trick-without-cards": "{side} has no cards, so it cannot have the last trick: give it to the other.",
    "no-pile": "The pile is missing: give the cards of one side at least.",
    "nothing-declared": "Nothing is declared in {game}: take the declarations away.",
    "odd-pile": "{side} has {count} cards and the other {other}, but both must be even: the Matto's holder pays a card. Count again.",
    "other-pile-missing": "The pile of {side} is missing: thirty cards stay out, so it does not follow from the other. Give both piles.",
    "pile-not-in-tricks": "{side} has {count} cards, but tricks are of {trick}: the number must be a multiple. Count again.",
    "pile-size": "{side} dealt and has {count} cards: it must be a multiple of {trick} plus the {discard} of the discard, and the other side has a trick at least. Count the cards again, or correct who discarded.",
    "piles-of-players": "One pile for each player is needed, from {least} to {most} of them; an empty list for who took no trick.",
    "unknown-card": "The card {card} does not exist in this deck: check the code.",
    "unknown-poste": "The poste {poste} are not among those known: choose among {known}.",
    "unknown-rules": "The rule {rules} is not among those known: accademia, laghi-sole-luna, laghi-luna-16.",
}
