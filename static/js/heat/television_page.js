// A race on a big screen: it belongs to no driver, so there is no cockpit and no driver to call.

import "../socket.js";
import "./board.js";
import { keepInView } from "./camera.js";
import "./director.js";
import { followHost } from "../race.js";
import { rememberShown } from "./held.js";
import { rememberCars } from "./cars.js";
import { hear } from "./play.js";
import "./sound.js";
import "./explain.js";
import "./broadcast.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";

onUpdate({
  before: [rememberShown, rememberCars],
  after: [keepInView, followHost, soundHorns, hear],
});
