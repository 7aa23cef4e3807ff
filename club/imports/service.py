"""The actions on an import: begin, read again, choose columns, correct rows, write, discard."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history.log import lock
from club.imports import files, wording
from club.imports.grid import Unreadable
from club.imports.headings import BY_KEY, NAMES
from club.imports.judging import LONGEST_CATEGORY
from club.imports.register_snapshot import stem
from club.imports.rows.reader import full_category
from club.imports.rules import Rules
from club.imports.steps import SLICES, go_on_importing
from club.models import Club, Import, ImportFile, ImportRow, User

#: The most unfinished imports of a club: more are a mistake, and keep private data without need.
MOST_OPEN: Final = 5
State = Import.State
CHANGEABLE: Final = (State.MAPPING, State.CHECKING, State.CHECKED, State.FAILED)


@transaction.atomic
def begin(club: Club, body: bytes, *, file_name: str, key: UUID, by: User) -> Import:
    """Begins the import of that file; idempotent by `key`.

    Refused for a file that is not a spreadsheet, is too big, or would unpack to too much.
    """
    club = lock(club.pk)
    if sent := club.imports.filter(key=key).first():
        return sent
    try:
        files.verify_file(body)
    except Unreadable as wrong:
        raise ClubInputRefused(wrong.code, wording.note_text(wrong.as_json)) from wrong
    if club.imports.exclude(state__in=(State.DONE, State.UNDONE)).count() >= MOST_OPEN:
        raise ClubError(
            "too-many-open",
            _("Ci sono già altre importazioni a metà: finiscile o eliminale, poi comincia questa."),
        )
    one = Import.objects.create(
        club=club,
        key=key,
        officer=by,
        officer_name=str(by)[:150],
        file_name=file_name[-120:],
        digest=sha256(body).hexdigest(),
    )
    ImportFile.objects.create(of=one, body=body)
    _go_on_after(one)
    return one


@transaction.atomic
def reread(one: Import, reading: Mapping[str, object]) -> None:
    """Reads the file again with that encoding, separator, sheet or row of headings."""
    one = _locked_import(one)
    _start(one, State.READING, reading=reading, mapping=[], fingerprint="")


@transaction.atomic
def set_columns(one: Import, mapping: Sequence[str], rules: Rules) -> None:
    """Checks every row with these columns. Refused if a field is chosen twice or no column has names."""
    one = _locked_import(one)
    _verify_mapping(mapping, len(one.headings))
    if rules.category is not None and not one.club.categories.filter(pk=rules.category).exists():
        raise ClubInputRefused("unknown-category", _("Questa categoria non è del circolo."))
    total = one.rows.count()
    # Lock the import before its rows, in the same order as the slice that reads them.
    _start(one, State.CHECKING, mapping=list(mapping), rules=rules.as_json, total=total, fingerprint="")
    one.rows.update(read=None)


@transaction.atomic
def decide(one: Import, row_number: int, *, edits: dict[str, str], decision: str) -> None:
    """Corrects the cells of a row, by column, or stores the officer's decision; checks all rows again."""
    one = _locked_import(one)
    row = one.rows.filter(number=row_number).first()
    if row is None or one.state != State.CHECKED:
        raise ClubError("no-row", _("Questa riga non c'è più: torna all'anteprima."))
    if decision not in ImportRow.Decision.values:
        raise ClubInputRefused("no-decision", _("Scegli che cosa fare di questa riga."))
    row.edits = {at: text for at, text in edits.items() if text != row.cells[int(at)]}
    row.decision, row.read = decision, None
    row.save(update_fields=["edits", "decision", "read"])
    _start(one, State.CHECKING, done=one.total - 1, fingerprint="")


@transaction.atomic
def start_writing(one: Import, *, shown: str, by: User) -> Import:
    """Starts writing to the register, if the preview `shown` is still up to date; repeating it changes
    nothing.

    Refused while a row is stopped by a problem.
    """
    lock(one.club_id)
    one = Import.objects.select_related("club").get(pk=one.pk)
    if one.state in (State.WRITING, State.DONE, State.UNDONE):
        return one
    if one.state != State.CHECKED or one.fingerprint != shown or not shown:
        raise ClubOutdated(
            "preview-outdated",
            _("L'anteprima è cambiata da quando l'hai aperta: guardala com'è ora e conferma."),
            current=one.fingerprint,
        )
    barred = one.rows.filter(is_barred=True).count()
    if barred:
        raise ClubError(
            "rows-stopped",
            ngettext(
                "%(count)s riga è ferma: correggila o lasciala fuori. Finché ce n'è una non si scrive nulla.",
                "%(count)s righe sono ferme: correggile o lasciale fuori. Finché ce n'è non si scrive nulla.",
                barred,
            )
            % {"count": barred},
        )
    one.officer, one.officer_name = by, str(by)[:150]
    one.save(update_fields=["officer", "officer_name"])
    _start(one, State.WRITING)
    return one


@transaction.atomic
def discard(one: Import) -> None:
    """Deletes an import that was not written, with its file. Repeating it changes nothing."""
    lock(one.club_id)
    Import.objects.filter(pk=one.pk).filter(
        Q(state__in=CHANGEABLE) | Q(state=State.READING, due_at__lt=timezone.now())
    ).delete()


def offered_categories(one: Import) -> list[str]:
    """The categories in the sheet that the club lacks, the most frequent first; "ordinario" if there is no
    category at all.
    """
    known = list(one.club.categories.values_list("name", flat=True))
    at = one.mapping.index("category") if "category" in one.mapping else None
    written = [] if at is None else [cells[at] for cells in one.rows.values_list("cells", flat=True)]
    names = Counter(full_category(text.strip()) for text in written)
    stems = {stem(name) for name in known}
    offered: dict[str, str] = {}
    for name, _count in names.most_common():
        if stem(name) and stem(name) not in stems and len(name) <= LONGEST_CATEGORY:
            offered.setdefault(stem(name), name)
    return list(offered.values()) or ([] if known else [_("ordinario")])


def go_on(one: Import) -> None:
    """Sends the task for the next slice, unless a worker is still working on it."""
    SLICES.ask_next(one, go_on_importing)


def _locked_import(one: Import) -> Import:
    """The import, freshly read under the club's lock; refused if it is written or gone."""
    lock(one.club_id)
    locked = Import.objects.filter(pk=one.pk, state__in=CHANGEABLE).select_related("club").first()
    if locked is None:
        raise ClubError(
            "not-now", _("Questa importazione è già scritta, o si sta scrivendo: ricarica la pagina.")
        )
    return locked


def _start(one: Import, state: str, **fields: Any) -> None:
    """Sets a state of work, due at once. The caller holds the lock."""
    fresh = {"state": state, "due_at": timezone.now(), "tries": 0, "trouble": {}, "done": 0, **fields}
    Import.objects.filter(pk=one.pk).update(**fresh)
    _go_on_after(one)


def _go_on_after(one: Import) -> None:
    transaction.on_commit(lambda: go_on(Import.objects.get(pk=one.pk)), robust=True)


def _verify_mapping(mapping: Sequence[str], width: int) -> None:
    chosen = [field for field in mapping if field]
    if len(mapping) != width or not set(chosen) <= set(BY_KEY):
        raise ClubInputRefused("other-columns", _("Le colonne sono cambiate: ricarica la pagina."))
    twice = next((each for each in chosen if chosen.count(each) > 1 and not BY_KEY[each].is_many), None)
    if twice:
        raise ClubInputRefused(
            "column-twice",
            _("«%(field)s» è scelto per due colonne: lascialo a una sola.") % {"field": BY_KEY[twice].label},
        )
    if not set(chosen) & NAMES:
        raise ClubInputRefused("no-names", _("Di' in quale colonna sono i nomi delle persone."))
