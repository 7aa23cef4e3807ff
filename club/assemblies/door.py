"""The attendances of an assembly, in person and by proxy, and the quorum.

Every act takes the club's lock, so that two officers at once admit nobody twice, and no proxy too many.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.assemblies import voting
from club.assemblies.calling import open_assembly
from club.assemblies.voting import Roll, Voter
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Assembly, Attendance, Club, User


@dataclass(frozen=True)
class Count:
    """The voters who are there or represented, and how many each call needs."""

    entitled: int
    in_person: int
    by_proxy: int
    needed_first: int
    needed_second: int

    @property
    def there(self) -> int:
        return self.in_person + self.by_proxy

    @property
    def is_enough_first(self) -> bool:
        return self.there >= self.needed_first

    @property
    def is_enough_second(self) -> bool:
        return self.there >= self.needed_second


@dataclass(frozen=True)
class Door:
    """An assembly's roll with its attendances, by the person's id."""

    assembly: Assembly
    roll: Roll
    attendances: Mapping[int, Attendance]

    @property
    def count(self) -> Count:
        """Counts only members who may vote that day. The figures of an approved assembly do not change."""
        if self.assembly.counted:
            return Count(**self.assembly.counted)
        there = [one for key, one in self.attendances.items() if key in self.roll.voters]
        by_proxy = sum(one.holder_id is not None for one in there)
        entitled = len(self.roll.voters)
        return Count(
            entitled,
            len(there) - by_proxy,
            by_proxy,
            voting.needed(self.assembly.first_quorum, entitled),
            voting.needed(self.assembly.second_quorum, entitled),
        )

    def held_by(self, person: int) -> list[Attendance]:
        """The proxies that a person holds, by time."""
        return [one for one in self.attendances.values() if one.holder_id == person]


def door(assembly: Assembly) -> Door:
    """The present attendances of the assembly. Eight queries."""
    there = assembly.attendances.select_related("person__kept_name", "holder__kept_name").order_by("at", "pk")
    return Door(
        assembly,
        voting.roll(assembly.club, assembly.day, assembly.rules),
        {one.person_id: one for one in there},
    )


@transaction.atomic
def mark_present(club: Club, assembly_id: int, person: int, *, by: User) -> Attendance:
    """Notes that a member who may vote is there; for a minor, the guardian. Repeating changes nothing."""
    club = lock(club.pk)
    here = door(open_assembly(club, assembly_id))
    voter = _voter(here, person)
    known = here.attendances.get(person)
    if known and known.holder:
        raise ClubError(
            "represented",
            _("%(name)s ha già dato la delega a %(holder)s: se ora è qui, togli prima la delega.")
            % {"name": known.person.full_name, "holder": known.holder.full_name},
        )
    if known:
        return known
    return _write(club, here, voter, None, by)


@transaction.atomic
def record_proxy(club: Club, assembly_id: int, *, giver: int, holder: int, by: User) -> Attendance:
    """Notes that `holder`, who is there, represents `giver`. Repeating changes nothing.

    Both must have the vote; refused beyond the most proxies that one member may hold.
    """
    club = lock(club.pk)
    here = door(open_assembly(club, assembly_id))
    if giver == holder:
        raise ClubInputRefused("own-proxy", _("Nessuno può dare la delega a sé stesso."))
    giving, holding = _voter(here, giver), _voter(here, holder)
    known = here.attendances.get(giver)
    if known and known.holder_id == holder:
        return known
    _verify_may_give(here, giving)
    _verify_may_hold(here, holding)
    return _write(club, here, giving, holder, by)


def _verify_may_give(here: Door, giver: Voter) -> None:
    """Refuses a proxy of a member who is there, is represented already, or represents others."""
    person = giver.member.person
    known = here.attendances.get(person.pk)
    if known and known.holder:
        raise ClubError(
            "represented",
            _("%(name)s ha già dato la delega a %(holder)s.")
            % {"name": person.full_name, "holder": known.holder.full_name},
        )
    if known:
        raise ClubError(
            "is-there", _("%(name)s è presente: non serve una delega.") % {"name": person.full_name}
        )
    if here.held_by(person.pk):
        raise ClubError(
            "holds-proxies", _("%(name)s porta delle deleghe: toglile prima.") % {"name": person.full_name}
        )


def _verify_may_hold(here: Door, holder: Voter) -> None:
    """Refuses a holder who is a minor, who is not there, or who holds the most proxies already."""
    person = holder.member.person
    if holder.is_minor:
        raise ClubInputRefused(
            "minor-holder", _("%(name)s è minorenne: non può portare deleghe.") % {"name": person.full_name}
        )
    known = here.attendances.get(person.pk)
    if known is None or known.holder_id is not None:
        raise ClubError(
            "holder-absent",
            _("%(name)s non è segnato presente: chi porta una delega dev'esserci.")
            % {"name": person.full_name},
        )
    most = here.roll.most_proxies
    if not most:
        raise ClubError("too-many-proxies", _("Lo statuto non permette deleghe."))
    if len(here.held_by(person.pk)) >= most:
        raise ClubError(
            "too-many-proxies",
            ngettext(
                "%(name)s porta già %(count)s delega, e non può portarne altre.",
                "%(name)s porta già %(count)s deleghe, e non può portarne altre.",
                most,
            )
            % {"name": person.full_name, "count": most},
        )


def _voter(here: Door, person: int) -> Voter:
    voter = here.roll.voters.get(person)
    if voter:
        return voter
    other = next((one for one in here.roll.others if one.member.person.pk == person), None)
    if other is None:
        raise ClubError("not-a-member", _("Quel giorno questa persona non è fra i soci."))
    raise ClubError(
        "no-vote",
        _("%(name)s non ha diritto di voto: %(why)s.")
        % {"name": other.member.person.full_name, "why": other.why},
    )


def _write(club: Club, here: Door, voter: Voter, holder: int | None, by: User) -> Attendance:
    person = voter.member.person
    made = Attendance.objects.create(
        assembly=here.assembly,
        person=person,
        holder_id=holder,
        through=voter.guardian,
        at=timezone.now(),
        by_name=str(by)[:150],
    )
    subject = {"assembly": here.assembly.pk, "person": person.pk}
    if holder:
        log.write(club, by, "assembly.proxy", subject={**subject, "other": holder})
    else:
        log.write(club, by, "assembly.present", subject=subject)
    return made


@transaction.atomic
def take_out(club: Club, assembly_id: int, person: int, *, by: User) -> int:
    """Deletes a person's attendance and the proxies that the person holds; returns how many."""
    club = lock(club.pk)
    assembly = open_assembly(club, assembly_id)
    attendances = assembly.attendances.filter(person=person) | assembly.attendances.filter(holder=person)
    count = attendances.delete()[0]
    if count:
        subject = {"assembly": assembly.pk, "person": person}
        log.write(club, by, "assembly.taken-out", subject=subject, after={"people": count})
    return count


CALLS: Final = {Assembly.Call.FIRST: "first_call_at", Assembly.Call.SECOND: "second_call_at"}


@transaction.atomic
def open_call(club: Club, assembly_id: int, call: int, *, by: User) -> Assembly:
    """Notes that the assembly opened in that call; refused without its quorum.

    Another call than before replaces it.
    """
    club = lock(club.pk)
    assembly = open_assembly(club, assembly_id)
    if call not in CALLS or getattr(assembly, CALLS[Assembly.Call(call)]) is None:
        raise ClubInputRefused("unknown-call", _("Questa assemblea non ha una seconda convocazione."))
    count = door(assembly).count
    lacks = count.needed_first if call == Assembly.Call.FIRST else count.needed_second
    if count.there < lacks:
        raise ClubError(
            "too-few",
            _(
                "Non si può ancora aprire: il minimo è %(needed)s, e fra presenti e rappresentati sono "
                "%(there)s."
            )
            % {"needed": lacks, "there": count.there},
        )
    assembly.opened_call, assembly.opened_at = call, timezone.now()
    assembly.save(update_fields=["opened_call", "opened_at"])
    after = {"call": call, "there": count.there, "entitled": count.entitled}
    log.write(club, by, "assembly.opened", subject={"assembly": assembly.pk}, after=after)
    return assembly
