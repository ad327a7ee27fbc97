"""The pages of Heat: which parts of this package they ask for what."""

from collections.abc import Hashable, Mapping, Sequence

import msgspec
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.heat import State
from engine.heat.cards import Card
from engine.heat.tables import SHIPPED
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat
from races.heat import board, presets, refusals, rulesets
from races.heat.board import cars, explained, ground, hit_areas, piles, shadows
from races.heat.board.fragments import press_lines
from races.heat.caption import hand, unseen
from races.heat.championships.on_track import in_championship
from races.heat.cockpit import fragment as cockpit
from races.heat.cockpit import plan
from races.heat.commentary.line import LogLine
from races.heat.commentary.playback import steps_html
from races.heat.commentary.reader import Reader
from races.heat.commentary.say import sentence
from races.heat.events.spin_out import SpinLine
from races.heat.garage import draft
from races.heat.garage.facts import filters
from races.heat.lessons.taught import lesson_of
from races.heat.pitwall.page import context_of as pitwall
from races.heat.results.page import context_of
from races.heat.scene import HeatScene
from races.heat.tables import SITE
from races.pages import Caption, Pages


class HeatPages(Pages[HeatScene, State, LogLine]):
    folder = "races/heat"
    fragments = board.FRAGMENTS
    replayed = (
        *("bar-state", "weather", "road", "shadows", "cars", "standings", "ribbon", "told", "explained"),
        *("draft", "market", "owners"),
    )
    choices = SHIPPED.choice
    presets: Mapping[str, Promise | str] = presets.PRESETS
    retiring: Promise | str = gettext_lazy("Your car leaves the track and comes last. The other one races on alone.")
    jumps: Mapping[str, tuple[str, str, Promise | str]] = {
        "places": ("swap", "o", gettext_lazy("Next overtaking")),
        "spin": ("spin", "s", gettext_lazy("Next spin-out")),
    }

    def prepare(self, scene: HeatScene) -> None:
        ground.prepare(scene)
        shadows.prepare(scene)

    def page(self, scene: HeatScene) -> dict[str, object]:
        art = ground.picture(scene)
        return {
            "title": scene.game.content.track.name,
            "track": scene.game.content.track,
            "art": art,
            "box": ground.view_box(art) if art else "",
            "lanes": ground.lanes(scene.race.content_id) if art else "",
            "signs": signs(scene),
            "spots": spots(scene),
            "corner_rule": explained.RULE["corner"],
            "symbols": cars.symbols(scene) + ground.symbols(scene),
            "faces": faces(scene),
            **garage(scene),
            **in_championship(scene),
            "rules_name": rulesets.name(scene.race.rules),
            "rule_sets": rulesets.rule_sets(),
            "differences": rulesets.differences(),
            "lesson": lesson_of(scene.race),
            "head_start": scene.table_game.head_start,
            "names": msgspec.json.encode([seat.name for seat in scene.seats]).decode(),
        }

    def jump_to(self, line: LogLine) -> str:
        return "spin" if isinstance(line, SpinLine) else ""

    def key(self, scene: HeatScene, seat: int) -> Hashable:
        return cockpit.key(scene, seat)

    def render(self, scene: HeatScene, seat: int, request: HttpRequest | None = None) -> str:
        return cockpit.render(scene, seat, request)

    def ahead(self, scene: HeatScene, seat: int, fields: Mapping[str, str]) -> str | None:
        gear = fields.get("gear", "")
        return plan.road_for(scene, Seat(seat), int(gear), SITE.sentences) if gear in ("1", "2", "3", "4") else None

    def piles(self, scene: HeatScene) -> SafeString:
        return piles.rendered(scene)

    def sentence(self, line: LogLine, scene: HeatScene) -> SafeString:
        return sentence(line, scene.seats, scene.game)

    def playback(self, scene: HeatScene, said: Sequence[tuple[LogLine, SafeString]]) -> SafeString:
        return steps_html(scene.version, Reader(scene.seats, scene.game), said)

    def refusal(self, refused: Refusal, scene: HeatScene) -> str:
        return refusals.sentence(refused, SITE.sentences, scene.game.cards)

    def caption(self, scene: HeatScene, before: State | None, seat: int) -> Caption:
        return unseen(scene, before, seat)

    def hand(self, scene: HeatScene, seat: int) -> dict[str, object]:
        return {"hand": hand(scene, seat), "cards": scene.game.cards}

    def review(self, scene: HeatScene, data: str) -> dict[str, object]:
        return pitwall(scene, data)

    def results(self, scene: HeatScene, seat: int | None) -> dict[str, object]:
        return context_of(scene, seat)


def signs(scene: HeatScene) -> list[dict[str, object]]:
    """The limit signs in driving order, each with the line that explains it, and whether the press waits there."""
    art = ground.picture(scene)
    found = sorted(art.signs if art else (), key=lambda sign: sign.line)
    press = press_lines(scene)
    return [{"line": sign.line, "svg": SafeString(sign.svg), "press": sign.line in press} for sign in found]


def spots(scene: HeatScene) -> list[dict[str, object]]:
    """What lies on the road or beside it, in words, and where it can be pointed at; a rule is told once."""
    art = ground.picture(scene)
    found = []
    told: set[str] = set()
    for at, (one, place) in enumerate(explained.spots(scene)):
        area = hit_areas.shape(art, one, place) if art else ""
        found.append({"at": at, "one": one, "area": area, "quiet": one.kind in told})
        told.add(one.kind)
    return found


def garage(scene: HeatScene) -> dict[str, object]:
    """What the sheet of the upgrades needs; nothing in a race in which all own the same."""
    view = scene.view(None)
    if not draft.has_garage(view):
        return {"garage": False}
    return {"garage": True, "filters": filters(scene.game.content.cards, view.setup.tiers, view.setup.expansions)}


def faces(scene: HeatScene) -> list[Card]:
    """The cards that may come up in this race: those that the drivers own; all, where more can be won."""
    view = scene.view(None)
    cards = scene.game.cards
    if view.setup.draft or view.setup.season:
        return list(cards.values())
    return [cards[face] for face in {face for car in view.cars for face in car.stock}]


PAGES = HeatPages()
