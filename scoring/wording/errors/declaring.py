"""What is refused about accusi."""

from typing import Final

ITALIAN: Final = {
    "declaration-cards-and-number": "Un accuso si dice con le carte mostrate oppure con quante sono: tenere l'uno o l'altro.",
    "declaration-discarded": "{player} ha mostrato carte che sono nello scarto: {cards}. Correggere l'accuso o lo scarto.",
    "declaration-extra-cards": "L'accuso di {player} ({family}) contiene carte che non ne fanno parte: {cards}. Togliere quelle in più.",
    "declaration-kind": 'Un accuso è una cricca oppure una sequenza: indicare "cricca" o "sequence", uno solo.',
    "declaration-no-combination": "Le carte mostrate da {player} ({cards}) non fanno una combinazione di {family}: correggere l'accuso.",
    "declaration-not-understood": "Un accuso va dato come oggetto con parte, giocatore, famiglia e carte.",
    "declaration-number": "{player} non può avere accusato {family} con {count} carte: correggere il numero.",
    "declaration-number-unreadable": "Quante carte ha un accuso si dice con un numero intero: correggerlo.",
    "declaration-twice": "{player} ha accusato due volte {family}: lasciare un solo accuso.",
    "declarations-not-a-list": "Gli accusi vanno dati come elenco.",
    "declared-by-nobody": "Nessuno può mostrare in mano {points} punti: {side}. Correggere i punti degli accusi.",
    "declared-by-nobody-together": "{points} punti ({side}) e {others} punti ({other}) non si possono mostrare nella stessa smazzata. Correggere i punti degli accusi.",
    "declared-by-two": "La stessa carta è mostrata da {player} e da {other}: {cards}. Correggere uno dei due accusi.",
    "declared-hand-too-big": "{player} ha accusato {count} carte diverse, ma una mano ne ha {size}: correggere gli accusi.",
    "declared-together": "Questi accusi insieme non possono essere stati mostrati: servirebbe la stessa carta in due mani. Ricontrollarli.",
    "declared-otherwise": "{side} ha {points} punti di accusi, ma quelli elencati ne fanno {listed}: correggere gli uni o gli altri.",
    "discard-not-in-pile": "Nelle carte di chi ha fatto lo scarto mancano queste dello scarto: {cards}. Correggere lo scarto o la pila.",
    "unknown-family": "La famiglia {family} non esiste: scegliere fra {families}.",
}

ENGLISH: Final = {
    "declaration-cards-and-number": "A declaration is told by the cards shown or by how many they are: keep one of them.",
    "declaration-discarded": "{player} showed cards that are in the discard: {cards}. Correct the declaration or the discard.",
    "declaration-extra-cards": "{player}'s declaration ({family}) holds cards that do not belong to it: {cards}. Take the extra ones away.",
    "declaration-kind": 'A declaration is a cricca or a sequence: give "cricca" or "sequence", one of them.',
    "declaration-no-combination": "The cards shown by {player} ({cards}) make no combination of {family}: correct the declaration.",
    "declaration-not-understood": "A declaration is an object with side, player, family and cards.",
    "declaration-number": "{player} cannot have declared {family} with {count} cards: correct the number.",
    "declaration-number-unreadable": "How many cards a declaration has is a whole number: correct it.",
    "declaration-twice": "{player} declared {family} twice: leave one declaration.",
    "declarations-not-a-list": "Declarations are given as a list.",
    "declared-by-nobody": "Nobody can show {points} points in hand: {side}. Correct the points of the declarations.",
    "declared-by-nobody-together": "{points} points ({side}) and {others} points ({other}) cannot be shown in the same deal. Correct the points of the declarations.",
    "declared-by-two": "The same card is shown by {player} and by {other}: {cards}. Correct one of the declarations.",
    "declared-hand-too-big": "{player} declared {count} different cards, but a hand has {size}: correct the declarations.",
    "declared-together": "These declarations cannot have been shown together: two hands would need the same card. Check them again.",
    "declared-otherwise": "{side} has {points} points of declarations, but those listed make {listed}: correct one or the other.",
    "discard-not-in-pile": "These cards of the discard are not among those of the side that discarded: {cards}. Correct the discard or the pile.",
    "unknown-family": "The family {family} does not exist: choose among {families}.",
}
