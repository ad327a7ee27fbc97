"""The decisive round of a race, saved from the podium: a clip that plays, and a picture."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.races.heat.results.kit import finished_race

PLAYED = """async (data) => {
  const video = document.createElement("video");
  video.muted = true;
  document.body.append(video);
  video.src = `data:video/webm;base64,${data}`;
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error.message));
  });
  video.currentTime = 1e6;  // a recorded clip has no length written in its head: its end tells
  await new Promise((resolve) => { video.ondurationchange = () => Number.isFinite(video.duration) && resolve(); });
  return [video.videoWidth, video.videoHeight, video.duration];
}"""


@pytest.fixture
def race(transactional_db: None) -> Race:
    """Driven before the server starts, which would answer for its bots, too."""
    return elsewhere(finished_race)


def saved(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_the_decisive_round_is_saved_as_a_picture_and_as_a_clip(race: Race, visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    page.goto(f"/races/{race.code}/results/")
    picture = saved(page, "Save as a picture", tmp_path)
    assert picture.name == f"heatsite-{race.code}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 50_000, "a picture of the board, not an empty one"
    clip = saved(page, "Save as a clip", tmp_path)
    expect(page.locator("#clip [role=status]")).to_have_text("Saved.")
    elsewhere = page.context.new_page()
    elsewhere.goto("about:blank")
    width, height, seconds = elsewhere.evaluate(PLAYED, base64.b64encode(clip.read_bytes()).decode())
    assert (width, height) == (1280, 720)
    assert seconds > 3
