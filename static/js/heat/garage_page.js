// The page of a race with a garage: that of any race, and after each update the market of its draft.

import "./table_page.js";
import { showMarket } from "./garage.js";
import { thenUpdate } from "../update.js";

thenUpdate(showMarket);
