"""What a link to a page shows where it is passed on: a title, a line, and a picture. Receivers of the link see it
before they open it, so nothing stands here that a stranger may not know."""

from typing import NamedTuple

from django.http import HttpRequest

from races.addresses import to_share


class Face(NamedTuple):
    """The page where it is passed on."""

    title: str
    line: str
    picture: str
    """The whole address of the picture."""
    address: str


def face_of(request: HttpRequest, title: str, line: str, picture: str) -> Face:
    """`picture` is a path on this site."""
    return Face(title, line, to_share(request, picture), to_share(request, request.path))
