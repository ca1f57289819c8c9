/** The laboratory as a widget. */
import { factory } from "../factory";
import { keep } from "../keys";
import { Lab } from "../lab/app";
import { LabStore } from "../lab/store";
import { Look } from "../look";
import css from "./probability_lab.css";

class LabLook extends Look {
  constructor(override readonly store: LabStore) {
    super(store);
  }
}

export default factory(
  {
    store: (model) => new LabStore(model),
    look: (store: LabStore) => new LabLook(store),
    draw: (look, key) => <Lab key={key} look={look} store={look.store} />,
    onKeyDown: (_look, event) => void keep(event),
  },
  css,
);
