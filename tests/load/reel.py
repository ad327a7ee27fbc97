"""A race as one page sees it: the page, and what its socket is sent, message by message. A browser plays it on a site
without a server (`tests.gallery.studio`), so that nothing but the page takes its time."""

from typing import cast

TRACK, CARS = "gb", 8
VISITOR = "reel"


class Reel:
    """So many rounds of a race between bots, from its start on, as the page of the first seat or a television has them.

    `html` is the page at the start, `messages` what its socket is sent then; nothing comes where nothing changes.
    """

    def __init__(self, rounds: int, *, track: str = TRACK, cars: int = CARS, seat: int | None = 0) -> None:
        from django.test import Client

        from heatsite.visitors import COOKIE, sign
        from races import page_state, scenes
        from races.pages import pages_of
        from tests.races.factories import make_race

        names = [VISITOR, *(f"rival{number}" for number in range(1, cars))]
        self._race = make_race(*names, track=track, clock=0).pk
        scene = scenes.scene_of(self._race)
        pages_of(scene).prepare(scene)
        self._page = page_state.PageState(seat, "en")
        self._page.first(scene, scene.revision, scene.version, "")
        self.address = f"/races/{scene.race.code}/" + ("tv/" if seat is None else "")
        client = Client(SERVER_NAME="localhost")
        client.cookies[COOKIE] = sign(VISITOR)
        self.html = client.get(self.address).content.decode()
        self.messages = self._drive(rounds)

    def _drive(self, rounds: int) -> list[str]:
        from engine.heat.bots import BOTS
        from engine.kernel.chance import Seed, derive
        from engine.kernel.commands import command_for
        from races import live, scenes
        from races.heat.scene import HeatScene

        def now() -> HeatScene:
            return cast(HeatScene, scenes.scene_of(self._race))

        sent = []
        scene = now()
        game = scene.game
        bot = BOTS["racer"](game)
        while (asked := game.awaiting(scene.state)) and scene.state.round <= rounds:
            question = asked[-1]  # the first seat, whose page it may be, answers last
            view, choices = game.view(scene.state, question.seat), game.legal(scene.state, question.seat)
            done = live.submit(
                self._race,
                command_for(question, bot.choose(view, choices, derive(Seed("5eed" * 16), str(question)))),
            )
            assert isinstance(done, live.Accepted), done
            scene = now()
            if text := self._page.next(scene):
                sent.append(text)
        return sent
