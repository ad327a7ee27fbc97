// A room on a television: it goes on to the race by itself, and the horns of the room are heard.

import { followRace, passSignals, rememberFocus, restoreFocus } from "./lobby.js";
import { showMoments } from "./moments.js";
import { soundHorns } from "./sound.js";
import { onUpdate } from "./update.js";

onUpdate({ before: [rememberFocus], after: [restoreFocus, soundHorns, passSignals, followRace, showMoments] });
