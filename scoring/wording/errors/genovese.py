"""What is refused about counting with the tarocco genovese."""

from typing import Final

ITALIAN: Final = {
    "bagatto-elsewhere": "{other} avrebbe preso il Bagatto all'ultima presa, ma nel mazzetto di {side} non ci sono né il Bagatto né il Matto: correggere il mazzetto o il Bagatto ultimo.",
    "bagatto-not-last-trick": "L'ultima presa è di {side}, ma il Bagatto ultimo di {player} risulta preso da {other}: correggere uno dei due.",
    "bagatto-who": "{side} ha più giocatori: dire quale, fra {players}.",
    "buona-discarded": "{player} ha mostrato carte che sono nello scarto: {cards}. Correggere la buona o lo scarto.",
    "buona-shown-already": "{player} ha già dichiarato {buona} con queste carte o con altre che dovrebbe avere ancora: lasciare una sola dichiarazione.",
    "buona-too-small": "{player} ha mostrato {count} carte di {buona}, ma ne servono {least}: togliere la dichiarazione o aggiungere le carte.",
    "buone-hand-too-big": "{player} ha mostrato {count} carte, ma può averne avute {size}: correggere le dichiarazioni.",
    "buone-not-declared": "Con la regola {rules} le buone non si dichiarano: togliere le dichiarazioni o cambiare regola.",
    "deck-points-sum": "I punti di mazzo devono fare {expected} in tutto, non {sum}.",
    "discard-elsewhere": "{side} ha {count} carte, ma con lo scarto deve avere un multiplo di 4 più 2: ricontare o correggere il mazziere.",
    "discard-not-covered": "{side} ha {count} carte: non bastano per lo scarto e una presa. Senza prese lo scarto passa a chi fa l'ultima: ricontare.",
    "figure-not-in-game": "Il valore {figure} non esiste in questo gioco: scegliere fra {known}.",
    "impossible-with-call": "Con la chiamata di {side} non può essere: {figures}. I compagni segnano gli stessi punti: ricontare o correggere mazziere e compagno.",
    "not-that-buona": "Le carte mostrate da {player} non fanno {buona}: {cards}. Correggere la dichiarazione.",
    "partner-is-dealer": "{side} non può chiamare sé stesso come compagno: se gioca da solo, lasciare vuoto il compagno.",
    "pile-of-tricks": "{side} ha {count} carte, che non sono prese intere: una presa ne ha {trick} e lo scarto {discard}. Ricontare, con la carta data per il Matto.",
    "piles-missing": "Mancano i mazzetti di {sides}: se ne può lasciare fuori uno solo.",
    "two-buone-rules": 'La regola delle buone è scritta due volte e in modo diverso: lasciare "rules" oppure "buone".',
    "unknown-buona": "La buona {buona} non esiste in questo gioco: scegliere fra {buone}.",
    "unknown-buone-rules": "La regola delle buone {rules} non esiste in questo gioco: scegliere fra {known}.",
}

ENGLISH: Final = {
    "bagatto-elsewhere": "{other} is said to have taken the Bagatto in the last trick, but the pile of {side} holds neither the Bagatto nor the Matto: correct the pile or the Bagatto ultimo.",
    "bagatto-not-last-trick": "The last trick belongs to {side}, but {player}'s Bagatto ultimo is said to be taken by {other}: correct one of them.",
    "bagatto-who": "{side} has several players: say which, among {players}.",
    "buona-discarded": "{player} showed cards that are in the discard: {cards}. Correct the buona or the discard.",
    "buona-shown-already": "{player} has already declared {buona} with these cards, or with others that should still be held: leave one declaration.",
    "buona-too-small": "{player} showed {count} cards of {buona}, but {least} are needed: take the declaration away or add the cards.",
    "buone-hand-too-big": "{player} showed {count} cards, but can have held {size}: correct the declarations.",
    "buone-not-declared": "Under the rule {rules} buone are not declared: take the declarations away or change the rule.",
    "deck-points-sum": "The deck points must make {expected} in all, not {sum}.",
    "discard-elsewhere": "{side} has {count} cards, but with the discard it must have a multiple of 4 plus 2: count again or correct the dealer.",
    "discard-not-covered": "{side} has {count} cards: too few for the discard and one trick. Without a trick the discard goes with the last one: count again.",
    "figure-not-in-game": "The figure {figure} does not exist in this game: choose among {known}.",
    "impossible-with-call": "With the call of {side} it cannot be: {figures}. Allies score the same points: count again, or correct the dealer and the partner.",
    "not-that-buona": "The cards shown by {player} do not make {buona}: {cards}. Correct the declaration.",
    "partner-is-dealer": "{side} cannot call itself as partner: when playing alone, leave the partner empty.",
    "pile-of-tricks": "{side} has {count} cards, which are no whole tricks: a trick has {trick} and the discard {discard}. Count again, with the card given for the Matto.",
    "piles-missing": "The piles of {sides} are missing: only one may be left out.",
    "two-buone-rules": 'The rule of the buone is written twice and differently: leave "rules" or "buone".',
    "unknown-buona": "The buona {buona} does not exist in this game: choose among {buone}.",
    "unknown-buone-rules": "The rule of the buone {rules} does not exist in this game: choose among {known}.",
}
