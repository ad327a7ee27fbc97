// The page of a match of Last Card, and the order of what its parts do around an update.

import { readAck } from "../socket.js";
import { followHost, markRace } from "../race.js";
import { callDriver } from "../notify.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";
import "./sound.js";
import { keepFocus, rememberFocus, showRefusal } from "./hand.js";
import { showSteps } from "./play.js";

onUpdate({
  before: [rememberFocus],
  after: [readAck, showRefusal, followHost, markRace, soundHorns, showSteps, keepFocus, callDriver],
});
