// The page of a game that brings no scripts of its own.

import { readAck } from "./socket.js";
import { followHost, markRace } from "./race.js";
import { callDriver } from "./notify.js";
import { soundHorns } from "./sound.js";
import { onUpdate } from "./update.js";

onUpdate({ before: [], after: [readAck, followHost, markRace, soundHorns, callDriver] });
