"""Measures what each upgrade is worth and prints the table `CARD_VALUES` of engine/heat/bots/symbols.py, by which bots
draft, and beside each value what the card does.

    python -m tests.load.upgrade_values [RACES]

A lone `racer` drives on four tracks with the upgrade and two plain fillers in the place of the trio, and is compared
with one that has three fillers: rounds saved in a race, on the same seeds.
"""

import multiprocessing
import sys

from msgspec.structs import replace

from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.heat.cards import Card, base_cards
from engine.heat.race import Race
from engine.heat.simulation import bots, let_bots_drive
from engine.kernel import Seed, derive

TRACKS = ("usa", "italia", "gb", "japan")
FILLER = Card("filler", "upgrade", (2,))
SEED = Seed("75" * 16)
SPACES_A_ROUND = 8


def rounds(game: Heat, upgrades: tuple[str, ...], number: int) -> float:
    """The rounds that a lone racer takes, with fractions."""
    laps = game.content.track.laps
    race = Race(game, Setup((Entrant(upgrades=upgrades),), laps), derive(SEED, f"{game.content.track.id} {number}"))
    let_bots_drive(race, bots(game, ("racer",)))
    beyond = race.state.cars[0].at - laps * game.course.length
    return race.state.round - beyond / SPACES_A_ROUND


def mean_rounds(task: tuple[str, int]) -> tuple[str, float]:
    card, races = task
    box = base_cards()
    tested = replace({**box.named(), FILLER.id: FILLER}[card], id="tested")  # a sponsor card is valued as an upgrade is
    tested = tested if tested.kind == "heat" else replace(tested, kind="upgrade")
    cards = replace(box, cards=(*box.cards, FILLER, tested))
    total = 0.0
    for name in TRACKS:
        game = Heat(Content(track=all_tracks()[name], cards=cards))
        total += sum(rounds(game, (tested.id, FILLER.id, FILLER.id), number) for number in range(races))
    return card, total / (races * len(TRACKS))


def main() -> None:
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    names = sorted(card.id for card in base_cards().cards if card.kind in {"upgrade", "sponsor"} or card.tier)
    with multiprocessing.Pool() as pool:
        found = dict(pool.map(mean_rounds, [(name, races) for name in (FILLER.id, *names)], chunksize=1))
    for name in names:
        card = base_cards().named()[name]
        value = round(found[FILLER.id] - found[name], 2)
        print(f'    "{name}": {value},  # {card.family} {card.worth} {card.symbols}')


if __name__ == "__main__":
    main()
