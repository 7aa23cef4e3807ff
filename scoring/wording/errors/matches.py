"""Refusals about matches, trick play and rulings."""

from typing import Final

ITALIAN: Final = {
    # Matches.
    "bad-points": "I punti di {side} nella smazzata {deal} devono essere un numero intero non negativo.",
    "call-after-the-end": "Con {points} punti la partita era già vinta prima di questa smazzata: nessuno può più chiamarsi fuori.",
    "call-nothing-shown": "{player} non ha accusi con cui chiamarsi fuori: accusare una combinazione, o giocare la smazzata.",
    "call-on-others-cards": "{player} non può chiamarsi fuori con gli accusi di {other}: togliere quegli accusi.",
    "call-short": "{player} non può chiamarsi fuori con {points} punti: ne mancano {missing} al traguardo. Si gioca la smazzata.",
    "call-too-early": "{player} non può ancora chiamarsi fuori: prima tocca a {first}.",
    "call-too-late": "{player} ha già passato il suo momento per chiamarsi fuori: si gioca la smazzata.",
    "caller-not-allowed": "{player} non può chiamarsi fuori con questa regola: possono, nell'ordine, {callers}.",
    "charges-of-deal": "Nella smazzata {deal} chi perde si segna {charge} e gli altri 0: correggere i punti.",
    "deal-not-an-object": "La smazzata {deal} va data come oggetto con i punti di ogni parte.",
    "dealer-picked-up": "{player} ha raccolto le ultime due carte e non può più chiamarsi fuori: si gioca la smazzata.",
    "match-over": "La partita era già finita prima della smazzata {deal}: toglierla.",
    "no-calling-out": "A {game} non ci si chiama fuori: finire la smazzata e contarla.",
    "no-cutting-short": "A {game} nessuna smazzata si interrompe per le carte irregolari: ridistribuire le carte.",
    "player-resting": "{side} non gioca la smazzata {deal}: togliere i suoi punti.",
    "players-of-match": "I giocatori sono da {least} a {most}: dare i punti di ciascuno in ogni smazzata.",
    "stakes-do-not-close": "Le poste vanno date per {sides} in numeri interi: uno vince o paga da solo il doppio di ciascuno degli altri due, e in tutto fanno zero.",
    "unknown-agreement": "A {game} la partita non finisce con {agreement}: scegliere fra {known}.",
    "unknown-calling-out": "La regola {rule} per chiamarsi fuori non esiste: scegliere fra {known}.",
    "unknown-deal": "La smazzata {deal} non esiste: si contano da 1.",
    "unknown-game": "Il gioco {game} non è fra quelli conosciuti: {known}.",
    "unknown-player": "Il giocatore {player} non è fra questi: {players}.",
    "unknown-seat": "Il posto {seat} non esiste: i posti sono N, E, S, W.",
    "unknown-side": "La parte {side} non esiste: le parti sono {sides}.",
    "unknown-target": "A {game} non si gioca a {target} punti: scegliere fra {known}.",
    # Trick play.
    "bad-seed": "Il numero della distribuzione {seed} è negativo: darne uno da 0 in su.",
    "call-not-allowed": "Ora non si può dire {call}: si può dire {calls}.",
    "call-out-of-turn": "{player} non può parlare adesso: tocca a {turn}.",
    "calls-over": "Si sa già chi gioca da solo, o sono passati tutti: non c'è più niente da dire.",
    "card-not-held": "La carta {card} non è nella mano: giocarne una che c'è.",
    "discard-forbidden": "{card} non si può scartare: Re e tarocchi restano in mano. Scegliere un'altra carta.",
    "discard-size": "Le carte da scartare sono {size}, tutte diverse, non {count}.",
    "must-follow": "Non si può giocare {card}: in mano c'è il palo richiesto ({palo}), bisogna rispondere.",
    "must-trump": "Non si può giocare {card}: senza il palo richiesto ({palo}) bisogna dare un trionfo.",
    "no-takes": "A {game} non si prende dal tavolo: si risponde al palo.",
    "no-tricks": "A {game} non si risponde al palo: si prende dal tavolo.",
    # Trick play with the tarocco genovese.
    "bagatto-not-alone": "Il Bagatto si scarta solo se è l'unico trionfo in mano: scegliere un'altra carta.",
    "call-discarded": "Questa regina è nello scarto e nessuno potrebbe rispondere: chiamare un'altra carta.",
    "call-not-a-re": "Si chiama uno dei quattro re, o una regina se si hanno in mano tutti e quattro: chiamare un'altra carta.",
    "re-not-discarded": "I re non si possono scartare: scegliere un'altra carta.",
    # Rulings.
    "effect-needs-declared": "Delle buone di {side} si conosce solo la somma: per questo provvedimento scrivere prima quante sono quelle catturate, o la smazzata per carte.",
    "effect-needs-parts": "Di {side} si conosce solo il totale: per questo provvedimento scrivere prima la smazzata per parti o per carte.",
    "effect-not-in-game": "Questo provvedimento non esiste a {game}: sceglierne un altro dal catalogo.",
    "unknown-effect": "L'effetto {effect} non esiste: scegliere fra {effects}.",
}

ENGLISH: Final = {
    # Matches.
    "bad-points": "The points of {side} in deal {deal} must be a whole number, not negative.",
    "call-after-the-end": "With {points} points the match was already won before this deal: nobody calls out any more.",
    "call-nothing-shown": "{player} shows nothing to call out on: declare a combination, or play the deal.",
    "call-on-others-cards": "{player} cannot call out on the declarations of {other}: take those away.",
    "call-short": "{player} cannot call out with {points} points: {missing} more are needed. The deal is played.",
    "call-too-early": "{player} cannot call out yet: {first} comes first.",
    "call-too-late": "{player} has let the moment to call out go by: the deal is played.",
    "caller-not-allowed": "{player} cannot call out by this rule: these can, in order: {callers}.",
    "charges-of-deal": "In deal {deal} whoever loses is charged {charge} and the others 0: correct the points.",
    "deal-not-an-object": "Deal {deal} is given as an object with the points of each side.",
    "dealer-picked-up": "{player} has picked up the last two cards and can no longer call out: the deal is played.",
    "match-over": "The match was over before deal {deal}: take it away.",
    "no-calling-out": "Nobody calls out in {game}: finish the deal and count it.",
    "no-cutting-short": "In {game} no deal is cut short for irregular cards: deal again.",
    "player-resting": "{side} does not play deal {deal}: take those points away.",
    "players-of-match": "There are from {least} to {most} players: give the points of each in every deal.",
    "stakes-do-not-close": "The poste are given for {sides} in whole numbers: one alone wins or pays twice what each of the other two does, and they make zero in all.",
    "unknown-agreement": "A match of {game} does not end by {agreement}: choose among {known}.",
    "unknown-calling-out": "The rule {rule} for calling out does not exist: choose among {known}.",
    "unknown-deal": "Deal {deal} does not exist: they are numbered from 1.",
    "unknown-game": "The game {game} is not among those known: {known}.",
    "unknown-player": "Player {player} is not one of these: {players}.",
    "unknown-seat": "Seat {seat} does not exist: the seats are N, E, S, W.",
    "unknown-side": "Side {side} does not exist: the sides are {sides}.",
    "unknown-target": "In {game} nobody plays to {target} points: choose among {known}.",
    # Trick play.
    "bad-seed": "The seed {seed} is negative: give one from 0 up.",
    "call-not-allowed": "{call} cannot be said now: what can be said is {calls}.",
    "call-out-of-turn": "{player} cannot speak now: it is the turn of {turn}.",
    "calls-over": "Who plays alone is settled, or all have passed: there is nothing more to say.",
    "card-not-held": "The card {card} is not in the hand: play one that is.",
    "discard-forbidden": "{card} cannot be discarded: Kings and tarocchi stay in hand. Choose another card.",
    "discard-size": "The cards to discard are {size}, all different, not {count}.",
    "must-follow": "{card} cannot be played: the hand holds the suit led ({palo}), which must be followed.",
    "must-trump": "{card} cannot be played: without the suit led ({palo}) a trump must be given.",
    "no-takes": "In {game} nothing is taken from the table: the suit led is followed.",
    "no-tricks": "In {game} no suit is followed: cards are taken from the table.",
    # Trick play with the tarocco genovese.
    "bagatto-not-alone": "The Bagatto is discarded only when it is the one trump in hand: choose another card.",
    "call-discarded": "This queen is in the discard and nobody could answer: call another card.",
    "call-not-a-re": "One of the four kings is called, or a queen when all four are in hand: call another card.",
    "re-not-discarded": "Kings cannot be discarded: choose another card.",
    # Rulings.
    "effect-needs-declared": "Only the sum of the buone of {side} is known: write how many are captured, or the deal by cards, before this ruling.",
    "effect-needs-parts": "Only the total of {side} is known: write the deal by parts or by cards before this ruling.",
    "effect-not-in-game": "This ruling does not exist in {game}: choose another one from the catalogue.",
    "unknown-effect": "The effect {effect} does not exist: choose among {effects}.",
}

#: Sentences for a game that leaves nothing to choose.
NOTHING_TO_CHOOSE: Final = {
    "it": {
        "unknown-agreement": "A {game} la partita finisce in un modo solo: togliere {agreement}.",
        "unknown-target": "A {game} nessun traguardo chiude la partita: togliere {target}.",
    },
    "en": {
        "unknown-agreement": "A match of {game} ends in one way only: take {agreement} away.",
        "unknown-target": "In {game} no target ends the match: take {target} away.",
    },
}
