import { useLayoutEffect } from "preact/hooks";
import type { ViewState } from "./view";

/**
 * A choice that was made goes away with its step. The focus then goes to the next choice or, while there is none, to the
 * board, from where it goes on to the choice that comes.
 */
export function useHeldFocus(view: ViewState, board: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const box = board.current;
    if (!view.held || !box) return;
    const root = box.getRootNode() as ShadowRoot;
    const lost =
      root.activeElement === null && (!root.host || document.activeElement === document.body);
    if (!lost && root.activeElement !== box) {
      view.held = root.activeElement?.closest("[data-choice]") != null;
      return;
    }
    const choice = root.querySelector<HTMLElement>("[data-choice]");
    (choice ?? box).focus({ preventScroll: true });
  });
}
