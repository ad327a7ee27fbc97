"""Games in browsers, those beside Heat above all: the way from the home page to a table, what a player presses, and how
the middle of a match is passed over."""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import TimeoutError, expect

from engine.heat.bots import BOTS as CARS
from engine.henhur.bots import BOTS as HENS
from engine.kernel import Answer, Seed, derive
from engine.lastcard.bots import BOTS as CARDS
from races import live, scenes
from races.models import Race
from tests.e2e.driving import A_QUESTION, A_RACE, GLANCE, Driver
from tests.waiting import wait_until

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DICE = Seed("d1ce" * 16)

NAMES = {"lastcard": "Last Card", "henhur": "HenHur"}
BUTTONS = {
    "lastcard": (
        "#cockpit li.fits > button",
        "#cockpit[data-asked] .wild[open] .colours button",
        "#cockpit[data-asked] .wild summary",
        *(
            f"#cockpit[data-asked] button[value={value}]"
            for value in ("keep", "draw", "next", "accept", "let_go", "pass")
        ),
    ),
    "henhur": ("#cockpit.is-asked form.answer button[name=do]",),
}
"""What a player presses, the first of them that is there; a Wild takes two presses."""
BOTS: dict[str, Callable[[Any], Any]] = {
    "heat": CARS["cautious"],
    "lastcard": CARDS["cautious"],
    "henhur": HENS["cautious"],
}


def to_the_page_of(player: Driver, game: str) -> None:
    """From the home page to that of a game."""
    player.page.goto("/")
    player.press(player.page.get_by_role("link", name=re.compile(NAMES[game])).first)
    player.page.wait_for_url(f"**/games/{game}/")


def sit_down(game: str, host: Driver, *guests: Driver, wait: bool = False) -> list[Driver]:
    """One opens a room, the others come by its code; then all are at the table."""
    to_the_page_of(host, game)
    page = host.page
    host.press(page.get_by_role("link", name="Open a room").first)
    page.get_by_label("Your name").fill(host.name)
    if game == "lastcard":
        page.get_by_label("The match ends at").select_option("0")
    if wait:
        page.get_by_label("When a player leaves").select_option("wait")
    host.press(page.get_by_role("button", name="Open the room"))
    page.wait_for_url("**/lobby/*/*")
    code = page.url.split("/")[4]
    for guest in guests:
        guest.join(code)
        guest.be_ready()
    host.live()
    host.press(page.get_by_role("button", name="Start the game"))
    players = [host, *guests]
    for player in players:
        player.arrive()
    return players


def press_an_answer(game: str, player: Driver, question: str = "") -> str:
    """Press what the open question, or this one, offers first, until it is closed; its name."""
    question = question or player.asked()
    end = time.monotonic() + A_QUESTION
    while player.look()["question"] == question and time.monotonic() < end:
        found = [button for one in BUTTONS[game] for button in player.page.locator(one).all() if button.is_visible()]
        with suppress(TimeoutError), player.looking_again():
            for button in found[:1]:  # while the page is brought up to date there may be none
                player.press(button)
        player.page.wait_for_timeout(GLANCE)
    assert player.look()["question"] != question, f"nothing closes {question}"
    return question


def play(game: str, players: Sequence[Driver], until: Callable[[], bool] = lambda: False) -> int:
    """Each player who is asked answers, until the match is over for all. How many answers that took."""
    end = time.monotonic() + A_RACE
    answers = 0
    while time.monotonic() < end and not until():
        looks = [player.look() for player in players]
        if all(look["over"] for look in looks):
            return answers
        for player, look in zip(players, looks, strict=True):
            if look["question"]:
                press_an_answer(game, player, look["question"])  # it may be closed already, and none follow
                answers += 1
        players[0].page.wait_for_timeout(GLANCE)
    assert until(), "the match does not end"
    return answers


def pass_over_the_middle(players: Sequence[Driver], until: Callable[[Any], bool] = lambda state: False) -> None:
    """Bots answer for everybody, until the next answer would be the last or the state is as wished. The server is not
    told; it finds that the match has moved on, and the pages follow."""
    race = Race.objects.get(ended=None)
    scene = scenes.load(race.pk)
    game: Any = scene.game
    bot = BOTS[race.game](game)
    while not until(scene.state):
        question = next(iter(scene.questions.values()))
        seat = question.seat
        choice = bot.choose(scene.view(seat), scene.legal(seat), derive(DICE, str(question)))
        answer = Answer(seat, question, choice, f"middle.{question}")
        if not game.awaiting(game.decide(scene.state, answer).state):
            break
        scenes.forget()
        done, _revision = live.carry_out(race.pk, answer)
        assert isinstance(done, live.Accepted) or done.code == "stale", done  # the server may have answered by default
        scene = scenes.load(race.pk)
    for player in players:
        wait_until(partial(_is_shown_its_question, player, race.pk), f"{player.name} is shown how the match stands")


def _is_shown_its_question(player: Driver, race: int) -> bool:
    """The server may have answered one meanwhile that left no choice: the page shows the next one, or none."""
    scenes.forget()
    asked = scenes.load(race).questions.get(int(player.seat or 0))
    return asked is None or player.page.locator(f'#cockpit form[id="{asked}"]').count() == 1


def see_the_end(players: Sequence[Driver]) -> None:
    """Everybody goes to the results, which name the winner."""
    for player in players:
        player.to_the_podium()
        expect(player.page.get_by_role("heading", level=1)).to_have_text(re.compile("wins|share the win|ahead"))
        assert not is_too_wide(player)


def is_too_wide(player: Driver) -> bool:
    """Whether a page must be scrolled sideways."""
    wide: bool = player.page.evaluate("() => document.scrollingElement.scrollWidth > innerWidth")
    return wide
