"""Letters about roles: the invitation, and the news that an account has got roles in a club."""

from collections.abc import Collection

from club.accounts import letters, roles
from club.models import Club, Invitation, RoleKind, User


def tell_of_roles(user: User, club: Club, kinds: Collection[str]) -> None:
    """Tells the account's owner by letter which roles it has got; no letter without any."""
    if kinds:
        given = ", ".join(str(label) for kind, label in RoleKind.choices if kind in kinds)
        letters.tell_owner(user, "account/email/roles_given", club=club, roles=given)


def send_invitation(invitation: Invitation, url: str, *, by: User) -> None:
    """Sends the letter with the link `url`, which accepts the roles. Raises `letters.NotSent`."""
    labels = dict(RoleKind.choices)
    facts = {
        "invitation": invitation,
        "club": invitation.club,
        "by": by,
        "kinds": ", ".join(str(labels[kind]) for kind in invitation.kinds),
        "days": roles.LASTS.days,
        "url": url,
    }
    letters.send("club/email/invitation", invitation.email, **facts)
