"""The pages of High Card: a table of points, a row of cards, and what one seat held."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeAlias

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.kernel.refusals import Refusal
from races import refusals
from races.pages import Caption, Pages, open_question
from races.scenes import Scene
from races.shell import chips
from races.shell import fragments as shell
from races.shell.rows import Fragment
from tests.engine.kernel.high_card import Chosen, HighCard, Left, Play, Shown, State, View
from tests.high_card.table_game import LOWEST, Line

HighCardScene: TypeAlias = Scene[HighCard, State, View]


def points(scene: HighCardScene) -> str:
    """The seats with their places and points, the best first."""
    view = scene.view(None)
    places = scene.game.places(view)
    rows = sorted((places[seat.number], seat.number, seat.name) for seat in scene.seats)
    told = format_html_join(
        "",
        '<li data-seat="{}">{}. {}: {}</li>',
        ((number, place, name, view.points[number]) for place, number, name in rows),
    )
    return format_html('<ol id="points">{}</ol>', told)


FRAGMENTS: Mapping[str, Callable[[HighCardScene], Fragment]] = {
    "revision": shell.revision,
    "clocks": shell.clocks,
    "waiting": shell.waiting,
    "curtain": shell.curtain,
    "points": points,
}


class HighCardPages(Pages[HighCardScene, State, Line]):
    folder = "races/high_card"
    fragments = FRAGMENTS
    replayed = ("points",)
    choices = Play
    presets: Mapping[str, Promise | str] = {LOWEST: "My lowest card"}

    def page(self, scene: HighCardScene) -> dict[str, object]:
        return {"title": "High Card", "symbols": chips.symbols(scene)}

    def key(self, scene: HighCardScene, seat: int) -> Hashable:
        return open_question(scene, seat), scene.view(seat)

    def render(self, scene: HighCardScene, seat: int, request: HttpRequest | None = None) -> str:
        context = {
            "view": scene.view(seat),
            "question": open_question(scene, seat),
            "race": scene.race,
            "token": "" if request is None else get_token(request),
        }
        return render_to_string("races/high_card/cockpit.html", context)

    def sentence(self, line: Line, scene: HighCardScene) -> SafeString:
        event = line.event
        match event:
            case Shown():
                cards = ", ".join(str(card) for card in event.cards if card)
                return format_html("The cards are {}; {} takes a point.", cards, _names(scene, event.winners))
            case Chosen():
                return format_html("A stand-in plays for {}.", scene.seats[event.seat].name)
            case Left():
                return format_html("{} has left.", scene.seats[event.seat].name)
        return SafeString("The game is over.")

    def refusal(self, refused: Refusal, scene: HighCardScene) -> str:
        if refused.code == "not_an_answer":
            return "You do not hold that card."
        return refusals.sentence(refused)

    def caption(self, scene: HighCardScene, before: State | None, seat: int) -> Caption:
        return Caption(seat, format_html("{} puts a card down.", scene.seats[seat].name))

    def hand(self, scene: HighCardScene, seat: int) -> dict[str, object]:
        return {"hand": scene.view(seat).hand}

    def results(self, scene: HighCardScene, seat: int | None) -> dict[str, object]:
        view = scene.view(None)
        winners = [seat for seat, place in enumerate(scene.game.places(view)) if place == 1]
        return {
            "title": f"{_names(scene, winners)} won",
            "symbols": chips.symbols(scene),
            "table": SafeString(points(scene)),
        }


def _names(scene: HighCardScene, seats: Sequence[int]) -> str:
    return " and ".join(scene.seats[seat].name for seat in seats)


PAGES = HighCardPages()
