from club.models.club import Club
from club.models.device import DeviceToken
from club.models.person import Person
from club.models.role import Role, RoleKind
from club.models.user import User

__all__ = ["Club", "DeviceToken", "Person", "Role", "RoleKind", "User"]
