/** From a game to a widget: `export default widget({ Board }, css)`. */
import { App } from "./app";
import { factory } from "./factory";
import type { Game } from "./game";
import { onKeyDown } from "./keys";
import { Store } from "./store";
import { ViewState } from "./view";

export const widget = (game: Game, css: string) =>
  factory(
    {
      store: (model) => new Store(model),
      look: (store) => new ViewState(store),
      draw: (view, key) => <App key={key} view={view} game={game} />,
      onKeyDown,
    },
    css,
  );
