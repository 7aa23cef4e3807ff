"""The voters of an assembly on a day, by the statute's rules; the quorum; and the change of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.days import months_before, of_age_on
from club.dues.members import Member, arrears, members_on
from club.history import log
from club.history.log import lock
from club.models import Club, Guardian, Particulars, Quorum, User, VotingRules
from club.privacy.guardians import guardian_line

#: The share of the voters that a quorum requires. The majority is computed: more than half.
PARTS: Final[Mapping[str, Fraction]] = {
    Quorum.TENTH: Fraction(1, 10),
    Quorum.FIFTH: Fraction(1, 5),
    Quorum.QUARTER: Fraction(1, 4),
    Quorum.THIRD: Fraction(1, 3),
    Quorum.HALF: Fraction(1, 2),
    Quorum.TWO_THIRDS: Fraction(2, 3),
    Quorum.THREE_QUARTERS: Fraction(3, 4),
}


def needed(quorum: str, entitled: int) -> int:
    """The number of the `entitled` voters that the quorum requires; one if any number is enough."""
    if quorum == Quorum.MAJORITY:
        return entitled // 2 + 1
    if quorum == Quorum.ANY:
        return 1
    part = PARTS[quorum] * entitled
    return max(1, -(-part.numerator // part.denominator))


@dataclass(frozen=True, slots=True)
class Voter:
    """A member who may vote; a minor through the guardian."""

    member: Member
    guardian: str = ""

    @property
    def is_minor(self) -> bool:
        return bool(self.guardian)


@dataclass(frozen=True, slots=True)
class NonVoter:
    """A member who may not vote, and why."""

    member: Member
    why: str


@dataclass(frozen=True)
class Roll:
    """The members on the day of an assembly: those who vote and those who do not, by name."""

    day: date
    rules: VotingRules
    voters: Mapping[int, Voter]
    others: tuple[NonVoter, ...]

    @property
    def members(self) -> int:
        return len(self.voters) + len(self.others)

    @property
    def most_proxies(self) -> int:
        """The most proxies that one member may hold on that day."""
        return self.rules.most_proxies(self.members)


def rules_of(club: Club) -> VotingRules:
    """The club's present rules, or those of the law (not stored) if it has written none. One query."""
    return club.voting_rules.first() or VotingRules(club=club)


def roll(club: Club, day: date, rules: VotingRules) -> Roll:
    """The members who may vote on that day, and the others with the reason. Six queries, or seven."""
    owing = {each.person.pk for each in arrears(club, day)} if rules.must_have_paid else set()
    births = dict(
        Particulars.objects.filter(person__club=club, born_on__gt=_adults_born_by(day)).values_list(
            "person", "born_on"
        )
    )
    guardians = {one.person_id: one for one in Guardian.objects.filter(person__in=births)}
    voters: dict[int, Voter] = {}
    others: list[NonVoter] = []
    members = sorted(members_on(club, day), key=lambda one: (one.person.search_key, one.number))
    for member in members:
        guardian = guardians.get(member.person.pk)
        born_on = births.get(member.person.pk)
        is_minor = born_on is not None and is_minor_on(born_on, day)
        why = _why_not(member, day, rules, is_owing=member.person.pk in owing)
        why = why or (_why_no_minor(rules, guardian) if is_minor else "")
        if why:
            others.append(NonVoter(member, why))
        else:
            voters[member.person.pk] = Voter(member, guardian_line(guardian) if is_minor and guardian else "")
    return Roll(day, rules, voters, tuple(others))


def _adults_born_by(day: date) -> date:
    """A day before which everybody born is of age on `day`."""
    return months_before(day, 18 * 12 + 1)


def is_minor_on(born_on: date, day: date) -> bool:
    """Whether somebody born on `born_on` is under eighteen on `day`."""
    return of_age_on(born_on) > day


def _why_not(member: Member, day: date, rules: VotingRules, *, is_owing: bool) -> str:
    if member.category is None or not member.category.votes:
        return _("la sua categoria non vota")
    if member.admitted_on > months_before(day, rules.months):
        return ngettext(
            "è nel libro da meno di %(n)s mese", "è nel libro da meno di %(n)s mesi", rules.months
        ) % {"n": rules.months}
    return _("non è in regola con le quote") if is_owing else ""


def _why_no_minor(rules: VotingRules, guardian: Guardian | None) -> str:
    if rules.minors == VotingRules.Minors.NONE:
        return _("è minorenne")
    return "" if guardian else _("è minorenne, e manca chi ne ha la responsabilità")


@transaction.atomic
def write_rules(club: Club, values: Mapping[str, Any], *, by: User) -> VotingRules:
    """Saves the statute's rules; unchanged ones are not saved again.

    Assemblies at which nobody was present yet follow the new rules; the others keep theirs.
    """
    club = lock(club.pk)
    known = rules_of(club)
    changed = [name for name, value in values.items() if getattr(known, name) != value]
    if not changed:
        return known
    rules = VotingRules.objects.create(club=club, by_name=str(by)[:150], **values)
    club.assemblies.filter(approved_on=None, attendances=None).update(rules=rules)
    before = {name: getattr(known, name) for name in changed}
    log.write(club, by, "voting-rules.changed", before=before, after={name: values[name] for name in changed})
    return rules


def stored_rules(club: Club) -> VotingRules:
    """The club's present rules as a row; stores those of the law if there is none."""
    return club.voting_rules.first() or VotingRules.objects.create(club=club)
