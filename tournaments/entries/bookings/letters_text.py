"""The text of each letter: its subject, its sentences, and the label of its one link."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from club.days import moment, written_out
from tournaments import queries
from tournaments.entries.bookings import links, terms
from tournaments.models import Booking, BookingLetter, Tournament

Kind = BookingLetter.Kind


@dataclass(frozen=True)
class LetterText:
    """A letter in words.

    It quotes no typed text until the address is confirmed, and then only names: otherwise the club's letters
    would carry one stranger's words to another. The page behind the link shows the rest.
    """

    subject: str
    sentences: list[str]
    action: str
    link: str
    facts: list[tuple[str, str]] = field(default_factory=list)


def letter_text(letter: BookingLetter) -> LetterText:
    """The letter in the active language, with the current facts."""
    booking = letter.booking
    head, sentences, action = WORDS[Kind(letter.kind)](booking, letter)
    tournament = booking.tournament
    return LetterText(
        subject=f"{head} · {tournament.name}",
        sentences=sentences,
        action=action,
        link=links.url(booking),
        facts=_facts(tournament, (booking.joined_to or booking).team),
    )


def evening_in_words(tournament: Tournament) -> str:
    """The evening's day and hour: "venerdì 4 dicembre 2026, alle 20:30"."""
    day = written_out(tournament.date)
    if tournament.starts_at is None:
        return day
    return _("%(day)s, alle %(at)s") % {"day": day, "at": f"{tournament.starts_at:%H:%M}"}


def _facts(tournament: Tournament, team: int | None) -> list[tuple[str, str]]:
    place = ", ".join(filter(None, (tournament.venue, tournament.club.city)))
    facts = [
        (_("Quando"), evening_in_words(tournament)),
        (_("Dove"), place),
        (_("Squadra"), tournament.team_name(team)),
    ]
    return [(name, value) for name, value in facts if value]


def _club_phone(booking: Booking) -> str:
    phone = terms.rules_of(booking.tournament.club).phone
    return _("Il telefono del circolo: %(phone)s.") % {"phone": phone} if phone else ""


Words = tuple[str, list[str], str]


def _action_label() -> str:
    return _("Guarda la tua iscrizione")


def _pair_names(booking: Booking) -> str:
    """The names of the pair, from the booking of either player."""
    return (booking.joined_to or booking).names


def _confirm(booking: Booking, letter: BookingLetter) -> Words:
    at = moment(booking.lapses_at)
    if booking.looks_for_partner:
        place = []
    elif letter.facts.get("is_full"):
        place = [_("Adesso i posti sono tutti presi: con la conferma entri in lista d'attesa.")]
    else:
        place = [_("Il posto lo prendi confermando: fino ad allora può andare ad altri.")]
    return (
        _("Conferma l'iscrizione"),
        [
            _("Qualcuno, forse tu, si è iscritto dal telefono a questa serata con questo indirizzo."),
            _("Per confermare apri il collegamento e premi «Conferma», entro il %(until)s.") % {"until": at},
            *place,
            _("Se non sei stato tu, lascia stare questo messaggio: l'iscrizione decade da sola."),
        ],
        _("Conferma l'iscrizione"),
    )


def _last_call(booking: Booking, _letter: BookingLetter) -> Words:
    at = moment(booking.lapses_at)
    return (
        _("Ultimo avviso: conferma l'iscrizione"),
        [
            _("La tua iscrizione non è ancora confermata: puoi farlo fino al %(until)s, poi decade.")
            % {"until": at}
        ],
        _("Conferma l'iscrizione"),
    )


def _already(_booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("Con questo indirizzo è stata chiesta un'altra iscrizione, ma per la serata ce n'è già una."),
        _(
            "Per vederla o cambiarla apri il collegamento. Se non sei stato tu, lascia stare: "
            "niente è cambiato."
        ),
    ]
    return _("Sei già fra gli iscritti"), sentences, _action_label()


def _placed(booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("Il posto c'è: %(names)s.") % {"names": _pair_names(booking)},
        _("Se non puoi venire, annulla dal collegamento: il posto va a chi aspetta."),
    ]
    return _("Iscrizione confermata"), sentences, _action_label()


def _lined(booking: Booking, _letter: BookingLetter) -> Words:
    whole = booking.joined_to or booking
    if whole.line is None:
        return _placed(booking, _letter)
    sentences = [
        _("%(names)s: adesso i posti sono tutti presi, sei in lista d'attesa al numero %(position)s.")
        % {"names": whole.names, "position": queries.position_in_line(whole)},
        _("Appena si libera un posto è tuo, e te lo scriviamo subito."),
    ]
    return _("In lista d'attesa"), sentences, _action_label()


def _looking(booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("%(name)s, sei fra chi cerca un compagno per questa serata.") % {"name": booking.name},
        _("Dal collegamento vedi chi altro cerca e gli scrivi senza mostrare il tuo indirizzo."),
        _("Il posto è tuo quando siete in due."),
    ]
    return _("Cerchi un compagno"), sentences, _("Guarda chi cerca")


def _freed(booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("Si è liberato un posto, ed è tuo: %(names)s.") % {"names": _pair_names(booking)},
        _("Se non puoi più venire, annulla dal collegamento: il posto va a chi aspetta dopo di te."),
    ]
    return _("C'è un posto per te"), sentences, _action_label()


def _cancelled(_booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [_("La tua iscrizione è annullata, come hai chiesto.")]
    return _("Iscrizione annullata"), sentences, _action_label()


def _removed(booking: Booking, letter: BookingLetter) -> Words:
    sentences = [
        _("La Giuria ha tolto la tua iscrizione."),
        *_reason(letter),
        _club_phone(booking),
    ]
    return _("Iscrizione tolta"), [each for each in sentences if each], _action_label()


def _proposal(_booking: Booking, letter: BookingLetter) -> Words:
    sentences = [
        _("%(name)s cerca un compagno per questa serata e ti propone di giocare insieme.")
        % {"name": letter.facts.get("name", "")},
        _(
            "Per leggere che cosa ti scrive, e per accettare, apri il collegamento: il tuo indirizzo non lo "
            "vede nessuno."
        ),
    ]
    return _("Giochiamo insieme?"), sentences, _("Rispondi")


def _joined(booking: Booking, letter: BookingLetter) -> Words:
    """Announces the partner, then says whether the pair has a place."""
    _head, sentences, action = _lined(booking, letter)
    together = _("Siete una coppia: %(names)s.") % {"names": _pair_names(booking)}
    return _("Hai un compagno"), [together, *sentences], action


def _split(_booking: Booking, letter: BookingLetter) -> Words:
    sentences = [
        _("%(name)s ha rinunciato alla serata: il posto della coppia torna libero.")
        % {"name": letter.facts.get("name", "")},
        _("Sei di nuovo fra chi cerca un compagno; se ne hai un altro, scrivilo dal collegamento."),
    ]
    return _("Il tuo compagno ha rinunciato"), sentences, _action_label()


def _changed(booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("La serata è cambiata: controlla qui sopra giorno, ora e luogo."),
        _("Se così non puoi venire, annulla dal collegamento: il posto va a chi aspetta."),
        _club_phone(booking),
    ]
    return _("La serata è cambiata"), [each for each in sentences if each], _action_label()


def _called_off(booking: Booking, letter: BookingLetter) -> Words:
    sentences = [_("La serata è annullata: non venire."), *_reason(letter), _club_phone(booking)]
    return _("Serata annullata"), [each for each in sentences if each], _action_label()


def _held(booking: Booking, letter: BookingLetter) -> Words:
    """Announces that the evening is held after all; an unconfirmed booking must still be confirmed."""
    if booking.is_alive and not booking.is_confirmed:
        _head, sentences, action = _last_call(booking, letter)
        return _("La serata si fa"), [*_reason(letter), *sentences], action
    sentences = [_("La serata si fa, e la tua iscrizione vale ancora."), *_reason(letter)]
    return _("La serata si fa"), sentences, _action_label()


def _reminder(booking: Booking, _letter: BookingLetter) -> Words:
    sentences = [
        _("Ti aspettiamo: %(names)s.") % {"names": _pair_names(booking)},
        _("Se non puoi venire, annulla dal collegamento entro il %(until)s: il posto va a chi aspetta.")
        % {"until": moment(terms.closes_at(booking.tournament))},
        _club_phone(booking),
    ]
    return _("Promemoria"), [each for each in sentences if each], _action_label()


def _reason(letter: BookingLetter) -> list[str]:
    reason = letter.facts.get("reason", "")
    return [_("Il motivo: %(reason)s") % {"reason": reason}] if reason else []


WORDS: dict[Kind, Callable[[Booking, BookingLetter], Words]] = {
    Kind.CONFIRM: _confirm,
    Kind.ALREADY: _already,
    Kind.PLACED: _placed,
    Kind.LINED: _lined,
    Kind.LOOKING: _looking,
    Kind.FREED: _freed,
    Kind.CANCELLED: _cancelled,
    Kind.REMOVED: _removed,
    Kind.PROPOSAL: _proposal,
    Kind.JOINED: _joined,
    Kind.SPLIT: _split,
    Kind.CHANGED: _changed,
    Kind.CALLED_OFF: _called_off,
    Kind.HELD: _held,
    Kind.REMINDER: _reminder,
    Kind.LAST_CALL: _last_call,
}
