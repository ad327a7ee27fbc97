"""What players read of the engines' data is named for translators."""

from engine.heat.bots.cast import cast
from engine.heat.modules import base_modules
from engine.henhur.bots.cast import cast as hens
from engine.lastcard.bots.cast import cast as players
from races.data_texts import TEXTS


def test_every_text_of_the_data_and_no_other_is_named() -> None:
    styles = {one.style for of_game in (cast, hens, players) for one in of_game()}
    assert set(TEXTS) == styles | {event.headline for event in base_modules().events}
    assert len(TEXTS) == len(set(TEXTS))
