"""Sentences about seasons: why rules are refused, and the acts in the club's log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.seasons import SeasonImpossible

IMPOSSIBLE = {
    "best-of-none": _("Deve contare almeno un risultato: scrivi quanti, o lascia vuoto per contarli tutti."),
    "no-evening-needed": _("Per entrare in classifica serve almeno una serata: scrivi 1 o più."),
    "more-needed-than-counted": _(
        "Per entrare in classifica servono %(needed)s serate ma ne contano soltanto %(counted)s: "
        "correggi uno dei due numeri."
    ),
    "points-below-nought": _("Un posto non può dare meno di zero punti: correggi %(points)s."),
    "points-rise": _(
        "I punti non possono crescere scendendo in classifica: il posto %(place)s ne dà %(above)s, "
        "quello dopo %(below)s. Mettili in ordine."
    ),
    "points-all-nought": _("Così nessun posto dà punti: scrivi quanti ne ha il primo."),
    "criterion-unknown": _("Lo spareggio «%(key)s» non c'è: scegline uno dall'elenco."),
    "criterion-twice": _("Uno spareggio è scritto due volte: la seconda non decide niente, toglila."),
}


def impossible(refusal: SeasonImpossible) -> str:
    """The refusal of these rules, and its remedy."""
    return str(IMPOSSIBLE[refusal.code]) % refusal.params


#: Acts on seasons in the club's log.
ACTS: dict[str, str | Promise] = {
    "season.created": _("ha creato la stagione"),
    "season.changed": _("ha cambiato la stagione"),
    "season.deleted": _("ha eliminato la stagione"),
    "season.final-made": _("ha preparato la finale della stagione"),
}
FIELDS: dict[str, str | Promise] = {
    "from_day": _("dal"),
    "to_day": _("al"),
    "ranks": _("classifica"),
    "counted_by": _("ogni serata dà"),
    "place_points": _("punti dei primi posti"),
    "presence_points": _("punti di tutti gli altri posti"),
    "best_of": _("risultati migliori che contano"),
    "min_evenings": _("serate per entrare in classifica"),
    "criteria": _("spareggi"),
    "among": _("in classifica"),
    "shares_evenings": _("anche serate di un'altra stagione"),
    "qualifiers": _("qualificati alla finale"),
    "evenings": _("serate che contano"),
    "tournament": _("torneo"),
}
