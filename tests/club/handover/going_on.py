"""What a club does the day after it moved."""

from uuid import uuid4

from club.dues import payments
from club.models import Club, Means, Receipt, User
from tests.club.dues.members import TODAY


def next_receipt(club: Club, by: User) -> Receipt:
    """The receipt of a member who has not paid yet."""
    year = club.years.get()
    owing = year.dues.filter(receipt=None).first()
    assert owing is not None
    person = owing.person
    return payments.pay(year, person, means=Means.CASH, paid_on=TODAY, key=uuid4(), today=TODAY, by=by)
