// A match of HenHur on a big screen.

import "../socket.js";
import { showPodium } from "../podium.js";
import { followHost } from "../race.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";
import "./sound.js";
import { countLines, rememberShown } from "./held.js";
import { rememberHens, hear } from "./play.js";

onUpdate({ before: [rememberShown, rememberHens], after: [followHost, soundHorns, hear, countLines, showPodium] });
