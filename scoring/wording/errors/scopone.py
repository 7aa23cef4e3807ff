"""What is refused at scopone."""

from typing import Final

ITALIAN: Final = {
    "cannot-take": "Con {card} non si può prendere questo: {cards}. Si prende una carta di pari valore, o più carte che lo sommano.",
    "fuori-after-a-tie": "La smazzata è cominciata pari a {points}: non ci si può dichiarare fuori, va giocata tutta.",
    "fuori-after-the-end": "Con {points} punti la partita era già vinta prima di questa smazzata: togliere la dichiarazione.",
    "fuori-at-last-play": "Il cartaro non si dichiara fuori con l'ultima carta: la smazzata è finita, si conta.",
    "must-take": "{card} prende: chi gioca una carta che prende non può lasciarla sul tavolo. Scegliere che cosa prendere.",
    "must-take-equal": "Sul tavolo c'è una carta di pari valore: {card} prende quella, non una somma.",
    "no-fuori": "Ci si dichiara fuori solo nelle partite a {only} punti, non a {target}.",
    "point-of-both": "Il punto ({figure}) va a una parte sola: correggerne una.",
    "point-of-nobody": "Il punto ({figure}) va sempre a una delle due parti: darlo a chi l'ha fatto.",
    "scope-not-whole": "Le scope di {side} devono essere un numero intero da 0 in su.",
    "take-too-small": "{side} ha {count} carta, ma una presa ne ha almeno due: ricontare le carte.",
    "too-many-scope": "{side} non può aver fatto {count} scope con le carte che ha: al massimo {most}. Ricontare.",
    "too-many-scope-in-all": "{count} scope in una smazzata non sono possibili: al massimo {most} in tutto. Ricontare.",
}

ENGLISH: Final = {
    "cannot-take": "{card} cannot take this: {cards}. It takes one card of its value, or several that add up to it.",
    "fuori-after-a-tie": "The deal began level at {points}: nobody may declare themselves out, it must be played to the end.",
    "fuori-after-the-end": "With {points} points the match was already won before this deal: take the claim away.",
    "fuori-at-last-play": "The dealer does not declare himself out with the last card: the deal is over, count it.",
    "must-take": "{card} takes: a card that takes cannot be left on the table. Choose what to take.",
    "must-take-equal": "There is a card of the same value on the table: {card} takes that one, not a sum.",
    "no-fuori": "Declaring oneself out is for matches to {only} points, not to {target}.",
    "point-of-both": "The point ({figure}) goes to one side only: correct one of them.",
    "point-of-nobody": "The point ({figure}) always goes to one of the sides: give it to the one who made it.",
    "scope-not-whole": "The scope of {side} must be a whole number, 0 or more.",
    "take-too-small": "{side} has {count} card, but a take has two at least: count the cards again.",
    "too-many-scope": "{side} cannot have made {count} scope with the cards it has: {most} at most. Count again.",
    "too-many-scope-in-all": "{count} scope in one deal are impossible: {most} at most in all. Count again.",
}
