"""The page of a race that is over, put together."""

from races.heat.board import cars, ground
from races.heat.championships.showing import after_race
from races.heat.lessons import begin, finished
from races.heat.lessons.after import following, opponents
from races.heat.lessons.taught import FIRST, lesson_of
from races.heat.results.clip import clip_of
from races.heat.results.figures import story_of
from races.heat.results.podium import NARROW, WIDE, chart, podium
from races.heat.results.ranking import Result, awards, finish, headline, results
from races.heat.results.sheet import mine_first, sheet
from races.heat.scene import HeatScene


def context_of(scene: HeatScene, seat: int | None) -> dict[str, object]:
    story = story_of(scene.race)
    ranking = results(scene, story)
    mine = next((one for one in ranking if one.seat.number == seat), None)
    columns = mine_first(ranking, mine)
    title, clip = headline(scene, ranking), clip_of(scene) if ground.picture(scene) else None
    return {
        "clip": clip,
        "clip_told": clip.told(scene, ranking, title) if clip else None,
        "title": title,
        **_after_lesson(scene, mine),
        "track": scene.game.content.track,
        "ranking": ranking,
        "laps": scene.view(None).setup.laps,
        "awards": awards(ranking),
        "finish": finish(mine.place) if mine and not mine.retired else "",
        "columns": columns,
        "sheet": sheet(columns),
        "championship": after_race(scene.race),
        "podium": podium(scene, ranking),
        "charts": [chart(scene, story, breadth, clip.round if clip else 0) for breadth in (WIDE, NARROW)],
        "symbols": cars.symbols(scene),
    }


def _after_lesson(scene: HeatScene, mine: Result | None) -> dict[str, object]:
    """What follows a lesson; nothing after any other race."""
    lesson = lesson_of(scene.race)
    if lesson is None:
        return {"lesson": None}
    done = finished.names(mine.seat.visitor) if mine else set()
    return {
        "lesson": lesson,
        "is_first_lesson": lesson is FIRST,
        "next_lesson": following(lesson, begin.on_offer(), done),
        "won": mine is not None and mine.place == 1,
        "opponents": opponents(mine),
    }
