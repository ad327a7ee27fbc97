"""The addresses before a race."""

from django.urls import path

from lobby.views import actions, devices, home, rooms

app_name = "lobby"
urlpatterns = [
    path("", home.home, name="home"),
    path("open/", rooms.open_room, name="open_room"),
    path("join/", rooms.join, name="join"),
    path("alone/", rooms.solo, name="solo"),
    path("again/<str:code>/", rooms.rematch, name="rematch"),
    path("tracks/<int:version>/picture/", home.picture, name="picture"),
    path("device/", devices.make, name="device"),
    path("device/<str:secret>/", devices.move, name="move"),
    path("lobby/<str:code>/", rooms.room, name="room"),
    path("lobby/<str:code>/leave/", actions.leave, name="leave"),
    path("lobby/<str:code>/ready/", actions.ready, name="ready"),
    path("lobby/<str:code>/car/", actions.car, name="car"),
    path("lobby/<str:code>/colour/", actions.colour, name="colour"),
    path("lobby/<str:code>/signal/", actions.signal, name="signal"),
    path("lobby/<str:code>/settings/", actions.settings, name="settings"),
    path("lobby/<str:code>/start/", actions.start, name="start"),
    path("lobby/<str:code>/remove/", actions.remove, name="remove"),
    path("lobby/<str:code>/block/", actions.block, name="block"),
    path("lobby/<str:code>/host/", actions.hand_over, name="hand_over"),
    path("lobby/<str:code>/bot/", actions.add_bot, name="add_bot"),
    path("lobby/<str:code>/legend/", actions.add_legend, name="add_legend"),
]
