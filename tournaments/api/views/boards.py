"""Duplicated deals: open boards compared, and the cards of boards to compose."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import StrictBody, validated
from tournaments.api.permissions import EntersResults
from tournaments.api.views.base import OfTournament
from tournaments.core.boards import heaps
from tournaments.presenters import as_data
from tournaments.presenters.boards import BoardLine, ComparedBoard, compared
from tournaments.results import boards
from tournaments.results.board_values import ask_for
from tournaments.results.boards import Use


class BoardLineSerializer(serializers.Serializer[BoardLine]):
    """The result of a board at one table; all figures are those of N-S."""

    turn = serializers.IntegerField(help_text="The round in which the table played it.")
    table = serializers.IntegerField(help_text="The table of that round.")
    north_south = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of N-S.")
    north_south_name = serializers.CharField(help_text="The names of N-S.")
    east_west = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of E-W.")
    east_west_name = serializers.CharField(help_text="The names of E-W.")
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="The points of N-S and of E-W."
    )
    difference = serializers.IntegerField(help_text="The points of N-S less those of E-W.")
    against_others = serializers.IntegerField(
        help_text="The difference less the mean of the board; in a challenge at two tables, less the other's."
    )
    play = serializers.IntegerField(
        allow_null=True,
        help_text="The difference less the one expected with these cards; null while that is not known.",
    )


class ComparedBoardSerializer(serializers.Serializer[Any]):
    """A board with the tables that played it, the best of N-S first."""

    number = serializers.IntegerField(help_text="The number of the board.")
    set = serializers.IntegerField(help_text="The set of boards that it belongs to.")
    dealer = serializers.CharField(help_text="The seat that dealt, in words.")
    mean = serializers.IntegerField(help_text="The mean difference of the tables, to the nearest point.")
    lines = BoardLineSerializer(many=True, help_text="The result of each table.")
    expected = serializers.IntegerField(
        allow_null=True,
        help_text="The difference that sensible players make with these cards; null while not known.",
    )
    honours = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="The honours dealt to N-S and to E-W."
    )
    declarations = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The most points that N-S and E-W could declare.",
    )

    def to_representation(self, board: ComparedBoard) -> Any:
        return as_data(board)


class Boards(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=ComparedBoardSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The boards that nobody has still to play, compared; empty without duplicated deals."""
        opened = compared(self.tournament, self.reading)
        ask_for(self.tournament, [board.number for board in opened])
        return Response(ComparedBoardSerializer(opened, many=True).data)


class BoardCardsBody(StrictBody):
    """The reason, which the log records with the officer's name."""

    reason = serializers.CharField(max_length=300, help_text="Why the cards are needed.")


class CardsByHeapSerializer(serializers.Serializer[dict[str, Any]]):
    """A board: the hands by seat, the dealer's last cards, and the heap of each card of the sorted deck."""

    number = serializers.IntegerField(help_text="The number of the board.")
    dealer = serializers.CharField(help_text="The seat that deals: N, E, S, W.")
    hands = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The cards of each seat: N, E, S, W.",
    )
    rest = serializers.ListField(child=serializers.CharField(), help_text="The dealer's last cards.")
    heaps = serializers.ListField(
        child=serializers.CharField(),
        help_text="The heap of each card of the sorted deck: N, E, S, W, or + for the dealer's last cards.",
    )


class BoardCards(OfTournament):
    permission_classes = [EntersResults]

    @extend_schema(request=BoardCardsBody, responses=CardsByHeapSerializer(many=True))
    def post(self, request: Request, code: str, of_set: int) -> Response:
        """The cards of a set of boards, to compose them before play; the log records who asked, and why."""
        given = validated(BoardCardsBody, request.data)
        made = boards.use(self.tournament.pk, of_set, by=self.actor, how=Use.LOOK, reason=given["reason"])
        cards = [
            {
                "number": each.number,
                "dealer": each.dealer,
                "hands": {chair: list(hand) for chair, hand in each.hands.items()},
                "rest": list(each.rest),
                "heaps": [heap for _card, heap in heaps(self.tournament.game, each)],
            }
            for each in made
        ]
        return Response(cards)
