/** A question or a quiz as a widget; the boards of other games than Monster Café are tables here. */
import { factory } from "../factory";
import { keep } from "../keys";
import { Look } from "../look";
import { Quiz } from "../quiz/app";
import { QuizStore } from "../quiz/store";
import { cafe } from "./monster_cafe";
import css from "./quiz.css";

const GAMES = { monster_cafe: cafe };

class QuizLook extends Look {
  constructor(override readonly store: QuizStore) {
    super(store);
  }
}

export default factory(
  {
    store: (model) => new QuizStore(model),
    look: (store: QuizStore) => new QuizLook(store),
    draw: (look, key) => <Quiz key={key} look={look} store={look.store} games={GAMES} />,
    onKeyDown: (_look, event) => void keep(event),
  },
  css,
);
