"""The frames of a race: one an entry, the last as the race stands, kept as long as nothing is added."""

import pytest

from races.film import Film, captions, film_of, frame
from races.heat.board import field
from races.heat.caption import hand
from races.models import Entry, Race
from races.pages import Caption, pages_of, sentences_of
from races.scenes import AnyScene
from tests.races.factories import heat_states
from tests.races.heat.board.kit import drawn_race, scene_of, shift
from tests.races.heat.results.kit import drive, finished_race, running_race


@pytest.fixture
def race(db: None) -> Race:
    return running_race()


def told(scene: AnyScene, film: Film, step: int, seat: int) -> list[Caption]:
    shot = film.frame(step)
    return captions(scene, shot, seat, sentences_of(scene, [shot.log[-1]]))


def test_there_is_a_frame_for_each_entry(race: Race) -> None:
    film = film_of(race)
    assert film.last == race.version
    assert film.frame(film.last).state == scene_of(race).state
    assert [film.frame(step).state for step in range(film.last + 1)] == heat_states(race)


def test_an_index_is_made_once_and_anew_when_the_race_moves_on(race: Race) -> None:
    film = film_of(race)
    assert film_of(race).index is film.index
    drive(race, 1)
    longer = film_of(race)
    assert longer.last == film.last + 1
    assert longer.frame(film.last) == film.frame(film.last)


def test_a_film_ends_where_its_viewer_is(race: Race) -> None:
    """What was added since the scene was loaded belongs to the next film."""
    earlier = Race.objects.get(pk=race.pk)
    drive(race, 2)
    assert film_of(earlier).last == earlier.version
    assert max(film_of(earlier).index.told) <= earlier.version


@pytest.mark.django_db
def test_rounds_and_what_is_told_lead_through_it() -> None:
    race = drawn_race("ada", "bo")
    shift(race, 0)
    shift(race, 1)
    race.refresh_from_db()
    film = film_of(race)
    assert film.rounds == {1: 0}
    assert film.index.told == (0, 2), "the first choice is a secret until the second is made"
    assert film.next_told(0) == 2
    assert film.next_told(2) == film.last == 2


@pytest.mark.django_db
def test_each_round_begins_where_its_line_is_told() -> None:
    race = finished_race()
    film = film_of(race)
    scene = scene_of(race)
    for number, step in film.rounds.items():
        lines = [one.html for one in told(frame(scene, film.frame(step)), film, step, -1)]
        assert f"<b>Round {number}</b>" in lines


def test_a_frame_knows_nothing_of_the_present(race: Race) -> None:
    Race.objects.filter(pk=race.pk).update(
        absent={0: 1},
        bots={0: "racer"},
        presets={0: ["cool"]},
        clocks={0: {"question": "", "left": 1, "due": 1}},
    )
    scene = scene_of(race)
    film = film_of(scene.race)
    shown = frame(scene, film.frame(3))
    assert (shown.race.absent, shown.race.bots, shown.race.presets, shown.race.clocks) == ({}, {}, {}, {})
    assert shown.version == 3
    assert scene.race.absent == {0: 1}


@pytest.mark.django_db
def test_a_secret_choice_is_told_as_one() -> None:
    race = drawn_race("ada", "bo")
    shift(race, 1, gear=2)
    race.refresh_from_db()
    scene, film = scene_of(race), film_of(race)
    (one,) = told(frame(scene, film.frame(1)), film, 1, 1)
    assert (one.seat, one.html) == (1, "Bo has chosen.")
    tags = [row.tag.css_class if row.tag else "" for row in field.standings(frame(scene, film.frame(1)))]
    assert sorted(tags) == ["", "ok"]  # nobody is choosing in what is past
    assert hand(frame(scene, film.frame(1)), 1).choice == "Has chosen gear 2."
    assert hand(frame(scene, film.frame(1)), 0).choice == ""


def test_a_hand_is_what_the_seat_held(race: Race) -> None:
    scene, film = scene_of(race), film_of(race)
    states = heat_states(race)
    for step in range(film.last + 1):
        held = hand(frame(scene, film.frame(step)), 0)
        assert sorted(face for face, _ in held.cards) == sorted(states[step].cars[0].hand)


def test_the_lines_of_a_step_are_those_of_its_entry(race: Race) -> None:
    scene, film = scene_of(race), film_of(race)
    for step in film.index.told:
        entry = Entry.objects.get(race=race, seq=step)
        shown = frame(scene, film.frame(step))
        lines = [line for one in shown.log if one.seq == step for line in one.lines]
        assert len(told(shown, film, step, entry.seat)) == len(lines) > 0
        assert all(pages_of(scene).sentence(line, scene) for line in lines if line.begins_round() is None)
