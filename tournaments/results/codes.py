"""The signed codes of a table, one for each side: a code lets its holder enter and confirm that table's
results.

Besides the long code in the QR, each side has a short one, to confirm results by typing it on the opponents'
phone (`short_code`).
"""

import hashlib
import hmac
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _

from club import log_context
from tournaments import queries
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Match, RoundState
from tournaments.models.tournament import CODE_LETTERS

#: 900 thousand possible codes are enough: only phones at the table may try one, a few times a minute.
SHORT_LENGTH = 4


class CodeRefused(TournamentError):
    """The code is forged or was renewed, or its round is over (403)."""

    status = 403


@dataclass(frozen=True)
class TableCode:
    """The content of a code with a valid signature: the table, and the side of its holder."""

    match: Match
    side: str

    @property
    def takes_results(self) -> bool:
        return self.match.round.takes_results


class CodeSigner:
    """Signs the codes of one kind, and reads them; codes of another kind are forged to it."""

    def __init__(self, salt: str) -> None:
        self._salt = salt

    def sign(self, content: str) -> str:
        """The code with that content, which fits into an address."""
        return Signer(salt=self._salt).sign(content).replace(":", ".")

    def content(self, code: str) -> str:
        """The content of `code`. Raises BadSignature."""
        return Signer(salt=self._salt).unsign(":".join(code.rsplit(".", 1)))

    def is_signed(self, code: str) -> bool:
        """Whether the signature of `code` is valid, even if the code has expired; no query."""
        try:
            return bool(self.content(code))
        except BadSignature:
            return False


TABLE_SIGNER = CodeSigner("criccone.table")


def _version(match: Match) -> int:
    """The version of the codes that are valid for the table. Both versions only grow, so no old code
    becomes valid again."""
    return match.round.codes_version + match.codes_version


def code_of(match: Match, side: str) -> str:
    """The code of that side of `match`: valid until the round is settled, the codes are renewed, or other
    players sit there."""
    return TABLE_SIGNER.sign(f"{match.pk}.{_version(match)}.{side}")


def short_code(match: Match, side: str) -> str:
    """Four letters printed only on the sheet of `match`; they expire with the long code."""
    signed = f"{match.pk}.{_version(match)}.{side}".encode()
    digest = hmac.digest(b"criccone.side" + settings.SECRET_KEY.encode(), signed, hashlib.sha256)
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in digest[:SHORT_LENGTH])


def side_of(match: Match, short: str) -> str:
    """The side that has this short code, however it was typed. Raises InputRefused."""
    typed = short.strip().lower()
    for side in match.play.sides:
        if hmac.compare_digest(short_code(match, side).encode(), typed.encode()):
            return side
    raise InputRefused(
        "short-code-unknown",
        _("Questo codice non è di questo tavolo: copia le quattro lettere dal foglio di gara."),
    )


def table_code(code: str) -> TableCode:
    """The table that `code` opens. Raises CodeRefused with a sentence for the player. One query."""
    held = held_code(code)
    verify_in_play(held.match)
    return held


def verify_in_play(match: Match) -> None:
    """Raises CodeRefused if the round of `match`, with its tournament, is settled."""
    if match.round.state == RoundState.SETTLED:
        raise CodeRefused(
            "code-over",
            _("Il turno è concluso: per correggere un risultato rivolgiti all'arbitro."),
            **_place(match),
        )


def held_code(code: str) -> TableCode:
    """The table of `code`, also when its round is settled. Raises CodeRefused for any other code that opens
    nothing. One query."""
    try:
        match_id, version, side = TABLE_SIGNER.content(code).split(".")
        match = queries.with_round(Match.objects.all(), "tournament__club").get(pk=int(match_id))
    except (BadSignature, ValueError, Match.DoesNotExist):
        raise CodeRefused(
            "code-unknown",
            _("Questo codice non apre nessun tavolo: inquadra di nuovo quello sul foglio di gara."),
        ) from None
    log_context.note_club(match.round.tournament.club.slug)
    if _version(match) != int(version) or match.round.state == RoundState.DRAFT:
        raise CodeRefused(
            "code-renewed",
            _("Questo codice è stato sostituito: chiedi alla Giuria il foglio nuovo."),
            **_place(match),
        )
    return TableCode(match, side)


def _place(match: Match) -> dict[str, str | int]:
    """The place of a code that was valid once, so that the refusal can point its holder there."""
    return {
        "tournament": match.round.tournament.code,
        "turn": match.round.number,
        "table": match.table,
    }
