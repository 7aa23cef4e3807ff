"""The register's data about a person, as a value to compare, validate and save."""

import re
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any, Final

from django.db.models import Min, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.days import short_day
from club.errors import ClubError, ClubInputRefused
from club.models import Club, Membership, Particulars, Person
from club.person_names import name_key, plain
from club.privacy.guardians import birth_date
from club.register.fiscal_code import Doubt, KnownPerson, doubts, tidy_code


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonData:
    """The register's data about a person; unknown values are empty."""

    last_name: str
    first_name: str
    born_on: date | None = None
    born_in: str = ""
    born_province: str = ""
    street: str = ""
    postcode: str = ""
    town: str = ""
    province: str = ""
    fiscal_code: str = ""
    fiscal_code_reason: str = ""
    email: str = ""
    phone: str = ""
    notes: str = ""


NAMES: Final = ("last_name", "first_name")
PARTICULARS: Final = tuple(field.name for field in fields(PersonData) if field.name not in NAMES)
#: The fields that identify a person: once known, they change only with a reason, unlike an address.
IDENTITY: Final = (*NAMES, "born_on", "born_in", "born_province", "fiscal_code")


def person_data_of(person: Person) -> PersonData:
    """The register's current data about `person`. One query, none if the particulars are loaded."""
    known = getattr(person, "particulars", None) or Particulars()
    details = {name: getattr(known, name) for name in PARTICULARS}
    return PersonData(last_name=person.last_name, first_name=person.first_name, **details)


def version_of(person: Person) -> int:
    """The version of the person's particulars; 0 if only the name is known."""
    known = getattr(person, "particulars", None)
    return known.version if known else 0


#: The oldest age ever reached: a birth before that is a mistyped year.
OLDEST_YEARS: Final = 122
DOUBTS: Final = {
    Doubt.UNREADABLE: gettext_lazy("non è scritto bene: una lettera o una cifra è sbagliata"),
    Doubt.LAST_NAME: gettext_lazy("non corrisponde al cognome"),
    Doubt.FIRST_NAME: gettext_lazy("non corrisponde al nome"),
    Doubt.BORN_ON: gettext_lazy("non corrisponde alla data di nascita"),
    Doubt.BORN_IN: gettext_lazy("non corrisponde al luogo di nascita"),
}


def tidy_data(written: PersonData) -> PersonData:
    """The data without needless spaces; codice fiscale and provinces in capitals."""
    clean: dict[str, Any] = {
        name: value.strip() if name == "notes" else " ".join(value.split())
        for name, value in asdict(written).items()
        if isinstance(value, str)
    }
    for name in ("born_province", "province"):
        clean[name] = clean[name].upper()
    clean["fiscal_code"] = tidy_code(written.fiscal_code)
    return replace(written, **clean)


def verify(club: Club, written: PersonData, today: date, person: Person | None) -> None:
    """Refuses impossible data, and a codice fiscale that contradicts the rest without an explanation."""
    if not (written.last_name and written.first_name):
        raise ClubInputRefused("name-missing", _("Scrivi il cognome e il nome."))
    _verify_lengths(written)
    _verify_contacts(written, person)
    verify_birth(written, today)
    _verify_born_before_request(written, person)
    _verify_code(club, written, person)


def code_doubts(written: PersonData) -> tuple[Doubt, ...]:
    """The parts of the codice fiscale that contradict the name and the birth."""
    person = KnownPerson(written.last_name, written.first_name, written.born_on, written.born_in)
    return doubts(written.fiscal_code, person)


def namesakes(club: Club, written: PersonData, person: Person | None) -> list[Person]:
    """People of the club with the same name and an equal or unknown birthday. One query."""
    full_name = f"{written.last_name} {written.first_name}"
    near = Q(search_key__startswith=plain(full_name))
    near |= Q(search_key__startswith=plain(f"{written.first_name} {written.last_name}"))
    if written.born_on:
        near |= Q(particulars__born_on=written.born_on)
    people = club.people.filter(near).select_related("particulars").order_by("pk")
    return [
        one
        for one in (people.exclude(pk=person.pk) if person else people)
        if name_key(one.full_name) == name_key(full_name)
        and (written.born_on is None or birth_date(one) in (None, written.born_on))
    ]


def birthday_note(person: Person) -> str:
    """A comma and the birthday, to distinguish namesakes; empty if unknown."""
    born = birth_date(person)
    return _(", data di nascita %(day)s") % {"day": short_day(born)} if born else ""


def _verify_lengths(written: PersonData) -> None:
    """Refuses texts that are too long, so that callers without a form get a sentence, not a database
    error."""
    for name, value in asdict(written).items():
        column: Any = (Person if name in NAMES else Particulars)._meta.get_field(name)
        longest = getattr(column, "max_length", None)
        if longest and isinstance(value, str) and len(value) > longest:
            raise ClubInputRefused(
                "too-long",
                _("«%(field)s» ha più di %(longest)s caratteri: accorcia.")
                % {"field": column.verbose_name, "longest": longest},
                field=name,
            )


POSTCODE: Final = re.compile(r"\d{5}", re.ASCII)
#: The separators of two telephone numbers in one field, and the digits of one number.
BETWEEN_PHONES: Final = re.compile(r"\s/\s|[,;]")
FEWEST_DIGITS, MOST_DIGITS = 6, 15
#: The province of an address abroad.
ABROAD: Final = "EE"


def _verify_contacts(written: PersonData, person: Person | None) -> None:
    """Refuses an impossible CAP or telephone number, unless the register has it already."""
    known = person_data_of(person) if person else PersonData(last_name="", first_name="")
    is_abroad = written.province == ABROAD
    if written.postcode not in ("", known.postcode) and not (
        is_abroad or POSTCODE.fullmatch(written.postcode)
    ):
        raise ClubInputRefused(
            "postcode-wrong",
            _("Il CAP ha cinque cifre; per un indirizzo all'estero scrivi EE come provincia."),
            field="postcode",
        )
    if written.phone != known.phone and not is_phone(written.phone):
        raise ClubInputRefused(
            "phone-wrong",
            _("Un numero di telefono ha da 6 a 15 cifre; fra due numeri metti una virgola."),
            field="phone",
        )


def is_phone(text: str) -> bool:
    """Whether each number in the text has as many digits as telephone numbers have; true for none."""
    numbers = [part for part in BETWEEN_PHONES.split(text) if part.strip()]
    return all(FEWEST_DIGITS <= sum(map(str.isdecimal, each)) <= MOST_DIGITS for each in numbers)


def verify_birth(written: PersonData, today: date) -> None:
    """Refuses a birth in the future, or longer ago than anybody has lived."""
    born = written.born_on
    if born is None:
        return
    if born > today:
        raise ClubInputRefused(
            "born-in-the-future", _("La data di nascita deve ancora venire: correggila."), field="born_on"
        )
    if today.year - born.year > OLDEST_YEARS:
        raise ClubInputRefused(
            "born-too-long-ago",
            _("La data di nascita è di più di 122 anni fa: guarda l'anno."),
            field="born_on",
        )


def _verify_born_before_request(written: PersonData, person: Person | None) -> None:
    first_request = (
        person
        and Membership.objects.filter(person=person, is_mistake=False).aggregate(first=Min("requested_on"))[
            "first"
        ]
    )
    if first_request and written.born_on and written.born_on >= first_request:
        raise ClubInputRefused(
            "born-after-request",
            _("La data di nascita è dopo la richiesta di iscrizione: correggila."),
            field="born_on",
        )


def _verify_code(club: Club, written: PersonData, person: Person | None) -> None:
    if not written.fiscal_code:
        return
    doubts = code_doubts(written)
    if doubts and not written.fiscal_code_reason:
        raise ClubInputRefused(
            "fiscal-code-doubts",
            _("Il codice fiscale %(doubts)s. Correggi, oppure scrivi perché va bene così.")
            % {"doubts": "; ".join(str(DOUBTS[doubt]) for doubt in doubts)},
            doubts=[doubt.value for doubt in doubts],
            field="fiscal_code",
        )
    others = Particulars.objects.filter(person__club=club, fiscal_code=written.fiscal_code)
    other = (others.exclude(person=person) if person else others).select_related("person").first()
    if other:
        raise ClubError(
            "fiscal-code-taken",
            _(
                "Questo codice fiscale è già di %(name)s: se è la stessa persona unisci le due schede, "
                "se no correggi il codice."
            )
            % {"name": other.person.full_name},
            person=other.person_id,
            field="fiscal_code",
        )
