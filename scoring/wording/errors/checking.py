"""What is refused about figures on a sheet."""

from typing import Final

ITALIAN: Final = {
    "figure-not-whole": "Il valore {figure} di {side} deve essere un numero intero.",
    "figures-not-an-object": "I punti di {side} vanno dati come oggetto con i loro nomi.",
    "impossible-card-points": "Gli scartini devono fare {expected} in tutto, non {sum}.",
    "impossible-figure": "Nessuna smazzata può dare {figures}: ricontare.",
    "impossible-together": "Non possono stare insieme: {figures}. Ricontare.",
    "impossible-with-dealer": "Con lo scarto di {side} non può essere: {figures}. Ricontare o correggere il mazziere.",
    "impossible-with-last-trick": "Con l'ultima presa di {side} non può essere: {figures}. Ricontare.",
    "unknown-figure": "Il valore {figure} non esiste: si danno sequences, cricche, card_points e total.",
}

ENGLISH: Final = {
    "figure-not-whole": "The figure {figure} of {side} must be a whole number.",
    "figures-not-an-object": "The figures of {side} are given as an object with their names.",
    "impossible-card-points": "The card points must make {expected} in all, not {sum}.",
    "impossible-figure": "No deal can give {figures}: count again.",
    "impossible-together": "These cannot stand together: {figures}. Count again.",
    "impossible-with-dealer": "With the discard of {side} it cannot be: {figures}. Count again, or correct the dealer.",
    "impossible-with-last-trick": "With the last trick of {side} it cannot be: {figures}. Count again.",
    "unknown-figure": "The figure {figure} does not exist: sequences, cricche, card_points and total are given.",
}
