from club.models.accounts import AttemptCounter, DeviceToken, Invitation, Role, RoleKind, User
from club.models.cash import GOING_OUT, CashBook, CashCount, CashKind, CashMovement
from club.models.club import Club, ClubLogEntry, ClubPicture, FormerKey, Handover, LogRewriting
from club.models.dues import CategoryAmount, Due, Means, MembershipYear, Receipt
from club.models.imports import Import, ImportFile, ImportRow
from club.models.letters import MemberLetter, OutgoingLetter
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
    "ClubPicture",
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
    "MemberLetter",
    "MemberNumber",
    "Membership",
    "MembershipYear",
    "NoticeVersion",
    "OutgoingLetter",
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
