"""Decides which names a reader may see, and has the sentences that differ for single players.

Italian agrees with the word in articles and endings, so every sentence about a pair has a twin for a player.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.access import Right
from club.models import Person, PersonName
from tournaments.models import Tournament


def shown(person: Person | PersonName, context: Mapping[str, object], number: int | None = None) -> str:
    """The full name if the context allows it, else the public one (`Person.public_name`).

    If the club shows no initials either, the entry's `number` stands for the person, or a dash. Needs the
    person's club: fetch it with the person.
    """
    if context.get("full_names"):
        return person.full_name
    return person.public_name or unnamed(number)


def pair(
    people: Iterable[Person | PersonName], context: Mapping[str, object], number: int | None = None
) -> str:
    """The names of a pair on one line; a number that stands for both is shown once."""
    return on_one_line([shown(person, context, number) for person in people], context, number)


def on_one_line(names: Sequence[str], context: Mapping[str, object], number: int | None = None) -> str:
    """The shown names of people who sit together, on one line as in `pair`."""
    are_one = not context.get("full_names") and len(set(names)) == 1 and names[0] == unnamed(number)
    return names[0] if are_one else " – ".join(names)


def unnamed(number: int | None) -> str:
    """The replacement for a name that the club does not show at all."""
    return "–" if number is None else _("n. %(number)s") % {"number": number}


# The reading context of public pages: names by the club's rule, no drafts. Officers see the same pages there,
# so that one rendered page serves everybody.
PUBLIC = {"full_names": False, "drafts": False}
# The reading context of pages, paper and files for the club's officers; never of a page that others are sent.
FOR_OFFICERS = {"full_names": True, "drafts": False}
# The reading context of a table's own pages and of the officers who enter results: they also see the results
# of duplicated deals that are closed to others (`models.closed_boards`).
AT_THE_TABLE = {"full_names": True, "drafts": False, "closed_boards": True}


def officers_reading(rights: Collection[Right]) -> Mapping[str, object]:
    """The reading context of an officer with these rights: closed results only for those who enter them."""
    return AT_THE_TABLE if Right.ENTER_RESULTS in rights else FOR_OFFICERS


def by_entry(tournament: Tournament, of_pair: str | Promise, of_single: str | Promise) -> str:
    """The sentence for this tournament's entries: the first for pairs, the second for single players."""
    return str(of_single if tournament.is_individual else of_pair)


def leaving_word(tournament: Tournament, *, expelled: bool) -> str:
    """The word for an entry that left before the end."""
    if expelled:
        return by_entry(tournament, _("espulsa"), _("espulso"))
    return by_entry(tournament, _("ritirata"), _("ritirato"))


def leavers_heading(tournament: Tournament, below: str) -> str:
    """The heading of a block below those who finished, which `StandingsRow.below` names."""
    if below == "expelled":
        return by_entry(tournament, _("Espulse"), _("Espulsi"))
    return by_entry(tournament, _("Ritirate"), _("Ritirati"))


# Acts of the log, as `log_wording.ACTS` has them for pairs.
SINGLE_ACTS: dict[str, str | Promise] = {
    "entry.entered": gettext_lazy("ha iscritto il giocatore %(entry)s"),
    "entry.present": gettext_lazy("ha segnato presente il giocatore %(entry)s"),
    "entry.all-present": gettext_lazy("ha segnato presenti tutti i giocatori"),
    "entry.table-fixed": gettext_lazy("ha cambiato il tavolo fisso del giocatore %(entry)s"),
    "entry.code-renewed": gettext_lazy("ha rinnovato il codice per il telefono del giocatore %(entry)s"),
    "entry.changed": gettext_lazy("ha cambiato i dati del giocatore %(entry)s"),
    "entry.absent": gettext_lazy("ha segnato assente il giocatore %(entry)s"),
    "entry.withdrawn": gettext_lazy("ha segnato il ritiro del giocatore %(entry)s"),
    "entry.expelled": gettext_lazy("ha espulso il giocatore %(entry)s"),
    "entry.returned": gettext_lazy("ha fatto rientrare il giocatore %(entry)s"),
    "entry.removed": gettext_lazy("ha tolto il giocatore %(entry)s"),
    "entry.substituted": gettext_lazy("ha fatto sostituire il giocatore %(entry)s dal turno %(turn)s"),
    "entry.substitution-ended": gettext_lazy("ha fatto tornare il giocatore %(entry)s, che era sostituito"),
    "table.abandoned": gettext_lazy(
        "ha dato il riposo a chi è rimasto al tavolo %(table)s del turno %(turn)s, che non si è finito"
    ),
    "ruling.given": gettext_lazy("ha dato un provvedimento al giocatore %(entry)s, turno %(turn)s"),
    "ruling.revoked": gettext_lazy("ha ritirato un provvedimento al giocatore %(entry)s, turno %(turn)s"),
}
# Acts on a side of two single players.
SIDE_ACTS: dict[str, str | Promise] = {
    "ruling.given": gettext_lazy("ha dato un provvedimento ai giocatori %(entry)s, turno %(turn)s"),
    "ruling.revoked": gettext_lazy("ha ritirato un provvedimento ai giocatori %(entry)s, turno %(turn)s"),
}

# Keys of the log's before and after, as `log_wording.FIELDS` has them for pairs.
SINGLE_FIELDS: dict[str, str | Promise] = {
    "rests": gettext_lazy("giocatori con il riposo"),
    "side": gettext_lazy("lato"),
    "entries": gettext_lazy("giocatori"),
}

# The reasons of tables of single players; for pairs see `draw_wording.REASONS`.
SINGLE_REASONS: dict[str, str | Promise] = {
    "by-lot": gettext_lazy("abbinati a sorte"),
    "circle-by-lot": gettext_lazy(
        "abbinati a sorte: sono dello stesso circolo, ma nessun abbinamento ha meno casi così"
    ),
    "neighbours": gettext_lazy("%(first)sº contro %(second)sº della classifica"),
    "rematch": gettext_lazy(
        "%(first)sº contro %(second)sº: si sono già incontrati al turno %(turn)s, "
        "ma nessun abbinamento ha meno incontri ripetuti"
    ),
    "already-met": gettext_lazy(
        "%(first)sº contro %(second)sº: il %(who)sº ha già incontrato il %(between)sº al turno %(turn)s"
    ),
    "tables-apart": gettext_lazy(
        "%(first)sº contro %(second)sº: il %(who)sº e il %(between)sº hanno ciascuno un tavolo fisso"
    ),
    "wish-kept": gettext_lazy(
        "%(first)sº contro %(second)sº: il %(who)sº e il %(between)sº sono dello stesso circolo"
    ),
    "wish-unkept": gettext_lazy(
        "%(first)sº contro %(second)sº: sono dello stesso circolo, ma nessun abbinamento ha meno casi così"
    ),
    "taken": gettext_lazy("%(first)sº contro %(second)sº: il %(between)sº gioca contro il %(opponent)sº"),
    "same-points": gettext_lazy("%(first)sº contro %(second)sº: pari a punti partita (%(points)s)"),
    "nearest-points": gettext_lazy(
        "%(first)sº contro %(second)sº: punti partita %(more)s contro %(less)s, "
        "non restava nessuno più vicino"
    ),
    "swiss-rematch": gettext_lazy(
        "%(first)sº contro %(second)sº: si sono già incontrati al turno %(turn)s, "
        "ma nessun abbinamento ha meno incontri ripetuti"
    ),
    "nearest": gettext_lazy("%(first)sº contro %(second)sº: così la distanza in classifica è la minore"),
}

# The refusals of draws for single players; for pairs see `draw_wording.REFUSALS`.
SINGLE_REFUSALS: dict[str, str | Promise] = {
    "too-few-entrants": gettext_lazy("Servono almeno %(least)s giocatori presenti: segna chi è arrivato."),
    "two-tables-wanted": gettext_lazy(
        "I giocatori %(first)s e %(second)s devono sedere insieme ma hanno tavoli fissi diversi: "
        "toglilo a uno dei due."
    ),
    "table-wanted-twice": gettext_lazy(
        "Il tavolo %(table)s è fisso per i giocatori %(first)s e %(second)s, che non siedono insieme: "
        "cambialo a uno dei due."
    ),
    "without-team": gettext_lazy(
        "Il giocatore %(number)s non ha una squadra: scegli nelle iscrizioni per chi gioca."
    ),
    "no-such-table": gettext_lazy("Il giocatore %(number)s ha un tavolo fisso che non c'è: il %(table)s."),
    "too-many-groups": gettext_lazy(
        "%(groups)s gironi sono troppi: ciascuno ha bisogno di due giocatori. "
        "Se ne possono fare al più %(most)s."
    ),
    "not-everyone-once": gettext_lazy(
        "Il giocatore %(number)s deve stare a un tavolo, e a uno solo, oppure riposare."
    ),
    "match-level": gettext_lazy(
        "Al turno %(turn)s, fra i giocatori %(first)s e %(second)s non ha vinto nessuno: l'arbitro decida "
        "chi passa con un punteggio arbitrale, o segna come ritirato uno dei due."
    ),
    "not-an-entrant": gettext_lazy("A un tavolo c'è chi non gioca questo turno: rifai la bozza."),
}


def unknown_entry(tournament: Tournament, number: int) -> str:
    """The sentence that no entry has this number."""
    sentence = by_entry(
        tournament,
        _("In questo torneo non c'è la coppia %(number)s."),
        _("In questo torneo non c'è il giocatore %(number)s."),
    )
    return sentence % {"number": number}
