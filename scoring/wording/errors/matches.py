"""What is refused about games, sides, players and matches."""

from typing import Final

ITALIAN: Final = {
    "bad-points": "I punti di {side} nella smazzata {deal} devono essere un numero intero non negativo.",
    "call-on-others-cards": "{player} non può chiamarsi fuori con gli accusi di {other}: togliere quegli accusi.",
    "call-short": "{player} non può chiamarsi fuori con {points} punti: ne mancano {missing} al traguardo. Si gioca la smazzata.",
    "call-too-early": "{player} non può ancora chiamarsi fuori: prima tocca a {first}.",
    "call-too-late": "{player} ha già passato il suo momento per chiamarsi fuori: si gioca la smazzata.",
    "caller-not-allowed": "{player} non può chiamarsi fuori con questa regola: possono, nell'ordine, {callers}.",
    "dealer-picked-up": "{player} ha raccolto le ultime due carte e non può più chiamarsi fuori: si gioca la smazzata.",
    "match-over": "La partita era già finita prima della smazzata {deal}: toglierla.",
    "no-calling-out": "A {game} non ci si chiama fuori: finire la smazzata e contarla.",
    "player-resting": "{side} non gioca la smazzata {deal}: togliere i suoi punti.",
    "players-of-match": "I giocatori sono da {least} a {most}: dare i punti di ciascuno in ogni smazzata.",
    "stakes-do-not-close": "Le poste vanno date per {sides} in numeri interi, e vinte e perse devono fare zero in tutto.",
    "unknown-agreement": "A {game} la partita non finisce con {agreement}: scegliere un accordo previsto dal gioco.",
    "unknown-calling-out": "La regola {rule} per chiamarsi fuori non esiste: scegliere fra {known}.",
    "unknown-deal": "La smazzata {deal} non esiste: si contano da 1.",
    "unknown-game": "Il gioco {game} non è fra quelli conosciuti.",
    "unknown-player": "Il giocatore {player} non è fra questi: {players}.",
    "unknown-seat": "Il posto {seat} non esiste: i posti sono N, E, S, W.",
    "unknown-side": "La parte {side} non esiste: le parti sono {sides}.",
    "unknown-target": "Non si gioca a {target} punti: scegliere un traguardo previsto.",
}

ENGLISH: Final = {
    "bad-points": "The points of {side} in deal {deal} must be a whole number, not negative.",
    "call-on-others-cards": "{player} cannot call out on the declarations of {other}: take those away.",
    "call-short": "{player} cannot call out with {points} points: {missing} more are needed. The deal is played.",
    "call-too-early": "{player} cannot call out yet: {first} comes first.",
    "call-too-late": "{player} has let the moment to call out go by: the deal is played.",
    "caller-not-allowed": "{player} cannot call out by this rule: these can, in order: {callers}.",
    "dealer-picked-up": "{player} has picked up the last two cards and can no longer call out: the deal is played.",
    "match-over": "The match was over before deal {deal}: take it away.",
    "no-calling-out": "Nobody calls out in {game}: finish the deal and count it.",
    "player-resting": "{side} does not play deal {deal}: take those points away.",
    "players-of-match": "There are from {least} to {most} players: give the points of each in every deal.",
    "stakes-do-not-close": "The poste are given for {sides} in whole numbers, and those won and lost must make zero in all.",
    "unknown-agreement": "A match of {game} does not end by {agreement}: choose one of the game's agreements.",
    "unknown-calling-out": "The rule {rule} for calling out does not exist: choose among {known}.",
    "unknown-deal": "Deal {deal} does not exist: they are numbered from 1.",
    "unknown-game": "The game {game} is not among those known.",
    "unknown-player": "Player {player} is not one of these: {players}.",
    "unknown-seat": "Seat {seat} does not exist: the seats are N, E, S, W.",
    "unknown-side": "Side {side} does not exist: the sides are {sides}.",
    "unknown-target": "Nobody plays to {target} points: choose one of the game's targets.",
}
