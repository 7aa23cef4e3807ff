"""Links to other programs: the sites that may show a club's results, and webhooks with their deliveries."""

from typing import ClassVar

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ClubView
from club.api.lists import ListView
from club.api.parsing import StrictBody, validated
from club.api.permissions import GivesRoles
from club.models import Webhook, WebhookDelivery, WebhookEvent
from club.privacy import framing
from club.webhooks import hooks


def _events() -> serializers.ListField:
    child = serializers.ChoiceField(choices=WebhookEvent.choices)
    return serializers.ListField(child=child, min_length=1, max_length=len(WebhookEvent))


class WebhookBody(StrictBody):
    """A new webhook: an address that takes POST requests, and the events sent to it."""

    url = serializers.URLField(max_length=500)
    events = _events()


class WebhookChangeBody(StrictBody):
    """The events of a webhook, and whether it is on."""

    events = _events()
    is_active = serializers.BooleanField()


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook. `failing_since` is the time since which every delivery has failed.

    After three days of failures it is switched off; `switched_off_at` is the time.
    """

    events = serializers.ListField(child=serializers.ChoiceField(choices=WebhookEvent.choices))

    class Meta:
        model = Webhook
        fields = ["id", "url", "events", "is_active", "made_at", "failing_since", "switched_off_at"]


class NewWebhookSerializer(WebhookSerializer):
    """A new webhook; the only answer that contains its secret."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]


class WebhookDeliverySerializer(serializers.ModelSerializer[WebhookDelivery]):
    """An event sent to a webhook, or waiting until `due_at`; `trouble` says why it was not accepted."""

    payload = serializers.DictField()

    class Meta:
        model = WebhookDelivery
        fields: ClassVar = [
            *["id", "event_id", "event", "replay", "payload", "made_at", "due_at", "tries"],
            *["status", "trouble", "delivered_at", "given_up_at"],
        ]


class FramesBody(StrictBody):
    """The sites that may show the club's results in a frame, as origins: `https://www.example.org`."""

    origins = serializers.ListField(
        child=serializers.CharField(max_length=200), max_length=framing.MOST_ORIGINS
    )


class Frames(ClubView):
    permission_classes = [GivesRoles]

    @extend_schema(responses=FramesBody)
    def get(self, request: Request, slug: str) -> Response:
        """The sites that may show the club's results in a frame."""
        return Response({"origins": framing.origins(self.club.frame_origins)})

    @extend_schema(request=FramesBody, responses=FramesBody)
    def put(self, request: Request, slug: str) -> Response:
        """Chooses those sites; an empty list allows none."""
        given = validated(FramesBody, request.data)
        for line in given["origins"]:
            framing.verify(line)
        stored = framing.set_origins(self.club, "\n".join(given["origins"]), by=self.officer)
        return Response({"origins": stored})


class Webhooks(ClubView):
    permission_classes = [GivesRoles]

    @extend_schema(responses=WebhookSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's webhooks; ten at most."""
        return Response(WebhookSerializer(hooks.of_club(self.club), many=True).data)

    @extend_schema(request=WebhookBody, responses={201: NewWebhookSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a webhook; the answer holds its secret, which is never shown again."""
        webhook = hooks.add(self.club, **validated(WebhookBody, request.data), by=self.officer)
        return Response(NewWebhookSerializer(webhook).data, status=201)


class OneWebhook(ClubView):
    permission_classes = [GivesRoles]

    @extend_schema(responses=WebhookSerializer)
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        """One webhook."""
        return Response(WebhookSerializer(hooks.one(self.club, webhook_id)).data)

    @extend_schema(request=WebhookChangeBody, responses=WebhookSerializer)
    def put(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Changes the events, or switches the webhook on or off."""
        given = validated(WebhookChangeBody, request.data)
        webhook = hooks.change(self.club, webhook_id, **given, by=self.officer)
        return Response(WebhookSerializer(webhook).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Removes a webhook with its log."""
        hooks.remove(self.club, webhook_id, by=self.officer)
        return Response(status=204)


class Deliveries(ClubView, ListView[WebhookDelivery]):
    """The deliveries to a webhook in the last thirty days, the newest first."""

    permission_classes = [GivesRoles]
    serializer_class = WebhookDeliverySerializer
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        if getattr(self, "swagger_fake_view", False):
            return WebhookDelivery.objects.none()
        return hooks.deliveries(hooks.one(self.club, self.kwargs["webhook_id"]))


class Replay(ClubView):
    permission_classes = [GivesRoles]

    @extend_schema(request=None, responses={201: WebhookDeliverySerializer})
    def post(self, request: Request, slug: str, webhook_id: int, delivery_id: int) -> Response:
        """Sends an event again, as a new delivery of the same event."""
        delivery = hooks.replay(self.club, webhook_id, delivery_id)
        log = reverse("v1:webhook-deliveries", args=[slug, webhook_id])
        return Response(WebhookDeliverySerializer(delivery).data, status=201, headers={"Location": log})
