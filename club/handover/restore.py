"""Restores a club from an archive, all or nothing: beside other clubs, or as the first one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import starmap
from typing import Any, BinaryIO, Final

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.accounts import first_club
from club.email_addresses import with_address
from club.errors import ArchiveRefused, ClubError, PlaceTaken
from club.handover import archive_reader
from club.handover.archive_reader import OpenArchive, Survey, batches
from club.handover.archive_writer import FETCHED
from club.handover.encryption import unseal
from club.handover.insertion import Inserter
from club.handover.manifest import Manifest
from club.handover.parts import all_parts
from club.handover.rows import Keys, place_accounts
from club.history import log
from club.history.hash_chain import EntryRow, LogReading, first_broken
from club.history.log import lock
from club.models import Club, ClubLogEntry, FormerKey, Role, RoleKind, User
from club.models.club import ChainedEntry
from club.slices import CachedProgress

LONGEST_SLUG = 60
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Restored:
    club: Club
    manifest: Manifest
    #: The number of rows by model that got a new code, because theirs is in use here.
    renewed: Mapping[str, int]


def restore_club(
    body: bytes | BinaryIO,
    *,
    by: User | str,
    slug: str = "",
    new_codes: bool = False,
    tell: Tell | None = None,
) -> Restored:
    """Writes the club of an unencrypted archive; its log names the person who brought it.

    `slug` replaces the club's own; `new_codes` replaces codes in use here; `tell` is called with rows done
    and total. Raises ArchiveRefused or PlaceTaken, and then nothing was written.
    """
    try:
        with transaction.atomic():
            opened = OpenArchive(body, tell) if tell else OpenArchive(body)
            return _restored(opened, by, slug, new_codes=new_codes)
    except IntegrityError as wrong:
        # Rows that refer to nothing, or a slug or codes taken in the meantime.
        raise ArchiveRefused(
            "rows-refused",
            _("L'archivio ha righe che qui non stanno insieme: riprova, o fatti dare il file di nuovo."),
        ) from wrong


def _restored(opened: OpenArchive, by: User | str, slug: str, *, new_codes: bool) -> Restored:
    opened.verify()
    contents = archive_reader.survey_archive(opened)
    address = _free_address(slug or str(contents.club["slug"]))
    codes_in_use = archive_reader.codes_in_use(contents)
    if not new_codes:
        archive_reader.refuse_codes_in_use(codes_in_use)
    keys, own_accounts = _placed(contents)
    inserter = Inserter(opened, keys, address, codes_in_use, own_accounts)
    for part in all_parts():
        inserter.insert(part)
    keys.settle()
    connection.check_constraints([part.model._meta.db_table for part in all_parts()])
    club = lock(keys.present(Club._meta.label_lower, contents.club["id"]) or 0)
    verify_logs(club, keys, opened.manifest.logs)
    _store_former_keys(club, keys)
    _log_restore(club, opened.manifest, by)
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


def _placed(contents: Survey) -> tuple[Keys, set[int]]:
    """The key of every row here, and the accounts that exist here already."""
    keys, own_accounts = Keys(), set[int]()
    for part in all_parts():
        if part.model is User:
            own_accounts = place_accounts(keys, contents.accounts)
        elif part.has_own_key:
            keys.place(part.model, contents.keys[part.label])
    return keys, own_accounts


def _store_former_keys(club: Club, keys: Keys) -> None:
    """Stores the former keys of the rows that the log names, if any has changed."""
    last = club.log.order_by("-number").values_list("number", flat=True).first()
    if last is None:
        return
    moved = 0
    for rows in batches(_former_keys(club, keys, last)):
        moved += len(FormerKey.objects.bulk_create(rows))
    if moved:
        club.former_keys_until = last
        club.save(update_fields=["former_keys_until"])


def _former_keys(club: Club, keys: Keys, until: int) -> Iterator[FormerKey]:
    """The former keys of every row of a kind in which some key changed: a missing one would be ambiguous."""
    for part in all_parts():
        if part.words and any(keys.moved(part.label)):
            for old, new in keys.all_of(part.label):
                yield FormerKey(club=club, kind=part.label, until=until, old=old, new=new)


def _log_restore(club: Club, manifest: Manifest, by: User | str) -> None:
    counts = manifest.counts
    after = {
        "made_at": manifest.made_at[:10],
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    log.write(club, by, "club.restored", subject={"from": manifest.club["slug"]}, after=after)


def verify_logs(club: Club, keys: Keys, last_entries: Mapping[str, list[Any]]) -> None:
    """Raises ArchiveRefused for a log that does not match the manifest."""
    _verify_log(ClubLogEntry.objects.filter(club=club), last_entries.get("", [0, ""]))
    for part in all_parts():
        if issubclass(part.model, ChainedEntry) and part.model is not ClubLogEntry:
            _verify_others(part.model, keys, {name: last for name, last in last_entries.items() if name})


def _verify_others(model: type[ChainedEntry], keys: Keys, last_entries: Mapping[str, list[Any]]) -> None:
    owner = next(field for field in model._meta.concrete_fields if field.name == "tournament")
    label = owner.related_model._meta.label_lower  # type: ignore[union-attr]
    for old, new in keys.all_of(label):
        entries = model._base_manager.filter(**{owner.attname: new})
        _verify_log(entries, last_entries.get(str(old), [0, ""]))


def _verify_log(entries: QuerySet[Any, Any], expected_last: list[Any]) -> None:
    columns = EntryRow.columns({field.name for field in entries.model._meta.concrete_fields})
    rows = entries.order_by("number").values_list(*columns).iterator(chunk_size=FETCHED)
    log = LogReading(starmap(EntryRow, rows))
    if first_broken(log) is not None or [log.number, log.hash] != expected_last:
        raise ArchiveRefused(
            "log-broken",
            _(
                "Il registro nell'archivio non è più quello scritto a suo tempo: la catena delle righe si "
                "interrompe. Qualcuno l'ha cambiato: fatti dare il file di nuovo."
            ),
        )


# Restoring the first club of a new installation: the person who brings the archive becomes its owner.
#
# This needs an installation without clubs and accounts, and the code that it prints on its own machine, so
# that a stranger on the network cannot do it first.

#: The rows read, and their total; each row is read twice. Expires five minutes after the last report, when
#: the process must be dead.
PROGRESS: Final = CachedProgress("welcome:running", seconds=300)
#: The cache key of the sentence about the last failure.
TROUBLE: Final = "welcome:trouble"
#: Seconds for which the page shows why the last restore failed.
TROUBLE_SECONDS: Final = 600


@dataclass(frozen=True)
class Owner:
    email: str
    password: str


def restore_first_club(sealed: bytes, passphrase: str, *, code: str, owner: Owner) -> Restored:
    """Restores the club of the archive and makes its owner: all or nothing, and one at a time.

    `PROGRESS` reports how far it is. Raises ClubError.
    """
    first_club.verify_code(code)
    cache.delete(TROUBLE)
    if not PROGRESS.claim():
        raise ClubError(
            "restoring-now",
            _("Un ripristino è già in corso: aspetta che finisca, questa pagina dice a che punto è."),
        )
    try:
        return _restore(sealed, passphrase, owner)
    except ClubError as refusal:
        cache.set(TROUBLE, str(refusal), TROUBLE_SECONDS)
        raise
    except BaseException:
        interrupted = _("Il ripristino si è interrotto, e non è stato scritto nulla: riprova.")
        cache.set(TROUBLE, interrupted, TROUBLE_SECONDS)
        raise
    finally:
        PROGRESS.release()


def _restore(sealed: bytes, passphrase: str, owner: Owner) -> Restored:
    body = unseal(sealed, passphrase)
    with transaction.atomic():
        if not first_club.is_new():
            raise ClubError(
                "not-new", _("Questa installazione ha già un circolo: entra, o usa restore_club.")
            )
        done = restore_club(body, by=owner.email, tell=PROGRESS.report)
        _make_owner(done.club, owner)
    return done


def _make_owner(club: Club, owner: Owner) -> None:
    """Makes `owner` the club's owner, with the account of the archive or a new one with every role."""
    user = with_address(User.objects.all(), owner.email).first()
    kinds = [RoleKind.OWNER] if user else list(RoleKind)
    user = user or User.objects.create_user(owner.email)
    user.set_password(owner.password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    earlier_kinds = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    fresh = [kind for kind in kinds if kind not in earlier_kinds]
    if not fresh:
        return
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in fresh)
    now = [kind for kind in RoleKind.values if kind in earlier_kinds or kind in fresh]
    before = {"roles": [kind for kind in RoleKind.values if kind in earlier_kinds]}
    log.write(
        lock(club.pk), user, "roles.changed", subject={"user": user.pk}, before=before, after={"roles": now}
    )


def last_trouble() -> str:
    """Why the last restore failed; empty if it did not fail, or failed more than TROUBLE_SECONDS ago."""
    trouble: str = cache.get(TROUBLE, "")
    return trouble
