// The page of a race, and the order of what its parts do around an update.

import { readAck } from "../socket.js";
import "./board.js";
import { keepInView } from "./camera.js";
import { followHost, markRace } from "../race.js";
import { rememberShown } from "./held.js";
import { rememberCars } from "./cars.js";
import { playNews } from "./play.js";
import "./broadcast.js";
import "./sound.js";
import { showAwaited } from "./awaited.js";
import "./levers.js";
import { rememberFocus, showCockpit } from "./cockpit.js";
import { rememberMarked, showMarked } from "./early.js";
import { callDriver } from "../notify.js";
import "./explain.js";
import { soundHorns } from "../sound.js";
import "./weather.js";
import { onUpdate } from "../update.js";

onUpdate({
  before: [rememberShown, rememberCars, rememberFocus, rememberMarked],
  after: [readAck, keepInView, followHost, markRace, soundHorns, playNews, showMarked, showAwaited, showCockpit, callDriver],
});
