"""What is refused about trick play."""

from typing import Final

ITALIAN: Final = {
    "bad-seed": "Il seme {seed} è negativo: darne uno da 0 in su.",
    "card-not-held": "La carta {card} non è nella mano: giocarne una che c'è.",
    "discard-forbidden": "{card} non si può scartare: Re e tarocchi restano in mano. Scegliere un'altra carta.",
    "discard-size": "Si scartano due carte diverse, non {count}.",
    "must-follow": "Non si può giocare {card}: in mano c'è il palo richiesto ({palo}), bisogna rispondere.",
    "must-trump": "Non si può giocare {card}: senza il palo richiesto ({palo}) bisogna dare un trionfo.",
}

ENGLISH: Final = {
    "bad-seed": "The seed {seed} is negative: give one from 0 up.",
    "card-not-held": "The card {card} is not in the hand: play one that is.",
    "discard-forbidden": "{card} cannot be discarded: Kings and tarocchi stay in hand. Choose another card.",
    "discard-size": "Two different cards are discarded, not {count}.",
    "must-follow": "{card} cannot be played: the hand holds the suit led ({palo}), which must be followed.",
    "must-trump": "{card} cannot be played: without the suit led ({palo}) a trump must be given.",
}
