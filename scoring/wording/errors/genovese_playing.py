"""What is refused about discards, calls and draws with the tarocco genovese."""

from typing import Final

ITALIAN: Final = {
    "bagatto-not-alone": "Il Bagatto si scarta solo se è l'unico trionfo in mano: scegliere un'altra carta.",
    "call-discarded": "Questa regina è nello scarto e nessuno potrebbe rispondere: chiamare un'altra carta.",
    "call-not-a-re": "Si chiama uno dei quattro re, o una regina se si hanno in mano tutti e quattro: chiamare un'altra carta.",
    "draw-out-of-turn": "{player} non può pescare adesso: pesca prima {turn}, che ha vinto la presa.",
    "drawn-already": "{player} ha già pescato dopo questa presa: giocare la prossima.",
    "pozzo-empty": "Il pozzo è finito: {player} non pesca più e gioca le carte che ha in mano.",
    "re-not-discarded": "I re non si possono scartare: scegliere un'altra carta.",
}

ENGLISH: Final = {
    "bagatto-not-alone": "The Bagatto is discarded only when it is the one trump in hand: choose another card.",
    "call-discarded": "This queen is in the discard and nobody could answer: call another card.",
    "call-not-a-re": "One of the four kings is called, or a queen when all four are in hand: call another card.",
    "draw-out-of-turn": "{player} cannot draw now: {turn}, who took the trick, draws first.",
    "drawn-already": "{player} has already drawn after this trick: play the next one.",
    "pozzo-empty": "The pozzo is finished: {player} draws no more and plays the cards in hand.",
    "re-not-discarded": "Kings cannot be discarded: choose another card.",
}
