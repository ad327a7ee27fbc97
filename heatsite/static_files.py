"""Collected static files: compressed, without the comments of our scripts and style sheets, and named by their content,
also where one script of ours imports another. Without it a browser would keep the first script of a page for ever, and
ask again for each that it imports."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
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

    def post_process(self, paths: Mapping[str, tuple[Storage, str]], **options: Any) -> Iterator[Any]:
        bare = {name: (Bare(storage) if is_ours(name) else storage, path) for name, (storage, path) in paths.items()}
        yield from super().post_process(bare, **options)


COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://.*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/[ \t]*)\n", re.MULTILINE),
    ".css": re.compile(r"/\*[^*]*(?:\*(?!/)[^*]*)*\*/"),
}
"""In a script those that have lines to themselves; what looks like one behind code may be part of a text."""


def is_ours(name: str) -> bool:
    return name.startswith(("js/", "css/"))


def without_comments(name: str, text: str) -> str:
    """A script or style sheet as browsers need it. A fifth of what they load would be comments."""
    comments = COMMENTS.get(f".{name.rpartition('.')[2]}")
    return comments.sub("", text) if comments is not None else text


class Bare:
    """A storage whose scripts and style sheets are read without comments."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> "File[Any]":
        with self.storage.open(path) as file:
            data = file.read()
        if path.endswith(tuple(COMMENTS)):
            data = without_comments(path, data.decode()).encode()
        return ContentFile(data, name=path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.storage, name)
