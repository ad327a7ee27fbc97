// A match of Last Card on a big screen.

import "../socket.js";
import { showPodium } from "../podium.js";
import { followHost } from "../race.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";
import "./sound.js";
import { showSteps } from "./play.js";

onUpdate({ before: [], after: [followHost, soundHorns, showSteps, showPodium] });
