"""What is refused about figures on a sheet."""

from typing import Final

ITALIAN: Final = {
    "allies-differ": "Gli alleati contano insieme, ma qui non hanno gli stessi punti: {figures}. Correggerne uno.",
    "cannot-have": "Con {others}, {side} non può avere {what}. Ricontare.",
    "figure-not-whole": "Il valore {figure} di {side} deve essere un numero intero.",
    "figure-out-of-range": "Non può essere: {figures}. Si va da 0 a {most}: ricontare.",
    "figures-not-an-object": "I punti di {side} vanno dati come oggetto con i loro nomi.",
    "impossible-card-points": "Gli scartini devono fare {expected} in tutto, non {sum}.",
    "impossible-figure": "Nessuna smazzata può dare {figures}: ricontare.",
    "impossible-together": "Non possono stare insieme: {figures}. Ricontare.",
    "impossible-with-dealer": "Con lo scarto di {side} non può essere: {figures}. Ricontare o correggere il mazziere.",
    "impossible-with-discarder": "Con lo scarto di {side} non può essere: {figures}. Ricontare o correggere chi ha scartato.",
    "impossible-with-discards": "Con questo scarto ({cards}) non può essere: {figures}. Ricontare o correggere lo scarto.",
    "impossible-with-last-trick": "Con l'ultima presa di {side} non può essere: {figures}. Ricontare.",
    "impossible-totals": "{figures} non possono essere i totali della stessa smazzata. Ricontare.",
    "no-such-cricche": "{figures}: nessun insieme di cricche fa questi punti. Ricontarle.",
    "sequences-by-fives": "{figures}: le sequenze vanno di {each} in {each}. Ricontarle.",
    "sums-of-a-pile": "Un solo mazzo di prese non può dare {figures}: ricontare.",
    "sums-of-all": "Insieme non tornano: uno solo ha i {last_trick} punti dell'ultima presa, e gli scartini di tutti vanno da {least} a {most}. Ricontare.",
    "sums-of-card-points": "Gli scartini di tutti fanno {sum}, ma non superano mai {most}: ricontarli.",
    "unknown-figure": "Il valore {figure} non esiste in questo gioco: si danno {known}.",
}

ENGLISH: Final = {
    "allies-differ": "The allies count together, but here their points differ: {figures}. Correct one of them.",
    "cannot-have": "With {others}, {side} cannot have {what}. Count again.",
    "figure-not-whole": "The figure {figure} of {side} must be a whole number.",
    "figure-out-of-range": "It cannot be: {figures}. The figure goes from 0 to {most}: count again.",
    "figures-not-an-object": "The figures of {side} are given as an object with their names.",
    "impossible-card-points": "The card points must make {expected} in all, not {sum}.",
    "impossible-figure": "No deal can give {figures}: count again.",
    "impossible-together": "These cannot stand together: {figures}. Count again.",
    "impossible-with-dealer": "With the discard of {side} it cannot be: {figures}. Count again, or correct the dealer.",
    "impossible-with-discarder": "With the discard of {side} it cannot be: {figures}. Count again, or correct who discarded.",
    "impossible-with-discards": "With this discard ({cards}) it cannot be: {figures}. Count again, or correct the discard.",
    "impossible-with-last-trick": "With the last trick of {side} it cannot be: {figures}. Count again.",
    "impossible-totals": "{figures} cannot be the totals of one deal. Count again.",
    "no-such-cricche": "{figures}: no sets make these points. Count them again.",
    "sequences-by-fives": "{figures}: runs go by {each}. Count them again.",
    "sums-of-a-pile": "No pile by itself can give {figures}: count again.",
    "sums-of-all": "Together they do not close: one alone has the {last_trick} points of the last trick, and the card points of all are from {least} to {most}. Count again.",
    "sums-of-card-points": "The card points of all make {sum}, but they are never more than {most}: count them again.",
    "unknown-figure": "The figure {figure} does not exist in this game: {known} are given.",
}
