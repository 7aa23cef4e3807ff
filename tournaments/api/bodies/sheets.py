"""Bodies of whole score sheets: all deals of a table in one request, and all tables of a round."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from tournaments.api.bodies.tables import EnteredDealBody

MOST_DEALS, MOST_SHEETS = 60, 120


class SheetDealBody(EnteredDealBody):
    """A deal of the sheet."""

    number = WholeNumber(
        min_value=0, max_value=MOST_SMALL, help_text="From 1; 0 for the totals of a whole match."
    )
    based_on = WholeNumber(
        min_value=0, max_value=MOST, default=0, help_text="The version that was read; 0 for a new deal."
    )


class SheetBody(StrictBody):
    """The deals of a table's sheet: all are stored, or none; deals that are left out stay as they are."""

    deals = serializers.ListField(child=SheetDealBody(), min_length=1, max_length=MOST_DEALS)
    time_is_over = serializers.BooleanField(
        default=False, help_text="The clock has ended the match with the last deal of the sheet."
    )
    replaces = WholeNumber(
        min_value=1,
        max_value=MOST,
        required=False,
        help_text="The version of the totals of the match that the deals replace.",
    )
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; a sheet sent again with this key changes nothing."
    )

    def validate_deals(self, deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
        numbers = [deal["number"] for deal in deals]
        if len(set(numbers)) < len(numbers):
            raise serializers.ValidationError(_("Una smazzata è scritta due volte: togline una."))
        return deals


class TableSheetBody(SheetBody):
    table = WholeNumber(min_value=1, max_value=MOST_SMALL)


class SheetsBody(StrictBody):
    """The sheets of a round: each is stored or refused independently."""

    sheets = serializers.ListField(child=TableSheetBody(), min_length=1, max_length=MOST_SHEETS)

    def validate_sheets(self, sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
        tables = [sheet["table"] for sheet in sheets]
        if len(set(tables)) < len(tables):
            raise serializers.ValidationError(_("Un tavolo compare due volte: togline uno."))
        return sheets
