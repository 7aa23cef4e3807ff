"""The pages of a club for its officers, in groups."""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()


@dataclass(frozen=True)
class Page:
    """A page of the club; `right` is the flag of `guards.may` that opens it."""

    name: str
    title: Promise
    view: str
    right: str


@dataclass(frozen=True)
class Group:
    """Pages of one subject."""

    title: Promise
    pages: tuple[Page, ...]


GROUPS: Final = (
    Group(_("Banco"), (Page("desk", _("Banco"), "club_desk", "may_work"),)),
    Group(
        _("Serate"),
        (
            Page("tournaments", _("Tornei"), "club_tournaments", "may_enter"),
            Page("seasons", _("Stagioni"), "seasons", "may_run"),
            Page("championships", _("Campionati"), "championships", "may_enter"),
        ),
    ),
    Group(
        _("Soci"),
        (
            Page("register", _("Libro soci"), "register", "may_keep_register"),
            Page("people", _("Persone"), "club_people", "may_see_people"),
            Page("cards", _("Tessere"), "club_cards", "may_keep_register"),
            Page("assemblies", _("Assemblee"), "club_assemblies", "may_keep_register"),
            Page("privacy", _("Privacy"), "club_privacy", "may_keep_register"),
        ),
    ),
    Group(
        _("Soldi"),
        (
            Page("dues", _("Quote"), "club_years", "may_keep_register"),
            Page("receipts", _("Ricevute"), "club_receipts", "may_keep_register"),
            Page("cash", _("Casse"), "cash_years", "may_keep_register"),
            Page("accounts", _("Entrate e uscite"), "accounts", "may_keep_register"),
        ),
    ),
    Group(
        _("Circolo"),
        (
            Page("association", _("Associazione"), "club_association", "may_give_roles"),
            Page("publication", _("Pubblico"), "club_publication", "may_give_roles"),
            Page("roles", _("Incarichi"), "club_roles", "may_give_roles"),
            Page("webhooks", _("Programmi"), "club_webhooks", "may_give_roles"),
            Page("handover", _("Consegna"), "handover", "may_give_roles"),
        ),
    ),
)


@dataclass(frozen=True)
class Link:
    """A link of the navigation, and whether it leads to the page that is open, or to its group."""

    title: Promise
    url: str
    is_current: bool


@register.inclusion_tag("club/nav.html", takes_context=True)
def club_nav(context: dict[str, Any], here: str) -> dict[str, list[Link]]:
    """The groups that the visitor may open, and the pages of the group with the open page `here`."""
    slug = context["club"].slug
    groups: list[Link] = []
    pages: list[Link] = []
    for group in GROUPS:
        opened = [page for page in group.pages if context.get(page.right)]
        links = [Link(page.title, reverse(page.view, args=[slug]), page.name == here) for page in opened]
        if links:
            is_current = any(link.is_current for link in links)
            groups.append(Link(group.title, links[0].url, is_current))
            pages = links if is_current else pages
    return {"groups": groups, "pages": pages if len(pages) > 1 else []}
