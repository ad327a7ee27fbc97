// The page of a lesson: a race page with a coach.

import { steps } from "./table_page.js";
import { showCoach } from "./coach.js";
import { onUpdate } from "../update.js";

onUpdate({ ...steps, after: [...steps.after, showCoach] });
