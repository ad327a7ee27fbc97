// The page of a match of HenHur, and the order of what its parts do around an update.

import { readAck } from "../socket.js";
import { followHost, markRace } from "../race.js";
import { callDriver } from "../notify.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";
import "./sound.js";
import { countLines, rememberShown } from "./held.js";
import { rememberHens, hear } from "./play.js";
import { rememberPurse, showSums } from "./purse.js";

onUpdate({ before: [rememberShown, rememberHens, rememberPurse], after: [readAck, followHost, markRace, soundHorns, hear, countLines, showSums, callDriver] });
