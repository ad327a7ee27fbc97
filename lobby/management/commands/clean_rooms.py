"""`manage.py clean_rooms`: remove abandoned rooms now. A server does the same by itself every five minutes."""

from typing import Any

from django.core.management.base import BaseCommand

from lobby.cleaning import clean_rooms


class Command(BaseCommand):
    help = "Remove rooms in which nothing has happened for as long as HEATSITE_ROOM_LIFETIME says. Races stay."

    def handle(self, **options: Any) -> None:
        self.stdout.write(f"Rooms removed: {clean_rooms()}")
