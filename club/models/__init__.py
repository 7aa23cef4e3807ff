from club.models.club import Club
from club.models.person import Person
from club.models.role import Role, RoleKind
from club.models.user import User

__all__ = ["Club", "Person", "Role", "RoleKind", "User"]
