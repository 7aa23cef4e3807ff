"""The rows that belong to a club, and the models left out: each app declares its own.

The modules in `settings.HANDOVER_PARTS` define `PARTS` and `LEFT_OUT`. A test fails for a model in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db.models import Field, Model

from club import models
from club.models.member import new_token

Rows = type[Model]


@dataclass(frozen=True)
class Part:
    """The rows of a model that belong to a club."""

    model: Rows
    #: The lookup from a row to its club.
    club: str
    #: The names in `subject` of the club's log whose value is the primary key of a row of this model.
    words: tuple[str, ...] = ()
    #: The names in each JSON column, at any depth, whose value is a primary key, with the model of the key.
    keys_inside: Mapping[str, Mapping[str, Rows]] = field(default_factory=dict)
    #: Columns that hold the primary key of a row of any model, each with the column that names the model.
    keys_of_any: Mapping[str, str] = field(default_factory=dict)
    #: Columns unique in the installation, each with a function that makes a new value.
    renewed: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    #: The only columns to take along; all of them if empty.
    only: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def columns(self) -> list[Field[Any, Any]]:
        """The columns to take along, in the order of the model."""
        fields = self.model._meta.concrete_fields
        return [each for each in fields if not self.only or each.name in self.only]

    @property
    def key(self) -> Field[Any, Any]:
        return self.model._meta.pk

    @property
    def has_own_key(self) -> bool:
        """Whether its primary key is a number of its own, and no foreign key."""
        return self.key.remote_field is None


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part, in the order of an archive."""
    return tuple(part for name in settings.HANDOVER_PARTS for part in import_module(name).PARTS)


def verify_may_be_packed(club: models.Club) -> None:
    """Raises what the `verify` of an app raises while the club has something to keep secret for now."""
    for name in settings.HANDOVER_PARTS:
        if verify := getattr(import_module(name), "verify", None):
            verify(club)


@cache
def left_out() -> dict[Rows, str]:
    """The models that no archive holds, each with the reason."""
    return {
        model: why for name in settings.HANDOVER_PARTS for model, why in import_module(name).LEFT_OUT.items()
    }


#: Address and name of an account, without password, second factor, session, or power over the installation.
ACCOUNT = ("id", "email", "first_name", "last_name", "is_active", "date_joined")

PARTS = (
    Part(models.Club, "pk"),
    Part(models.ClubPicture, "club"),
    Part(models.User, "roles__club", words=("user",), only=ACCOUNT),
    Part(models.Role, "club"),
    Part(models.Person, "club", words=("person", "other", "gone")),
    Part(models.Particulars, "person__club"),
    Part(models.PersonNote, "person__club"),
    Part(models.DataRequest, "person__club"),
    Part(models.Category, "club"),
    Part(models.MemberNumber, "club"),
    Part(models.Membership, "club"),
    Part(models.CategorySpell, "membership__club"),
    Part(models.MembershipYear, "club"),
    Part(models.CategoryAmount, "year__club"),
    Part(models.Due, "year__club"),
    Part(models.Receipt, "club"),
    Part(models.VotingRules, "club"),
    Part(models.Assembly, "club", words=("assembly",)),
    Part(models.Attendance, "assembly__club"),
    Part(models.MinutesVersion, "assembly__club"),
    Part(models.MemberLetter, "club"),
    Part(models.Card, "club", renewed={"token": new_token}),
    Part(models.CashBook, "club", words=("cash",)),
    Part(models.CashMovement, "book__club"),
    Part(models.CashCount, "book__club"),
    Part(models.Import, "club", words=("import",), keys_inside={"rules": {"category": models.Category}}),
    Part(models.ImportFile, "of__club"),
    Part(
        models.ImportRow,
        "of__club",
        keys_inside={"made": {"membership": models.Membership}, "problems": {"person": models.Person}},
    ),
    Part(models.Look, "club"),
    Part(models.ToldApart, "club"),
    Part(models.NoticeVersion, "club"),
    Part(models.Consent, "club"),
    Part(models.Guardian, "person__club"),
    Part(models.KeptName, "person__club"),
    Part(models.Erasure, "club"),
    Part(models.RetentionPeriod, "club"),
    Part(models.FormerKey, "club", keys_of_any={"new": "kind"}),
    Part(models.ClubLogEntry, "club"),
)

LEFT_OUT = {
    models.Invitation: "a live secret: the token in the letter opens the old installation only; invite again",
    models.DeviceToken: "a live secret of one person's device, on one installation",
    models.DeviceLink: "a live secret, for some minutes",
    models.Webhook: "its secret is live, and the old installation goes on telling it; add it again",
    models.WebhookDelivery: "what the old installation told",
    models.OwnPage: "a live secret: the link opens a page of the old installation only; give another",
    models.Handover: "an archive of this kind, waiting to be fetched",
    models.AttemptCounter: "counts of an hour or a day, against guessing on one installation",
    models.StoredAnswer: "what a program was answered in the last day, by one installation",
    models.SampleClub: "made to be thrown away, here",
    models.SampleRemoval: "never committed: it marks a transaction",
    models.LogRewriting: "never committed: it marks a transaction",
}
