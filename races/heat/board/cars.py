"""The cars on the board: one layer above the picture of the circuit, drawn anew with every change.

What does not change in a race (paint, number, the YOU tag) stands in the page once, as symbols; the layer refers to
them, so that an update is short. "You" is marked for every car alike, and shown by the style sheet.
"""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat import View
from engine.heat.views import CarView
from races.heat.board import field, ground, kept
from races.heat.circuit_art.drawing import CAR_LENGTH, Art
from races.heat.parts import cars
from races.heat.scene import HeatScene
from races.parts import lettering
from races.parts.markup import drawn
from races.shell import chips

NOSE = 14 / cars.LENGTH * CAR_LENGTH
"""Where the roundel of a car is, ahead of its middle."""
LIFT = 32
"""How far above its car a tag hangs."""
HALO = -0.6
"""Between the disc of the next corner's sign and the middle of the ring on its edge; the letter below stays free."""


def symbols(scene: HeatScene) -> SafeString:
    """What the layer refers to: for each seat its car, roundel and chip, and the tags."""
    parts = []
    broad = CAR_LENGTH * cars.BREADTH / cars.LENGTH
    for seat in scene.seats:
        parts.append(
            f'<g id="c{seat.number}"><use class="you" href="#me-ring"/>'
            f'<ellipse class="car-shade" cx="1.1" cy="1.6" rx="{CAR_LENGTH / 2:.1f}"'
            f' ry="{broad * 0.42:.1f}"/><use href="#car-{seat.colour}" x="{-CAR_LENGTH / 2:.1f}" y="{-broad / 2:.1f}"'
            f' width="{CAR_LENGTH:.1f}" height="{broad:.1f}"/></g>'
            f'<g id="r{seat.number}">{cars.roundel(seat.car_number, CAR_LENGTH)}</g>'
        )
    long, high = CAR_LENGTH * 1.07, broad * 1.08
    ring = f'x="{-long / 2:.1f}" y="{-high / 2:.1f}" width="{long:.1f}" height="{high:.1f}" rx="7.5"'
    parts.append(f'<g id="me-ring"><rect class="me-ring" {ring}/><rect class="me-ring2" {ring}/></g>')
    parts += [_tag("tag-you", _("You"), ""), _tag("tag-1st", _("1st"), "gold")]
    return chips.symbols(scene) + drawn(*parts)


def _tag(name: str, text: str, look: str) -> str:
    word = lettering.spell(text)
    half = (lettering.width(word) * 0.11 + 12) / 2
    ink = "tag-ink dark" if look else "tag-ink"
    return (
        f'<g id="{name}"><rect class="tagbox {look}" x="{-half:.1f}" y="-10" width="{2 * half:.1f}" height="20"'
        ' rx="5"/>'
        f'<g class="{ink}">{lettering.word(word, 0, -5.5, 11, "middle", weight=19)}</g></g>'
    )


def layer(scene: HeatScene) -> SafeString:
    """The layer as a whole svg; without a picture of the circuit it is empty."""
    art = ground.picture(scene)
    if art is None:
        return drawn('<svg id="cars" class="board" aria-hidden="true"></svg>')
    return _layer(scene)


@kept.once_for(kept.places)
def _layer(scene: HeatScene) -> SafeString:
    art = ground.picture(scene)
    assert art is not None, "the layer of a circuit without a picture is empty"
    head = f'<svg id="cars" class="board" viewBox="{ground.view_box(art)}" aria-hidden="true">'
    return drawn(head, *within(scene, art), "</svg>")


def within(scene: HeatScene, art: Art) -> Iterator[str]:
    """What the layer shows, from the lowest up."""
    view = scene.view(None)
    on_road = [view.cars[seat] for seat in reversed(view.ranking) if view.cars[seat].status == "racing"]
    low = set(art.below)
    below = [_car(art, car) for car in on_road if car.space in low]
    if below:
        below.append('<use href="#deck"/>')
    yield from _halos(scene, art)
    yield from below
    yield from (_car(art, car) for car in on_road if car.space not in low)
    yield '<g class="tags">'
    yield from _tags(scene, art, view)
    yield "</g>"


def _car(art: Art, car: CarView) -> str:
    x, y, heading = art.place(car.space, car.lane)
    scale = art.car_lengths[car.lane - 1][car.space]
    size = f' transform="scale({scale:g})"' if scale < 1 else ""
    return (
        f'<g class="car" data-seat="{car.seat}" transform="translate({x:g} {y:g}) rotate({heading:g})"'
        f' data-at="{car.space} {car.lane}"><g{size}>'
        f'<use href="#c{car.seat}"/>'
        f'<use href="#r{car.seat}" transform="rotate({-heading:g} {NOSE:.1f} 0)"/></g></g>'
    )


def _tags(scene: HeatScene, art: Art, view: View) -> Iterator[str]:
    leader = view.ranking[0]
    for car in view.cars:
        if car.status != "racing":
            continue
        place = art.place(car.space, car.lane)
        lift = LIFT
        if car.seat == leader and car.at >= 0:
            yield _hung(place, LIFT, "first", "#tag-1st")
            lift = 2 * LIFT - 6
        if not car.legend:
            yield _hung(place, lift, "you", "#tag-you", f' data-seat="{car.seat}"')


def _hung(place: tuple[float, float, float], lift: float, look: str, tag: str, more: str = "") -> str:
    """A tag on a line above its car; the page seeks another place for it if there it would cover a car."""
    x, y, _heading = place
    return (
        f'<g class="at tag {look}"{more} transform="translate({x:g} {y:g})"><path class="leader" d="M0 0V{-lift}"/>'
        f'<g class="head" transform="translate(0 {-lift})"><use href="{tag}"/></g></g>'
    )


def _halos(scene: HeatScene, art: Art) -> Iterator[str]:
    """The ring around the sign of each driver's next corner."""
    signs = {sign.line: sign for sign in art.signs}
    for one in field.ahead(scene):
        if (sign := signs.get(one.line)) is not None:
            yield (
                f'<circle data-seat="{one.seat}" data-line="{one.line}" class="next-halo you"'
                f' cx="{sign.x:g}" cy="{sign.y:g}" r="{sign.radius + HALO:g}"/>'
            )
