/** How any widget gets into a page: the factory that the host (Jupyter, marimo, a page) imports. */
import { type Signal, signal } from "@preact/signals";
import { type ComponentChild, render as draw } from "preact";
import type { Look } from "./look";
import type { Model } from "./model";
import type { Session } from "./session";
import { watchTheme } from "./theme";

interface Props {
  model: Model;
}

/** What tells one kind of widget from another. */
interface Kind<S extends Session, L extends Look> {
  store(model: Model): S;
  look(store: S): L;
  draw(look: L, key: string): ComponentChild;
  onKeyDown(look: L, event: KeyboardEvent): void;
}

/**
 * A factory, called once per widget: its closure is what the views share. (The models given to initialize and render
 * are different proxies of one widget, so they cannot be used as a key.)
 */
export function factory<S extends Session, L extends Look>(kind: Kind<S, L>, css: string) {
  return () => {
    const store = signal<S | null>(null);
    return {
      /** May be called again (marimo): the views then go over to the new store. */
      initialize({ model }: Props) {
        const mine = kind.store(model);
        store.peek()?.dispose();
        store.value = mine;
        return () => mine.dispose();
      },
      render({ model, el }: Props & { el: HTMLElement }) {
        store.value ??= kind.store(model);
        return open(store as Signal<S>, kind, css, el);
      },
    };
  };
}

function open<S extends Session, L extends Look>(
  store: Signal<S>,
  kind: Kind<S, L>,
  css: string,
  el: HTMLElement,
): () => void {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  addStyle(root, css);
  const place = root.appendChild(document.createElement("div"));
  el.append(host);

  let look = kind.look(store.peek());
  let close = () => {};
  const unsubscribe = store.subscribe((current) => {
    close();
    look = kind.look(current);
    const stopTheme = watchTheme(el, (theme) => {
      look.measured.value = theme;
    });
    const leave = current.open();
    close = () => {
      stopTheme();
      leave();
    };
    draw(kind.draw(look, String(++mounts)), place);
  });
  const listener = (event: Event) => kind.onKeyDown(look, event as KeyboardEvent);
  root.addEventListener("keydown", listener);
  // JupyterLab hears keys after the widget, which stops them (see keys.ts); Notebook 7 hears them before, and only this
  // attribute keeps it from taking plain letters as commands. It would take Ctrl+S away too, so it comes and goes.
  const shield = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) =>
    host.toggleAttribute("data-lm-suppress-shortcuts", !(ctrlKey || altKey || metaKey));
  window.addEventListener("keydown", shield, true);
  const onFull = () => {
    look.full.value = root.fullscreenElement != null;
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
