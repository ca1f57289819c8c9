/** The view of a game that has no board of its own: everything as text. */
import { widget } from "../mount";
import { Plain } from "../plain";
import css from "./generic.css";

export default widget({ Board: Plain }, css);
