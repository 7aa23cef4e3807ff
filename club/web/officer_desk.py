"""An officer's desk in the club: what waits for an answer, and the steps by which a new club is set up."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club import selection
from club.accounts.second_factor_policy import has_second_factor
from club.backups import places
from club.dues.members import arrears
from club.models import Club, Consent, Membership, User
from club.money import euros
from club.register import data_requests, lists
from club.selection import Filters


@dataclass(frozen=True)
class Matter:
    """Something that waits for an officer, in words, and the page where it is dealt with."""

    text: str
    url: str


@dataclass(frozen=True)
class Step:
    """A step of setting up a club: what it is for, its page, and whether it is done."""

    title: str
    text: str
    url: str
    is_done: bool


def register_matters(club: Club, today: date) -> Iterator[Matter]:
    """What waits in the register, the most urgent first. About twenty queries, however many people."""
    requests = Membership.objects.filter(club=club, admitted_on=None, ended_on=None).count()
    if requests:
        text = ngettext(
            "%(count)s richiesta aspetta il consiglio", "%(count)s richieste aspettano il consiglio", requests
        )
        yield Matter(text % {"count": requests}, reverse("register_requests", args=[club.slug]))
    asked = list(data_requests.waiting(club).values_list("person", flat=True))
    if asked:
        text = ngettext(
            "%(count)s socio chiede di correggere i suoi dati",
            "%(count)s richieste di correggere i dati aspettano risposta",
            len(asked),
        )
        yield Matter(text % {"count": len(asked)}, reverse("register_person", args=[club.slug, asked[0]]))
    owed = arrears(club, today)
    if owed:
        text = ngettext("%(count)s socio è moroso: %(sum)s", "%(count)s soci sono morosi: %(sum)s", len(owed))
        told = {"count": len(owed), "sum": euros(sum(each.cents for each in owed))}
        yield Matter(text % told, reverse("club_arrears", args=[club.slug]))
    yield from _lists_to_clear(club, today)


def _lists_to_clear(club: Club, today: date) -> Iterator[Matter]:
    """The filtered lists of the register that are best empty."""
    book = lists.load_book(club)
    name = Consent.About.NAME
    cards = len(selection.person_ids(club, Filters(card_to_print=True), today, book))
    silent = len(selection.person_ids(club, Filters(consent_missing=name), today, book))
    register = reverse("register", args=[club.slug])
    if cards:
        text = ngettext("%(count)s tessera da stampare", "%(count)s tessere da stampare", cards)
        yield Matter(text % {"count": cards}, f"{register}?{urlencode({'tessera': 'on'})}")
    if silent:
        text = ngettext(
            "%(count)s socio non ha ancora risposto sul nome nei risultati",
            "%(count)s soci non hanno ancora risposto sul nome nei risultati",
            silent,
        )
        yield Matter(text % {"count": silent}, f"{register}?{urlencode({'consenso': name.value})}")


def setup_steps(club: Club, owner: User) -> list[Step]:
    """What makes a new club ready, in the order in which one does it. Six queries."""

    def page(view: str) -> str:
        return reverse(view, args=[club.slug])

    return [
        Step(
            _("L'associazione"),
            _("Nome, sede e codice fiscale, come vanno sulle ricevute; quando comincia l'anno sociale."),
            page("club_association"),
            bool(club.fiscal_code or club.address),
        ),
        Step(
            _("Le categorie dei soci"),
            _("Ordinari, sostenitori, onorari: come dice lo statuto, e chi vota."),
            page("register_categories"),
            club.categories.exists(),
        ),
        Step(
            _("Lo statuto"),
            _("Chi vota in assemblea, quante deleghe si portano, in quanti bastano."),
            page("voting_rules"),
            club.voting_rules.exists(),
        ),
        Step(
            _("L'anno sociale e le quote"),
            _("Apri l'anno e scrivi quanto paga ciascuna categoria."),
            page("club_years"),
            club.years.exists(),
        ),
        Step(
            _("I soci"),
            _("Importa il foglio che hai, o aggiungi una persona alla volta."),
            page("imports"),
            Membership.objects.filter(club=club).exists(),
        ),
        Step(
            _("Il secondo fattore"),
            _("Con una chiave o un codice dal telefono la password da sola non basta a entrare."),
            reverse("account"),
            has_second_factor(owner),
        ),
        Step(
            _("La copia di sicurezza"),
            _("Si fa da sola ogni notte; qui porti con te tutto il circolo in un file."),
            page("handover"),
            places.latest() is not None,
        ),
        Step(
            _("La pagina del circolo"),
            _("Dove e quando si gioca, chi chiamare: la legge chi vi cerca."),
            page("club_publication"),
            bool(club.venue or club.meets),
        ),
    ]
