"""The contents of races, each stored once for all races that share it.

Retention deletes a content that no race names any more. Whoever is about to name one calls `store` first, in the same
transaction: retention leaves a content alone for a day after it was named.
"""

from datetime import timedelta

from django.utils import timezone

from races.models import Content

FRESH = timedelta(hours=1)
"""A content that was named so lately is not written again: starts of many races would wait for each other."""


def store(digest: str, game: str, data: str) -> str:
    """Store a content unless it is there, note that it was named, and return its digest."""
    now = timezone.now()
    known = Content.objects.filter(digest=digest)
    if not known.filter(named__gt=now - FRESH).exists() and not known.update(named=now):
        Content.objects.get_or_create(digest=digest, defaults={"game": game, "data": data})
    return digest
