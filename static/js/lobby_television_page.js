// A room on a television: it goes on to the race by itself, and the horns of the room are heard.

import "./lobby.js";
import "./sound.js";
