"""Make the fixtures anew from the engine's data. Art that is still current is kept; drawing takes a while."""

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand

from engine.heat.decks import all_decks
from engine.heat.tracks import Track, all_tracks, write_track
from engine.kernel.records import encode
from races.heat import boxes
from races.heat.circuit_art import drawing
from races.heat.lessons.tracks import lesson_tracks
from races.models import Box
from races.models.circuits import digest_of

SHIPPED = datetime(2026, 1, 1, tzinfo=UTC)


def every_track() -> dict[str, Track]:
    """The circuits that ship, by id: those that races are driven on, and those of lessons."""
    return {**all_tracks(), **lesson_tracks()}


def shipped_tracks(tracks: Mapping[str, Track], art: dict[str, str], offered: bool = True) -> list[dict[str, Any]]:
    """The rows of circuits, with the art given by its id."""
    rows: list[dict[str, Any]] = []
    for position, (slug, track) in enumerate(tracks.items()):
        data = write_track(track).decode()
        version = [slug, digest_of(data)]
        named = {"track": [slug], "digest": version[1], "name": track.name, "saved": SHIPPED.isoformat()}
        rows.append(_row("track", slug=slug, offered=offered, position=position, current=version))
        rows.append(_row("trackversion", **named, data=data, art=art[slug], art_fault=""))
    return rows


def shipped_decks() -> list[dict[str, Any]]:
    """The rows of the decks; a rule set asks for its deck by the kind of rows that its Legends read."""
    rows: list[dict[str, Any]] = []
    for deck in all_decks().values():
        slug = deck.rows_are
        data = encode(deck).decode()
        version = [slug, digest_of(data)]
        rows.append(_row("legenddeck", slug=slug, current=version))
        rows.append(_row("deckversion", deck=[slug], digest=version[1], data=data, saved=SHIPPED.isoformat()))
    return rows


def shipped_boxes() -> list[dict[str, Any]]:
    """The rows of cards, weather, road tokens and events."""
    rows: list[dict[str, Any]] = []
    for slug in Box.Kind.values:
        data = encode(boxes.shipped(slug)).decode()
        version = [slug, digest_of(data)]
        rows.append(_row("box", slug=slug, current=version))
        rows.append(_row("boxversion", box=[slug], digest=version[1], data=data, saved=SHIPPED.isoformat()))
    return rows


def _row(model: str, **fields: Any) -> dict[str, Any]:
    return {"model": f"races.{model}", "fields": fields}


def read(name: str) -> list[dict[str, Any]]:
    file = settings.BASE_DIR / "fixtures" / f"{name}.json"
    return msgspec.json.decode(file.read_bytes()) if file.exists() else []


def write(name: str, rows: list[dict[str, Any]]) -> None:
    """A row a line: what changed can be seen."""
    lines = ",\n".join(msgspec.json.encode(row).decode() for row in rows)
    (settings.BASE_DIR / "fixtures" / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def stored_art() -> dict[str, str]:
    """The art in the fixtures, by circuit."""
    rows = (*read("tracks"), *read("lesson_tracks"))
    return {row["fields"]["track"][0]: row["fields"]["art"] for row in rows if "art" in row["fields"]}


def known_art() -> dict[str, str]:
    """The art in the fixtures, as far as it still shows the circuits."""
    tracks = every_track()
    return {slug: text for slug, text in stored_art().items() if drawing.is_current(drawing.decode(text), tracks[slug])}


def drawn(track: Track) -> str:
    os.nice(10)
    return drawing.encode(drawing.draw(track)).decode()


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        art = known_art()
        wanted = {slug: track for slug, track in every_track().items() if slug not in art}
        if wanted:
            with ProcessPoolExecutor(max_workers=2) as pool:
                art |= zip(wanted, pool.map(drawn, wanted.values()), strict=True)
        write("tracks", shipped_tracks(all_tracks(), art))
        write("lesson_tracks", shipped_tracks(lesson_tracks(), art, offered=False))
        write("legend_decks", shipped_decks())
        write("boxes", shipped_boxes())
        self.stdout.write(f"{len(art)} circuits, {len(wanted)} of them drawn anew; {len(all_decks())} Legend decks.")
