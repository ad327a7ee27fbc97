// A game on a big screen, where the game brings no scripts of its own.

import "./socket.js";
import { showPodium } from "./podium.js";
import { followHost } from "./race.js";
import { soundHorns } from "./sound.js";
import { onUpdate } from "./update.js";

onUpdate({ before: [], after: [followHost, soundHorns, showPodium] });
