"""The page of a race that is over, put together."""

from races.heat.board import cars
from races.heat.results.figures import story_of
from races.heat.results.podium import chart, podium
from races.heat.results.ranking import awards, headline, results
from races.heat.results.sheet import sheet
from races.heat.scene import HeatScene


def context_of(scene: HeatScene) -> dict[str, object]:
    story = story_of(scene.race)
    ranking = results(scene, story)
    return {
        "title": headline(scene, ranking),
        "track": scene.game.content.track,
        "ranking": ranking,
        "awards": awards(ranking),
        "sheet": sheet(ranking),
        "podium": podium(scene, ranking),
        "chart": chart(scene, story),
        "symbols": cars.symbols(scene),
    }
