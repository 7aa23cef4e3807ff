"""Refusals at a table where a deal is played, and of records of deals."""

from typing import Final

ITALIAN: Final = {
    # The cards and the agreements.
    "cards-not-dealt": "Queste carte non sono di nessuno: {cards}. Mettile in una mano o fra quelle non distribuite.",
    "dealt-again": "Con queste carte sul tavolo ({cards}) si ridistribuisce: dai quattro carte con meno di tre Re e più di dieci punti.",
    "exposed-not-held": "{player} non può avere scoperta la carta {card}, che non è nella sua mano: correggila.",
    "hand-size": "La mano di {player} ha {count} carte, ma se ne danno {size}: correggila.",
    "hands-missing": "Servono le mani di tutti i giocatori, anche del mazziere, nell'ordine {players}: aggiungi quelle che mancano.",
    "no-house-rules": "A {game} non ci sono regole della casa: togli la regola.",
    "nothing-dealt": "Non ci sono carte: dai un numero della distribuzione, oppure le mani.",
    "too-few-samples": "Le smazzate da giocare sono {count}: servono almeno 2.",
    # Actions.
    "action-not-now": "{player} ora non può fare questo: scegli fra le azioni permesse.",
    "all-passed": "Sono passati tutti: la smazzata non si conta, si ridistribuisce.",
    "called-out": "La partita è finita con chi si è chiamato fuori: questa smazzata non si conta.",
    "deal-not-over": "La smazzata non è finita: tocca a {turn}.",
    "deal-over": "La smazzata è finita: nessuno può fare altro.",
    "declaration-not-held": "{player} non ha in mano le carte mostrate: {cards}. Correggi l'accuso.",
    "no-action": "{action} non è un'azione: usane una permessa.",
    "no-match": "Senza i punti della partita {player} non può dichiararsi fuori: indicali con la smazzata.",
    "not-the-turn": "Non tocca a {player}: tocca a {turn}.",
    "not-to-pay-with": "Per il Matto non si può dare {card}: indica una carta delle prese di chi lo ha giocato.",
    "sign-not-allowed": "Con {card} non si può dare il segnale {sign}: solo busso, striscio o volo, uscendo a trionfi o in un seme di cui è già uscito il Re.",
    "takes-nothing": "{card} non prende carte dal tavolo: giocala senza indicarne.",
    # Records.
    "record-empty": "Non c'è nessuna smazzata: il verbale comincia con una riga come {first}.",
    "record-game": "Manca la riga {key}: aggiungila prima delle carte.",
    "record-line": "Questa riga non si legge: {line}. Correggila secondo docs/notation.md.",
    "record-not-text": "Il verbale non è testo UTF-8: salvalo di nuovo come testo.",
    "not-a-record": "Qui serve una smazzata: un verbale letto da un testo, o un tavolo.",
    "record-twice": "La riga {key} compare due volte: lasciane una.",
    "record-version": "Il verbale comincia con {line}, ma qui si legge solo {first}: correggi la prima riga.",
    "trick-unfinished": "La presa {number} non è intera: scrivi tutte le sue carte.",
    "wrong-number": "Questa è la presa {number}, non la {written}: correggi la riga.",
    "wrong-winner": "La presa è di {winner} con {card}, non di {player}: correggi la riga.",
}

ENGLISH: Final = {
    # The cards and the agreements.
    "cards-not-dealt": "These cards are nobody's: {cards}. Put them in a hand or with those not dealt.",
    "dealt-again": "With these cards on the table ({cards}) the deal is repeated: give four cards with fewer than three Kings and more than ten points.",
    "exposed-not-held": "{player} cannot have had {card} turned up, which is not in that hand: correct it.",
    "hand-size": "The hand of {player} has {count} cards, but {size} are dealt: correct it.",
    "hands-missing": "The hands of all players are needed, the dealer's too, in the order {players}: add those that are missing.",
    "no-house-rules": "{game} has no house rules: take the rule away.",
    "nothing-dealt": "There are no cards: give a seed, or the hands.",
    "too-few-samples": "The deals to play are {count}: at least 2 are needed.",
    # Actions.
    "action-not-now": "{player} cannot do this now: choose among the legal actions.",
    "all-passed": "All have passed: the deal is not counted, the cards are dealt again.",
    "called-out": "The match ended when a player called out: this deal is not counted.",
    "deal-not-over": "The deal is not over: it is the turn of {turn}.",
    "deal-over": "The deal is over: nobody can do anything more.",
    "declaration-not-held": "{player} does not hold the cards shown: {cards}. Correct the declaration.",
    "no-action": "{action} is no action: use one of the legal ones.",
    "no-match": "Without the points of the match {player} cannot call out: give them with the deal.",
    "not-the-turn": "It is not the turn of {player}: it is the turn of {turn}.",
    "not-to-pay-with": "{card} cannot be given for the Matto: give a card of the tricks of its side.",
    "sign-not-allowed": "The sign {sign} cannot go with {card}: only busso, striscio or volo, leading trumps or a suit whose King is out.",
    "takes-nothing": "{card} takes no cards from the table: play it without naming any.",
    # Records.
    "record-empty": "There is no deal: a record begins with a line such as {first}.",
    "record-game": "The line {key} is missing: add it before the cards.",
    "record-line": "This line cannot be read: {line}. Correct it as docs/notation.md says.",
    "record-not-text": "The record is not UTF-8 text: save it as text again.",
    "not-a-record": "A deal is needed here: a record read from a text, or a table.",
    "record-twice": "The line {key} appears twice: leave one.",
    "record-version": "The record begins with {line}, but only {first} is read here: correct the first line.",
    "trick-unfinished": "Trick {number} is not whole: write all its cards.",
    "wrong-number": "This is trick {number}, not {written}: correct the line.",
    "wrong-winner": "The trick goes to {winner} with {card}, not to {player}: correct the line.",
}
