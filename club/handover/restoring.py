"""Taking a club in: all of it or nothing, beside the clubs that are here already."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from club import log
from club.handover import accounts, chains, surveying
from club.handover.errors import ArchiveRefused, PlaceTaken
from club.handover.inserting import Inserter
from club.handover.keys import Keys
from club.handover.manifest import Manifest
from club.handover.opening import Opened
from club.handover.parts import all_parts
from club.handover.surveying import Survey, batches
from club.locking import lock
from club.models import Club, FormerKey, User

LONGEST_SLUG = 60
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Restored:
    club: Club
    manifest: Manifest
    #: Rows by model that got another code, because theirs was taken here.
    renewed: Mapping[str, int]


def restore(
    body: bytes, *, by: User | str, slug: str = "", new_codes: bool = False, tell: Tell | None = None
) -> Restored:
    """The club of a bundle, written here whole; its log says who brought it.

    `slug` gives it another address; `new_codes` makes the codes anew that others have here; `tell` hears how
    many rows are done of how many. Raises ArchiveRefused or PlaceTaken: then nothing was written.
    """
    try:
        with transaction.atomic():
            opened = Opened(body, tell) if tell else Opened(body)
            return _restored(opened, by, slug, new_codes=new_codes)
    except IntegrityError as wrong:
        # Of rows that point nowhere, and of somebody who took address or codes while it was read.
        raise ArchiveRefused(
            "rows-refused",
            _("L'archivio ha righe che qui non stanno insieme: riprova, o fatti dare il file di nuovo."),
        ) from wrong


def _restored(opened: Opened, by: User | str, slug: str, *, new_codes: bool) -> Restored:
    opened.verify()
    found = surveying.survey(opened)
    address = _free_address(slug or str(found.club["slug"]))
    taken = surveying.taken(found)
    if not new_codes:
        surveying.refuse_taken(taken)
    keys, known = _placed(found)
    inserter = Inserter(opened, keys, address, taken, known)
    for part in all_parts():
        inserter.insert(part)
    keys.settle()
    connection.check_constraints([part.model._meta.db_table for part in all_parts()])
    club = lock(keys.of(Club._meta.label_lower, found.club["id"]) or 0)
    chains.verify(club, keys, opened.manifest.logs)
    _remember(club, keys)
    _write_down(club, opened.manifest, by)
    return Restored(club, opened.manifest, inserter.renewed)


def _free_address(slug: str) -> str:
    try:
        validate_slug(slug)
    except ValidationError:
        slug_is_fit = False
    else:
        slug_is_fit = len(slug) <= LONGEST_SLUG
    if not slug_is_fit:
        raise ArchiveRefused(
            "slug-unfit",
            _("«%(slug)s» non può essere l'indirizzo di un circolo: usa lettere, cifre e trattini (--slug).")
            % {"slug": slug[:80]},
        )
    if Club.objects.filter(slug=slug).exists():
        raise PlaceTaken(
            "slug-taken",
            _(
                "Qui c'è già un circolo all'indirizzo «%(slug)s»: se è un altro, ripristina questo con un "
                "altro indirizzo (--slug); se è lo stesso, è già qui."
            )
            % {"slug": slug},
        )
    return slug


def _placed(found: Survey) -> tuple[Keys, set[int]]:
    """Every row's key here, and the accounts that are here already."""
    keys, known = Keys(), set[int]()
    for part in all_parts():
        if part.model is User:
            known = accounts.place(keys, found.accounts)
        elif part.has_own_key:
            keys.place(part.model, found.keys[part.label])
    return keys, known


def _remember(club: Club, keys: Keys) -> None:
    """What the rows that the log names were called there, where they are called otherwise here."""
    last = club.log.order_by("-number").values_list("number", flat=True).first()
    if last is None:
        return
    moved = 0
    for rows in batches(_moved(club, keys, last)):
        moved += len(FormerKey.objects.bulk_create(rows))
    if moved:
        club.former_keys_until = last
        club.save(update_fields=["former_keys_until"])


def _moved(club: Club, keys: Keys, until: int) -> Iterator[FormerKey]:
    """All rows of a kind of which one has moved: what is not told is not known to have stayed."""
    for part in all_parts():
        if part.words and any(keys.moved(part.label)):
            for old, new in keys.all_of(part.label):
                yield FormerKey(club=club, kind=part.label, until=until, old=old, new=new)


def _write_down(club: Club, manifest: Manifest, by: User | str) -> None:
    counts = manifest.counts
    after = {
        "made_at": manifest.made_at[:10],
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    log.write(club, by, "club.restored", subject={"from": manifest.club["slug"]}, after=after)
