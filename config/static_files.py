"""Static files under names that tell their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Gives imported modules the names that pages give them: under two names a module would run twice."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./\w+\.js)")""", 'from "%(url)s"'),)),
    )
