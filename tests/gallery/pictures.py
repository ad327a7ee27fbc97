"""What there is to be seen: each picture with how a page comes to show it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser

from engine import lastcard
from engine.kernel import Answer
from lobby import asking, rooms
from lobby.games.heat import evenings, filling
from lobby.games.heat.extras import stored
from lobby.models import Room
from races import changes, couch, models, page_state, scenes
from races.heat.extras import Extras
from races.heat.lessons.taught import LESSONS
from races.heat.parts.specimens import specimens
from races.models import Track
from races.rulebook.book import books
from tests.gallery import beside, lessons, matches, operators, positions, seasons, whole_game
from tests.gallery.studio import SIZES, TELEVISION, Sitter
from tests.races.factories import deck_version
from tests.races.heat.pitwall import kit as reviews

WATCHER = "watcher"
"""A visitor without a seat."""
PLAYED = tuple(size for size in SIZES if size != TELEVISION)
"""The sizes at which somebody plays."""

Show = Callable[[Sitter], str]
"""Puts the site where it should be, and says which address shows it."""


@dataclass(frozen=True)
class Picture:
    name: str
    kind: str
    """`cockpit`, `midrace`, `couch`, `garage`, `lesson`, `track`, `page`, `beside` or `cards`."""
    show: Show
    sizes: tuple[str, ...] = PLAYED
    visitor: str = positions.ME
    act: str = ""
    """What somebody does on the page before the picture is taken, as a script."""
    then: Callable[[Sitter], None] | None = None
    """What happens in the race afterwards."""
    full: bool = False
    """Whether all of the page is taken, however long it is."""

    def sit(self, browser: Browser, scale: float = 1) -> Sitter:
        """A visitor in front of it, at its first size."""
        sitter = Sitter(browser, self.visitor, scale=scale)
        sitter.go(self.show(sitter), self.sizes[0])
        if self.act:
            sitter.page.evaluate(self.act)
            sitter.settle()
        if self.then:
            self.then(sitter)
        return sitter


FAR = """() => {
  const { sets, rows } = JSON.parse(document.querySelector("#cockpit .forecasts").textContent);
  const speed = (set) => parseFloat(rows[sets[set]][0]);
  const best = Object.keys(sets).reduce((a, b) => (speed(b) > speed(a) ? b : a));
  for (const face of best.split(" ")) {
    document.querySelector(`#cockpit .hand input[value="${face}"]:enabled:not(:checked)`).click();
  }
}"""
"""The fastest cards."""
THROW = "() => [...document.querySelectorAll('#cockpit .hand input:enabled')].slice(0, 2).forEach((box) => box.click())"
PILES = """async () => {
  document.querySelector("[popovertarget=piles]").click();
  while (!document.querySelector("#piles-body .open-piles")) await new Promise((done) => setTimeout(done, 50));
}"""
STANDINGS = "() => document.querySelector('.tabs [data-view=standings]').click()"
LOG = "() => document.querySelector('.tabs [data-view=log]').click()"
HOLD = """() => {
  const real = window.setTimeout;
  let held = false;
  window.setTimeout = (act, ms, ...more) => real(() => held || act(...more), ms);
  document.addEventListener("heat:step", ({ detail: { step, ms } }) => {
    if (!step.cards || !step.path) return;
    const [wait, way] = step.drive;
    real(() => {
      held = true;
      for (const one of document.getAnimations()) one.pause();
      document.body.dataset.held = "";
    }, ((wait + 0.6 * way) * ms) / step.ms);
  });
}"""
"""What is played stands still on the way of the first car that drives on cards."""
PAYS = HOLD.replace("!step.cards || !step.path", "!(step.heat < 0) || step.line === undefined").replace(
    "step.drive", "[0, step.ms]"
)
"""The same in the midst of the first payment at a corner."""
GEAR = "() => [...document.querySelectorAll('#cockpit input[name=gear]:enabled')].at(-1).click()"


def race(name: str, *, track: str = "usa", cars: int = 6, page: str = "", **changes: object) -> Show:
    def show(sitter: Sitter) -> str:
        row = positions.stand(name, track=track, cars=cars)
        models.Race.objects.filter(pk=row.pk).update(**changes)
        return f"{row.get_absolute_url()}{page}"

    return show


def _moved_on(sitter: Sitter, seat: int | None = 0) -> None:
    """The page hears what has happened until the first driver's next question, and plays it."""
    sitter.moves = True
    sitter.theme("light")
    row = models.Race.objects.order_by("-pk")[0]
    sent = page_state.PageState(seat, "en")
    before = scenes.load(row.pk)
    sent.first(before, before.revision, before.version, "")
    positions.move_on(row)
    sitter.hear(sent.next(scenes.load(row.pk)))
    sitter.page.wait_for_selector("body[data-held]", timeout=30_000)


def _ended(page: str, *, cars: int = 6) -> Show:
    return lambda sitter: f"{positions.ended(cars=cars).get_absolute_url()}{page}"


def _driven_on(sitter: Sitter) -> str:
    return f"/again/{positions.ended().code}/from/40/"


def _looked_back(sitter: Sitter) -> str:
    """The first decisions of a race, as if there were no others."""
    row = positions.ended()
    models.Review.objects.update_or_create(race=row, seat=0, defaults={"data": reviews.stored(row)})
    return f"{row.get_absolute_url()}review/?seat=0"


def _midway(*, cars: int, track: str = "usa", page: str = "", clock: int = 0) -> Show:
    return lambda sitter: f"{positions.midway(track=track, cars=cars, clock=clock).get_absolute_url()}{page}"


def cockpit() -> Iterator[Picture]:
    """Every question, and what stands between questions."""
    for name in ("grid", "shift", "shift-heat", "shift-stuck", "shift-12", "cards-1", "cards-3", "cards-4"):
        yield Picture(name, "cockpit", race(name))
    yield Picture("shift-chosen", "cockpit", race("shift"), act=GEAR)
    yield Picture("cards-chosen", "cockpit", race("cards-4"), act=FAR)
    yield Picture("cards-spin", "cockpit", race("cards-costly"), act=FAR)
    for name in ("cluttered", "wait-gear", "wait-cards", "wait-others"):
        yield Picture(name, "cockpit", race(name))
    for name in ("react", "react-boost", "react-nothing", "react-spin", "react-12", "slipstream", "slipstream-spin"):
        yield Picture(name, "cockpit", race(name))
    yield Picture("react-12-read", "cockpit", race("react-12"), act=READ)
    yield Picture("react-12-salvage", "cockpit", race("react-12"), act=SALVAGE)
    for name in ("discard", "discard-stuck", "discard-refresh"):
        yield Picture(name, "cockpit", race(name))
    yield Picture("discard-chosen", "cockpit", race("discard"), act=THROW)
    yield Picture("playing", "cockpit", race("wait-cards"), act=HOLD, then=_moved_on)
    yield Picture("twelve-cars", "cockpit", _midway(cars=12))
    yield Picture(
        "twelve-standings", "cockpit", _midway(cars=12), ("1024x768", "768x1024", "844x390", "390x844"), act=STANDINGS
    )
    yield Picture("twelve-log", "cockpit", _midway(cars=12), ("1024x768", "768x1024", "844x390", "390x844"), act=LOG)
    yield Picture("piles", "cockpit", _midway(cars=8), ("1440x900", "768x1024", "390x844"), act=PILES)
    yield Picture("paused", "cockpit", race("cards-3", paused=True))
    yield Picture("bot-drives", "cockpit", race("shift", bots={0: "cautious"}))
    yield Picture("over", "cockpit", _ended(""))
    yield Picture("watching", "cockpit", _midway(cars=8), visitor=WATCHER)


def _couch(name: str) -> Show:
    def show(sitter: Sitter) -> str:
        sitter.keep(couch.COOKIE, "HOTLAP")
        return race(name, room="HOTLAP")(sitter)

    return show


def midrace() -> Iterator[Picture]:
    """The middle of a race, with the cars apart and a corner ahead: what lies beside the reference pictures."""
    for name, act in (("shift", ""), ("cards", FAR), ("wait", ""), ("react", "")):
        yield Picture(f"midrace-{name}", "midrace", race(f"midrace-{name}", track="france"), act=act)
    yield Picture(
        "midrace-television",
        "midrace",
        race("midrace-wait", track="japan", cars=8, page="tv/"),
        (TELEVISION,),
        visitor=WATCHER,
        act=HOLD,
        then=partial(_moved_on, seat=None),
    )


def couches() -> Iterator[Picture]:
    """A phone that is only a cockpit, and the television before the race."""
    for name in ("shift", "cards-4", "react", "slipstream", "discard", "wait-cards"):
        yield Picture(f"couch-{name}", "couch", _couch(name), ("390x844", "320x568", "844x390", "768x1024"))
    sizes = (TELEVISION, "2560x1440", "1280x720")
    yield Picture(
        "television-room", "couch", lambda sitter: _room(sitter).replace("/?", "/tv/?"), sizes, visitor=WATCHER
    )


COMPARED = """() => {
  for (const card of [...document.querySelectorAll("#market [data-compare]")].slice(1, 3)) card.click();
}"""
CHOSEN = "() => document.querySelectorAll('#cockpit input[type=radio]')[2].click()"
FILTERED = "() => document.querySelector('[data-market-filter=cooldown]').click()"
READ = """() => document.querySelector("#cockpit .lever.boost")
  .dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }))"""
SALVAGE = READ.replace(".lever.boost", ".lever:has(.values)")
BARE = """() => {
  document.querySelector(".reveal").click();
  document.querySelector("[data-tool=whole]").click();
}"""
"""The whole track, once the scene is over."""
SHEET = "() => { document.querySelector('.reveal').click(); document.querySelector('#conditions').showPopover(); }"
UPGRADES = (
    "() => { document.querySelector('#garage').showPopover(); document.querySelector('#garage details').open = true; }"
)


def _staged(name: str) -> Show:
    return lambda sitter: whole_game.STAGED[name].stand().get_absolute_url()


def _on_the_couch(name: str) -> Show:
    def show(sitter: Sitter) -> str:
        sitter.keep(couch.COOKIE, "HOTLAP")
        row = whole_game.STAGED[name].stand()
        models.Race.objects.filter(pk=row.pk).update(room="HOTLAP")
        return row.get_absolute_url()

    return show


def garages() -> Iterator[Picture]:
    """Drafts, and races with a garage, weather and road tokens."""
    for name in whole_game.STAGED:
        yield Picture(name, "garage", _staged(name), act=BARE if name.startswith(("weather", "roads")) else "")
    for name in ("weather-rain", "weather-sun", "roads"):
        yield Picture(f"{name}-revealed", "garage", _staged(name))
    yield Picture("roads-sheet", "garage", _staged("roads"), act=SHEET)
    yield Picture("draft-list", "garage", lambda sitter: whole_game.listed().get_absolute_url())
    yield Picture("draft-chosen", "garage", _staged("draft"), act=CHOSEN)
    yield Picture("draft-compared", "garage", _staged("draft-15"), act=COMPARED)
    yield Picture("draft-filtered", "garage", _staged("draft-15"), act=FILTERED)
    yield Picture("upgrades", "garage", _staged("garage"), act=UPGRADES)
    yield Picture(
        "draft-replayed", "garage", lambda sitter: f"{_staged('draft')(sitter)}replay/?step=2", visitor=WATCHER
    )
    for name in ("draft", "draft-give-up"):
        yield Picture(f"{name}-couch", "garage", _on_the_couch(name), ("390x844", "844x390"))
    yield Picture("draft-watched", "garage", _staged("draft"), visitor=WATCHER)
    yield Picture(
        "draft-television", "garage", lambda sitter: f"{_staged('draft')(sitter)}tv/", (TELEVISION,), visitor=WATCHER
    )


def the_lessons() -> Iterator[Picture]:
    """The coach beside each kind of question, and what comes after the flag. On the smallest phone the page scrolls."""
    sizes = tuple(size for size in PLAYED if size != "320x568")
    for topic in lessons.MOMENTS:
        yield Picture(f"lesson-{topic}", "lesson", partial(_lesson, topic), sizes)
    for name, topics in lessons.MOMENTS_OF_MODULES.items():
        for topic in topics:
            yield Picture(f"lesson-{name}-{topic}", "lesson", partial(_lesson, topic, name=name), sizes)
    yield Picture("lesson-results", "lesson", partial(_lesson, "", page="results/"), full=True)
    yield Picture("lesson-weather-results", "lesson", partial(_lesson, "", page="results/", name="weather"), full=True)


def _lesson(topic: str, sitter: Sitter, page: str = "", name: str = "first") -> str:
    return f"{lessons.stand(topic, lesson=LESSONS[name]).get_absolute_url()}{page}"


def tracks() -> Iterator[Picture]:
    """Every circuit with cars on it, as a driver sees it and as the whole picture."""
    for slug in Track.objects.filter(offered=True).values_list("slug", flat=True):
        sizes = ("1440x900", "768x1024", "390x844")
        yield Picture(f"track-{slug}", "track", _midway(cars=8, track=slug), sizes, visitor=WATCHER)


EVERYTHING = next(one.extras for one in evenings.EVENINGS if one.id == "everything")
UNFOLD = "() => document.querySelector('.fold > summary').click()"


def _room(sitter: Sitter, *, people: int = 4, fill: int = 0, extras: Extras | None = None) -> str:
    Room.objects.all().delete()
    deck_version()
    track = Track.objects.order_by("position").first()
    options = stored(extras or Extras())
    room = Room.objects.create(code="HOTLAP", host=positions.ME, track=track, rules="standard", most=8, options=options)
    for seat, visitor in enumerate((positions.ME, "bo", "cy", "di", "ed", "fay", "gus")[:people]):
        rooms.sit_down(room, visitor, positions.NAMES[seat], ready=seat % 2 == 0)
    room.members.update(connected=True)
    if fill:
        filling.fill_grid(room, "mixed", fill)
    return room.get_absolute_url()


def _my_races(sitter: Sitter, page: str = "/mine/") -> str:
    for track in ("usa", "gb", "usa"):
        positions.ended(track=track)
    return page


def _messages(sitter: Sitter) -> str:
    """Where a visitor with a name switches messages on."""
    _room(sitter)
    return "/mine/calls/"


def _asked(sitter: Sitter) -> str:
    """The home page of a visitor whom another player asks to a room."""
    _room(sitter)
    other = rooms.open_room("bo", "Maximiliane")
    asking.ask("bo", positions.ME, other)
    return "/"


def _left_off(sitter: Sitter) -> str:
    """The home page of somebody who is in two races and a room."""
    models.Race.objects.all().delete()
    positions.stand("shift")
    positions.midway(track="italia", cars=5)
    _room(sitter)
    return "/"


def _live(sitter: Sitter) -> str:
    """The home page on which races are on, and a room waits."""
    models.Race.objects.all().delete()
    positions.stand("midrace-wait", track="japan", cars=8)
    positions.midway(track="italia", cars=5)
    positions.stand("shift", track="usa")
    models.Race.objects.update(listed=True)
    _room(sitter)
    Room.objects.update(listed=True)
    return "/"


def _guide(sitter: Sitter) -> str:
    request = RequestFactory().get("/")
    sitter.extra["/styleguide/"] = lambda: render_to_string("styleguide.html", specimens(), request)
    return "/styleguide/"


def pages() -> Iterator[Picture]:
    """What is not the table of a race."""
    sizes = ("1440x900", "768x1024", "844x390", "390x844", "320x568")

    def plain(address: str) -> Show:
        return lambda sitter: address

    plain_ones = {"home": "/", "open": "/open/", "alone": "/alone/", "lessons": "/lessons/", "not-found": "/nowhere/"}
    for name, address in plain_ones.items():
        yield Picture(name, "page", plain(address), sizes, visitor=WATCHER, full=True)
    yield Picture("home-racing", "page", _left_off, sizes, full=True)
    yield Picture("home-live", "page", _live, sizes, visitor=WATCHER, full=True)
    yield Picture("room", "page", _room, sizes, full=True)
    yield Picture("room-guest", "page", _room, sizes, visitor="bo", full=True)
    yield Picture("room-full", "page", partial(_room, people=7, fill=12), sizes, full=True)
    yield Picture("room-settings", "page", partial(_room, fill=6, extras=EVERYTHING), sizes, act=UNFOLD, full=True)
    yield Picture("my-races", "page", _my_races, sizes, full=True)
    yield Picture("my-data", "page", partial(_my_races, page="/mine/data/"), sizes, full=True)
    yield Picture("my-messages", "page", _messages, sizes, full=True)
    yield Picture("home-asked", "page", _asked, sizes, full=True)
    yield Picture("live", "page", operators.live_charts, sizes, full=True)
    for slug in ("cards", "weather", "roads", "events"):
        yield Picture(f"box-{slug}", "page", partial(operators.box, slug), ("1440x900",), full=True)
    yield Picture("my-races-none", "page", plain("/mine/"), sizes, visitor=WATCHER, full=True)
    yield Picture("day", "page", plain("/day/"), sizes, full=True)
    yield Picture("finished", "page", plain("/finished/"), sizes)
    for name in ("", "move/", "symbols/", "words/", "?q=slipstream"):
        yield Picture(
            f"rules-{name.strip('?/').replace('=', '-') or 'book'}", "page", plain(f"/rules/heat/{name}"), sizes
        )
    yield Picture("results", "page", _ended("results/"), (*sizes, "2560x1440", "1024x768"), full=True)
    yield Picture("results-12", "page", _ended("results/", cars=12), ("1440x900", "390x844"), full=True)
    yield Picture("telemetry", "page", _ended("telemetry/"), sizes, full=True)
    yield Picture("telemetry-rounds", "page", _ended("telemetry/?over=rounds"), ("1440x900", "390x844"), full=True)
    yield Picture("drive-on", "page", _driven_on, sizes, full=True)
    yield Picture("pit-wall-none", "page", _ended("review/"), ("1440x900", "390x844"), full=True)
    yield Picture("pit-wall", "page", _looked_back, sizes, full=True)
    yield Picture("log", "page", _ended("log/"), sizes)
    yield Picture("replay", "page", _ended("replay/?step=60"), sizes)
    yield Picture("replay-hand", "page", _ended("replay/?step=60&seat=1"), ("1440x900", "390x844"))
    yield Picture("replay-hands", "page", _ended("replay/?step=60&seat=all"), ("1440x900", "390x844"))
    yield Picture("tokens", "page", race("shift", page="tokens/"), sizes, full=True)
    yield Picture("desk", "page", race("shift", page="host/"), sizes, full=True)
    yield Picture(
        "television",
        "page",
        _midway(cars=8, page="tv/", clock=45),
        (TELEVISION, "2560x1440", "1280x720"),
        visitor=WATCHER,
    )
    yield Picture(
        "television-playing",
        "page",
        race("wait-cards", page="tv/"),
        (TELEVISION,),
        visitor=WATCHER,
        act=HOLD,
        then=partial(_moved_on, seat=None),
    )
    yield Picture(
        "television-paying",
        "page",
        race("slipstream", page="tv/"),
        (TELEVISION,),
        visitor=WATCHER,
        act=PAYS,
        then=partial(_moved_on, seat=None),
    )
    yield Picture("television-over", "page", _ended("tv/"), (TELEVISION,), visitor=WATCHER)
    yield Picture("television-12", "page", _midway(cars=12, page="tv/", clock=45), (TELEVISION,), visitor=WATCHER)
    yield Picture("television-over-12", "page", _ended("tv/", cars=12), (TELEVISION,), visitor=WATCHER)


def the_pages_beside() -> Iterator[Picture]:
    """What a visitor comes to beside races."""
    sizes = ("1440x900", "768x1024", "844x390", "390x844", "320x568")

    def page(name: str, show: Show, visitor: str = positions.ME, act: str = "", full: bool = True) -> Picture:
        return Picture(name, "beside", show, sizes, visitor, act, full=full)

    for name in beside.SIGNS:
        yield page(f"sign-{name}", beside.sign(name))
    yield page("no-such-room", lambda sitter: "/lobby/QQQQQQ/")
    yield page("not-my-desk", race("shift", page="host/"), visitor=WATCHER)
    yield page("no-record-yet", race("shift", page="record.json"))
    yield page("offline", lambda sitter: "/offline/")
    yield page("room-newcomer", _room, visitor=WATCHER)
    yield page("give-up", race("shift", page="leave/"))
    yield page("device", beside.another_device)
    yield page("device-none", lambda sitter: "/device/", visitor=WATCHER)
    yield Picture("device-link", "beside", beside.another_device, sizes, then=beside.make_link, full=True)
    yield page("device-move", beside.moving)
    yield page("mail-address", beside.messages_by_mail)
    yield page("mail-confirm", beside.confirm_mail)
    yield page("mail-stop", beside.stop_calls)
    yield page("mails", beside.mails)
    yield page("day-driven", beside.day_driven())
    yield page("day-results", beside.day_driven(""))
    yield page("day-over", beside.day_over)
    yield page("finished-races", beside.finished)
    yield page("record-waits", beside.record_waits)
    yield page("record-refused", beside.record_refused)
    yield page("opened-record", beside.opened_record, full=False)
    yield page("seats-for-friends", beside.seats_for_friends)
    yield page("championship-meeting", beside.meeting)
    yield page("rules-moment", race("react", page="rules/"), full=False)
    for game in books():
        yield page(f"rules-{game.game}-words", partial(_at, f"/rules/{game.game}/words/"))
        for chapter in game.chapters:
            yield page(f"rules-{game.game}-{chapter.slug}", partial(_at, f"/rules/{game.game}/{chapter.slug}/"))
    yield page("rules-books", partial(_at, "/rules/"))
    yield page("menu", lambda sitter: "/", act=beside.MENU, full=False)
    for name, act in (("menu", beside.MENU), ("settings", beside.SETTINGS), ("keys", beside.KEYS)):
        yield page(f"race-{name}", race("shift"), act=act, full=False)
    yield page("race-signals", race("shift"), act=beside.SIGNALS, full=False)
    yield page("race-rule-set", race("shift"), act=beside.RULES, full=False)
    for name, show in (("login", beside.log_in), ("home", beside.admin), ("deck", beside.deck)):
        yield Picture(f"admin-{name}", "beside", show, ("1440x900",), full=True)


def _at(address: str, sitter: Sitter) -> str:
    return address


def cards() -> Iterator[Picture]:
    """Every card, car and part, on the style guide."""
    yield Picture("parts", "cards", _guide, ("1440x900", "390x844"), visitor=WATCHER, full=True)


def championships() -> Iterator[Picture]:
    """A championship from its choice to its champion."""
    sizes = ("1440x900", "768x1024", "390x844")
    act = "() => document.querySelector('[value=own]').click()"
    yield Picture("championship-choice", "page", seasons.room_page(None), sizes, act=act, full=True)
    yield Picture("championship-room", "page", seasons.room_page(0), sizes, full=True)
    yield Picture("championship-room-between", "page", seasons.room_page(2), sizes, full=True)
    yield Picture("championship-next", "page", seasons.page(2), sizes, full=True)
    yield Picture("championship-board-rules", "page", seasons.page(1, rules="rulebook", year="1965"), sizes, full=True)
    yield Picture("championship-results", "page", seasons.results, sizes)
    yield Picture("championship-over", "page", seasons.page(4), sizes, full=True)
    yield Picture("championship-television", "page", seasons.page(2, "television"), (TELEVISION,), visitor=WATCHER)
    yield Picture("championship-television-over", "page", seasons.page(4, "television"), (TELEVISION,), visitor=WATCHER)


def _match(name: str, page: str = "", clock: int = 0) -> Show:
    return lambda sitter: f"{matches.stand(name, clock).get_absolute_url()}{page}"


def _match_waits(name: str) -> Show:
    """A match that waits for a player who has left."""

    def show(sitter: Sitter) -> str:
        row = matches.stand(name)
        models.Race.objects.filter(pk=row.pk).update(
            absence="wait", absent={1: 1}, waiting=[2], paused=True, running=False
        )
        return row.get_absolute_url()

    return show


def _match_chosen(name: str) -> Show:
    """A match of Last Card in which the player has chosen a card for the next turn."""

    def show(sitter: Sitter) -> str:
        row = matches.stand(name)
        scene = scenes.load(row.pk)
        question = scene.table_game.early(scene.state, 0)
        assert question is not None, "the player waits"
        card = cast("lastcard.View", scene.view(0)).hand[1]
        assert changes.decide_early(row.pk, Answer(0, question, lastcard.Play(card))) is None
        return row.get_absolute_url()

    return show


WILD = "() => document.querySelector('#cockpit .wild summary').click()"


def other_games() -> Iterator[Picture]:
    """Last Card and HenHur: every question, what stands between them, the television, the end."""
    sizes = ("1440x900", "1024x768", "768x1024", "844x390", "390x844", "320x568")
    shown = ("1440x900", "768x1024", "844x390", "390x844")
    for name, one in matches.MATCHES.items():
        if not name.endswith("-over"):
            yield Picture(name, one.game, _match(name, clock=60), sizes)
    yield Picture("lastcard-wild", "lastcard", _match("lastcard-turn"), sizes, act=WILD)
    yield Picture("lastcard-chosen", "lastcard", _match_chosen("lastcard-wait"), shown)
    yield Picture("lastcard-watching", "lastcard", _match("lastcard-turn"), shown, visitor=WATCHER)
    yield Picture("henhur-watching", "henhur", _match("henhur-draft"), shown, visitor=WATCHER)
    for game, there in (("lastcard", "turn"), ("henhur", "draft")):
        yield Picture(f"{game}-waits", game, _match_waits(f"{game}-{there}"), shown)
        yield Picture(f"{game}-leave", game, _match(f"{game}-{there}", "leave/"), shown, full=True)
        yield Picture(f"{game}-log", game, _match(f"{game}-over", "log/"), shown)
        yield Picture(f"{game}-replay", game, _match(f"{game}-over", "replay/?step=40&seat=0"), shown)
        yield Picture(f"{game}-results", game, _match(f"{game}-over", "results/"), shown, full=True)
        for page in ("", "open/", "alone/"):
            address = f"/games/{game}/" if not page else f"/{page}?game={game}"
            yield Picture(
                f"{game}-{page.rstrip('/') or 'home'}",
                game,
                partial(lambda address, sitter: address, address),
                shown,
                visitor=WATCHER,
                full=True,
            )
        television = (TELEVISION, "2560x1440", "1280x720")
        yield Picture(f"{game}-television-over", game, _match(f"{game}-over", "tv/"), (TELEVISION,), visitor=WATCHER)
        for where in (there, "eight", *(("run", "late", "first") if game == "henhur" else ("scores",))):
            show = _match(f"{game}-{where}", "tv/", 60)
            yield Picture(f"{game}-television-{where}", game, show, television, visitor=WATCHER)


def pictures(only: str = "", size: str = "") -> list[Picture]:
    """All of them, or those whose name has one of these words in it, or which are of such a kind."""
    kinds = (cockpit, midrace, couches, garages, the_lessons, tracks, cards, pages, the_pages_beside, championships)
    found = [one for part in (*kinds, other_games) for one in part()]
    return [
        one
        for one in found
        if any(word in one.name or word == one.kind for word in only.split(","))
        if not size or set(size.split(",")) & set(one.sizes)
    ]


def forget() -> None:
    """No process keeps what it has seen: each picture starts with the rows that it makes."""
    scenes.forget()
