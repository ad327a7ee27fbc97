// The replay of a match of Last Card.

import { skipWith } from "../replay.js";
import { onUpdate } from "../update.js";
import { endFlights, showSteps } from "./play.js";

onUpdate({ before: [], after: [showSteps] });
skipWith(endFlights);
