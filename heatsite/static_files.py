"""Collected static files: compressed, and named by their content, also where one script of ours imports another.
Without it a browser would keep the first script of a page for ever, and ask again for each that it imports."""

from typing import ClassVar

from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    patterns: ClassVar = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (r'(?P<matched>\bfrom "(?P<url>\.[^"]+)")', 'from "%(url)s"'),
                (r'(?P<matched>\bimport "(?P<url>\.[^"]+)")', 'import "%(url)s"'),
            ),
        ),
    )
