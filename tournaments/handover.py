"""The rows of evenings, seasons and ratings that the archive of a club includes."""

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from club.handover.parts import Part
from club.models import Club
from tournaments import models
from tournaments.errors import TournamentError
from tournaments.models.tournament import Tournament, new_code

PARTS = (
    Part(models.Tournament, "club", renewed={"code": new_code}),
    Part(models.Entry, "tournament__club"),
    Part(models.EntryPlayer, "tournament__club"),
    Part(models.FeePayment, "entry__tournament__club"),
    Part(models.Round, "tournament__club"),
    Part(models.Match, "round__tournament__club"),
    Part(models.Seat, "round__tournament__club"),
    Part(models.Rest, "round__tournament__club"),
    Part(models.Deal, "match__round__tournament__club"),
    Part(models.Call, "match__round__tournament__club"),
    Part(models.Article, "club"),
    Part(models.Ruling, "tournament__club"),
    Part(models.Substitution, "entry__tournament__club"),
    Part(models.Snapshot, "tournament__club"),
    Part(models.LogEntry, "tournament__club"),
    Part(models.Season, "club", words=("season",)),
    Part(models.SeasonEvening, "season__club"),
    Part(models.SeasonMember, "season__club"),
    Part(models.Championship, "club", words=("championship",), renewed={"code": new_code}),
    Part(models.Team, "championship__club", words=("team",)),
    Part(models.TeamPlayer, "championship__club"),
    Part(models.Fixture, "championship__club", words=("fixture",)),
    Part(models.DateProposal, "fixture__championship__club"),
    Part(models.LineUp, "fixture__championship__club"),
    Part(models.LineUpPlayer, "line_up__fixture__championship__club"),
    Part(models.TeamPenalty, "team__championship__club"),
    Part(models.CalendarRules, "club"),
    Part(models.Booking, "tournament__club"),
    # Including letters already sent, so that no reminder is sent twice.
    Part(models.BookingLetter, "booking__tournament__club"),
    Part(models.Proposal, "asker__tournament__club"),
    Part(models.ClubRatings, "club"),
    Part(models.RatingPoint, "club"),
)


def verify(club: Club) -> None:
    """Refuses the archive while an evening with duplicated deals goes on, or may still be held after it was
    called off, because the archive would reveal the cards. One query."""
    open_ = Tournament.objects.filter(club=club, is_duplicated=True, closed_at=None)
    is_past = Q(called_off_at__isnull=False, date__lt=timezone.localdate())
    if evening := open_.exclude(is_past).order_by(F("called_off_at").asc(nulls_first=True)).first():
        if evening.called_off_at:
            raise TournamentError(
                "boards-secret",
                _(
                    "«%(evening)s» è annullata ma si potrebbe ancora giocare, e l'archivio ne direbbe le "
                    "carte: aspetta che il suo giorno sia passato."
                )
                % {"evening": evening.name},
            )
        raise TournamentError(
            "boards-secret",
            _(
                "«%(evening)s» si gioca con le stesse carte a tutti i tavoli, e l'archivio le direbbe: "
                "concludi prima la serata."
            )
            % {"evening": evening.name},
        )


LEFT_OUT = {
    models.Archive: "made again when somebody asks for it, from the data that is handed over",
    models.ArchiveFile: "made again with its archive",
    models.PushSubscription: "made for the key of this installation: no other can use them",
    models.Simulation: "evenings played out on paper: asked again, it gives the same answer",
}
