/** From a game to a widget: `export default widget({ Board })` is what the host (Jupyter, marimo, a page) imports. */
import { type Signal, signal } from "@preact/signals";
import { render as draw } from "preact";
import { App } from "./app";
import type { Game } from "./game";
import { onKeyDown } from "./keys";
import type { Model } from "./model";
import { Store } from "./store";
import { watchTheme } from "./theme";
import { ViewState } from "./view";

interface Props {
  model: Model;
}

/**
 * A factory, called once per widget: its closure is what the views share. (The models given to initialize and render
 * are different proxies of one widget, so they cannot be used as a key.)
 */
export function widget(game: Game, css: string) {
  return () => {
    const store = signal<Store | null>(null);
    return {
      /** May be called again (marimo): the views then go over to the new store. */
      initialize({ model }: Props) {
        const mine = new Store(model);
        store.peek()?.dispose();
        store.value = mine;
        return () => mine.dispose();
      },
      render({ model, el }: Props & { el: HTMLElement }) {
        store.value ??= new Store(model);
        return open(store as Signal<Store>, game, css, el);
      },
    };
  };
}

function open(store: Signal<Store>, game: Game, css: string, el: HTMLElement): () => void {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  addStyle(root, css);
  const place = root.appendChild(document.createElement("div"));
  el.append(host);

  let view = new ViewState(store.peek());
  let close = () => {};
  const unsubscribe = store.subscribe((current) => {
    close();
    view = new ViewState(current);
    const stopTheme = watchTheme(el, (theme) => {
      view.measured.value = theme;
    });
    const leave = current.open();
    close = () => {
      stopTheme();
      leave();
    };
    draw(<App key={String(++mounts)} view={view} game={game} />, place);
  });
  const listener = (event: Event) => onKeyDown(view, event as KeyboardEvent);
  root.addEventListener("keydown", listener);
  // JupyterLab hears keys after the widget, which stops them (see keys.ts); Notebook 7 hears them before, and only this
  // attribute keeps it from taking plain letters as commands. It would take Ctrl+S away too, so it comes and goes.
  const shield = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) =>
    host.toggleAttribute("data-lm-suppress-shortcuts", !(ctrlKey || altKey || metaKey));
  window.addEventListener("keydown", shield, true);
  const onFull = () => {
    view.full.value = root.fullscreenElement != null;
  };
  document.addEventListener("fullscreenchange", onFull);
  return () => {
    unsubscribe();
    close();
    root.removeEventListener("keydown", listener);
    document.removeEventListener("fullscreenchange", onFull);
    window.removeEventListener("keydown", shield, true);
    draw(null, place);
    host.remove();
  };
}

let mounts = 0;

function addStyle(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement("style");
    style.textContent = css;
    root.append(style);
  }
}
