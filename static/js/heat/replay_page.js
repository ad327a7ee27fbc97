// The replay of a race, and the order of what its parts do around a step.

import "./board.js";
import { keepInView } from "./camera.js";
import { rememberShown } from "./held.js";
import { rememberCars } from "./cars.js";
import { hear } from "./play.js";
import "./broadcast.js";
import "./replay.js";
import "./explain.js";
import { onUpdate } from "../update.js";

onUpdate({
  before: [rememberShown, rememberCars],
  after: [keepInView, hear],
});
