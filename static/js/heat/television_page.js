// A race on a big screen: it belongs to no driver, so there is no cockpit and no driver to call. It shows the whole track, which is
// the only one that drivers on the couch have, and tells of one car after the other; it cuts to what costs Heat or ends a race.

import "../socket.js";
import "./board.js";
import { direct, keepInView } from "./camera.js";
import { wholeTrack } from "./sights.js";
import { followHost } from "../race.js";
import { rememberShown } from "./held.js";
import { rememberCars } from "./cars.js";
import { isDramatic, oneByOne } from "./beats.js";
import { directPlay, playNews } from "./play.js";
import "./sound.js";
import "./explain.js";
import "./broadcast.js";
import { showPodium } from "../podium.js";
import { showSpotlight } from "./spotlight.js";
import { soundHorns } from "../sound.js";
import "./weather.js";
import { onUpdate } from "../update.js";

direct(wholeTrack);
directPlay({ order: oneByOne, cuts: isDramatic });
onUpdate({
  before: [rememberShown, rememberCars],
  after: [keepInView, followHost, soundHorns, playNews, showSpotlight, showPodium],
});
