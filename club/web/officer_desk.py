"""An officer's desk in the club: the matters that wait, and the steps that set a new club up."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from club import selection
from club.accounts.second_factor_policy import has_second_factor
from club.backups import places
from club.dues.members import arrears
from club.models import Club, Consent, Membership, SampleClub, User, Webhook
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

    title: Promise
    text: Promise
    url: str
    is_done: bool


def register_matters(club: Club, today: date) -> Iterator[Matter]:
    """The matters that wait in the register, the most urgent first. About twenty queries for any number."""
    requests = Membership.objects.filter(club=club, admitted_on=None, ended_on=None).count()
    if requests:
        text = ngettext(
            "%(count)s richiesta aspetta il consiglio", "%(count)s richieste aspettano il consiglio", requests
        )
        yield Matter(text % {"count": requests}, reverse("register_requests", args=[club.slug]))
    requesters = list(data_requests.waiting(club).values_list("person", flat=True))
    if requesters:
        text = ngettext(
            "%(count)s socio chiede di correggere i suoi dati",
            "%(count)s richieste di correggere i dati aspettano risposta",
            len(requesters),
        )
        yield Matter(
            text % {"count": len(requesters)}, reverse("register_person", args=[club.slug, requesters[0]])
        )
    owed = arrears(club, today)
    if owed:
        text = ngettext("%(count)s socio è moroso: %(sum)s", "%(count)s soci sono morosi: %(sum)s", len(owed))
        figures = {"count": len(owed), "sum": euros(sum(each.cents for each in owed))}
        yield Matter(text % figures, reverse("club_arrears", args=[club.slug]))
    yield from _lists_to_clear(club, today)


def webhook_matters(club: Club) -> Iterator[Matter]:
    """The webhooks that were switched off because they failed for days. One query."""
    off = Webhook.objects.filter(club=club).exclude(switched_off_at=None).count()
    if off:
        text = ngettext(
            "%(count)s programma non risponde da giorni, e non è più avvisato",
            "%(count)s programmi non rispondono da giorni, e non sono più avvisati",
            off,
        )
        yield Matter(text % {"count": off}, reverse("club_webhooks", args=[club.slug]))


def _lists_to_clear(club: Club, today: date) -> Iterator[Matter]:
    """The filtered lists of the register that should become empty."""
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


#: The steps of setting up a club, in the order of doing them: title, text, and the view of the page.
STEPS: Final = (
    (
        gettext_lazy("L'associazione"),
        gettext_lazy(
            "Nome, sede e codice fiscale, come vanno sulle ricevute; quando comincia l'anno sociale."
        ),
        "club_association",
    ),
    (
        gettext_lazy("Le categorie dei soci"),
        gettext_lazy("Ordinari, sostenitori, onorari: come dice lo statuto, e chi vota."),
        "register_categories",
    ),
    (
        gettext_lazy("Lo statuto"),
        gettext_lazy("Chi vota in assemblea, quante deleghe si portano, in quanti bastano."),
        "voting_rules",
    ),
    (
        gettext_lazy("L'anno sociale e le quote"),
        gettext_lazy("Apri l'anno e scrivi quanto paga ciascuna categoria."),
        "club_years",
    ),
    (
        gettext_lazy("I soci"),
        gettext_lazy("Importa il foglio che hai, o aggiungi una persona alla volta."),
        "imports",
    ),
    (
        gettext_lazy("Il secondo fattore"),
        gettext_lazy("Con una chiave o un codice dal telefono la password da sola non basta a entrare."),
        "account",
    ),
    (
        gettext_lazy("La copia di sicurezza"),
        gettext_lazy("Si fa da sola ogni notte; qui porti con te tutto il circolo in un file."),
        "handover",
    ),
    (
        gettext_lazy("Una serata di prova"),
        gettext_lazy("Otto coppie inventate, a metà serata: provi tutto e poi la butti via."),
        "sample_evening",
    ),
    (
        gettext_lazy("La pagina del circolo"),
        gettext_lazy("Dove e quando si gioca, chi chiamare: la legge chi vi cerca."),
        "club_publication",
    ),
)


def setup_steps(club: Club, owner: User) -> list[Step]:
    """The steps that make a new club ready, in the order of doing them. Eight queries."""
    done = {
        "club_association": bool(club.fiscal_code or club.address),
        "register_categories": club.categories.exists(),
        "voting_rules": club.voting_rules.exists(),
        "club_years": club.years.exists(),
        "imports": Membership.objects.filter(club=club).exists(),
        "account": has_second_factor(owner),
        "handover": places.latest() is not None,
        "sample_evening": SampleClub.objects.filter(made_for=club).exists() or club.tournaments.exists(),
        "club_publication": bool(club.venue or club.meets),
    }
    return [
        Step(title, text, reverse(view, args=[] if view == "account" else [club.slug]), done[view])
        for title, text, view in STEPS
    ]
