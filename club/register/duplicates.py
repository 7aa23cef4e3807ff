"""People who are in the register twice: finding them and merging them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from itertools import combinations
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Guardian, MemberNumber, OwnPage, Particulars, Person, ToldApart, User
from club.person_names import name_key
from club.privacy import consents, guardians, publication
from club.register import joining


class Likeness(IntEnum):
    """The reason why two people may be one, the surest reason first."""

    SAME_FISCAL_CODE = 1
    SAME_NAME_AND_BIRTH = 2
    SAME_NAME = 3


@dataclass(frozen=True)
class Pair:
    """Two people of a club who may be one, the one added earlier first."""

    first: Person
    second: Person
    likeness: Likeness


def likely_pairs(club: Club) -> list[Pair]:
    """Pairs of people who may be one, the surest first. Two queries.

    Left out: two people with different birth dates, and two whom an officer has told apart. Names are
    compared without case, accents, apostrophes and order: "D'Angelo Nicolò" is "nicolo dangelo".
    """
    people = list(club.people.filter(erased_number=None).select_related("particulars").order_by("pk"))
    apart = set(ToldApart.objects.filter(club=club).values_list("first_id", "second_id"))
    pairs: dict[tuple[int, int], Pair] = {}
    for likeness, key in ((Likeness.SAME_FISCAL_CODE, _code), (Likeness.SAME_NAME, _name)):
        for same in _grouped(people, key):
            for first, second in combinations(same, 2):
                pair = _pair(first, second, likeness)
                if pair and (first.pk, second.pk) not in apart:
                    pairs.setdefault((first.pk, second.pk), pair)
    return sorted(pairs.values(), key=lambda pair: (pair.likeness, pair.first.search_key, pair.first.pk))


def _pair(first: Person, second: Person, likeness: Likeness) -> Pair | None:
    if likeness is Likeness.SAME_FISCAL_CODE:
        return Pair(first, second, likeness)
    born = {guardians.birth_date(first), guardians.birth_date(second)}
    if len(born) == 2 and None not in born:
        return None
    return Pair(first, second, likeness if None in born else Likeness.SAME_NAME_AND_BIRTH)


def _grouped(people: Iterable[Person], key: Any) -> Iterable[list[Person]]:
    groups: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        if named := key(person):
            groups[named].append(person)
    return [group for group in groups.values() if len(group) > 1]


def _code(person: Person) -> str:
    known: Particulars | None = getattr(person, "particulars", None)
    return known.fiscal_code if known else ""


def _name(person: Person) -> str:
    return name_key(person.full_name)


def note_apart(club: Club, person: Person, others: Iterable[Person]) -> None:
    """Records that these people are not `person`, so that they are no longer proposed."""
    pairs = (sorted((person, other), key=lambda one: one.pk) for other in others)
    rows = [ToldApart(club=club, first=first, second=second) for first, second in pairs]
    ToldApart.objects.bulk_create(rows, ignore_conflicts=True)


@transaction.atomic
def tell_apart(club: Club, *, one: int, other: int, by: User) -> None:
    """Records that the two are namesakes; logged once."""
    club = lock(club.pk)
    people = list(club.people.filter(pk__in=(one, other)).order_by("pk"))
    if len(people) != 2:
        raise _unknown()
    first, second = people
    if not ToldApart.objects.filter(first=first, second=second).exists():
        note_apart(club, first, [second])
        log.write(club, by, "person.told-apart", subject={"person": first.pk, "other": second.pk})


def _unknown() -> ClubError:
    return ClubError("unknown-person", _("Una delle due persone non c'è più: ricarica la pagina."))


@transaction.atomic
def merge(club: Club, *, kept: int, gone: int, reason: str, today: date, by: User) -> Person:
    """Merges `gone` into `kept` and returns it: every row that pointed to `gone` points to `kept`.

    Blank particulars are filled from `gone`, whose number is no longer used. Memberships and dues that both
    have are joined. All or nothing; repeating it changes nothing. Refused if both played in one tournament.
    """
    club = lock(club.pk)
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché sono la stessa persona."))
    if kept == gone:
        raise ClubInputRefused("same-person", _("Scegli due persone diverse."))
    subject = {"person": kept, "gone": gone}
    stays = Person.objects.filter(club=club, pk=kept, erased_number=None).first()
    goes = Person.objects.filter(club=club, pk=gone, erased_number=None).first()
    if stays and goes is None and club.log.filter(act="person.merged", subject=subject).exists():
        return stays
    if stays is None or goes is None:
        raise _unknown()
    ToldApart.objects.filter(Q(first=goes) | Q(second=goes)).delete()
    _give_up_number(stays, goes)
    _fill_blanks(stays, goes)
    _keep_one_guardian(stays, goes)
    OwnPage.objects.filter(person=goes).delete()
    joining.keep_letters_of_both(stays, goes)
    joining.keep_one_attendance(stays, goes)
    joined = joining.join_memberships(stays, goes, today) | joining.join_dues(stays, goes)
    moved: dict[str, int] = {}
    for relation in _relations():
        label = relation.related_model._meta.label
        moved[label] = moved.get(label, 0) + _move(relation, stays, goes)
    consents.update_name_consent(stays)
    goes.delete()
    publication.names_changed(club.pk)
    after = {"moved": {name: rows for name, rows in sorted(moved.items()) if rows}}
    log.write(
        club,
        by,
        "person.merged",
        subject=subject,
        after=after | {name: rows for name, rows in joined.items() if rows},
        reason=reason.strip()[:300],
    )
    return stays


def _give_up_number(stays: Person, goes: Person) -> None:
    """If both have a number, `goes` stops using its own, which is never given again."""
    if MemberNumber.objects.filter(person=stays, is_disused=False).exists():
        MemberNumber.objects.filter(person=goes).update(is_disused=True)


def _fill_blanks(stays: Person, goes: Person) -> None:
    theirs = Particulars.objects.filter(person=goes).first()
    if theirs:
        ours, _made = Particulars.objects.get_or_create(person=stays)
        names = [
            field.name
            for field in Particulars._meta.fields
            if field.name not in ("person", "version", "fiscal_code_reason") and not getattr(ours, field.name)
        ]
        # The reason belongs to the codice fiscale that it explains.
        names += ["fiscal_code_reason"] * ("fiscal_code" in names)
        for name in names:
            setattr(ours, name, getattr(theirs, name))
        if theirs.notes not in ours.notes:
            ours.notes, names = f"{ours.notes}\n{theirs.notes}", [*names, "notes"]
        ours.version += 1
        ours.save(update_fields=[*names, "version"])
        theirs.delete()
    if not stays.name_consent_on and goes.name_consent_on:
        stays.name_consent_on = goes.name_consent_on
    stays.is_guest = stays.is_guest and goes.is_guest
    stays.rating_refused_on = stays.rating_refused_on or goes.rating_refused_on
    stays.save(update_fields=["name_consent_on", "is_guest", "rating_refused_on"])


def _keep_one_guardian(stays: Person, goes: Person) -> None:
    if Guardian.objects.filter(person=stays).exists():
        Guardian.objects.filter(person=goes).delete()


def _relations() -> list[models.ForeignObjectRel]:
    """Every column that points to a person, also of models that a person does not lead to."""
    fields = Person._meta.get_fields(include_hidden=True)
    relations = [each for each in fields if isinstance(each, models.ForeignObjectRel)]
    return [each for each in relations if each.related_model is not Particulars]


def _move(relation: models.ForeignObjectRel, stays: Person, goes: Person) -> int:
    """The number of rows that now point to the person kept."""
    rows: models.QuerySet[Any] = relation.related_model._base_manager.filter(**{relation.field.name: goes})
    try:
        with transaction.atomic():
            return rows.update(**{relation.field.name: stays})
    except IntegrityError as clash:
        raise ClubError(
            "both-there",
            _(
                "Sono tutte e due in «%(where)s»: se hanno giocato tutte e due sono due persone; "
                "se una è scritta di troppo, toglila prima da lì."
            )
            % {"where": _place_of_both(relation, stays, goes)},
        ) from clash


def _place_of_both(relation: models.ForeignObjectRel, stays: Person, goes: Person) -> str:
    """The name of the tournament, or of another row, that may have a person only once and has both."""
    model, name = relation.related_model, relation.field.name
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and name in constraint.fields:
            others = [field for field in constraint.fields if field != name]
            theirs = set(model._base_manager.filter(**{name: goes}).values_list(*others))
            for row in model._base_manager.filter(**{name: stays}).order_by("pk"):
                if others and tuple(row.serializable_value(field) for field in others) in theirs:
                    return str(getattr(row, others[0]))
    return str(model._meta.verbose_name)
