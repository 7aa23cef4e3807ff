"""The rows of the register, the dues, the cash and the officers that go with a club."""

from club import models
from club.handover.parts import Part
from club.models.member import new_token

#: Of an account the address and the name: no password, no factor, no session, no power over the installation.
ACCOUNT = ("id", "email", "first_name", "last_name", "is_active", "date_joined")

PARTS = (
    Part(models.Club, "pk"),
    Part(models.User, "roles__club", words=("user",), only=ACCOUNT),
    Part(models.Role, "club"),
    Part(models.Person, "club", words=("person", "other", "gone")),
    Part(models.Particulars, "person__club"),
    Part(models.Category, "club"),
    Part(models.MemberNumber, "club"),
    Part(models.Membership, "club"),
    Part(models.CategorySpell, "membership__club"),
    Part(models.MembershipYear, "club"),
    Part(models.CategoryAmount, "year__club"),
    Part(models.Due, "year__club"),
    Part(models.Receipt, "club"),
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
    Part(models.Erasure, "club"),
    Part(models.RetentionPeriod, "club"),
    Part(models.FormerKey, "club", keys_of_any={"new": "kind"}),
    Part(models.ClubLogEntry, "club"),
)

LEFT_OUT = {
    models.Invitation: "a live secret: the word in the letter opens the old installation only; invite again",
    models.DeviceToken: "a live secret of one person's device, on one installation",
    models.Handover: "an archive of this kind, waiting to be fetched",
}
