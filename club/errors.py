"""What a club refuses: the state of things forbids it (409)."""


class ClubError(Exception):
    """The message says what to do; `code` is stable, for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
