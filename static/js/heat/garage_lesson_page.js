// The page of a lesson with a draft: a race page with a garage and a coach.

import "./garage_page.js";
import { showCoach } from "./coach.js";
import { thenUpdate } from "../update.js";

thenUpdate(showCoach);
