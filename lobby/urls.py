"""The addresses of the lobby."""

from django.urls import path

from lobby.views import actions, after, archive, devices, home, mine, rooms, television

app_name = "lobby"
urlpatterns = [
    path("", home.home, name="home"),
    path("games/<str:game>/", home.home, name="game"),
    path("open/", rooms.open_room, name="open_room"),
    path("join/", home.join, name="join"),
    path("alone/", rooms.solo, name="solo"),
    path("lesson/", rooms.lesson, name="lesson"),
    path("given-up/<code:code>/", home.give_up, name="give_up"),
    path("again/<code:code>/", rooms.rematch, name="rematch"),
    path("again/<code:code>/podium/", after.who_is_back, name="who_is_back"),
    path("again/<code:code>/screen/", after.big_screen, name="big_screen"),
    path("pictures/<slug:game>/<int:number>/", home.picture, name="picture"),
    path("mine/", mine.my_races, name="my_races"),
    path("mine/data/", mine.held, name="held"),
    path("mine/profile.json", mine.export, name="export"),
    path("mine/forget/", mine.forget, name="forget"),
    path("finished/", archive.finished, name="finished"),
    path("records/", archive.open_record, name="open_record"),
    path("device/", devices.make, name="device"),
    path("device/withdraw/", devices.withdraw, name="withdraw_links"),
    path("device/out/", devices.sign_out, name="sign_out"),
    path("device/<str:secret>/", devices.move, name="move"),
    path("lobby/<code:code>/", rooms.room, name="room"),
    path("lobby/<code:code>/tv/", television.television, name="television"),
    path("lobby/<code:code>/couch/", television.sit_down, name="couch"),
    path("lobby/<code:code>/leave/", actions.leave, name="leave"),
    path("lobby/<code:code>/ready/", actions.ready, name="ready"),
    path("lobby/<code:code>/car/", actions.car, name="car"),
    path("lobby/<code:code>/colour/", actions.colour, name="colour"),
    path("lobby/<code:code>/signal/", actions.signal, name="signal"),
    path("lobby/<code:code>/settings/", actions.settings, name="settings"),
    path("lobby/<code:code>/start/", actions.start, name="start"),
    path("lobby/<code:code>/remove/", actions.remove, name="remove"),
    path("lobby/<code:code>/block/", actions.block, name="block"),
    path("lobby/<code:code>/newcomers/", actions.let_newcomers_in, name="let_newcomers_in"),
    path("lobby/<code:code>/report/", actions.report, name="report"),
    path("lobby/<code:code>/host/", actions.hand_over, name="hand_over"),
    path("lobby/<code:code>/bot/", actions.add_bot, name="add_bot"),
    path("lobby/<code:code>/<slug:action>/", actions.of_the_game, name="of_the_game"),
]
