"""The sockets of the lobby."""

from typing import Any

sockets: list[Any] = []
