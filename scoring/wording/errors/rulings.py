"""What is refused about rulings inside a deal."""

from typing import Final

ITALIAN: Final = {
    "effect-needs-declared": "Delle buone di {side} si conosce solo la somma: per questo provvedimento scrivere prima quante sono quelle catturate, o la smazzata per carte.",
    "effect-needs-parts": "Di {side} si conosce solo il totale: per questo provvedimento scrivere prima la smazzata per parti o per carte.",
    "effect-not-in-game": "Questo provvedimento non esiste a {game}: sceglierne un altro dal catalogo.",
    "unknown-effect": "L'effetto {effect} non esiste: scegliere fra {effects}.",
}

ENGLISH: Final = {
    "effect-needs-declared": "Only the sum of the buone of {side} is known: write how many are captured, or the deal by cards, before this ruling.",
    "effect-needs-parts": "Only the total of {side} is known: write the deal by parts or by cards before this ruling.",
    "effect-not-in-game": "This ruling does not exist in {game}: choose another one from the catalogue.",
    "unknown-effect": "The effect {effect} does not exist: choose among {effects}.",
}
