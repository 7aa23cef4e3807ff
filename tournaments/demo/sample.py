"""A sample club with an evening under way, in which a club's owner tries everything; deleted as a whole."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.handover.parts import all_parts
from club.history.log import lock
from club.models import Club, Invitation, OwnPage, Role, RoleKind, SampleClub, SampleRemoval, User
from tournaments.actors import Actor
from tournaments.demo.evening import Evening, play
from tournaments.models import Archive, PushSubscription, Simulation, Tournament

PAIRS, TURNS, SEED = 8, 3, 62


def sample_of(club: Club) -> SampleClub | None:
    """The sample made for this club. One query."""
    return SampleClub.objects.select_related("club").filter(made_for=club).first()


@transaction.atomic
def make(club: Club, owner: User) -> Tournament:
    """The evening of the club's sample: eight pairs, in the first of three rounds, with made-up names.

    The sample's officer is `owner`, with every role. Idempotent: a sample that is there already stays.
    """
    lock(club.pk)
    if existing := sample_of(club):
        return existing.club.tournaments.earliest("pk")
    sample = Club.objects.create(name=_("Prova: %(club)s") % {"club": club.name[:100]}, slug=_slug(club))
    SampleClub.objects.create(club=sample, made_for=club)
    Role.objects.bulk_create(Role(club=sample, user=owner, kind=kind) for kind in RoleKind)
    evening = Evening(_("Serata di prova"), timezone.localdate(), PAIRS, TURNS, SEED, left_open_in=1)
    return play(sample, evening, by=Actor.officer(owner), tell=lambda _step: None)


def _slug(club: Club) -> str:
    """`prova-` and the club's own slug; shortened, and with a number if another club has it."""
    slug, number = f"prova-{club.slug}"[:55], 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"prova-{club.slug}"[:55] + f"-{number}"
    return slug


@transaction.atomic
def throw_away(club: Club) -> bool:
    """Deletes the club's sample with all its rows, logs and receipts too; False if there is none.

    Accounts stay, because they belong to people, not to a club.
    """
    lock(club.pk)
    sample_row = sample_of(club)
    if sample_row is None:
        return False
    sample = sample_row.club
    removal = SampleRemoval.objects.create()
    unkept: tuple[QuerySet[Any], ...] = (
        Archive.objects.filter(tournament__club=sample),
        PushSubscription.objects.filter(entry__tournament__club=sample),
        Simulation.objects.filter(club=sample),
        OwnPage.objects.filter(person__club=sample),
        Invitation.objects.filter(club=sample),
    )
    for rows in unkept:
        rows.delete()
    # Rows that refer to others first; foreign keys are checked at the end.
    for part in reversed(all_parts()):
        if part.model not in (Club, User):
            part.model._base_manager.filter(**{part.club: sample})._raw_delete(DEFAULT_DB_ALIAS)
    sample.delete()
    removal.delete()
    return True
