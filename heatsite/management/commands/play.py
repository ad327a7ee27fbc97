"""Start the site on this machine, ready to play, all in one process. Ctrl-C stops it; races go on at the next start."""

import socket
from argparse import ArgumentParser
from typing import Any

import segno
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import autoreload

from races import addresses, presence
from races.heat import catalogue

TRIED = 20
"""Ports tried, from the wanted one on, where it was not chosen by hand."""


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, help="default: 8000, or the next one that is free")
        parser.add_argument("--here", action="store_true", help="for this machine only, not for its network")
        parser.add_argument("--reset", action="store_true", help="make the shipped tracks and decks current again")
        parser.add_argument("--reload", action="store_true", help="start again whenever the code changes")

    def handle(self, *args: Any, reload: bool, **options: Any) -> None:
        if reload:
            autoreload.run_with_reloader(self.play, **options, signals=False)
        else:
            self.play(**options)
            self.stdout.write("\nStopped. Every race goes on where it stood when you start again.")

    def play(self, *, port: int | None, here: bool, reset: bool, signals: bool = True, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        catalogue.restore(catalogue.SHIPPED if reset else catalogue.missing())
        presence.closing_time()  # no player is connected yet, and without one no clock runs
        host = "127.0.0.1" if here else "0.0.0.0"  # noqa: S104, friends in the same network are meant
        addresses.is_open_to_network = not here
        listening = listen(host, port)
        self.tell(listening.getsockname()[1], here)
        catalogue.draw_missing()
        serve(listening, signals)

    def tell(self, port: int, here: bool) -> None:
        self.stdout.write(f"\n  Heatsite is open:   http://localhost:{port}/")
        if not here and (address := addresses.network_address()):
            url = f"http://{address}:{port}/"
            self.stdout.write(f"  in your network:    {url}\n")
            if self.stdout.isatty():
                segno.make(url, error="l").terminal(compact=True)
        self.stdout.write("  an admin login:     .venv/bin/python manage.py createsuperuser")
        self.stdout.write("  stop:               Ctrl-C\n\n")
        self.stdout.flush()


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; on the port that was asked for, or on the first free one."""
    fault: OSError | OverflowError | None = None
    for candidate in [port] if port is not None else range(8000, 8000 + TRIED):
        try:
            return socket.create_server((host, candidate), backlog=128)
        except (OSError, OverflowError) as error:
            fault = error
    wanted = f"port {port}" if port is not None else f"any port from 8000 to {8000 + TRIED - 1}"
    raise CommandError(f"The site cannot open {wanted}: {fault}. Choose another one with --port.")


def serve(listening: socket.socket, signals: bool) -> None:
    """Daphne, on a socket that is open already."""
    from daphne.server import Server

    from heatsite.asgi import application

    Server(
        application,
        endpoints=[f"fd:fileno={listening.fileno()}"],
        signal_handlers=signals,
        server_name="heatsite",
    ).run()
