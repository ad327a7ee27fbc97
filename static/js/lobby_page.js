// The waiting room.

import { followRace, passSignals, rememberFocus, restoreFocus } from "./lobby.js";
import "./settings.js";
import { showMoments } from "./moments.js";
import { onUpdate } from "./update.js";

onUpdate({ before: [rememberFocus], after: [restoreFocus, passSignals, followRace, showMoments] });
