"""A server for `test_ending`, whose background work is still under way when the server is told to end.

The work runs in the sockets' thread. It stops the server from the event loop, in the context in which that thread
waits for the loop; then it goes on, and needs the loop once more before it is done.
"""

import asyncio
import os
import time
from contextlib import suppress

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup()

from asgiref.sync import async_to_sync  # noqa: E402
from daphne.server import Server  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from twisted.internet import reactor  # noqa: E402

from heatsite import serving  # noqa: E402


async def stop() -> None:
    reactor.stop()


def work() -> None:
    async_to_sync(stop)()
    time.sleep(0.5)  # a server that does not wait for this thread has stopped its loop by now
    with suppress(asyncio.CancelledError):
        async_to_sync(asyncio.sleep)(0)
    print("The work is done", flush=True)


if __name__ == "__main__":
    serving.prepare([(work, 60)])
    Server(get_asgi_application(), endpoints=["tcp:port=0:interface=127.0.0.1"]).run()
