"""How a match ended, in one sentence."""

from collections.abc import Mapping
from typing import Final

from scoring.answers import Outcome

#: For each reason: the sentence when one side won, when nobody did, when some lost together, when all did.
_PHRASES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "it": {
        "deals-played": {
            "won": "Giocate tutte le smazzate, {winner} vince la partita con più punti.",
            "even": "Giocate tutte le smazzate, la partita finisce alla pari.",
        },
        "target-reached": {"won": "{winner} ha raggiunto il traguardo e vince la partita."},
        "called-out": {"won": "{winner} si chiama fuori e vince la partita."},
        "fuori": {"won": "{winner} si è dichiarato fuori a ragione e vince la partita."},
        "wrong-fuori": {"won": "Il fuori era sbagliato: la partita è di {winner}."},
        "every-deal": {
            "won": "{winner} vince la smazzata: pagano {losers}.",
            "lost": "La smazzata è persa: paga {losers}.",
            "even": "Punti pari: nessuno paga.",
        },
        "charged": {
            "won": "La partita è finita: perdono {losers}, resta vincitore {winner}.",
            "lost": "La partita è finita, persa da {losers}; vincono gli altri.",
            "all lost": "La partita è finita: perdono tutti ({losers}) e non vince nessuno.",
        },
    },
    "en": {
        "deals-played": {
            "won": "All deals are played: {winner} wins the match with more points.",
            "even": "All deals are played: the match ends equal.",
        },
        "target-reached": {"won": "{winner} reached the target and wins the match."},
        "called-out": {"won": "{winner} calls out and wins the match."},
        "fuori": {"won": "{winner} rightly declared to be out, and wins the match."},
        "wrong-fuori": {"won": "The claim to be out was wrong: the match goes to {winner}."},
        "every-deal": {
            "won": "{winner} wins the deal: {losers} pay.",
            "lost": "The deal is lost: {losers} pays.",
            "even": "Equal points: nobody pays.",
        },
        "charged": {
            "won": "The match is over: {losers} lose and {winner} is left the winner.",
            "lost": "The match is over: the loss is with {losers}; the others win.",
            "all lost": "The match is over: all lose ({losers}) and nobody wins.",
        },
    },
}
#: A win that counts double or triple (FIGS, art. 16).
_LEVELS: Final[Mapping[str, Mapping[int, str]]] = {
    "it": {2: " Vittoria doppia.", 3: " Vittoria tripla."},
    "en": {2: " A double win.", 3: " A triple win."},
}


def outcome_sentence(outcome: Outcome, language: str = "it", names: Mapping[str, str] | None = None) -> str:
    """Why the match is over and who won it; ``names`` gives the sides the names people know them by."""
    known = names or {}
    told = _PHRASES[language][outcome.reason][_shown(outcome)].format(
        winner=known.get(str(outcome.winner), outcome.winner),
        losers=", ".join(known.get(side, side) for side in outcome.losers),
    )
    return told + _LEVELS[language].get(outcome.level, "")


def _shown(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return "won"
    if outcome.all_lose:
        return "all lost"
    return "lost" if outcome.losers else "even"
