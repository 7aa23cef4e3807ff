from club.models.cash import GOING_OUT, CashBook, CashCount, CashKind, CashMovement
from club.models.club import Club
from club.models.device import DeviceToken
from club.models.dues import CategoryAmount, Due, MembershipYear
from club.models.handover import FormerKey, Handover
from club.models.imports import Import, ImportFile, ImportRow
from club.models.invitation import Invitation
from club.models.log import ClubLogEntry
from club.models.look import Look, ToldApart
from club.models.member import Card, Category, CategorySpell, EndCause, MemberNumber, Membership
from club.models.particulars import Particulars
from club.models.person import Person
from club.models.privacy import Consent, Erasure, Guardian, NoticeVersion, RetentionPeriod
from club.models.receipt import Means, Receipt
from club.models.role import Role, RoleKind
from club.models.user import User

__all__ = [
    "GOING_OUT",
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
    "Look",
    "Means",
    "MemberNumber",
    "Membership",
    "MembershipYear",
    "NoticeVersion",
    "Particulars",
    "Person",
    "Receipt",
    "RetentionPeriod",
    "Role",
    "RoleKind",
    "ToldApart",
    "User",
]
