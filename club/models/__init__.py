from club.models.accounts import AttemptCounter, DeviceToken, Invitation, Role, RoleKind, User
from club.models.cash import GOING_OUT, CashBook, CashCount, CashKind, CashMovement
from club.models.club import Club, ClubLogEntry, LogRewriting
from club.models.dues import CategoryAmount, Due, Means, MembershipYear, Receipt
from club.models.handover import FormerKey, Handover
from club.models.imports import Import, ImportFile, ImportRow
from club.models.member import (
    Card,
    Category,
    CategorySpell,
    EndCause,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    PersonName,
)
from club.models.privacy import Consent, Erasure, Guardian, Look, NoticeVersion, RetentionPeriod, ToldApart

__all__ = [
    "GOING_OUT",
    "AttemptCounter",
    "Card",
    "CashBook",
    "CashCount",
    "CashKind",
    "CashMovement",
    "Category",
    "CategoryAmount",
    "CategorySpell",
    "Club",
    "ClubLogEntry",
    "Consent",
    "DeviceToken",
    "Due",
    "EndCause",
    "Erasure",
    "FormerKey",
    "Guardian",
    "Handover",
    "Import",
    "ImportFile",
    "ImportRow",
    "Invitation",
    "LogRewriting",
    "Look",
    "Means",
    "MemberNumber",
    "Membership",
    "MembershipYear",
    "NoticeVersion",
    "Particulars",
    "Person",
    "PersonName",
    "Receipt",
    "RetentionPeriod",
    "Role",
    "RoleKind",
    "ToldApart",
    "User",
]
