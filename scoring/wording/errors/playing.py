"""What is refused about trick play."""

from typing import Final

ITALIAN: Final = {
    "bad-seed": "Il seme {seed} è negativo: darne uno da 0 in su.",
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
}

ENGLISH: Final = {
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
}
