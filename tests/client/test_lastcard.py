"""The reference client plays Last Card: a mind on the content and the views that the site sends."""

import msgspec
import pytest
from msgspec import Raw

from client.messages import Hello
from client.minds import Misunderstood, mind_for
from engine.kernel import Answer, Step, encode
from engine.lastcard import Choice, Content, Play
from tests.engine.lastcard.kit import GAME, laid


def hello(content: object, digest: str = "") -> Hello:
    return Hello("lastcard", "0", 0, digest or Content().digest(), Raw(encode(content)))


@pytest.mark.parametrize("bot", ["random", "cautious", "good"])
def test_a_bot_answers_from_its_view_alone(bot: str) -> None:
    mind = mind_for(hello(Content()), bot)
    state = laid("g1 gS W r1|b1 b2 b3", "g5")
    question = GAME.question(state, 0)
    view = Raw(encode(GAME.view(state, 0)))
    choice = mind.choose(view, question)
    assert isinstance(choice, Choice)
    assert isinstance(GAME.decide(state, Answer(0, question, choice)), Step)
    assert mind.places(view) == (1, 1)


def test_a_forced_play_is_found() -> None:
    state = laid("g1|b1 b2 b3", "g5")
    mind = mind_for(hello(Content()), "cautious")
    assert mind.choose(Raw(encode(GAME.view(state, 0))), GAME.question(state, 0)) == Play("g1")


@pytest.mark.parametrize(
    ("told", "bot", "said"),
    [
        (hello({"deck": []}, "0"), "cautious", "otherwise than ours"),
        (hello({"deck": 5}), "cautious", "cannot read"),
        (hello(Content()), "racer", "has no bot"),
    ],
)
def test_what_the_client_cannot_play_is_said(told: Hello, bot: str, said: str) -> None:
    with pytest.raises(Misunderstood, match=said):
        mind_for(told, bot)


def test_views_are_read_as_the_site_writes_them() -> None:
    state = laid("g1|b1 b2 b3", "g5")
    assert msgspec.json.decode(encode(GAME.view(state, None)))["seat"] is None
