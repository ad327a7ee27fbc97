// The waiting room.

import { followRace, passSignals, rememberFocus, restoreFocus } from "./lobby.js";
import "./settings.js";
import { showMoments } from "./moments.js";
import { rememberTyped, restoreTyped } from "./typed.js";
import { onUpdate } from "./update.js";

onUpdate({ before: [rememberFocus, rememberTyped], after: [restoreTyped, restoreFocus, passSignals, followRace, showMoments] });
