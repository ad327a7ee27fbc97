"""What msgspec reads is known before the first thread reads it.

msgspec looks at the fields of a type when it first reads one. A thread that reads the same type meanwhile finds fields
without types, and the process ends there and then, by a segmentation fault: of a server that has just started two pages
that are asked for at once are enough.
"""

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

import msgspec
from django.conf import settings

from races import registry
from races.models.races import COLUMNS


def know_structs() -> None:
    """To be called while there is only one thread. It imports what would else be imported for the first page."""
    import_module(settings.ROOT_URLCONF)
    registry.import_all()
    for kind in (*COLUMNS.values(), *structs()):
        with suppress(TypeError):  # nothing could read this one
            msgspec.json.Decoder(kind)


def structs(kind: type[msgspec.Struct] = msgspec.Struct) -> Iterator[type[msgspec.Struct]]:
    """All that there are."""
    for one in kind.__subclasses__():
        yield one
        yield from structs(one)
