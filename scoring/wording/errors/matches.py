"""What is refused about games, sides, players and matches."""

from typing import Final

ITALIAN: Final = {
    "bad-points": "I punti di {side} nella smazzata {deal} devono essere un numero intero non negativo.",
    "match-over": "La partita era già finita prima della smazzata {deal}: toglierla.",
    "unknown-deal": "La smazzata {deal} non esiste: si contano da 1.",
    "unknown-game": "Il gioco {game} non è fra quelli conosciuti.",
    "unknown-player": "Il giocatore {player} non è fra questi: {players}.",
    "unknown-seat": "Il posto {seat} non esiste: i posti sono N, E, S, W.",
    "unknown-side": "La parte {side} non esiste: le parti sono {sides}.",
    "unknown-target": "Non si gioca a {target} punti: scegliere un traguardo previsto.",
}

ENGLISH: Final = {
    "bad-points": "The points of {side} in deal {deal} must be a whole number, not negative.",
    "match-over": "The match was over before deal {deal}: take it away.",
    "unknown-deal": "Deal {deal} does not exist: they are numbered from 1.",
    "unknown-game": "The game {game} is not among those known.",
    "unknown-player": "Player {player} is not one of these: {players}.",
    "unknown-seat": "Seat {seat} does not exist: the seats are N, E, S, W.",
    "unknown-side": "Side {side} does not exist: the sides are {sides}.",
    "unknown-target": "Nobody plays to {target} points: choose one of the game's targets.",
}
