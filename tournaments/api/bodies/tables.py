"""Bodies of rounds and tables: draws, moves, answers, deals in the form fixed by CONTRACT."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from scoring import DECK
from tournaments.core.draws import Swap
from tournaments.core.draws.tables import KINDS
from tournaments.models import Deal
from tournaments.results.rulings import MOST_ASSIGNED


class DrawBody(StrictBody):
    """The seed of the draw; a known seed gives the same tables again. By default the seed is new."""

    seed = WholeNumber(min_value=0, max_value=2**53 - 1, required=False)


class VersionBody(StrictBody):
    """The version of the round that the device saw; 409 if the round has changed since."""

    version = WholeNumber(min_value=0, max_value=MOST, required=False)


class SettleBody(VersionBody):
    """Unconfirmed results enter the standings only with `accept_unconfirmed`."""

    accept_unconfirmed = serializers.BooleanField(required=False)


class VersionQuery(serializers.Serializer[Any]):
    """The query of a DELETE, which has no body; withdrawing announced tables needs a reason."""

    version = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)


class WithdrawalQuery(VersionQuery):
    """The query of a DELETE of a round."""

    keep_boards = serializers.BooleanField(
        required=False,
        help_text="Keeps the duplicated deals, even if play had begun; else the round gets other cards.",
    )


class SwapBody(StrictBody):
    """A change by hand: two entries exchange places, two tables their entries, or another seat deals first.

    `first` and `second` are the numbers of the entries or of the tables; one of two entries may have a bye.
    For `dealer`, `chair` is the seat that deals first at table `first`.
    """

    kind = serializers.ChoiceField(choices=KINDS)
    first = WholeNumber(min_value=1, max_value=MOST)
    second = WholeNumber(min_value=1, max_value=MOST, required=False)
    chair = serializers.CharField(max_length=1, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        needed = "chair" if given["kind"] == "dealer" else "second"
        if needed not in given:
            raise serializers.ValidationError({needed: [_("Manca: scrivi con chi o con che cosa.")]})
        swap = Swap(given["kind"], given["first"], given[needed])
        for name in ("kind", "first", "second", "chair"):
            given.pop(name, None)
        return {**given, "swap": swap}


class MoveBody(SwapBody, VersionBody):
    """A reason is needed if the change costs something or the tables are announced; idempotent by `key`."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)
    key = serializers.UUIDField(required=False)


class MendBody(VersionBody):
    key = serializers.UUIDField(required=False)


class TurnQuery(serializers.Serializer[Any]):
    turn = serializers.IntegerField(min_value=1, max_value=MOST_SMALL, required=False)


SIDES = ("A", "B", "C", "D", "E", "F")
MOST_DECLARATIONS = 48  # twelve families for each of four players
MOST_POINTS = 10_000  # above any deal; the game's rules refuse smaller impossible values


def _cards(**about: Any) -> serializers.ListField:
    code = serializers.CharField(max_length=5, help_text="A code of RULES, as `Ang`, `Rd`, `10s`.")
    return serializers.ListField(child=code, max_length=2 * len(DECK), **about)


def _side(**about: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=SIDES, **about)


def _points(**about: Any) -> WholeNumber:
    return WholeNumber(min_value=0, max_value=MOST_POINTS, **about)


class PilesBody(serializers.DictField):
    """The piles of one or more sides; a side that is left out owns the rest."""

    child = _cards()


class DeclarationBody(StrictBody):
    """A declaration: exactly one of `cricca`, `sequence`, `buona`; with the cards shown, or how many."""

    side = _side()
    player = serializers.CharField(
        max_length=3, help_text="Side and place, in the order of play: A1, B1, A2 …"
    )
    cricca = serializers.CharField(max_length=20, required=False)
    sequence = serializers.CharField(max_length=20, required=False)
    buona = serializers.CharField(max_length=20, required=False, help_text="For the tarocco genovese only.")
    cards = _cards(required=False)
    number = WholeNumber(
        min_value=3, max_value=20, required=False, help_text="How many cards, if `cards` is left out."
    )


class CardsBody(StrictBody):
    """The cards of the smaller pile: the engine counts both sides.

    With `tricks`, only the cards that count are listed: `cards` has the tarocchi, Moors, court cards and assi
    of one side; `missing` has the Sole, Luna and numbers that the side with the Angelo lacks, down to where
    the grande breaks.
    """

    cards = PilesBody(help_text="A list of codes for one side or more.")
    tricks = WholeNumber(
        min_value=0, max_value=15, required=False, help_text="The tricks of the pile that is listed."
    )
    missing = _cards(
        required=False,
        help_text="With `tricks`: the cards that the grande lacks, among `Sol`, `Lun` and `16` to `5`.",
    )
    scartini = WholeNumber(
        min_value=0,
        max_value=20,
        required=False,
        help_text="With one pile: the number of its other cards from 6 to 10, which are not listed.",
    )
    last_trick = _side(required=False, help_text="The side that took the last trick, where it counts.")
    soloist = _side(required=False, help_text="Terziglio: the side that played alone.")
    own = serializers.BooleanField(required=False, help_text="Terziglio: without the pozzo.")
    partner = _side(required=False, help_text="Chiama re: the side with the re that was called.")
    scope = serializers.DictField(child=_points(), required=False, help_text="Scopone: by side.")
    bagatto_ultimo = serializers.JSONField(required=False, help_text="Tarocco genovese; see the engine.")
    declarations = serializers.ListField(
        child=DeclarationBody(), max_length=MOST_DECLARATIONS, required=False
    )


class FiguresBody(serializers.Serializer[Any]):
    """The figures of each side by its letter, and the facts of the deal that the game needs.

    A side's figures have the names of the game: `sequences`, `cricche`, `card_points`, `declared` in the
    Bolognese games. The figures of sides that share a pile are sent once, under the letter of either.
    """

    last_trick = _side(required=False)
    soloist = _side(required=False)
    own = serializers.BooleanField(required=False)
    partner = _side(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        figures = {
            side: serializers.DictField(child=_points(), allow_empty=False, required=False) for side in SIDES
        }
        return {**super().get_fields(), **figures}


class PartsBody(FiguresBody, StrictBody):
    """The figures that each side counted."""


class TotalsBody(FiguresBody, StrictBody):
    """The `total` of each side without declarations, which are sent as `declared`."""


class OutBody(StrictBody):
    """A call-out (*chiamata fuori*), which ends the match: the player and the declarations shown.

    At scopone: the side, and the points that each side is certain of.
    """

    player = serializers.CharField(max_length=3, required=False, help_text="A1, B1, A2 or B2.")
    declarations = serializers.ListField(
        child=DeclarationBody(), max_length=MOST_DECLARATIONS, required=False
    )
    side = _side(required=False)
    points = serializers.DictField(child=_points(), required=False, help_text="Scopone: by side.")


class MatchTotalsBody(StrictBody):
    """The totals of a whole match instead of its deals, entered as number 0, by officers only."""

    totals = serializers.DictField(
        child=WholeNumber(min_value=-MOST_ASSIGNED, max_value=MOST_ASSIGNED), help_text="By side."
    )


WAYS: dict[str, type[StrictBody]] = {
    Deal.Way.CARDS: CardsBody,
    Deal.Way.PARTS: PartsBody,
    Deal.Way.TOTALS: TotalsBody,
    Deal.Way.OUT: OutBody,
    Deal.Way.MATCH: MatchTotalsBody,
}


class EnteredField(serializers.JSONField):
    """A body whose form depends on `way`: see `EnteredDealBody.validate` and, for the schema, `by_way`."""


class EnteredDealBody(StrictBody):
    """A deal to count without storing it."""

    way = serializers.ChoiceField(choices=Deal.Way.choices)
    entered = EnteredField()

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        body = WAYS[given["way"]](data=given["entered"])
        if not body.is_valid():
            raise serializers.ValidationError({"entered": body.errors})
        return {**given, "entered": _plain(body.validated_data)}


class WrittenDealBody(EnteredDealBody):
    """A deal to store."""

    based_on = WholeNumber(
        min_value=0, max_value=MOST, help_text="The version that the device saw; 0 for a new deal."
    )
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; a request sent again with this key changes nothing."
    )
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


def by_way(name: str, body: type[EnteredDealBody]) -> PolymorphicProxySerializer:
    """Returns the forms of such a body for the schema, discriminated by `way`."""
    forms: dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]] = {}
    for way, entered in WAYS.items():
        is_way = extend_schema_field({"type": "string", "enum": [way]})
        only = is_way(type("OnlyWay", (serializers.CharField,), {}))
        fields = {"way": only(help_text="The form of `entered`."), "entered": entered()}
        forms[way] = type(f"{name}By{way.title()}", (body,), {"__doc__": entered.__doc__, **fields})
    return PolymorphicProxySerializer(name, forms, resource_type_field_name="way")


class AnswerBody(StrictBody):
    """The other side's answer to a deal; `reason` is needed to contest it."""

    answer = serializers.ChoiceField(choices=[Deal.Agreement.CONFIRMED, Deal.Agreement.CONTESTED])
    version = WholeNumber(min_value=1, max_value=MOST, help_text="The version the device saw.")
    key = serializers.UUIDField(required=False)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class ErasedDealQuery(serializers.Serializer[Any]):
    """The query of a DELETE, which has no body."""

    based_on = serializers.IntegerField(min_value=0, max_value=MOST, help_text="The version the device saw.")
    key = serializers.UUIDField(required=False)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


def _plain(validated: Any) -> Any:
    """Returns validated data as plain dicts and lists, to be stored as JSON."""
    if isinstance(validated, dict):
        return {key: _plain(value) for key, value in validated.items()}
    if isinstance(validated, list):
        return [_plain(value) for value in validated]
    return validated


class ReasonQuery(serializers.Serializer[Any]):
    """The query of a DELETE, which has no body."""

    reason = serializers.CharField(max_length=300)
