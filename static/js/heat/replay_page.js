// The replay of a race, and the order of what its parts do around a step.

import "./board.js";
import { direct, keepInView } from "./camera.js";
import { wholeTrack } from "./sights.js";
import { rememberShown } from "./held.js";
import { rememberCars } from "./cars.js";
import { playNews, skip } from "./play.js";
import "./broadcast.js";
import { skipWith } from "../replay.js";
import "./explain.js";
import { onUpdate } from "../update.js";

direct(wholeTrack);
onUpdate({
  before: [rememberShown, rememberCars],
  after: [keepInView, playNews],
});
skipWith(skip);
