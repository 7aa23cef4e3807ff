"""The figures of a year that a club is asked for when it tells the RUNTS, or its federation, of itself.

They are counts of the register and no more: which of them a form wants, and whether the club must send it at
all, is for its accountant to say.
"""

from collections import Counter
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.dues.members import Member, members_on
from club.models import Club, EndCause, Membership, MembershipYear, Particulars
from club.register import reading
from club.tables.columns import Kind, Table, field
from club.tables.sources import Sheet

#: Of age in Italy.
ADULT_YEARS = 18


def counts(club: Club, year: MembershipYear, day: date) -> Table:
    """Members when the year began and when it ended (or on `day`, if it is before), who came, who left."""
    last = min(year.ends_on, day)
    members = members_on(club, last)
    rows = [
        *_movements(club, year, last),
        (_("Soci al %(day)s") % {"day": _told(last)}, len(members)),
        *_kinds(members),
        *_ages(members, last),
        (_("Tessere valide al %(day)s") % {"day": _told(last)}, reading.cards(club, last).count()),
    ]
    columns = [field("figure", _("Dato")), field("count", _("Numero"), Kind.WHOLE)]
    title = _("Numeri dell'anno %(year)s") % {"year": year.label}
    about = _("Quali servono al RUNTS lo dice il commercialista o la modulistica dell'anno.")
    said = [{"figure": figure, "count": count} for figure, count in rows]
    return Table(title, Sheet(club, club.name, last), columns, said, about)


Figures = list[tuple[str, int]]


def _movements(club: Club, year: MembershipYear, last: date) -> Figures:
    within = Membership.objects.filter(club=club)
    came = within.filter(admitted_on__gte=year.starts_on, admitted_on__lte=last).count()
    left = Counter(
        within.filter(
            admitted_on__isnull=False, ended_on__gte=year.starts_on, ended_on__lte=last
        ).values_list("end_cause", flat=True)
    )
    before = within.filter(admitted_on__lt=year.starts_on).exclude(ended_on__lt=year.starts_on).count()
    causes = [
        (_("  usciti: %(cause)s") % {"cause": cause.label}, left.get(cause.value, 0)) for cause in EndCause
    ]
    return [
        (_("Soci all'inizio del %(day)s") % {"day": _told(year.starts_on)}, before),
        (_("Ammessi dal %(day)s") % {"day": _told(year.starts_on)}, came),
        (_("Usciti dal %(day)s") % {"day": _told(year.starts_on)}, sum(left.values())),
        *causes,
    ]


def _kinds(members: list[Member]) -> Figures:
    by_category = Counter(
        str(member.category) if member.category else _("senza categoria") for member in members
    )
    voting = sum(bool(member.category and member.category.votes) for member in members)
    return [
        (_("  con diritto di voto"), voting),
        *(
            (_("  categoria: %(category)s") % {"category": category}, count)
            for category, count in sorted(by_category.items())
        ),
    ]


def _ages(members: list[Member], last: date) -> Figures:
    people = [member.person.pk for member in members]
    births = dict(Particulars.objects.filter(person__in=people).values_list("person", "born_on"))
    born = [births.get(person) for person in people]
    minors = sum(1 for each in born if each and _age(each, last) < ADULT_YEARS)
    return [
        (_("  minorenni"), minors),
        (_("  senza data di nascita"), sum(each is None for each in born)),
    ]


def _age(born: date, on: date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _told(day: date) -> str:
    return date_format(day, "j/n/Y")
