"""The circuits and Legend decks that there are: what is offered, how a change is saved, and what ships of these and of
cards and tokens (`boxes.py`)."""

import subprocess
import sys
from collections.abc import Sequence

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.heat import read_track
from engine.heat.decks import LegendDeck as EngineDeck
from engine.heat.decks import deck_faults
from engine.heat.tracks import write_track
from engine.kernel.faults import Broken
from engine.kernel.records import decode, encode
from races.heat.circuit_art.drawing import HEAD
from races.heat.lessons.tracks import lesson_tracks
from races.models import Box, DeckVersion, LegendDeck, Track, TrackVersion
from races.models.circuits import digest_of

SHIPPED = ("tracks", "lesson_tracks", "legend_decks", "boxes")
"""The fixtures."""

_DECKS = msgspec.json.Decoder(EngineDeck)


def tracks() -> QuerySet[TrackVersion]:
    """What new races can be driven on: the current versions of all offered circuits that have been drawn. What is
    heavy of them is read where it is asked for."""
    current = Track.objects.filter(offered=True, current__isnull=False).values("current")
    return (
        TrackVersion.objects.filter(pk__in=current)
        .exclude(art="")
        .select_related("track")
        .defer("data", "art")
        .order_by("track__position", "track__slug")
    )


def deck(slug: str) -> DeckVersion:
    """The Legend deck that new races take."""
    return DeckVersion.objects.get(pk=LegendDeck.objects.values_list("current", flat=True).get(slug=slug))


def save_track(slug: str, data: str) -> TrackVersion:
    """A circuit as it will be from now on: a new version, unless it was there before. It becomes current when it has
    been drawn; until then races start on the one before. Raises `Broken` with every fault."""
    track = read_track(data)
    text = write_track(track).decode()
    with transaction.atomic():
        row, _ = Track.objects.get_or_create(slug=slug)
        what = {"data": text, "name": track.name, "saved": timezone.now()}
        version, new = row.versions.update_or_create(digest=digest_of(text), defaults=what)
        if row.current is None or version.art:
            row.current = version
            row.save(update_fields=["current"])
        if new:
            transaction.on_commit(lambda: draw_later(version.pk))
    return version


def keep_art(version: TrackVersion, art: str, fault: str = "") -> None:
    """What was drawn of a version, or why nothing was. With its first picture the version that was saved last becomes
    the current one."""
    with transaction.atomic():
        is_first = not version.art
        TrackVersion.objects.filter(pk=version.pk).update(art=art, art_fault=fault)
        version.refresh_from_db(fields=["saved"])  # it may have been saved again while it was drawn
        if art and is_first and not version.track.versions.filter(saved__gt=version.saved).exists():
            Track.objects.filter(pk=version.track_id).update(current=version)


def save_deck(slug: str, data: str) -> DeckVersion:
    """A Legend deck as it is from now on. Raises `Broken` with every fault."""
    cards = decode(_DECKS, data, "deck")
    if faults := deck_faults(cards):
        raise Broken("deck", faults)
    text = encode(cards).decode()
    with transaction.atomic():
        row, _ = LegendDeck.objects.get_or_create(slug=slug)
        version, _ = row.versions.get_or_create(digest=digest_of(text), defaults={"data": text})
        row.current = version
        row.save(update_fields=["current"])
    return version


def undrawn() -> QuerySet[TrackVersion]:
    """Versions without a picture, or with one that another version of this code has drawn."""
    return TrackVersion.objects.filter(art_fault="").exclude(art__startswith=HEAD)


def draw_missing() -> None:
    """Have drawn what a process that was stopped left undrawn, and what a version of the site before this one drew."""
    if undrawn().exists():
        draw_later()


def shipped_art() -> dict[str, str]:
    """The pictures that ship, by the digest of what they show: drawing these circuits would give the same."""
    found: dict[str, str] = {}
    for name in ("tracks", "lesson_tracks"):
        rows = msgspec.json.decode((settings.BASE_DIR / "fixtures" / f"{name}.json").read_bytes())
        found |= {row["fields"]["digest"]: row["fields"]["art"] for row in rows if "art" in row["fields"]}
    return found


def draw_later(*versions: int) -> None:
    """Have the art of versions made by a process of its own: it computes for a quarter of a minute."""
    if settings.DRAW_TRACKS:
        subprocess.Popen(  # noqa: S603, our own command
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "draw_tracks", *map(str, versions)],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


def missing() -> Sequence[str]:
    """The fixtures of which this database lacks something."""
    lacking = []
    of_lessons = Track.objects.filter(slug__in=lesson_tracks())
    if not Track.objects.exclude(pk__in=of_lessons).exists():
        lacking.append("tracks")
    if of_lessons.count() < len(lesson_tracks()):
        lacking.append("lesson_tracks")
    if not LegendDeck.objects.exists():
        lacking.append("legend_decks")
    if not Box.objects.exists():
        lacking.append("boxes")
    return lacking


def restore(fixtures: Sequence[str] = SHIPPED) -> None:
    """Load what ships. It becomes current again; versions that an admin saved stay, and so do their races."""
    if fixtures:
        call_command("loaddata", *fixtures, verbosity=0)
