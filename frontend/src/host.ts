/**
 * Runs widgets in a page of their own, without a kernel and without a network. The page holds, for each widget,
 * <script type="application/json" class="mw-state" data-for="ID">{"esm": "…", "state": {…}}</script>.
 */
type State = Record<string, unknown>;
type Callback = () => void;

/** A model whose state lives in the page: what is set stays here. */
export function staticModel(state: State) {
  const callbacks = new Map<string, Set<Callback>>();
  return {
    get: (name: string) => state[name],
    set(name: string, value: unknown) {
      if (Object.is(state[name], value)) return;
      state[name] = value;
      for (const callback of [...(callbacks.get(`change:${name}`) ?? [])]) callback();
    },
    save_changes() {},
    on(event: string, callback: Callback) {
      callbacks.set(event, (callbacks.get(event) ?? new Set()).add(callback));
    },
    off(event: string, callback: Callback) {
      callbacks.get(event)?.delete(callback);
    },
  };
}

const modules = new Map<string, Promise<{ default: () => Widget }>>();

interface Widget {
  initialize(props: { model: unknown }): unknown;
  render(props: { model: unknown; el: HTMLElement }): unknown;
}

function load(esm: string): Promise<{ default: () => Widget }> {
  let module = modules.get(esm);
  if (!module) {
    const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    module = import(/* @vite-ignore */ url);
    modules.set(esm, module);
  }
  return module;
}

export async function mountAll(page: Document = document): Promise<void> {
  for (const script of page.querySelectorAll<HTMLElement>(
    'script[type="application/json"].mw-state',
  )) {
    const el = page.getElementById(script.dataset.for ?? "");
    if (!el || script.dataset.done) continue;
    script.dataset.done = "true";
    const words = [...el.childNodes]; // what stands there for readers without scripts
    try {
      const { esm, state } = JSON.parse(script.textContent ?? "") as { esm: string; state: State };
      const model = staticModel({ ...state, _static: true });
      const view = (await load(esm)).default();
      el.replaceChildren();
      view.initialize({ model });
      view.render({ model, el });
    } catch (error) {
      console.error(error);
      el.replaceChildren(...words);
    }
  }
}

void mountAll();
