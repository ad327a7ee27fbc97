// A match of HenHur on a big screen.

import "../socket.js";
import { followHost } from "../race.js";
import { soundHorns } from "../sound.js";
import { onUpdate } from "../update.js";
import "./sound.js";
import { rememberHens, hear } from "./play.js";

onUpdate({ before: [rememberHens], after: [followHost, soundHorns, hear] });
