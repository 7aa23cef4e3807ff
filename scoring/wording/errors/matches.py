"""What is refused about games, sides, players and matches."""

from typing import Final

ITALIAN: Final = {
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
}

ENGLISH: Final = {
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
}

#: What is said instead where the game has nothing to choose among.
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
