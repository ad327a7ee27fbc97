"""The socket of the waiting room."""

from typing import Any, cast

from django.urls import path

from lobby.consumers import RoomPage

sockets = [path("ws/lobby/<code:code>/", cast(Any, RoomPage.as_asgi()))]
