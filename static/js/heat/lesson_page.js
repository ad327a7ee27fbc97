// The page of a lesson: a race page with a coach.

import "./table_page.js";
import { showCoach } from "./coach.js";
import { thenUpdate } from "../update.js";

thenUpdate(showCoach);
