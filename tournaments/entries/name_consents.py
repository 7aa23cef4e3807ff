"""The consent to the whole name in public results, asked at the desk when a player arrives."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Consent, User
from club.privacy import consents
from tournaments.errors import InputRefused
from tournaments.live import live_feed
from tournaments.models import Entry, EntryPlayer, Tournament


@transaction.atomic
def answer(
    tournament: Tournament, number: int, person_id: int, *, is_given: bool, by: User, key: UUID
) -> Entry:
    """The entry of that player, whose answer is added to the history of consents; an unchanged one is not.

    It may be given or withdrawn at any time, after the end of the tournament too.
    """
    player = (
        EntryPlayer.objects.filter(entry__tournament=tournament, entry__number=number, person=person_id)
        .select_related("entry", "person")
        .first()
    )
    if player is None:
        raise InputRefused(
            "no-such-player", _("Questa persona non gioca più qui: ricarica la pagina e riprova.")
        )
    if player.person.may_be_named != is_given:
        today = timezone.localdate()
        answers = {Consent.About.NAME: is_given}
        how = Consent.How.SPOKEN
        consents.record(person_id, tournament.club, answers, on=today, how=how, today=today, by=by, key=key)
        live_feed.announce(tournament)
    return player.entry
